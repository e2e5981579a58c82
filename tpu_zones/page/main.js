// The question is in the address, and nowhere else: the fields write it there, and what it says is shown.
const read = () => {
  const found = new URLSearchParams(location.hash.slice(1));
  if (tidy(found.get("evidence") ?? "") === "documented") found.delete("evidence"); // it is what is not said
  return Object.fromEntries([...fields, "cell"].map((field) => [field, found.get(field) ?? ""]));
};

function write(question, { replace = false } = {}) {
  const said = new URLSearchParams(Object.entries(question).filter(([, value]) => value.trim()));
  const address = `#${said.toString().replaceAll("%2C", ",").replaceAll("%2F", "/")}`;
  if (address === (location.hash || "#")) return;
  history[replace ? "replaceState" : "pushState"]({ own: true }, "", address);
  render();
}

// The answer comes in steps, a frame between them, so that none takes long. `data-ready` names what is shown in full.
const ROWS_A_STEP = 12;
const FRAME = 16;
let answer;
let answeredFor;
let steps = [];
let waiting;
function render() {
  const { cell, ...question } = read();
  for (const field of fields) fill($(field), question[field]);
  if (answeredFor !== JSON.stringify(question)) {
    answeredFor = JSON.stringify(question);
    answer = answered(question);
    show(question, answer);
    showRows(answer.zones.slice(0, ROWS_A_STEP));
    steps = [() => showCell(read().cell)];
    for (let at = ROWS_A_STEP; at < answer.zones.length; at += ROWS_A_STEP) steps.push(() => showRows(answer.zones.slice(at, at + ROWS_A_STEP)));
    steps.push(() => showMarks(answer), () => showGeneration(answer.hardware));
  } else showCell(cell);
  clearTimeout(waiting);
  waiting = setTimeout(step, FRAME);
}

function step() {
  const next = steps.shift();
  if (next) {
    next();
    waiting = setTimeout(step, FRAME);
  } else document.body.dataset.ready = location.hash || "#";
}

// What somebody types in stays as it is until it is finished.
let typing = false;
function fill(field, value) {
  if (field.tagName === "SELECT") {
    const known = [...field.options].find((one) => one.value === tidy(value));
    if (!known) field.append(new Option(value.split(",").join(" or "), value));
    field.value = known ? known.value : value;
  } else if (!(typing && field === document.activeElement)) field.value = value;
}

const asked = () => ({ ...read(), ...Object.fromEntries(fields.map((field) => [field, $(field).value])) });

// What is understood so far is shown while somebody types; one step back leads to before.
$("question").addEventListener("input", () => {
  const question = asked();
  if (Object.keys(understood(question).faults).length) return;
  const replace = typing;
  typing = true;
  write(question, { replace });
});
$("question").addEventListener("change", () => {
  write(asked(), { replace: typing });
  typing = false;
});
$("question").addEventListener("submit", (event) => {
  event.preventDefault();
  write(asked());
});
$("question").addEventListener("reset", (event) => {
  event.preventDefault();
  typing = false;
  for (const field of fields) fill($(field), "");
  write(Object.fromEntries(fields.map((field) => [field, ""])));
  $("tpu").focus();
});

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-cell],[data-tpu],[data-within],[data-evidence],[data-skip]");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { cell, tpu, within, evidence, skip } = target.dataset;
  if (skip) $(skip).focus();
  else if (cell) write({ ...read(), cell });
  else if (evidence) write({ ...read(), evidence });
  else if (tpu) write({ ...read(), tpu: key(read().tpu) === key(tpu) ? "" : tpu });
  else write({ ...read(), within: read().within === within ? "" : within });
});

const leave = () => {
  if (!read().cell) return;
  if (history.state?.own) history.back();
  else write({ ...read(), cell: "" }, { replace: true });
};
$("close").addEventListener("click", () => $("cell").close());
$("cell").addEventListener("click", (event) => event.target === $("cell") && $("cell").close());
$("cell").addEventListener("close", leave);
addEventListener("popstate", () => {
  typing = false;
  render();
});
addEventListener("resize", () => showMarks(answer));

// Paper cannot be clicked: what is folded is printed in full.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const one of folded) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of folded) one.open = false;
});

for (const word of data.options) $("option").append(new Option(word, word));
for (const word of data.surfaces) $("surface").append(new Option(word, word));
render();
setTimeout(() => {
  const regions = data.regions.filter(([, , zones]) => zones.length).map(([region]) => region);
  const named = data.places.slice(0, data.here).map(([name]) => text(name));
  $("tpus").append(...data.known.map((name) => new Option("", name)));
  $("places").append(...[...regions, ...named].map((name) => new Option("", name)));
}, FRAME);
