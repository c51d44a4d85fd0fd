"""`bastide join`: what is refused before anybody is looked for."""

from collections.abc import Callable

import pytest

from tests.cli.conftest import Run, Said

BAD = {
    "port beyond all": (("192.0.2.1:99999",), "192.0.2.1:99999: A port is a number from 1 to"),
    "port 0": (("kitchen:0",), "kitchen:0: A port is a number from 1 to"),
    "no host": ((":47100",), ":47100: An address looks like host:port"),
    "bare IPv6": (("fe80::1:47100",), "fe80::1:47100: An IPv6 address stands in brackets"),
    "IPv6 of no card": (
        ("[fe80::1]:43097",),
        "[fe80::1]:43097: fe80::1 is there on each network card",
    ),
    "damaged ticket": (
        ("bastide://qe4xodvipulv6vvdkrtmgtd6ztfy3curwtxdpis56yhvxd6jwokb@10.0.0.7:47100",),
        "That identity is mistyped: copy it again.",
    ),
    "cut ticket": (("bastide://abc@10.0.0.7:47100",), "An identity has 52 characters, not 3:"),
    "port in French": (
        ("192.0.2.1:99999", "--lang", "fr"),
        "192.0.2.1:99999 : Un port est un nombre de 1 à 65535.",
    ),
    "unknown bot": (("kitchen", "--bot", "nosuch"), "There is no bot nosuch; there are"),
    "nothing": (("",), "TABLE|HOST:PORT|TICKET: it is empty."),
}


@pytest.mark.parametrize(("words", "start"), BAD.values(), ids=BAD)
def test_what_cannot_be_meant_is_refused_at_once(
    bastide: Run, sentence: Callable[[Said], str], words: tuple[str, ...], start: str
) -> None:
    said = bastide("join", *words)

    assert said.code == 2
    assert sentence(said).startswith(start)


def test_help_says_what_is_always_needed(bastide: Run) -> None:
    lines = bastide("simulate", "--help").lines

    assert [line for line in lines if "Always needed" in line] == [
        line for line in lines if line.strip().startswith("--bots")
    ]
