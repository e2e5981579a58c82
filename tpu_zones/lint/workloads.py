"""What Kubernetes manifests ask of TPUs: Pods of a workload, compute classes, flavors of Kueue, PathwaysJobs."""

from tpu_zones.lint.things import Thing


class Workload(Thing):
    """Pods of one template that ask for TPUs, in a workload of any kind.

    `kind` is the object's. `accelerator`, `topology`, `zone` and so on are what the Pods select, by nodeSelector
    or required affinity; a list where several values are allowed. `selector` is the nodeSelector itself, unknown
    where not all that the Pods select can be known. `chips` is what one Pod asks for, the sum over its containers;
    `requests` and `limits` list a Value (or None) for each container that asks. `pods` is how many Pods a slice
    gets (parallelism, numOfHosts, or the size of a group without a leader that asks for none, which `leader` then
    says), `slices` how many such groups there are. `queue` is Kueue's, `slice_topology` the annotation for a part
    of a slice or a dynamic one, `claims` what is asked for by resource claims. `multislice` is the sign that the
    groups are joined, `joined_with` the selectors of the first group that these are joined with. `partial` says
    that something else completes the object: nothing that it lacks is a fault.
    """

    __slots__ = ()
    fields = (
        "name",
        "kind",
        "accelerator",
        "topology",
        "zone",
        "selector",
        "chips",
        "requests",
        "limits",
        "pods",
        "completions",
        "slices",
        "leader",
        "compute_class",
        "node_pool",
        "queue",
        "slice_topology",
        "claims",
        "flex_start",
        "queued",
        "tolerations",
        "run_duration",
        "sandbox",
        "exclusive",
        "multislice",
        "joined_with",
        "images",
        "partial",
    )


class ComputeClass(Thing):
    """One priority of a compute class that asks for TPUs; what the class says as a whole is in each of them.

    `chips` is `tpu.count`, `zone` the zones of its location, also by the class's defaults. `machine_type` is there
    where the priority names one, beside `tpu` or instead of it.
    """

    __slots__ = ()
    fields = (
        "name",
        "machine_type",
        "accelerator",
        "topology",
        "chips",
        "zone",
        "flex_start",
        "spot_vms",
        "run_duration",
        "reservation_affinity",
        "disk_type",
        "when_unsatisfiable",
    )


class Flavor(Thing):
    """What selects TPU nodes and asks for no TPU: a flavor of Kueue, or Pods (of that `kind`) such as a patch's."""

    __slots__ = ()
    fields = ("name", "kind", "accelerator", "topology", "zone")


class PathwaysJob(Thing):
    """A PathwaysJob. `workers` is the number of entries, `type`, `topology` and `slices` those of the first."""

    __slots__ = ()
    fields = ("name", "workers", "type", "topology", "slices", "elastic", "version", "images", "partial")
