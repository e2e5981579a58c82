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
    "check": "Faults in the TPU node pools, clusters, TPU VMs and workloads of files and folders, with the fix.",
    "rules": "The rules of the check: why, by whose word, wrong and right.",
    "pathways": "What Pathways takes for a TPU: stage, worker types, images, lowest JAX.",
    "show": "A card of any zone, region, place, generation, machine or accelerator type, label, quota.",
    "diff": "What two snapshots answer differently; exits with 0 whether or not they differ.",
    "refresh": "Ask for newer facts over HTTP; what cannot be read leaves what is known as it is.",
    "completion": "A script that makes a shell complete commands, options and their values.",
    "mcp": "Serve the questions to an agent, as tools of the Model Context Protocol over stdin and stdout.",
    "page": "One page of HTML to look at: a matrix and a map to filter, and what each verdict rests on.",
    "status": "Which snapshot serves, its dates, tables and age.",
}

OF_PROJECT = ("zones", "availability", "generations", "offerings", "show", "status")
"""Those whose answers may have what one project sees, on request."""

TO_PROJECT = ("zones", "availability", "generations", "offerings", "prices", "cost", "plan")
"""Those that also answer with what Google gave a project beside its list, on request."""
