"""`bastide verify` of journals that attacked games have left: the proof in words, in two languages.

The games are of Carcassonne with hands of three tiles; their journals are those of an honest peer.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.core.plugins import Plugins, Setup, built_in
from bastide.net import limits
from tests.cli.conftest import Run
from tests.net.adversaries import adversary, honest_peers
from tests.net.simulation import Network, PeerMaker
from tests.net.veil.attacks import ForgeDealing, believer
from tests.net.veil.auditing import exported, settle
from tests.net.veil.claiming import false_stuck, false_tile, may_always_be_stuck
from tests.net.veil.lies import copy_of_dealt, is_dealt_together

SETUP = Setup("carcassonne", 2, ("strategic",), (("seating", "listed"),))
CHEATED = {
    "en": "The journal is good as far as it goes, but it proves that somebody cheated.",
    "fr": "Le journal est bon tel qu’il est, mais il prouve que quelqu’un a triché.",
}
COPY = ForgeDealing("v.mask", 0, lie=copy_of_dealt, where=is_dealt_together)

FOUND: dict[str, tuple[PeerMaker, dict[str, str]]] = {
    "a blinded copy": (
        adversary(COPY),
        {
            "en": "Proof 1: P1 signed an entry that is false at step 3: "
            "a proof that does not hold.",
            "fr": "Preuve 1 : P1 a signé au pas 3 une entrée fausse : une preuve qui ne tient pas.",
        },
    ),
    "a tile laid as another": (
        believer(false_tile),
        {
            "en": "Proof 1: P1 said something false of hidden cards before step {step}: "
            "the card that was opened is not the one that was named.",
            "fr": "Preuve 1 : P1 a dit du faux sur des cartes cachées avant le pas {step} : "
            "la carte montrée n’est pas celle qui a été nommée.",
        },
    ),
    "nothing fits": (
        believer(false_stuck, may_always_be_stuck),
        {
            "en": "Proof 1: P1 said something false of hidden cards before step {step}: "
            "a tile of the hand fits somewhere.",
            "fr": "Preuve 1 : P1 a dit du faux sur des cartes cachées avant le pas {step} : "
            "une tuile de la main convient quelque part.",
        },
    ),
}


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 16)  # at 8 one lie in 256 passes


@pytest.mark.parametrize("name", FOUND)
def test_the_journal_of_an_attacked_game_shows_the_proof_in_words(
    name: str, bastide: Run, tmp_path: Path
) -> None:
    cheat, said = FOUND[name]
    network = Network(2, 3, game=SETUP, cheats={1: cheat}, installed=Plugins(built_in()))
    settle(network)
    [honest] = honest_peers(network)
    file = tmp_path / "game.bastide"
    file.write_bytes(exported(honest))

    for language, sentence in said.items():
        found = bastide("--lang", language, "verify", str(file))
        step = honest.sync.table.journal.step
        assert (found.code, found.err) == (1, "")
        lines = [line.replace("\N{NARROW NO-BREAK SPACE}", " ") for line in found.lines[-2:]]
        lines = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
        assert lines == [CHEATED[language], sentence.format(step=step)]
