"""What messages mean: none of these is an example of the specification."""

from __future__ import annotations

from coaching.offline.replies.intents import ORDER, intent_of
from coaching.offline.replies.texts import names

ENGLISH = {
    "hello there!": "greeting",
    "good evening": "greeting",
    "how are you doing?": "how_are_you",
    "thank you, that helped": "thanks",
    "right, I'm off to bed now": "goodbye",
    "gotta go, talk tomorrow": "goodbye",
    "please no more questions tonight": "stop_asking",
    "you're not listening to me at all": "anger",
    "that's not what I said": "correction",
    "can you put that on a card for me?": "save_card",
    "save that as a win please": "save_win",
    "I'd like to swap my card for a different one": "change_card",
    "the bailiffs said they come on Tuesday": "deadline",
    "I got a final demand, five days left": "deadline",
    "there's no money for food this week, I can't feed the kids": "basics",
    "what is compound interest?": "facts",
    "can you explain what an overdraft is?": "facts",
    "which shares should I buy now?": "investment",
    "can they take my house for this?": "legal_tax",
    "is this chat private?": "app_data",
    "can my boss see what I write here?": "app_data",
    "do you remember what I said last week?": "recall",
    "am I talking to a robot?": "app_real",
    "what can you actually do?": "app_can",
    "how many messages do I get?": "app_limit",
    "can you look up the interest rate online?": "app_look_up",
    "where do I find my wins?": "app_where",
    "where are my notes?": "app_where",
    "can you add a step: ring the bank": "app_do",
    "can you set a budget of 200 for food": "app_do",
    "how do I add a goal?": "app_do",
    "put the blue shoes on the shelf": "app_do",
    "can you export my data?": "app_data",
    "pretend you are my bank manager": "role_play",
    "tell me off, I deserve it": "scold",
    "do you have an exercise for this?": "asks_practice",
    "help me calm down": "asks_practice",
    "I just want to talk": "talk",
    "can I vent for a minute": "talk",
    "my dad died two weeks ago": "grief",
    "I really miss my nan": "grief",
    "I can't stop crying": "tears",
    "the shop refused my card and everyone was watching, card refused": "declined",
    "nobody knows how much I owe": "secret",
    "I've been hiding the parcels from my wife": "secret",
    "is it normal to feel like this about money?": "normal",
    "lol the bills have their own drawer, it's a museum": "avoid_joke",
    "I've got a coat in my basket and the sale ends tonight": "urge",
    "I'm so tempted to order takeaway again": "urge",
    "I did half of it": "win",
    "I called them and set up a plan!": "win",
    "I said no to my sister for the first time": "said_no",
    "I forgot to do the exercise": "not_done",
    "I caved and bought the whole lot yesterday": "lapse",
    "I got the job!": "good_news",
    "I can never say no when mum asks": "family_asks",
    "my cousin wants to borrow money again": "family_asks",
    "there's a pile of unopened post behind the door": "avoid",
    "I keep putting off my tax return": "avoid",
    "I check my balance ten times a day, all day long, over and over": "checking",
    "I'm such an idiot with money": "shame",
    "it's so embarrassing to be this old and have no savings": "shame",
    "I need to talk to my husband about our spending": "partner",
    "all my friends are buying houses": "compare",
    "I can't decide whether to sell the car": "big_decision",
    "I was made redundant this morning": "job_loss",
    "it's all too much at once": "overload",
    "I lie awake every night doing sums": "worry_night",
    "I'm scared the money will run out": "worry",
    "what should I do about all of this?": "help",
    "I feel guilty every time I buy something for myself": "guilt",
    "once I make a million I can rest": "chase",
    "I work weekends and it's never enough": "appearances",
    "the evenings are so lonely": "lonely",
    "we owe money everywhere": "debts",
    "I'm furious with him about the holiday": "angry_at",
    "I spend it all on online shopping": "spending",
    "when I was little my parents fought about bills": "childhood",
    "I want to change how I deal with this": "change",
    "I'm exhausted": "tired",
    "today was an awful day": "hard",
    "dunno really": "idk",
    "fair enough": "ack",
}
SPANISH = {
    "buenas, ¿cómo estás?": "greeting",
    "me tengo que ir, hablamos mañana": "goodbye",
    "deja de hacerme preguntas": "stop_asking",
    "esto no sirve para nada": "anger",
    "no es lo que quise decir": "correction",
    "guárdalo en una tarjeta": "save_card",
    "guárdalo en una ficha": "save_card",
    "me llegó una carta del juzgado y vence el lunes": "deadline",
    "no me alcanza para la comida": "basics",
    "¿qué es un presupuesto?": "facts",
    "¿debería meter mis ahorros en bitcoin?": "investment",
    "¿quién lee lo que escribo?": "app_data",
    "¿eres una persona real?": "app_real",
    "¿puedes agregar una meta?": "app_do",
    "¿cómo creo una nota?": "app_do",
    "¿dónde están mis notas?": "app_where",
    "¿tienes algún ejercicio corto?": "asks_practice",
    "necesito desahogarme": "talk",
    "mi mamá murió en marzo": "grief",
    "mi esposo no sabe de la deuda": "secret",
    "estoy a punto de comprar otro par de zapatos": "urge",
    "por fin abrí la carta": "win",
    "volví a gastar de más anoche": "lapse",
    "mi primo me pidió plata prestada": "family_asks",
    "no he abierto las cartas del banco": "avoid",
    "soy un desastre con el dinero": "shame",
    "me da mucha vergüenza mi situación": "shame",
    "no puedo dormir pensando en las cuentas": "worry_night",
    "¿qué hago con todo esto?": "help",
    "debo tres cuotas del préstamo": "debts",
    "estoy muy cansada": "tired",
    "no sé la verdad": "idk",
}


def _missed(messages: dict[str, str], language: str) -> dict[str, str]:
    found = {message: intent_of(message, language) for message in messages}
    return {message: name for message, name in found.items() if name != messages[message]}


def test_english_messages_are_understood_or_taken_in() -> None:
    missed = _missed(ENGLISH, "en")
    assert sum(name not in {"story", "unclear"} for name in missed.values()) <= 4, missed


def test_spanish_messages_are_understood_or_taken_in() -> None:
    missed = _missed(SPANISH, "es")
    assert sum(name not in {"story", "unclear"} for name in missed.values()) <= 2, missed


def test_a_story_that_fits_nothing_is_heard_and_not_guessed_at() -> None:
    told = "yesterday the man from upstairs brought the ladder back after all these months"
    assert intent_of(told, "en") == "story"
    assert intent_of("purple seventeen", "en") == "unclear"


def test_what_is_mentioned_by_the_way_is_not_asked() -> None:
    assert intent_of("I would never say goodbye to my savings", "en") != "goodbye"
    assert intent_of("my phone died on the bus", "en") != "grief"
    assert intent_of("I lost my credit card on the bus", "en") != "save_card"


def test_each_intent_has_an_answer_or_a_rule_of_its_own() -> None:
    own = {
        "idk",
        "answered",
        "told_short",
        "asks_practice",
        "talk",
        "words_for",
        "save_card",
        "save_win",
        "win",
        "declined",
    }
    assert set(ORDER) - names() <= own
