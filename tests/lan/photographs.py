"""Take the pictures of docs/pictures again: `make pictures`, or `make pictures ARGS="replay log"`.

A person sits at the real program in tmux, in French and English, small and large; each picture is
what the terminal showed. Those of `tests.cli.pictures` need no tmux and exist once.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path

from tests.cli.pictures import PARTS, print_out
from tests.lan.conftest import Lan
from tests.lan.games import open_table, play_on
from tests.lan.person import Person
from tests.lan.test_person import LARGE, SMALL, WORDS, _is_over

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
TURNS = 10
HAND_TURNS = 7
HEX_ROUND = 6
CARD_TURNS = 24


def lobby_and_room(lan: Lan, language: str, size: tuple[int, int], tag: str) -> None:
    """Photograph the list of tables, and the room behind it."""
    one, two, *_ = lan.hosts
    host = open_table(one, "--seats", "3", name="Saturday")
    with Person(two, size, "--lang", language, "--player", "Zoé") as person:
        person.see_text("Saturday")
        person.photograph(FOLDER / f"lobby-{tag}.png")
        person.press("Enter")
        person.see(lambda rows: any(" Zoé" in row for row in rows[1:]))  # the seat is taken
        person.photograph(FOLDER / f"room-{tag}.png")
        person.press("Escape")
    host.stop()


def table_and_end(lan: Lan, language: str, size: tuple[int, int], tag: str) -> None:
    """Photograph a table in the middle of a game, what lies over it, and its end."""
    words = WORDS[language]
    game = ("play", "carcassonne", "--bots", "greedy,greedy", "--seed", "8", "--option")
    with Person(
        lan.hosts[1], size, "--lang", language, "--player", "Zoé", *game, "seating=listed"
    ) as person:
        turn, photographed = 0, False
        while True:
            rows = person.see(lambda r: words.your_turn in r[0] or _is_over(r, words), 60)
            if _is_over(rows, words):
                break
            if words.place in " ".join(rows[-4:-2]):
                turn += 1
                if turn == TURNS and not photographed:
                    photographed = True
                    _photograph_table(person, tag)
            person.press("Enter")
            time.sleep(0.1)
        person.see_text("verified" if language == "en" else "vérifiées")
        person.photograph(FOLDER / f"end-{tag}.png")


def hands_and_fields(lan: Lan, language: str, size: tuple[int, int], tag: str) -> None:
    """Photograph a table of six with both boxes: a hand of tiles, the fields, the large meeple."""
    words = WORDS[language]
    game = ("play", "carcassonne", "--with", "inns_and_cathedrals,strategic", "--seats", "6")
    bots = ("--bots", ",".join(["greedy"] * 5), "--seed", "8", "--option", "seating=listed")
    with Person(lan.hosts[1], size, "--lang", language, "--player", "Zoé", *game, *bots) as person:
        turn, taken = 0, set[str]()
        while "meeple" not in taken:
            rows = person.see(lambda r: words.your_turn in r[0] or _is_over(r, words), 60)
            if _is_over(rows, words):
                raise RuntimeError("the game ended before all its pictures were taken")
            hint = " ".join(rows[-4:-2])
            if "Tab" in hint and "hand" not in taken:
                turn += 1
                if turn == HAND_TURNS:
                    taken.add("hand")
                    _photograph_hand(person, tag)
            elif "hand" in taken and re.search(r"\bb\b", hint):  # the key for another kind
                taken.add("meeple")
                person.press("b")
                time.sleep(0.3)
                person.photograph(FOLDER / f"pieces-{tag}.png")
            person.press("Enter")
            time.sleep(0.1)


HEX_KEYS = (
    *("t", "Enter", "f", "Enter", "b", "Enter", "Enter", "s", "Enter", "Enter"),
    *("m", "n", "Enter", "s", "Enter", "Enter", "a", "Enter", "Enter"),
)
"""Some turn or other of Barony, whatever is possible of it."""

SETTLE = {"en": "Place a city", "fr": "Placer cité"}
ROUND = re.compile(r"(?:round|manche) (\d+)")


def hexes(lan: Lan, language: str, size: tuple[int, int], tag: str) -> None:
    """Photograph a table of Barony: the draft, a round, what lies over it, and the end."""
    words, folder = WORDS[language], FOLDER
    game = ("play", "barony", "--bots", "greedy,greedy", "--seed", "8", "--option")
    with Person(
        lan.hosts[1], size, "--lang", language, "--player", "Zoé", *game, "seating=listed"
    ) as person:
        person.see_text(SETTLE[language])
        person.photograph(folder / f"barony-draft-{tag}.png")
        photographed = False
        while True:
            rows = person.see(lambda r: words.your_turn in r[0] or _is_over(r, words), 60)
            if _is_over(rows, words):
                break
            begun = ROUND.search(rows[0])
            if begun is None:  # the draft
                person.press("Enter")
            elif not photographed and int(begun[1]) >= HEX_ROUND:
                photographed = _photograph_hexes(person, tag)
            else:
                person.press(*HEX_KEYS)
            time.sleep(0.2)
        person.see_text("verified" if language == "en" else "vérifiées")
        person.photograph(folder / f"barony-end-{tag}.png")


def _photograph_hexes(person: Person, tag: str) -> bool:
    """Photograph a turn of Barony if it can be a movement; tell whether it could."""
    person.press("m")
    time.sleep(0.3)
    if not re.match(r" (Move|Déplacer)( a knight| un chevalier)?\s*:", person.screen()[-4]):
        person.press(*HEX_KEYS)
        return False
    person.photograph(FOLDER / f"barony-table-{tag}.png")
    for key, name in (("F2", "titles"), ("F3", "coordinates")):
        person.press(key)
        time.sleep(0.4)
        person.photograph(FOLDER / f"barony-{name}-{tag}.png")
        person.press(key)
        time.sleep(0.4)
    return True


MAIN_KEYS = (
    *("y", "Enter", "Enter", "s", "Enter", "Enter", "w", "Enter", "Enter"),
    *("Tab", "Enter", "Enter", "Tab", "Tab", "Enter", "Enter", "e", "Enter", "Enter"),
)
"""What can be built in a turn of the settlers: a city, a settlement, a road, cards."""

OTHER_KEYS = ("d", "Enter", "Enter", "e", "Enter", "Enter", "n", "Enter", "Enter")
"""Any other decision of the settlers: a card, no more cards, the dice, a line of a list."""

ARRANGE = {"en": "Lay them so", "fr": "Poser ainsi"}
BUILD = {"en": "Raze", "fr": "Démolir"}
"""Lines that the menu of the settlers has in no other phase."""

STORED = re.compile(r"(\d+) \(\+(\d+)\)")


def cards(lan: Lan, language: str, size: tuple[int, int], tag: str) -> None:
    """Photograph a table of the settlers: the start, a turn, what lies over it, and the end.

    A bot plays the turns between start and picture.
    """
    words, host = WORDS[language], lan.hosts[2]
    game = ("play", "settlers", "--bots", "greedy", "--seed", "8", "--option", "seating=listed")
    with Person(host, size, "--lang", language, "--player", "Zoé", *game) as person:
        person.see_text(ARRANGE[language])
        _press(person, "Right", "Right", "r", "Left")
        person.photograph(FOLDER / f"settlers-arrange-{tag}.png")
        _press(person, "r", "e", "Enter", "Enter", "F10")
    bot = host.start_bastide("resume", "--bot", "greedy", "--plain")
    play_on(bot, " rolls ", CARD_TURNS)
    bot.kill()
    with Person(host, size, "--lang", language, "--player", "Zoé", "resume") as person:
        photographed = False
        while True:
            rows = person.see(lambda r: words.your_turn in r[0] or _is_over(r, words), 60)
            if _is_over(rows, words):
                break
            building = any(BUILD[language] in row for row in rows)
            if building and not photographed:
                photographed = _photograph_cards(person, tag)
            person.press(*(MAIN_KEYS if building else OTHER_KEYS))
            time.sleep(0.2)
        person.see_text("verified" if language == "en" else "vérifiées")
        person.photograph(FOLDER / f"settlers-end-{tag}.png")


def _photograph_cards(person: Person, tag: str) -> bool:
    """Photograph a turn of the settlers if anything can be built; tell whether it could."""
    for key in ("Tab", "y", "s", "w", "Tab", "Tab"):
        _press(person, key)
        if re.match(r" \d+: ", person.screen()[-3]):
            break
    else:
        return False
    person.photograph(FOLDER / f"settlers-table-{tag}.png")
    for keys, name in ((("F2", "Right"), "cards"), (("F3",), "points")):
        _press(person, *keys)
        person.photograph(FOLDER / f"settlers-{name}-{tag}.png")
        _press(person, keys[0])
    _press(person, "o")
    _offer(person)
    person.photograph(FOLDER / f"settlers-trade-{tag}.png")
    return True


def _offer(person: Person) -> None:
    """Give 1 of the first resource that can be given, for 1 of the first that can be got."""
    pairs = [STORED.findall(row) for row in person.screen()]
    stored = [[int(n) for both in row for n in both] for row in pairs if len(row) == 2]
    give = next(k for k, row in enumerate(stored) if row[0] and row[3])
    get = next(k for k, row in enumerate(stored) if k != give and row[1] and row[2])
    _press(person, *["Down"] * give, "Left")
    _press(person, *(["Down"] * (get - give) or ["Up"] * (give - get)), "Right")


def _press(person: Person, *keys: str) -> None:
    """Press keys one by one, so that each is done before the next."""
    for key in keys:
        person.press(key)
        time.sleep(0.3)


def _photograph_hand(person: Person, tag: str) -> None:
    time.sleep(0.3)
    person.photograph(FOLDER / f"hand-{tag}.png")
    person.press("F3")
    time.sleep(0.4)
    person.photograph(FOLDER / f"fields-{tag}.png")
    person.press("F3")
    time.sleep(0.4)


def _photograph_table(person: Person, tag: str) -> None:
    time.sleep(0.3)
    person.photograph(FOLDER / f"table-{tag}.png")
    for key, name in (("F2", "tiles"), ("F1", "help")):
        person.press(key)
        time.sleep(0.4)
        person.photograph(FOLDER / f"{name}-{tag}.png")
        person.press("Escape")
        time.sleep(0.4)


def settings(lan: Lan) -> None:
    """Photograph a setting that is being typed, with what can be chosen."""
    with Person(lan.hosts[0], SMALL, "--player", "Zoé") as person:
        person.see_text("F1")
        person.press(*":theme", "Space")
        _press(person, "Tab")
        person.photograph(FOLDER / "settings-80x24-en.png")


def doctor(lan: Lan) -> None:
    """Photograph what the doctor says of a network with a table, without this computer's names."""
    one, two, *_ = lan.hosts
    host = open_table(one, "--seats", "3", name="Saturday")
    command = f"stty cols 80 rows 24 && {sys.executable} -m bastide doctor"
    said = two.run(["script", "-qec", command, "/dev/null"], COLORTERM="truecolor").stdout
    said = said.replace(str(two.home), "~/.bastide").replace(platform.release(), "6.1")
    print_out("doctor", "doctor", said)
    host.stop()


GAMES = {
    "lobby": lobby_and_room,
    "table": table_and_end,
    "hand": hands_and_fields,
    "barony": hexes,
    "settlers": cards,
}
"""What is taken in both languages and at both sizes."""

ONCE = {"settings": settings, "doctor": doctor}


def on_a_lan(take: Callable[[Lan], None]) -> None:
    """Take pictures on a LAN of three hosts."""
    with tempfile.TemporaryDirectory() as folder:
        lan = Lan(3, Path(folder))
        try:
            take(lan)
        finally:
            lan.close()


def take_games(names: Sequence[str], lan: Lan, language: str, size: tuple[int, int]) -> None:
    """Take the pictures of some games in a language and at a size."""
    for name in names:
        GAMES[name](lan, language, size, f"{size[0]}x{size[1]}-{language}")


def main() -> int:
    """Take all pictures, or those that are named."""
    parser = argparse.ArgumentParser(prog="make pictures", description="Take pictures anew.")
    names = [*PARTS, *ONCE, *GAMES]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names)}")
    wanted = parser.parse_args().names or names
    unknown = [name for name in wanted if name not in names]
    if unknown:
        parser.error(f"no picture is called {unknown[0]}; there are {', '.join(names)}")
    os.environ["LC_ALL"] = "C.UTF-8"  # where no language is said it is English
    for name in wanted:
        if name in PARTS:
            PARTS[name](name)
        elif name in ONCE:
            on_a_lan(ONCE[name])
    games = [name for name in wanted if name in GAMES]
    for language, size in product(WORDS, (SMALL, LARGE)) if games else ():
        on_a_lan(partial(take_games, games, language=language, size=size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
