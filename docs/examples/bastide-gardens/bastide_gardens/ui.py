"""How gardens and gardeners look, and what they do, in words for players. No rules in here."""

from bastide.plugins.carcassonne.slots import Art, Sign

ABOUT = (
    "A garden belongs to the road beside it, or to the city that it lies in. Once that is "
    "finished, it is worth 2 points more, however many gardens it has.",
    "Everybody has a gardener, too, who may stand only on a road or city of the new tile that has "
    "a garden there; b takes the gardener in place of a meeple.",
    "A gardener counts like a meeple, and the garden is worth 4 points rather than 2 for whoever "
    "scores.",
    "There are 8 more tiles.",
)

GARDEN_ART = Art(
    letter="✿",
    ascii="%",
    rows=("R.Y.R", "GRGYG", "GGGGG", "BBBBB"),
    colours=(("R", 0xE8408C), ("Y", 0xFFE060), ("G", 0x1E7A30), ("B", 0x6A4A2C)),
    beside=True,
    smaller=(
        (10, ("R.YR", "GRGY", "BBBB")),
        (8, ("RYR", "GGG", "BBB")),
        (6, ("RY", "GG")),
    ),
)
"""Flowers on a bed of earth."""

GARDENER_SIGN = Sign(letter="♣", ascii="%")
