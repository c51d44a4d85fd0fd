"""What is collected here where a plugin was taken out of the program."""

from tests.conftest import is_installed

# These import the plugin that they play; see the mark `plays` for others.
PLAYING = ["test_attacks.py", "test_false_claims.py", "test_luck.py", "test_secrecy.py"]
collect_ignore = [] if is_installed("strategic") else PLAYING
