"""What a side knows: its own face, and no other."""

from device.rules.actions import GiveClue, Guess, Stop
from device.rules.model import Side
from tests.players.boards import CARDS, FACE_A, FACE_B, duet, face, seen, versus

KEY = "RRRRRRRRRBBBBBBBB.......K"


def test_in_duet_a_side_sees_its_own_face_and_what_the_table_sees() -> None:
    clue, hit = GiveClue(Side.A, 2, "sea"), Guess(Side.B, CARDS[0])
    for side, letters in ((Side.A, FACE_A), (Side.B, FACE_B)):
        observation = seen(duet(), side, clue, hit)
        assert observation.face == face(letters)
        assert observation.public.guesses == 1
        assert [entry.clue.word for entry in observation.log] == ["sea"]
        assert [revealed.card for revealed in observation.log[0].revealed] == [CARDS[0]]


def test_in_versus_the_spymaster_sees_the_key_and_the_operatives_none() -> None:
    assert seen(versus(KEY), Side.RED).face == face(KEY)
    assert seen(versus(KEY), Side.RED, GiveClue(Side.RED, 1, "sea")).face is None
    later = (GiveClue(Side.RED, 1, "sea"), Guess(Side.RED, CARDS[0]), Stop(Side.RED))
    assert seen(versus(KEY), Side.BLUE, *later).face == face(KEY)
