"""Which quota capacity draws on."""

from tpu_zones.records.words import Answer, Surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.facts.index import Index
    from tpu_zones.records.generations import Generation
    from tpu_zones.records.quotas import Quota


def quotas(index: "Index", generation: "Generation", surface: Surface | None) -> "list[Quota]":
    """Return the quota of the surfaces that serve a generation; one without any name is none to ask for."""
    serving = [one for one in Surface if getattr(generation, one.name.lower()) is Answer.YES]
    services = {"tpu" if one is Surface.CLOUD_TPU_API else "compute" for one in serving if surface in (one, None)}
    return [
        one
        for one in index.table("quotas")
        if one.generation == generation.generation
        and one.service.partition(".")[0] in services
        and (one.quota_id or one.metric or one.display_name or one.legacy_enum)
    ]
