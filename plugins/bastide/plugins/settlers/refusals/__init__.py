"""Why an action is not legal, in words of the rules. Nothing here decides whether it is."""
