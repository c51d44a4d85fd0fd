"""What needs a plugin that is not installed is not collected."""

from __future__ import annotations

from tests.plugins.together.options import EXTENSIONS, HANDS, INNS

NEEDED = {"test_examples.py": {INNS, HANDS}, "test_hands.py": {HANDS}}

collect_ignore = [file for file, needed in NEEDED.items() if not needed <= {*EXTENSIONS}]
