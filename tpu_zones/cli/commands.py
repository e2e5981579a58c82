"""The sub-commands and what each is for; the module `tpu_zones.cli.NAME` holds it."""

COMMANDS = {
    "zones": "Zones that offer a TPU.",
    "availability": "Whether Google offers a TPU in a zone, never whether capacity is free.",
    "generations": "TPU generations that a place offers.",
    "offerings": "Offerings behind the zones: evidence, last sighting, sizes, sources.",
    "prices": "What a chip-hour costs, a row a zone and option, with the day it was read.",
    "cost": "What chips cost for hours, a row a region, and what that leaves out.",
    "history": "What was added and removed, when, and by whose word.",
    "slices": "Slices of a TPU: machine type, topology, chips, hosts.",
    "versions": "Minimum versions of GKE, of runtimes and of frameworks, and whether a GKE version is enough.",
    "plan": "Placements for a number of chips, best first: zone, slice, option, price; and the config to paste.",
    "pathways": "What Pathways takes for a TPU: stage, worker types, images, lowest JAX.",
    "show": "A card of any zone, region, place, generation, machine or accelerator type, label, quota.",
    "diff": "What two snapshots answer differently; exits with 0 whether or not they differ.",
    "status": "Which snapshot serves, its dates, tables and age.",
}
