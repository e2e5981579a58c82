// The answer to a question: the zones that the library would name, in its order, and the cells behind them.
const fields = ["tpu", "within", "option", "surface", "evidence"];
const levels = new Map([["", 1], ["documented", 1], ["observed", 2], ["any", data.evidence.length]]);
const cells = new Map(data.cells.map(([generation, zone, found]) => [`${generation}/${zone}`, found]));
const generationOf = (cell) => cell.slice(0, cell.lastIndexOf("/"));
const zoneOf = (cell) => cell.slice(cell.lastIndexOf("/") + 1);
const generationNames = data.generations.map((one) => text(one.id));

const tidy = (word) => word.trim().toLowerCase().replace(/[_ ]/g, "-");

function worded(what, word, known) {
  const number = known.indexOf(tidy(word));
  if (number < 0) throw new Refused(`No ${what} is called ${shown(word)}: it is one of ${known.join(", ")}.`);
  return number + 1;
}

function options(asked) {
  const several = asked.split(",").filter((part) => part.trim());
  const numbers = several.filter((one) => tidy(one) !== "all").map((one) => worded("option", one, data.options));
  if (several.some((one) => tidy(one) === "all")) return data.options.map((_, number) => number + 1);
  return numbers.length ? numbers : [0];
}

// Every part is understood on its own, so that each fault is told beside its field.
function understood(question) {
  const faults = {};
  const part = (field, read) => {
    try {
      return read(question[field]);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      faults[field] = fault.message;
      return null;
    }
  };
  return {
    hardware: part("tpu", hardware),
    places: part("within", places),
    options: part("option", options),
    surface: part("surface", (word) => (word ? worded("surface", word, data.surfaces) : 0)),
    level: part("evidence", (word) => levels.get(tidy(word)) ?? worded("evidence", word, ["documented", "observed", "any"])),
    faults,
  };
}

function answered(question) {
  const asked = understood(question);
  const answer = { ...asked, zones: [], cells: new Set(), weaker: new Set() };
  if (Object.keys(asked.faults).length) return answer;
  const meanings = asked.hardware ? [asked.hardware.meaning] : data.whole.filter((meaning) => meaning >= 0);
  const kept = new Set();
  const inside = asked.places && new Set(asked.places.flatMap((one) => one.zones));
  for (const meaning of meanings) {
    const [generation, ...sets] = data.meanings[meaning];
    for (const option of asked.options) {
      for (const zone of data.sets[sets[option * (data.surfaces.length + 1) + asked.surface]]) {
        if (inside && !inside.has(zone)) continue;
        const cell = `${generationNames[generation]}/${data.zones[zone]}`;
        const found = cells.get(cell);
        if (found && levelOf(found) <= asked.level) {
          answer.cells.add(cell);
          kept.add(zone);
        } else if (found) answer.weaker.add(cell);
      }
    }
  }
  const ordered = asked.places ? asked.places.flatMap((one) => [...one.zones].sort((a, b) => a - b)) : data.zones.keys();
  answer.zones = [...new Set(ordered)].filter((zone) => kept.has(zone)).map((zone) => data.zones[zone]);
  return answer;
}

// Its place among the words of evidence, the strongest 1; a word that only a newer snapshot knows is behind all.
const levelOf = (cell) => data.evidence.indexOf(text(cell.evidence)) + 1 || Infinity;

// The price that a cell shows: the lowest of its forms, for the first option asked that has one, else on-demand.
function priceOf(cell, asked) {
  const wanted = asked && asked[0] ? asked.map((number) => data.options[number - 1]) : [data.options[0]];
  for (const option of wanted) {
    const known = cell.prices.filter(([of, , amount]) => text(of) === option && amount).map(([, , amount]) => Number(text(amount)));
    if (known.length) return `$${Math.min(...known).toFixed(2)}${new Set(known).size > 1 ? "+" : ""}`;
  }
  return "";
}
