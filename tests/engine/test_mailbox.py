"""The mailbox: latest wins, nobody starves, nothing is lost or doubled."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from rostok_gui.engine.mailbox import Mailbox
from rostok_gui.engine.requests import Request


@dataclass(frozen=True)
class Numbered(Request):
    name: str
    number: int

    @property
    def slot(self) -> str:
        return self.name


@given(st.lists(st.one_of(st.tuples(st.sampled_from("abc"), st.integers()), st.none())))
def test_the_newest_of_every_slot_is_answered_once_in_the_order_of_the_slots(steps: list) -> None:
    box, waiting, woken = Mailbox(), {}, 0
    for step in steps:
        if step is None:
            expected = next(iter(waiting), None)
            taken = box.take()
            assert taken == (Numbered(expected, waiting.pop(expected)) if expected else None)
        else:
            name, number = step
            woken = box.post(Numbered(name, number))
            assert woken == (not waiting)
            waiting[name] = number
        assert len(box) == len(waiting)


def test_drop_takes_out_one_slot() -> None:
    box = Mailbox()
    box.post(Numbered("a", 1))
    box.post(Numbered("b", 2))
    assert box.drop("a") == Numbered("a", 1)
    assert box.drop("a") is None
    assert box.take() == Numbered("b", 2)
