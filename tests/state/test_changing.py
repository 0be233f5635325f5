"""What clicks, keys and drags do to the list of changes."""

from rostok_gui.model.interventions import EditKey, EditQuery, ForbidCell, ForceCell, RopeOff, ScaleValue, SwitchOff
from rostok_gui.state.app_state import Change
from rostok_gui.state.changing import (
    freed,
    given_vector,
    held,
    moved,
    own_again,
    switched_off,
    toggled,
    touched_heads,
)

OTHER = Change(RopeOff(0, None), "mine", False)


def test_the_same_twice_is_taken_back_and_the_rest_stays() -> None:
    once = toggled((OTHER,), ForbidCell(1, 2, 5, 3))
    assert once == (OTHER, Change(ForbidCell(1, 2, 5, 3)))
    assert toggled(once, ForbidCell(1, 2, 5, 3)) == (OTHER,)


def test_a_forced_cell_takes_the_place_of_a_forbidden_one_of_the_same_heads_only() -> None:
    listed = (Change(ForbidCell(1, 2, 5, 3)), Change(ForbidCell(1, None, 5, 3)), Change(ForbidCell(1, 2, 5, 4)))
    assert toggled(listed, ForceCell(1, 2, 5, 3)) == (*listed[1:], Change(ForceCell(1, 2, 5, 3)))


def test_a_head_off_to_zero_and_off_to_its_mean_are_not_both_in_the_list() -> None:
    listed = toggled((), SwitchOff(1, 2))
    assert toggled(listed, SwitchOff(1, 2, (0.5, 1.0))) == (Change(SwitchOff(1, 2, (0.5, 1.0))),)


def test_values_of_a_token_are_scaled_one_after_the_other() -> None:
    listed = toggled(toggled((), ScaleValue(0, 1, 3, 2.0)), ScaleValue(0, 1, 3, 0.0))
    assert len(listed) == 2


def test_freeing_a_cell_takes_away_what_holds_it_in_this_head() -> None:
    wide, mine, elsewhere = ForbidCell(None, None, 5, 3), ForceCell(1, 2, 5, 3), ForbidCell(1, 1, 5, 3)
    listed = (Change(wide), Change(mine), Change(elsewhere), OTHER)
    assert held(listed, (1, 2), 5, 3)
    left = freed(listed, (1, 2), 5, 3)
    assert left == (Change(elsewhere), OTHER)
    assert not held(left, (1, 2), 5, 3)


def test_a_drag_replaces_the_vector_of_its_token_where_it_stands() -> None:
    listed = moved((OTHER,), EditQuery(1, 2, 5, (1.0, 2.0)))
    listed = moved(listed, EditKey(1, 2, 5, (7.0, 8.0)))
    named = (listed[0], Change(listed[1].intervention, "up", False), listed[2])
    dragged = moved(named, EditQuery(1, 2, 5, (3.0, 4.0)))
    assert dragged == (OTHER, Change(EditQuery(1, 2, 5, (3.0, 4.0)), "up"), Change(EditKey(1, 2, 5, (7.0, 8.0))))
    assert given_vector(dragged, EditQuery, (1, 2), 5) == (3.0, 4.0)
    assert given_vector(dragged, EditKey, (1, 2), 5) == (7.0, 8.0)
    assert given_vector(named, EditQuery, (1, 2), 5) is None, "what is switched off is not in force"
    assert given_vector(dragged, EditQuery, (1, 1), 5) is None
    assert own_again(dragged, EditQuery, (1, 2), 5) == (OTHER, dragged[2])


def test_touched_heads_are_those_in_which_something_is_changed() -> None:
    found = touched_heads((ForbidCell(1, None, 3, 2), SwitchOff(0, 1)), 3, 2)
    assert found == {(1, 0), (1, 1), (0, 1)}
    assert touched_heads((), 3, 2) == frozenset()


def test_a_head_is_off_while_its_change_is_in_force() -> None:
    assert switched_off((Change(SwitchOff(1, 2)),), (1, 2))
    assert not switched_off((Change(SwitchOff(1, 2), enabled=False), Change(SwitchOff(1, None))), (1, 2))
