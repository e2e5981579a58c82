"""Dataclasses whose definition does not import `dataclasses`, which would double the time of a first answer.

A class made here is a frozen, slotted, keyword-only dataclass: `dataclasses.fields`, `replace`, `asdict`,
`is_dataclass` and pydantic take it as one. Its fields are made by the standard library itself, when one of
those first asks for them; a test compares the behaviour with the real decorator.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - re-exported
else:

    def dataclass(*, frozen, slots, kw_only):
        """Return a decorator that makes a frozen, slotted, keyword-only dataclass; no other kind is made here."""
        if not (frozen and slots and kw_only):
            raise TypeError("records are frozen, slotted and keyword-only")
        return _make

    def _make(cls):
        names = tuple(cls.__annotations__)
        defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
        dropped = {"__dict__", "__weakref__", "__annotate__", "__annotate_func__", "__annotations_cache__", *names}
        own = {name: value for name, value in cls.__dict__.items() if name not in dropped}
        shared = {name: value for name, value in vars(_Record).items() if name in _SHARED}
        namespace = {
            **shared,
            **own,
            "__annotations__": cls.__annotations__,
            "__slots__": _Fields.fromkeys(names),
            "__match_args__": (),
        }
        made = type(cls)(cls.__name__, cls.__bases__, {**namespace, "__dataclass_fields__": _Lazily(defaults)})
        made.__init__ = _initialiser(made, names, defaults)
        made.__slots__.record = made
        return made

    def _initialiser(made, names, defaults):
        """Return an `__init__` with one keyword-only parameter a field; it fills the slots of the frozen instance."""
        parameters = "".join(f", {name}=default_{name}" if name in defaults else f", {name}" for name in names)
        body = "; ".join(f"set_{name}(self, {name})" for name in names)
        scope = {f"default_{name}": value for name, value in defaults.items()}
        scope.update((f"set_{name}", made.__dict__[name].__set__) for name in names)
        exec(f"def __init__(self, *{parameters}): {body}", scope)  # noqa: S102 - the text is ours, as in the standard library
        scope["__init__"].__qualname__ = f"{made.__qualname__}.__init__"
        return scope["__init__"]

    class _Lazily:
        """What asks the standard library for the fields of a class, once."""

        def __init__(self, defaults):
            self._defaults = defaults

        def __get__(self, instance, owner):
            import dataclasses

            twin = type(owner.__name__, (), {"__annotations__": owner.__annotations__, **self._defaults})
            twin = dataclasses.dataclass(frozen=True, kw_only=True)(twin)
            owner.__dataclass_params__ = twin.__dataclass_params__
            owner.__dataclass_fields__ = twin.__dataclass_fields__
            return owner.__dataclass_fields__

    class _Fields(dict):
        """The names of the fields; `help` asks it what each is, and only then the source is read."""

        def __getitem__(self, name):
            import ast
            import inspect

            try:
                (record,) = ast.parse(inspect.getsource(self.record)).body
            except (OSError, SyntaxError):
                return None
            for field, below in zip(record.body, [*record.body[1:], None], strict=True):
                if isinstance(field, ast.AnnAssign) and field.target.id == name:
                    said = isinstance(below, ast.Expr) and f"\n{inspect.cleandoc(below.value.value)}"
                    return ast.unparse(field.annotation) + (said or "")
            return None

    def _frozen(value):
        if isinstance(value, dict):
            return frozenset((name, _frozen(one)) for name, one in value.items())
        return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value

    class _Record:
        """The methods that all records share."""

        def __eq__(self, other):
            if other.__class__ is not self.__class__:
                return NotImplemented
            return self.__getstate__() == other.__getstate__()

        def __hash__(self):
            state = self.__getstate__()
            try:
                return hash(state)
            except TypeError:  # a value out of JSON: a list, an object
                return hash(_frozen(state))

        def __repr__(self):
            values = zip(self.__slots__, self.__getstate__(), strict=True)
            return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in values)})"

        def _repr_html_(self):
            from tpu_zones.notebook.html import answer_html

            return answer_html(self)

        def __setattr__(self, name, value):
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name):
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot delete field {name!r}")

        def __getstate__(self):
            return tuple([getattr(self, name) for name in self.__slots__])

        def __setstate__(self, state):
            for name, value in zip(self.__slots__, state, strict=True):
                object.__setattr__(self, name, value)

        def __replace__(self, /, **changes):
            return type(self)(**{**dict(zip(self.__slots__, self.__getstate__(), strict=True)), **changes})

    _SHARED = frozenset(
        "__eq__ __hash__ __repr__ _repr_html_ __setattr__ __delattr__ __getstate__ __setstate__ __replace__".split()
    )
