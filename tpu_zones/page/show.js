// Shows an answer: which rows and columns are there, the sentence that counts them, and the notes.
const $ = (name) => document.getElementById(name);
const table = $("matrix");
const rows = new Map([...table.tBodies[0].rows].map((row) => [row.dataset.zone, row]));
const columns = [...table.querySelectorAll("[data-generation]")];
const tiles = [...table.querySelectorAll(".tile")].map((tile) => ({ tile, price: tile.querySelector(".price"), why: tile.querySelector(".why"), cell: tile.dataset.cell }));
const signs = new Map(tiles.map(({ tile, cell }) => [cell, { style: tile.classList[1], sign: tile.firstChild.textContent }]));

const regional = [...document.querySelectorAll("#regional li")];

function make(tag, content, ...children) {
  const made = document.createElement(tag);
  if (content) made.textContent = content;
  made.append(...children);
  return made;
}

// A button that the page acts on, by its data.
function act(label, does) {
  const made = make("button", label);
  made.type = "button";
  Object.assign(made.dataset, does);
  return made;
}

// Brings children into an order; what has the focus keeps it.
function ordered(parent, children) {
  if (children.every((child, at) => child === parent.children[at])) return;
  const focused = document.activeElement;
  parent.append(...children);
  if (parent.contains(focused)) focused.focus({ preventScroll: true });
}

function show(question, answer) {
  const chosen = answer.hardware && generationNames[answer.hardware.generation];
  table.classList.toggle("one", Boolean(chosen));
  for (const cell of columns) cell.hidden = Boolean(chosen) && cell.dataset.generation !== chosen;
  const there = new Set(answer.zones);
  for (const [zone, row] of rows) if (!there.has(zone)) row.hidden = true;
  const all = [...rows.values()]; // in the order of an answer anywhere: to move rows costs a layout of the table
  ordered(table.tBodies[0], answer.places ? all.filter((row) => !there.has(row.dataset.zone)).concat(answer.zones.map((zone) => rows.get(zone))) : all);
  for (const { tile, price, why, cell } of tiles) {
    const out = !answer.cells.has(cell);
    tile.classList.toggle("out", out);
    price.textContent = priceOf(cells.get(cell), answer.options);
    why.textContent = chosen === generationOf(cell) ? reasonOf(cells.get(cell)) : "";
    if (out) tile.setAttribute("aria-description", "does not answer the filters");
    else tile.removeAttribute("aria-description");
  }
  for (const part of ["world", "zones"]) $(part).hidden = !answer.zones.length;
  for (const line of regional) line.hidden = Boolean(chosen) && line.dataset.of !== chosen;
  if (regional.length) $("regional").hidden = regional.every((line) => line.hidden);
  showFaults(answer.faults);
  $("answer").dataset.state = Object.keys(answer.faults).length ? "refused" : "answered";
  $("count").replaceChildren(...counted(question, answer));
  $("notes").replaceChildren(...notes(question, answer).map((one) => make("li", "", ...one)));
}

// The first reason, without the evidence that stands before it anyway.
function reasonOf(cell) {
  const [reason] = cell.reasons.map(text);
  const evidence = `${text(cell.evidence)}: `;
  return reason?.startsWith(evidence) ? reason.slice(evidence.length) : reason;
}

const showRows = (zones) => {
  for (const zone of zones) rows.get(zone).hidden = false;
};

function showFaults(faults) {
  for (const field of fields) {
    $(`${field}-fault`).textContent = faults[field] ?? "";
    if (faults[field]) $(field).setAttribute("aria-invalid", "true");
    else $(field).removeAttribute("aria-invalid");
  }
}

function counted(question, answer) {
  if (Object.keys(answer.faults).length) return [make("strong", "No answer:"), " a filter has a name that is not known."];
  const count = answer.zones.length;
  const asked = [
    chosenName(question, answer),
    answer.places && `in ${answer.places.map((one) => one.name).join(", ")}`,
    question.option && `as ${question.option.split(",").join(" or ")}`,
    question.surface && `through ${question.surface}`,
  ].filter(Boolean);
  const evidence = { 1: "documented by Google", 2: "documented or observed" }[answer.level] ?? "with any evidence, also withdrawn and doubtful";
  return [make("strong", `${count || "No"} ${count === 1 ? "zone" : "zones"}`), ` for ${asked.join(" ")}, ${evidence}.`];
}

function chosenName(question, answer) {
  if (!answer.hardware) return "any TPU";
  const generation = generationNames[answer.hardware.generation];
  return key(question.tpu) === key(generation) ? generation : `${question.tpu.trim()} (${generation})`;
}

// What is to be known beside the rows: why there is none, what is near, what weaker evidence would add.
function notes(question, answer) {
  const found = [];
  if (answer.hardware?.note) found.push([answer.hardware.note]);
  const early = answer.hardware && data.generations[answer.hardware.generation].early;
  if (early) found.push([text(early)]);
  for (const one of answer.places ?? []) {
    if (one.status && one.status !== "public") found.push([`${one.name}: the region is ${one.status}`]);
    else if (one.near.length) found.push([`No Google Cloud region in ${one.name}; nearest: ${nearest(one.near)}`]);
    else if (one.regions && !one.regions.length) found.push([`No Google Cloud region in ${one.name}`]);
    else if (!one.zones.length) found.push([`${one.name}: no source has seen a TPU there`]);
  }
  if (answer.hardware && !answer.cells.size) found.push(...unlisted(answer));
  const offered = new Set([...answer.cells].map((cell) => generationOf(cell)));
  for (const [generation, option, note] of data.admission) {
    if (answer.options?.some((number) => data.options[number - 1] === option) && offered.has(generationNames[generation])) found.push([text(note)]);
  }
  const more = new Set([...answer.weaker].map((cell) => zoneOf(cell)).filter((zone) => !answer.zones.includes(zone)));
  if (more.size) found.push([`${more.size} more ${more.size === 1 ? "zone has" : "zones have"} weaker evidence only. `, act("Show all evidence", { evidence: "any" })]);
  return found;
}

// Why a generation is in no zone of the answer: there it cannot be bought so, or Google does not list it there.
function unlisted(answer) {
  const { id, lists } = data.generations[answer.hardware.generation];
  const zones = answer.places ? answer.places.flatMap((one) => one.zones) : [...data.zones.keys()];
  const there = zones.map((zone) => data.zones[zone]).filter((zone) => levelOf(cells.get(`${text(id)}/${zone}`) ?? { evidence: 0 }) <= answer.level);
  if (there.length) {
    const openers = there.flatMap((zone, at) => [...(at ? [", "] : []), act(zone, { cell: `${text(id)}/${zone}` })]);
    return [[`${text(id)} is in `, ...openers, ", but not known to be had in that way or size"]];
  }
  const headings = new Set(zones.map((zone) => data.regions[regionNumbers.get(rows.get(data.zones[zone]).dataset.region)][5]));
  return lists.filter(([heading]) => headings.has(heading)).map(([heading, seen]) => [`${text(id)} is not on Google’s list for ${text(heading)} (${text(seen)}) there`]);
}

function nearest(near) {
  const found = [];
  for (let i = 0; i < near.length; i += 2) {
    const [region, city] = data.regions[near[i]];
    found.push(`${region} (${text(city)}, ${near[i + 1].toLocaleString("en")} km)`);
  }
  return found.join(", ");
}
