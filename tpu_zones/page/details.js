// What a verdict rests on: the dialog of a cell, and the section of a generation.
function source(number) {
  const [name, address] = data.sources[number].map(text);
  const parts = name.split(/(?<=[/:@])/).flatMap((part) => [part, make("wbr")]); // where a long name may break
  if (!address) return make("span", "", ...parts);
  const link = make("a", "", ...parts);
  link.href = address;
  link.rel = "noopener noreferrer";
  return link;
}

const sources = (numbers) => numbers.flatMap((number, at) => (at ? [", ", source(number)] : [source(number)]));

// A table without its empty columns; a cell is a text, or a list of what it holds.
function listed(title, headers, lines) {
  if (!lines.length) return [];
  const filled = headers.map((_, at) => lines.some((line) => line[at]?.length));
  const made = (tag, line) => make("tr", "", ...line.flatMap((value, at) => (filled[at] ? [cellOf(tag, value)] : [])));
  const head = made("th", headers);
  for (const one of head.cells) one.scope = "col";
  const box = make("div", "", make("table", "", make("thead", "", head), make("tbody", "", ...lines.map((line) => made("td", line)))));
  box.className = "lines";
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", title);
  return [make("h3", title), box];
}

function cellOf(tag, value) {
  const made = Array.isArray(value) ? make(tag, "", ...value) : make(tag, value);
  if (tag === "td" && typeof value === "string") made.className = value.length < 13 && !value.includes(" ") ? "short" : value.length < 32 ? "brief" : "";
  return made;
}

function disputed(numbers) {
  if (!numbers.length) return [];
  const told = new Map();
  for (const one of numbers.map((number) => data.disputes[number])) {
    if (!told.has(one.topic)) told.set(one.topic, make("details", "", make("summary", text(one.topic))));
    const said = told.get(one.topic);
    said.append(make("ul", "", ...one.claims.map((claim) => make("li", text(claim)))));
    if (one.trust) said.append(make("p", `Trusted here: ${text(one.trust)}${one.why ? `. ${text(one.why)}` : ""}`));
    said.append(make("p", "", "Sources: ", ...sources(one.sources)));
    said.lastChild.className = "small";
  }
  for (const one of told.values()) one.className = "dispute";
  return [make("h3", "Where sources disagree"), ...told.values()];
}

function waysOf(found) {
  const answers = new Map();
  for (const [option, surface, answer] of found.ways) answers.set(`${text(option)}/${text(surface)}`, text(answer));
  const surfaces = [...new Set(found.ways.map(([, surface]) => text(surface)))];
  const known = [...new Set(found.ways.map(([option]) => text(option)))];
  const lines = known.map((option) => [option, ...surfaces.map((surface) => answers.get(`${option}/${surface}`) ?? "unknown")]);
  const why = new Map();
  for (const [option, surface, answer, reason, seen] of found.ways) {
    const said = `${text(option)} ${text(answer)}: ${text(reason)}${seen ? ` (${text(seen)})` : ""}`;
    why.set(said, [...(why.get(said) ?? []), text(surface)]);
  }
  const reasons = make("details", "", make("summary", "Why"), make("ul", "", ...[...why].map(([said, by]) => make("li", `${said}, through ${by.join(", ")}`))));
  return lines.length ? [...listed("How it can be bought", ["option", ...surfaces], lines), reasons] : [];
}

function factsOf(generation, zone) {
  const found = cells.get(`${generation}/${zone}`);
  const sign = signs.get(`${generation}/${zone}`);
  const chip = make("span", sign.sign);
  chip.className = `chip ${sign.style}`;
  chip.setAttribute("aria-hidden", "true");
  const verdict = make("p", "", chip, make("strong", text(found.evidence)), ` · offered: ${text(found.answer)} · last seen ${text(found.seen)}`);
  verdict.className = "verdict";
  const claims = found.claims.map(([against, seen, what, option, surface, confidence, words, by]) => [
    `${against ? "against" : "for"}: ${[what, option, surface].filter(Boolean).map(text).join(", ")}`,
    text(seen),
    [source(by), ` (${text(confidence)} confidence)${words ? ` ${text(words)}` : ""}`],
  ]);
  const prices = found.prices.map(([option, form, amount, read, remark, by]) => [
    text(option), text(form), amount ? `$${text(amount)}` : "unknown", text(read), [...(remark ? [`${text(remark)} `] : []), ...sources(by)],
  ]);
  return [
    verdict,
    make("ul", "", ...[...found.reasons, ...found.remarks].map((one) => make("li", text(one)))),
    make("p", `Sizes: ${text(found.sizes)}. Through: ${text(found.surfaces)}.`),
    ...listed("Who says what, the newest first", ["says", "seen", "source"], claims),
    ...waysOf(found),
    ...listed("USD per chip-hour", ["option", "form", "price", "read on", "remark and source"], prices),
    ...disputed(found.disputes),
  ];
}

function showCell(cell) {
  const dialog = $("cell");
  if (!cells.has(cell)) {
    if (dialog.open) dialog.close();
    return;
  }
  const generation = generationOf(cell);
  const zone = zoneOf(cell);
  $("cell-name").textContent = `${generation} in ${zone}`;
  $("cell-facts").replaceChildren(...factsOf(generation, zone));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function showGeneration(chosen) {
  $("generation").hidden = !chosen;
  if (!chosen) return;
  const found = data.generations[chosen.generation];
  $("generation-name").textContent = `${text(found.name)}: what its column rests on`;
  const lists = found.lists.map(([heading, seen, by]) => [text(heading), text(seen), [source(by)]]);
  $("generation-facts").replaceChildren(
    ...(found.called ? [make("p", `Also called ${text(found.called)}.`)] : []),
    ...listed("Google’s newest lists: what is not on them is not documented", ["list for", "seen", "source"], lists),
    ...disputed(found.disputes),
  );
}
