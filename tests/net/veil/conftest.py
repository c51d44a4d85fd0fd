"""What is collected here where a plugin was taken out of the program."""

from tests.conftest import is_installed

# These import the plugin that they play; see the mark `plays` for others.
PLAYING = {
    "strategic": ["test_false_claims.py", "test_secrecy.py"],
    "settlers": ["test_settlers.py", "test_settlers_attacks.py"],
}
collect_ignore = [
    test for plugin, tests in PLAYING.items() if not is_installed(plugin) for test in tests
]
