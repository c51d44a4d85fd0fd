"""What is collected here where a plugin was taken out of the program."""

from tests.conftest import is_installed

# These import the plugin that they play; see the mark `plays` for others.
collect_ignore = [] if is_installed("strategic") else ["test_false_claims.py", "test_secrecy.py"]
