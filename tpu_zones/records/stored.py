"""Rows as pydantic stores them: the records and what is said of them, so that they come back as they were."""

import datetime as dt
from typing import Any, get_args

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from tpu_zones.records.rows import Note, Rows
from tpu_zones.records.words import Answer


def schema(source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    """Return the schema of `Rows[Record]`: an object with `evidence_date`, `answer`, `rows` and `notes`."""
    record: Any = (*get_args(source), object)[0]
    parts = {
        "evidence_date": dt.date | None,
        "answer": Answer | None,
        "rows": tuple[record, ...],
        "notes": tuple[Note, ...],
    }
    whole = core_schema.typed_dict_schema(
        {name: core_schema.typed_dict_field(handler.generate_schema(kind)) for name, kind in parts.items()}
    )

    def read(found: dict[str, Any]) -> Rows[Any]:
        return Rows(found.pop("rows"), record=record, **found)

    def written(rows: Rows[Any]) -> dict[str, Any]:
        return {name: tuple(rows) if name == "rows" else getattr(rows, name) for name in parts}

    made = core_schema.no_info_after_validator_function(read, whole)
    return core_schema.json_or_python_schema(
        json_schema=made,
        python_schema=core_schema.union_schema([core_schema.is_instance_schema(Rows), made]),
        serialization=core_schema.plain_serializer_function_ser_schema(written, return_schema=whole),
    )
