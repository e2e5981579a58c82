"""The check of configs: paths, a text, or node pools -> a Report."""

import os

from tpu_zones.errors import WrongUsage
from tpu_zones.facts.catalog import Catalog
from tpu_zones.lint.outcome import report
from tpu_zones.records.reports import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tpu_zones.lint.control.apply import Control
    from tpu_zones.lint.control.config import Config
    from tpu_zones.lint.read.files import File
    from tpu_zones.lint.rules.base import Ask
    from tpu_zones.lint.things import NodePool


def check(
    *paths: "str | os.PathLike[str]",
    gke_version: str | None = None,
    mode: str | None = None,
    exclude: "str | Iterable[str]" = (),
    var_files: "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]" = (),
    granted: "str | Iterable[str]" = (),
    evidence: str | None = None,
    stdin_filename: str | None = None,
    config: "Config | str | os.PathLike[str] | None" = None,
    baseline: "str | os.PathLike[str] | None" = None,
    ignores: bool = True,
    catalog: Catalog | None = None,
) -> Report:
    """Return what is wrong with the TPU node pools, clusters, TPU VMs and workloads in files and folders.

    Reads Terraform, gcloud and xpk commands in scripts and workflows, Kubernetes manifests, GKE API JSON, Config
    Connector and Cluster Toolkit; offline, by the bundled snapshot. Never raises for what is in a file: what cannot be
    read is a finding, and makes the report incomplete. `UnknownName` and `WrongUsage` are for the parameters.

    gke_version: of the clusters, such as 1.33.4-gke.1000000, where the files do not say it
    mode: standard or autopilot, where the files do not say it
    exclude: patterns as in a .gitignore, of files that are left out
    var_files: further tfvars files, for every Terraform root
    granted: what Google gave your project beside its list, such as v6e:us-east5-c
    evidence: what you accept of a zone: documented (where nothing is said), observed, or any
    stdin_filename: the name that the path - (the standard input) goes by
    config: a .tpu-zones.toml or pyproject.toml; parameters go before it, or are added to its lists
    baseline: a file of old findings, which are counted and not reported; "" for none, also where the config names one
    ignores: whether comments such as `# tpu-zones: ignore[TPZ201] reason` count

    >>> import tpu_zones
    >>> tpu_zones.check_text('gcloud container node-pools create a --machine-type=ct5p-hightpu-4t '
    ...     '--node-locations=europe-west4-a --cluster=c --location=europe-west4', name="a.sh").findings[0].rule
    'TPZ201'
    """
    from tpu_zones.lint.gather import gather
    from tpu_zones.lint.read import files

    control = _control(config, baseline, ignores)
    said = control.config
    catalog = catalog or Catalog.bundled()
    if said.granted:
        said.look_at_granted(catalog)
    ask = _ask(
        catalog,
        gke_version or said.gke_version,
        mode or said.mode,
        [*said.granted, *map(str, _several(granted))],
        evidence or said.evidence or "documented",
    )
    places = [str(path) for path in paths]
    if not places:
        raise WrongUsage("check needs a file or a folder; . is the current one")
    left_out = list(map(str, _several(exclude)))
    extra = list(files.named([*said.var_files, *map(str, _several(var_files))]))
    found = control.taken(files.find(places, exclude=left_out, stdin_name=stdin_filename))
    context = control.taken(files.beside(found, exclude=left_out))
    if not left_out:
        control.tell_unused_roots(places, found)
    sets = control.sets(file.path for file in (*found, *context) if file.format == "terraform")
    given = {
        root: [_texts(one) for one in several if not any(file.fault for file in one)] for root, several in sets.items()
    }
    gathered = gather([*found, *context], places, _texts(extra), given)
    control.whole = any(map(os.path.isdir, places))
    control.aside = frozenset(file.path for file in context) if control.whole else frozenset(gathered.texts)
    extra += [file for several in sets.values() for one in several for file in one]
    control.aside -= {file.path for file in (*extra, *found)}
    control.alone = frozenset(file.path for file in found if file.named)
    return report(gathered, list({file.path: file for file in (*extra, *found)}.values()), ask, control)


def check_text(
    text: str,
    *,
    name: str,
    gke_version: str | None = None,
    mode: str | None = None,
    granted: "str | Iterable[str]" = (),
    evidence: str = "documented",
    ignores: bool = True,
    catalog: Catalog | None = None,
) -> Report:
    """Return what is wrong with the text of one config, as `check` does for files and folders.

    name: the file's name, which reports show; the format follows from it where the content does not tell

    >>> import tpu_zones
    >>> pool = 'resource "google_container_node_pool" "a" {  node_config { machine_type = "ct6e-standard-3t" } }'
    >>> tpu_zones.check_text(pool, name="main.tf").findings[0].fix is None
    True
    """
    from tpu_zones.lint.gather import gather
    from tpu_zones.lint.read import files

    ask = _ask(catalog, gke_version, mode, granted, evidence)
    if not isinstance(text, str):
        raise WrongUsage(f"check_text takes the text of a file, and {type(text).__name__} is none")
    data = text.encode("utf-8", "surrogatepass")
    found = list(files.find(["-"], stdin=data, stdin_name=name))
    return report(gather(found), found, ask, _control(ignores=ignores))


def check_pools(
    *pools: "NodePool",
    gke_version: str | None = None,
    mode: str | None = None,
    granted: "str | Iterable[str]" = (),
    evidence: str = "documented",
    catalog: Catalog | None = None,
) -> Report:
    """Return what is wrong with node pools that were built in code; parameters as those of `check`.

    >>> import tpu_zones
    >>> pool = tpu_zones.NodePool(machine_type="ct6e-standard-4t", topology="4x4", num_nodes=2)
    >>> [finding.rule for finding in tpu_zones.check_pools(pool).findings]
    ['TPZ311']
    """
    from tpu_zones.lint.gather import Gathered
    from tpu_zones.lint.things import NodePool

    for pool in pools:
        if not isinstance(pool, NodePool):
            raise WrongUsage(f"check_pools takes NodePool objects, and {type(pool).__name__} is none")
    gathered = Gathered()
    gathered.groups["<python>"] = [_anew(pool) for pool in pools]
    return report(gathered, [], _ask(catalog, gke_version, mode, granted, evidence), _control())


def _anew(pool: "NodePool") -> "NodePool":
    """Return a pool as its constructor makes it: what was assigned afterwards may be plain, or no field at all."""
    made = type(pool)(spot=pool.spot, form=pool.form, maybe=pool.maybe, **pool.values())
    made.address = pool.address
    return made


def _ask(
    catalog: Catalog | None, gke_version: str | None, mode: str | None, granted: "str | Iterable[str]", evidence: str
) -> "Ask":
    from tpu_zones.lint.rules.base import Ask

    if mode not in (None, "standard", "autopilot"):
        raise WrongUsage(f"no mode of GKE is called {str(mode)[:100]!r}: it is standard or autopilot")
    if gke_version is not None:
        from tpu_zones.ordering import gke_version as parsed

        parsed(gke_version)
    catalog = catalog or Catalog.bundled()
    given: tuple[tuple[str, str], ...] = ()
    if granted:
        from tpu_zones.facts.granted import pairs

        given = pairs(catalog.index, granted)
    return Ask(catalog, gke_version=gke_version, mode=mode, granted=given, evidence=evidence)


def _texts(files: "Iterable[File]") -> list[tuple[str, str]]:
    return [(file.path, file.text) for file in files if file.fault is None]


def _several(given: object) -> "Iterable[object]":
    if isinstance(given, str):
        return [one.strip() for one in given.split(",") if one.strip()]
    return given if hasattr(given, "__iter__") else [given]


def _control(
    config: "Config | str | os.PathLike[str] | None" = None,
    baseline: "str | os.PathLike[str] | None" = None,
    ignores: bool = True,
) -> "Control":
    from tpu_zones.lint.control.apply import Control

    return Control(config, baseline=baseline, ignores=ignores)
