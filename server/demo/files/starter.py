"""Lab 6: how long does searching take?"""

from random import sample
from time import perf_counter


def in_list(things, wanted):
    """Looks at one entry after the other."""
    for thing in things:
        if thing == wanted:
            return True
    return False


def in_sorted_list(things, wanted):
    """Looks at the middle and forgets the wrong half, again and again."""
    # TODO: your first gap
    raise NotImplementedError


def in_dictionary(things, wanted):
    # TODO: your second gap. One line is enough.
    raise NotImplementedError


def seconds(search, things, wanted, times=1000):
    """The mean duration of one search, in seconds."""
    began = perf_counter()
    for _ in range(times):
        search(things, wanted)
    return (perf_counter() - began) / times


def main():
    for size in (1_000, 10_000, 100_000, 1_000_000):
        things = sample(range(size * 10), size)
        wanted = things[-1]
        print(f"{size:>9,}  {seconds(in_list, things, wanted, times=10):.9f} s")
        # TODO: your third gap, the other two columns


if __name__ == "__main__":
    main()
