"""How many tokens a text costs, guessed without a tokenizer and rather too high than too low."""

import re

# Quarters of a token. Words of Latin letters take about four characters a token; signs, digits
# and the alphabets next to Latin about two; what is written without blanks, and all else, one.
# That is never less than a quarter of the bytes, which is what others count.
_PLAIN = re.compile(r"[A-Za-z \n]+")
_DENSE = re.compile(r"[!-@\[-`{-~\t\r\u0080-\u07ff]+")


def quarters(text: str) -> int:
    """Return quarters of tokens, which add up: a text costs what its parts cost."""
    plain, dense = (sum(map(len, runs.findall(text))) for runs in (_PLAIN, _DENSE))
    return plain + 2 * dense + 4 * (len(text) - plain - dense)


def count_tokens(text: str) -> int:
    """Estimate the tokens of *text*, rounded up."""
    return -(-quarters(text) // 4)
