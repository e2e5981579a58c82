"""The sub-commands and what each is for; the module `tpu_zones.cli.NAME` holds it."""

COMMANDS = {
    "zones": "Zones that offer a TPU.",
    "generations": "TPU generations that a place offers.",
    "offerings": "Offerings behind the zones: evidence, last sighting, sizes, sources.",
}
