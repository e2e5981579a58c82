"""The JSON Schema of a snapshot, as it follows from the records."""

import json
from typing import Any

from tpu_zones.facts.outside import adapter
from tpu_zones.facts.tables import TABLES


def schema_text() -> str:
    """Return the JSON Schema of a snapshot: one property a table."""
    definitions: dict[str, Any] = {}
    properties = {}
    for table in sorted(TABLES):
        schema = adapter(table).json_schema(ref_template="#/$defs/{model}")
        definitions.update(schema.pop("$defs", {}))
        properties[table] = schema
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tpu_zones snapshot",
        "description": "One property for each table; each table is a file of that name with the extension .json.",
        "type": "object",
        "properties": properties,
        "$defs": dict(sorted(definitions.items())),
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
