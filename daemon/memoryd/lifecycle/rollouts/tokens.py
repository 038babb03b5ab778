"""How many tokens a text costs, guessed without a tokenizer and rather too high than too low."""

import re

# Quarters of a token. Words of Latin letters take about four characters a token; signs, digits
# and other alphabets about two; what is written without blanks about one.
_PLAIN = re.compile(r"[A-Za-z \n]")
_DENSE = re.compile(r"[!-@\[-`{-~\t\r\u00a1-\u074f\u1e00-\u206f]")


def quarters(text: str) -> int:
    """Return quarters of tokens, which add up: a text costs what its parts cost."""
    plain, dense = len(_PLAIN.findall(text)), len(_DENSE.findall(text))
    return plain + 2 * dense + 4 * (len(text) - plain - dense)


def count_tokens(text: str) -> int:
    """Estimate the tokens of *text*, rounded up."""
    return -(-quarters(text) // 4)
