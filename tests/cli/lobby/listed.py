"""What tests of the list have in common."""

from __future__ import annotations

from bastide.cli.screens.lobby_page import LobbyPage
from tests.cli.pages import text

APART = (
    "Un autre bastide utilise le réseau avec ce dossier de données : fermez-le, ou lancez "
    "celui-ci avec un autre dossier (--home). Les tables de cet ordinateur vous sont ouvertes."
)


def bar_at(page: LobbyPage, chosen: str) -> str:
    page.model.chosen = chosen
    return text(page).splitlines()[-1]
