"""From decoded JSON to replies.

Fields a reply does not have are ignored, so a newer daemon can talk to an older client.
"""

import types
import typing
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache

__all__ = ["empty", "load"]

_Convert = Callable[[object], object]
_T = typing.TypeVar("_T")

_SCALARS: dict[object, tuple[type, ...]] = {
    bool: (bool,),
    int: (int,),
    float: (int, float),
    str: (str,),
}


def load(cls: type[_T], value: object) -> _T:
    """Build *cls* from decoded JSON.

    Raise ValueError, naming the field, when one is missing or of another shape.
    """
    return typing.cast("_T", _converter(cls)(value))  # type: ignore[arg-type]  # they hash


def empty(cls: type[_T], **known: object) -> _T:
    """Build the *cls* that says nothing: no text, no items, zero; *known* fields as given."""
    hints = typing.get_type_hints(cls)
    nothing = {name: _nothing(kind) for name, kind in hints.items() if name not in known}
    return cls(**nothing, **known)


def _nothing(kind: object) -> object:
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        return None
    if isinstance(kind, type) and is_dataclass(kind):
        return empty(kind)
    return typing.cast("Callable[[], object]", origin or kind)()


@cache
def _converter(kind: object) -> _Convert:
    """Return what turns JSON into *kind*; made once for each kind, as replies can be long."""
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is list:
        return _list(_converter(args[0]))
    if origin is dict:
        return _dict(_converter(args[1]))
    if origin in (types.UnionType, typing.Union):
        return _optional(_converter(next(arg for arg in args if arg is not types.NoneType)))
    if kind in _SCALARS:
        return _scalar(kind, _SCALARS[kind])
    return lambda value: value


def _object(cls: type) -> _Convert:
    hints = typing.get_type_hints(cls)
    known = [(f.name, _converter(hints[f.name])) for f in fields(cls)]

    def convert(value: object) -> object:
        if not isinstance(value, dict):
            raise _unlike(cls.__name__, value)
        found = {}
        for name, converter in known:
            if name in value:
                try:
                    found[name] = converter(value[name])
                except ValueError as exc:
                    raise ValueError(f"{cls.__name__}.{name}: {exc}") from exc
        try:
            return cls(**found)
        except TypeError as exc:  # a required field is missing; the text names it
            raise ValueError(str(exc)) from exc

    return convert


def _list(item: _Convert) -> _Convert:
    def convert(value: object) -> object:
        if not isinstance(value, list):
            raise _unlike("list", value)
        return [item(one) for one in value]

    return convert


def _dict(item: _Convert) -> _Convert:
    def convert(value: object) -> object:
        if not isinstance(value, dict):
            raise _unlike("object", value)
        return {key: item(one) for key, one in value.items()}

    return convert


def _optional(item: _Convert) -> _Convert:
    return lambda value: None if value is None else item(value)


def _scalar(kind: object, allowed: tuple[type, ...]) -> _Convert:
    def convert(value: object) -> object:
        if isinstance(value, bool) is not (kind is bool) or not isinstance(value, allowed):
            raise _unlike(getattr(kind, "__name__", str(kind)), value)
        return value

    return convert


def _unlike(wanted: str, value: object) -> ValueError:
    return ValueError(f"expected {wanted}, got {type(value).__name__}")
