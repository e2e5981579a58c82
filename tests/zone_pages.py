"""Google's page as it was at several times, rebuilt from the catalog's own lists in our own words."""

from collections import defaultdict

from support import table

HEADINGS = ("North America", "Europe", "Asia Pacific", "South America")
WORDS = {
    "en": ("TPU type ({})", "TPU cores", "Supported zones", "All {} configurations", HEADINGS),
    "old": ("TPU type ({})", "TPU {} chips", "Available zones", "All {} configurations", ("US", *HEADINGS[1:])),
    "de": (
        "TPU-Typ ({})",
        "TPU-Kerne",
        "Unterstützte Zonen",
        "Alle {}-Konfigurationen",
        ("USA", "Europa", "Asien-Pazifik", "Südamerika"),
    ),
    "ja": (
        "TPU タイプ（{}）",
        "TPU コア",
        "サポートされているゾーン",
        "すべての {} 構成",
        ("北米", "ヨーロッパ", "アジア太平洋", "南米"),
    ),
    "pt-br": (
        "Tipo de TPU ({})",
        "Núcleos",
        "Região/zona",
        "Todas as configurações {}",
        ("América do Norte", "Europa", "Ásia-Pacífico", "América do Sul"),
    ),
    "zh": ("TPU 类型 ({})", "TPU 核心", "支持的可用区", "所有 {} 配置", ("北美洲", "欧洲", "亚太地区", "南美洲")),
}
LABELS = {"tpu7x": "TPU7x"}


def listed(name):
    """The rows of a list: generation, zone, sizes, what is said of the zone."""
    return [
        (row["generation"], row["zone"], tuple(row.get("sizes", ())), row.get("note", ""))
        for row in table("claims")
        if row.get("list") == name and row["what"] == "listed" and row["zone"] and "option" not in row
    ]


def lists():
    """The names of the lists of zones, the oldest first."""
    found = [one for one in table("lists") if one["about"] == "zones"]
    return [one["list"] for one in sorted(found, key=lambda one: (one["seen"]["first"], one["seen"]["last"]))]


def documented():
    """What stands on the newest lists, as rows of one whole page."""
    return [
        (row["generation"], row["zone"], tuple(row.get("sizes", ())), "")
        for row in table("offerings")
        if row["evidence"] == "documented"
    ]


def page(rows, language="en", *, bold=True, code=True, reverse=False, memory=False, headings=True):
    """Return a page that lists rows; `headings`: also those with nothing below."""
    first, second, third, all_of, titles = WORDS[language]
    regions = {row["region"]: row["heading"] for row in table("regions")}
    sections = defaultdict(lambda: defaultdict(list))
    for generation, zone, sizes, note in rows:
        heading = regions[zone.rpartition("-")[0]] or "North America"
        sections[heading][generation].append((zone, sizes, note))
    lines = [
        "# TPU regions and zones",
        "",
        "Prose that names `us-east5-c` and `europe-west1-b`, which are no data.",
        "",
    ]
    order = [row["generation"] for row in table("generations")]
    for heading, title in zip(HEADINGS, titles, strict=True):
        if heading not in sections and not headings:
            continue
        lines += [f"### {title}", ""]
        for generation in sorted(sections[heading], key=order.index, reverse=not reverse):
            name = LABELS.get(generation, generation)
            head = first.format(name)
            columns = [f"**{head}**" if bold else head, second.format(name), *(["Memory"] if memory else []), third]
            lines += [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
            for label, zones in _rows(sections[heading][generation], all_of.format(name)):
                marks = [f"`{zone}`" if code else zone for zone, _ in zones]
                cell = " ".join(
                    f"- {mark}{f' ({note})' if note else ''}" for mark, (_, note) in zip(marks, zones, strict=True)
                )
                lines.append(f"| {' | '.join([label, '8', *(['64 GiB'] if memory else []), cell])} |")
            lines.append("")
    return "\n".join([*lines, "The end."])


def _rows(zones, everything):
    by_size = defaultdict(list)
    for zone, sizes, note in zones:
        for size in sizes or ("",):
            by_size[size].append((zone, note))
    return [
        (size or f"[{everything}](https://docs.cloud.google.com/tpu/docs/x.md.txt#a)", found)
        for size, found in by_size.items()
    ]
