"""How the game is played, in a few sentences for players."""

from __future__ import annotations

ABOUT = (
    "First you lay your six regions around a road and two settlements, unseen; then each of you "
    "looks through a draw pile and takes three cards. A region stores up to three of its resource.",
    "In your turn you roll two dice. The event comes first: a tournament that your knights win by "
    "their red numbers; a trade advantage for the windmill; brigands, who take all ore and wool "
    "from whoever stores more than 7; a year of plenty; or an event card. Then every region with "
    "the number rolled gains 1, yours and the opponent's.",
    "A road costs 2 brick and 1 lumber; a settlement 1 brick, 1 grain, 1 lumber and 1 wool; a city "
    "2 grain and 3 ore. What a card costs stands on it: i shows its text.",
    "Then you build, trade and play cards, in any order. Roads and settlements lengthen the row: a "
    "new settlement gets two regions. A city on a settlement has four sites instead of two, and "
    "room for red cards.",
    "The supply gives 1 resource for 3 of another kind, for fewer with a fleet or the mint. With "
    "the opponent you trade on any terms that suit both.",
    "Action cards cost nothing and leave the game; they are barred until both have finished one "
    "turn. Whoever is attacked may answer with a Bishop or a Witch before the die is rolled.",
    "At the end of your turn you fill your hand up to three cards: take the top card of a pile, or "
    "pay 2 resources to look through one. If you used no hand card you may exchange one first.",
    "A settlement is worth 1 point, a city 2, red cards what they show. More strength (black "
    "numbers) than the opponent brings the knight and a point; more windmills, with a city, the "
    "windmill and a point. Whoever has enough points wins at once: 12, unless the table says "
    "another number; it stands in the title bar and beside each name.",
    "Places have names: columns are counted along the row from the road in the middle, which is 0, "
    "to the right 1, 2, 3, to the left -1, -2; the numbers stand in the row. What lies above the "
    "row is up, what lies below it down: -1 up is above the first settlement left of the middle.",
)
"""Rules: chapters 2 to 14."""
