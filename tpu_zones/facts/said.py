"""What the code reads in the values of statements: by the statement's id, the parts that it knows, and their types.

Whatever else a value has is for people. A statement without a value says nothing to code.
"""

from typing import TYPE_CHECKING, Any

from pydantic_core import SchemaValidator, ValidationError, core_schema

from tpu_zones.ordering import jax_version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core.core_schema import CoreSchema

_ENUM = "enum-"
"""What the ids of statements on the type field of the Cloud TPU API begin with."""
_MOST = 2**31


def _jax(text: str) -> str:
    jax_version(text.removeprefix(">="))
    return text


def _parts(*, required: bool = False, **fields: "CoreSchema") -> "CoreSchema":
    of = {name: core_schema.typed_dict_field(schema, required=required) for name, schema in fields.items()}
    return core_schema.typed_dict_schema(of, extra_behavior="ignore")


def _each(schema: "CoreSchema") -> "CoreSchema":
    return core_schema.dict_schema(core_schema.str_schema(), schema)


_TEXT = core_schema.str_schema(min_length=1)
_TEXTS = core_schema.list_schema(_TEXT)
_COUNT = core_schema.int_schema(ge=1, le=_MOST)
_JAX = core_schema.no_info_after_validator_function(_jax, _TEXT)
_SCHEMAS: "dict[str, CoreSchema]" = {
    _ENUM: _parts(required=True, enum=_TEXT, generation=_TEXT),
    "accelerator-types-seen": _each(_TEXT),
    "consumption-4": _parts(days=core_schema.list_schema(_COUNT, min_length=2, max_length=2)),
    "data-disks-on-cloud-tpu-vms": _each(_TEXTS),
    "disks-of-a-cloud-tpu-vm": _each(_COUNT),
    "flex-start-shape": _parts(longest_run_seconds=_COUNT),
    "host-included": core_schema.bool_schema(),
    "img-min-jax": _parts(min_jax=_JAX),
    "img-tags": _parts(seen=_TEXTS),
    "jg-pathways": _parts(min_jax=_JAX),
    "multislice": _parts(excluded=_TEXTS),
    "multislice-v2": _parts(excluded=_TEXTS),
    "node-count-default": _parts(nodes_per_zone=_COUNT),
    "pu-min": _parts(jax=_JAX),
    "pw-ga-gke": _parts(stage=_TEXT),
    "pw-slurm-preview": _parts(stage=_TEXT),
    "sandbox": _parts(generations=_TEXTS),
    "system-pool-families": _each(_parts(required=True, present=_TEXTS, absent=_TEXTS)),
    "topology-order": _parts(generations=_TEXTS),
    "tpu-node-architecture": _parts(ended=_TEXT),
    "tpu7x-workload-policy": _parts(generations=_TEXTS),
}
_VALIDATORS = {name: SchemaValidator(schema) for name, schema in _SCHEMAS.items()}


def wrong(name: str, topic: str, value: Any) -> "Iterator[str]":
    """Yield what code could not read in the value of a statement, with the part that it is about."""
    validator = _VALIDATORS.get(_ENUM if is_enum(name, topic, value) else name)
    if validator is None or value is None:
        return
    try:
        validator.validate_python(value, strict=True)
    except ValidationError as error:
        for one in error.errors(include_url=False, include_input=False):
            yield f"{'.'.join([name, *map(str, one['loc'])])[:200]}: {one['msg']}"


def is_enum(name: str, topic: str, value: Any) -> bool:
    """Whether a statement is one on a word of the Cloud TPU API's type field, and its generation."""
    return name.startswith(_ENUM) or (topic == "cloud-tpu-api" and isinstance(value, dict) and "enum" in value)
