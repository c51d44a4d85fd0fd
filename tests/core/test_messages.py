from __future__ import annotations

from bastide.core.messages import English, Message, message


def test_fields_are_in_alphabetical_order() -> None:
    assert message("{b} of {a}", b=1, a="x") == Message("{b} of {a}", (("a", "x"), ("b", 1)))


def test_english_is_the_text_in_the_code() -> None:
    text = English()

    assert text("{name} passes.", name="Ada") == "Ada passes."
    assert text.say(message("only {n} are left", n=3)) == "only 3 are left"


def test_the_number_decides_between_two_sentences() -> None:
    text = English()
    left = message(
        "{n} coin of {name} is left", plural="{n} coins of {name} are left", n=0, name="A"
    )

    assert text.count("{n} coin", "{n} coins", 1) == "1 coin"
    assert text.count("{n} coin", "{n} coins", 0) == "0 coins"
    assert text.say(left) == "0 coins of A are left"
    assert text.say(left._replace(fields=(("n", 1), ("name", "B")))) == "1 coin of B is left"
