"""What every test gets: a data folder of its own, plain surroundings, no network but loopback."""

import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.repeats import without_coverage
from tests.sizes import SIZES

ROOT = Path(__file__).parent.parent

# The same examples every time under `make test`, fresh ones under `make soak`.
settings.register_profile(
    "bastide",
    max_examples=SIZES.examples,
    stateful_step_count=SIZES.steps,
    derandomize=SIZES.name == "test",
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("bastide")

# Whatever the developer's terminal and language are, tests see these.
SURROUNDINGS = {
    "LANG": "en_US.UTF-8",
    "LANGUAGE": None,
    "LC_ALL": None,
    "LC_MESSAGES": None,
    "TERM": "xterm-256color",
    "COLORTERM": None,
    "NO_COLOR": None,
    "COLUMNS": None,
    "LINES": None,
}


def is_installed(plugin: str) -> bool:
    """Tell whether a plugin's folder is part of this program."""
    return (ROOT / "plugins" / "bastide" / "plugins" / plugin).is_dir()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that play a plugin which was taken out: each folder may be removed."""
    left_out = [
        item
        for item in items
        if not all(is_installed(name) for mark in item.iter_markers("plays") for name in mark.args)
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:  # those that compare with a file
        if "golden" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.golden)


def pytest_configure(config: pytest.Config) -> None:
    """Say what the mark is that `tests.repeats` gives, and let Ctrl-C interrupt what is tested.

    A script's shell lets all that it starts with `&` ignore that signal, and children inherit it.
    """
    config.addinivalue_line("markers", "repeated: does again what is measured elsewhere")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run what is marked as repeated without coverage, which would more than double its time."""
    with nullcontext() if item.get_closest_marker("repeated") is None else without_coverage():
        return (yield)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a data folder of its own, not made yet, and plain surroundings."""
    for name in [name for name in os.environ if name.startswith("BASTIDE_")]:
        monkeypatch.delenv(name)
    for name, value in SURROUNDINGS.items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    folder = tmp_path / "home"
    monkeypatch.setenv("BASTIDE_HOME", str(folder))
    return folder


@pytest.fixture
def unmeasured() -> dict[str, str]:
    """Return an environment for child processes that coverage does not slow down."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Return a function that compares a text with a file of the repository.

    With `--regenerate` (`make playthroughs`) it writes the file, to be reviewed as a diff.
    """

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("regenerate"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"{path.name} is not there yet: make playthroughs"
        assert text == path.read_text(encoding="utf-8"), f"{path.name}: see make playthroughs"

    return compare


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to write the files that tests compare with."""
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which something was skipped: a test that does not run proves nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped") and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a run with skipped tests fails."""
    if terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("Skipped tests count as failures here.", red=True)


@pytest.fixture(scope="session", autouse=True)
def loopback_only() -> Iterator[None]:
    """Refuse whatever this process would send beyond loopback."""
    on = True

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if on and event in ("socket.connect", "socket.sendto"):
            end, address = arguments
            if isinstance(end, socket.socket) and not _stays_here(end, address):
                raise RuntimeError(f"tests talk to loopback only, not to {address}")

    sys.addaudithook(watch)  # Cannot be taken away again, so it is switched off.
    yield
    on = False


def _stays_here(end: socket.socket, address: object) -> bool:
    if end.family not in (socket.AF_INET, socket.AF_INET6) or not isinstance(address, tuple):
        return True
    if address[0] in ("", "localhost"):
        return True
    target = ipaddress.ip_address(str(address[0]).partition("%")[0])
    if target.is_multicast and end.family == socket.AF_INET:
        leaves_by = end.getsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, 4)
        return leaves_by == ipaddress.ip_address("127.0.0.1").packed
    return target.is_loopback or target.is_unspecified
