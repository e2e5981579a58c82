"""Where a resource stands: what its provider and the resources that it names add to it."""

from tpu_zones.lint.read.terraform.body import Body, Written
from tpu_zones.lint.read.terraform.module import Instance
from tpu_zones.lint.read.terraform.vals import Val
from tpu_zones.lint.values import Value, absent

_PROVIDER = "{} comes from the settings of the provider, which are not in the files that were read"


def written(body: Body, *names: str) -> Value | None:
    """Return the first attribute that is written and not null."""
    for name in names:
        if not absent(value := body.value(name)):
            return value
    return None


class Place:
    """Where an instance of a resource stands: what can be asked about things that it names."""

    def provided(self, _name: str) -> Value | None:
        """Return zone, region or project of the provider; unknown where its block does not say."""
        return None

    def named(self, value: Value | None, _val: Val | None) -> Value | None:
        """Return the name of another resource, or its address where the name is known after apply."""
        return value

    def location_of(self, _val: Val | None) -> Value | None:
        """Return the location of a cluster that is referred to; None where it is not referred to."""
        return None

    def disk_type(self, _body: Body, _name: str) -> Value | None:
        """Return the type of a disk that an attribute refers to; None where it is not written."""
        return None

    def own_name(self, body: Body) -> Value | None:
        """Return the name of this resource."""
        return body.value("name")


class InModule(Place):
    """The place of an instance in a module."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance

    def provided(self, name: str) -> Value | None:
        """Return zone, region or project of the provider."""
        found = self.instance.module.provider(self.instance.block)
        value = written(Written(found[0], found[1], {}, False), name) if found else None
        spot = self.instance.block.spot
        if value is None:
            return Value(None, spot, unknown=_PROVIDER.format(name)) if name != "project" else None
        return Value(value.value, value.spot, unknown=value.unknown, related=spot)

    def named(self, value: Value | None, val: Val | None) -> Value | None:
        """Return the name of another resource, or its address."""
        other = _origin(val)
        if value is None or value.known or other is None:
            return value
        name = other.attribute("name")
        known = name.data if name.why is None and isinstance(name.data, str) else other.address
        return Value(known, value.spot, maybe=value.maybe)

    def location_of(self, val: Val | None) -> Value | None:
        """Return the location of a cluster that is referred to."""
        other = _origin(val)
        return InModule(other).location(Written.of(other)) if other else None

    def location(self, body: Body) -> Value | None:
        """Return the location of a cluster."""
        return written(body, "location", "zone", "region") or self.provided("zone")

    def disk_type(self, body: Body, name: str) -> Value | None:
        """Return the type of a disk that an attribute refers to."""
        val, at = body.val(name), body.value(name)
        other = _origin(val)
        if at is None or other is None:
            return at and Value(None, at.spot, unknown="a disk that is not in the files that were read")
        made = written(Written.of(other), "type")
        if made is None:  # the provider's default
            return Value("pd-standard", other.block.spot, related=at.spot, maybe=at.maybe)
        return Value(made.value, made.spot, unknown=made.unknown, related=at.spot, maybe=at.maybe)

    def own_name(self, body: Body) -> Value | None:
        """Return the name of this resource, or its address where the name is known after apply."""
        value = body.value("name")
        if value is None or not value.known:
            return Value(self.instance.address, self.instance.block.spot)
        return value


def _origin(val: Val | None) -> Instance | None:
    found = val.origin[0] if val is not None and val.origin else None
    return found if isinstance(found, Instance) else None
