"""The look of answers in a notebook: colours of the page they are on, light or dark, and nothing outside of them."""

from functools import cache

from tpu_zones.notebook.signs import SIGNS

# A notebook has rules of its own on tables, of the same weight: the two on alignment go before them.
_RULES = """
.tpu-zones{font-size:13px;line-height:1.4}
.tpu-zones .tz-title{font-weight:600;text-align:left;padding:4px 0;caption-side:top;color:inherit}
.tpu-zones caption{white-space:nowrap}
.tpu-zones .tz-wide{overflow-x:auto}
.tpu-zones table{width:max-content;table-layout:auto;
border-collapse:collapse;margin:4px 0;font-size:inherit;color:inherit;border:0}
.tpu-zones table th,.tpu-zones table td{text-align:left!important;vertical-align:top;padding:3px 10px 3px 0;border:0;
border-bottom:1px solid rgba(128,128,128,.35);max-width:34em;overflow-wrap:anywhere;white-space:normal}
.tpu-zones table th{font-weight:600;white-space:nowrap}
.tpu-zones table .tz-short{white-space:nowrap}
.tpu-zones table .tz-number{text-align:right!important;white-space:nowrap;font-variant-numeric:tabular-nums}
.tpu-zones table .tz-middle{min-width:11em}
.tpu-zones table .tz-long{min-width:18em}
.tpu-zones ul{margin:4px 0;padding-left:1.3em}
.tpu-zones p{margin:4px 0}
.tpu-zones .tz-foot{font-size:12px}
.tpu-zones .tz-sign{padding:0 6px;border-radius:3px;white-space:nowrap;
background:var(--tz-none);color:var(--tz-none-ink)}
"""
_DARK_PAGES = ("[data-jp-theme-light=false]", ".vscode-dark", "html[theme=dark]")
"""JupyterLab, Visual Studio Code and Colab; elsewhere the browser says what is preferred."""
_LIGHT_PAGES = ("[data-jp-theme-light=true]", ".vscode-light", "html[theme=light]")


@cache
def style() -> str:
    """Return the style sheet, as an element."""
    signs = [(word.replace("no claim", "none"), sign) for word, sign in ((str(key), one) for key, one in SIGNS.items())]
    light = "".join(f"--tz-{word}:{one.light};--tz-{word}-ink:{one.light_ink};" for word, one in signs)
    dark = "".join(f"--tz-{word}:{one.dark};--tz-{word}-ink:{one.dark_ink};" for word, one in signs)
    return "".join(
        (
            "<style>",
            f".tpu-zones{{{light}}}",
            f"@media (prefers-color-scheme:dark){{.tpu-zones{{{dark}}}}}",
            ",".join(f"{page} .tpu-zones" for page in _LIGHT_PAGES) + f"{{{light}}}",
            ",".join(f"{page} .tpu-zones" for page in _DARK_PAGES) + f"{{{dark}}}",
            _RULES.replace("\n", ""),
            *(
                f".tpu-zones .tz-{word}{{background:var(--tz-{word});color:var(--tz-{word}-ink)}}"
                for word, _ in signs[:4]
            ),
            "</style>",
        )
    )
