"""What waits to be sent while there is no line, and how long a box waits before it tries again."""

from random import Random

from device.publish.backoff import FIRST, MAX, MIN_PART, Backoff
from device.publish.outbox import MAX_EVENTS, Outbox, Outgoing


def test_of_a_retained_topic_only_the_newest_waits_and_only_if_it_is_new() -> None:
    outbox = Outbox()
    assert outbox.retain("state", b"1")
    assert outbox.retain("state", b"2")
    assert not outbox.retain("state", b"2")
    assert outbox.take() == [Outgoing("state", b"2", retain=True)]
    assert outbox.take() == []
    outbox.begin()
    assert outbox.take() == [Outgoing("state", b"2", retain=True)]


def test_an_outage_of_a_week_keeps_the_last_events_and_no_more() -> None:
    outbox = Outbox()
    for n in range(100_000):
        outbox.tell("event", str(n).encode())
        outbox.retain("state", str(n).encode())
    waiting = outbox.take()
    assert len(waiting) == MAX_EVENTS + 1
    assert waiting[0].payload == str(100_000 - MAX_EVENTS).encode()


def test_what_did_not_arrive_is_told_again_before_what_came_later() -> None:
    outbox = Outbox()
    sent = [Outgoing("event", str(n).encode(), retain=False) for n in range(MAX_EVENTS)]
    for n in range(2):
        outbox.tell("event", f"later {n}".encode())
    outbox.tell_again(sent)
    assert [each.payload for each in outbox.take()] == [*(each.payload for each in sent[2:]), b"later 0", b"later 1"]
    outbox.tell_again([Outgoing("state", b"1", retain=True)])
    assert outbox.take() == [], "what a topic says is told anew anyway"


def test_tries_grow_rarer_and_no_two_boxes_come_at_once() -> None:
    first = sorted(Backoff(Random(seed)).next() for seed in range(200))
    assert first[0] >= MIN_PART * FIRST
    assert first[-1] <= FIRST
    busiest = max(sum(moment <= other < moment + 0.1 for other in first) for moment in first)
    assert busiest < 20
    one = Backoff(Random(1))
    waits = [one.next() for _ in range(1000)]
    assert max(waits) <= MAX
    assert sum(waits[10:20]) / 10 > FIRST
    one.reset()
    assert one.next() <= FIRST
