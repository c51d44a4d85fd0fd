"""The full screen: pages, what they paint, what keys and words do."""
