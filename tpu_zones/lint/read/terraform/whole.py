"""Whether a Terraform root says all of its clusters' node pools: nothing of it is unread or unsure."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tpu_zones.lint.read.terraform.module import Module

_PLAIN = ("google_", "kubernetes_", "random_", "time_", "tls_")
"""How resources begin that make no node pool behind Terraform's back; charts and commands may."""


def says_all(module: "Module") -> bool:
    """Whether what was read of a module, and of those that it calls, is all that it makes, each part of it for certain.

    What there is none of is not certain either: other values of a variable could make some.
    """
    if module.folder.faults or module.budget.steps <= 0:
        return False
    for block in module.folder.of("resource"):
        if not is_plain(block.labels[0]) or any(one.type == "provisioner" for one in block.inside[1]):
            return False
        if block.labels[0] in ("google_container_cluster", "google_container_node_pool"):
            instances = module.instances(block)
            if not instances or any(one.maybe for _, one in instances):
                return False
    for block in module.folder.of("module"):
        calls = module.calls(block)
        if not calls or not all(call.module and not call.maybe and says_all(call.module) for _, call in calls):
            return False
    return True


def is_plain(kind: str) -> bool:
    """Whether a resource of a kind makes what its arguments say, and nothing else."""
    return kind.startswith(_PLAIN) and not kind.startswith("kubernetes_manifest")
