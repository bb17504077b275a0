from coaching.prompts import kind_module


def test_a_dream_and_a_plan_are_asked_about_before_they_are_proposed() -> None:
    clarify, planning = kind_module("clarify"), kind_module("planning")
    assert "Only when it is clear what they want and they seem ready, ask once" in clarify
    assert "On a yes, call `create_dream`" in clarify
    assert "after they have agreed in words" in planning
