"""Generated names: a colour and an animal, so that nobody types a name.

The colours are names that CSS knows; a browser shows a participant in the colour of the name.
"""

from collections.abc import Container

COLOURS = (
    *("teal", "coral", "olive", "navy", "plum", "salmon", "orchid", "gold", "indigo", "maroon"),
    *("crimson", "tomato", "turquoise", "khaki", "lavender", "tan", "sienna", "violet", "silver"),
    *("chocolate", "orange", "purple", "brown", "pink"),
)
ANIMALS = (
    *("fox", "owl", "otter", "heron", "lynx", "badger", "hare", "wren", "seal", "newt", "stork"),
    *("bison", "crane", "dolphin", "eagle", "falcon", "gecko", "hedgehog", "ibis", "jackdaw"),
    *("koala", "lemur", "marten", "narwhal", "ocelot", "panda", "quail", "raven", "swan", "tapir"),
    *("urchin", "viper", "walrus", "yak", "zebra", "alpaca", "beaver", "camel", "deer", "elk"),
    *("ferret", "giraffe", "hamster", "iguana", "jaguar", "kiwi", "llama", "mole", "numbat"),
    *("puffin", "robin", "sparrow", "tiger", "vole", "wombat", "finch", "gull", "lark", "moth"),
)


def choose_name(number: int, in_use: Container[str]) -> str:
    """Return the name of a number, or the next one that is not in use.

    There are more names than participants in a room; if all are in use, a name is used twice.
    """
    count = len(COLOURS) * len(ANIMALS)
    for place in range(count):
        colour, animal = divmod((number + place) % count, len(ANIMALS))
        name = f"{COLOURS[colour]} {ANIMALS[animal]}"
        if name not in in_use:
            break
    return name
