// What people write for hardware and places -> what the data calls it. Names are compared as the library does.
const data = JSON.parse(document.getElementById("data").textContent);
const text = (number) => data.texts[number];
const grouped = (rows) => new Map(rows.map(([word, ...rest]) => [word, rest]));
const names = grouped(data.names);
const refused = grouped(data.refused);
const words = grouped(data.words);
const accelerators = new Map(data.accelerators.map(([generation, numbers, less]) => [generation, { numbers: new Set(numbers), less: new Map(less) }]));
const zoneNumbers = new Map(data.zones.map((zone, number) => [zone, number]));
const elsewhere = new Set(data.elsewhere);
const regionNumbers = new Map(data.regions.map(([region], number) => [region, number]));

class Refused extends Error {}

const fold = (name) => name.trim().toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
const key = (name) => fold(name).replace(/[ \-_]/g, "").replace(/^cloudtpu/, "tpu");
const placeKey = (name) => fold(name).normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
const shown = (name) => `“${name.trim().slice(0, 60)}”`;

// The meaning of a name of hardware; null for none.
function hardware(name) {
  const word = key(name);
  if (!word) return null;
  if (refused.has(word)) throw new Refused(text(refused.get(word)[0]));
  if (names.has(word)) {
    const [meaning, note] = names.get(word);
    return { meaning, generation: data.meanings[meaning][0], note: text(note) };
  }
  const parts = fold(name).split(/[ \-_]+/).filter(Boolean);
  const digits = parts.pop();
  const stem = names.get(key(parts.join("")));
  if (stem && /^\d+$/.test(digits)) {
    const generation = data.meanings[stem[0]][0];
    const sizes = accelerators.get(generation);
    const number = Number(digits);
    if (sizes && sizes.numbers.has(number)) return { meaning: sizes.less.get(number) ?? data.whole[generation], generation, note: "" };
    if (sizes) throw new Refused(`There is no ${fold(name).slice(0, 60)}: no slice has that size.`);
  }
  throw new Refused(`No TPU is called ${shown(name)}.`);
}

const place = (number) => {
  const [name, kind, country, regions, near] = data.places[number];
  return { number, name: text(name), kind: text(kind), country: text(country), regions, near };
};
const isId = (name) => zoneNumbers.has(fold(name)) || elsewhere.has(fold(name)) || data.regions[regionNumbers.get(fold(name))]?.[4];
const meant = (name) => (isId(name) ? [] : (words.get(placeKey(name)) ?? []).map(place));

function around(name) {
  const found = meant(name).filter((one) => one.kind === "country" || one.kind === "state");
  return found.length === 1 ? found[0] : found.find((one) => one.kind === "country");
}

function liesIn(one, other) {
  if (one.number === other.number || one.country !== other.country) return false;
  if (other.kind === "country") return one.kind === "city" || one.kind === "state";
  return one.kind === "city" && one.regions.length > 0 && one.regions.every((region) => other.regions.includes(region));
}

// The places of a text, in its order, each with its zones; null for none. Commas part places, but not "Osaka, Japan".
function places(asked) {
  const parts = asked.split(",").filter((part) => part.trim());
  const found = new Map();
  while (parts.length) {
    const size = [3, 2].find((count) => count <= parts.length && isJoined(parts, count)) ?? 1;
    const name = parts.splice(0, size).join(",");
    let candidates = meant(name);
    let qualified = size > 1;
    while (parts.length && candidates.length) {
      const other = around(parts[0]);
      const inside = other ? candidates.filter((one) => liesIn(one, other)) : [];
      if (inside.length) {
        candidates = inside;
        qualified = true;
        parts.shift();
      } else if (other && !qualified && candidates[0].kind === "city" && /^\s/.test(parts[0])) {
        throw new Refused(`No ${name.trim()} in ${parts[0].trim()} is known.`);
      } else break;
    }
    const one = candidates.length ? only(candidates, name) : id(name);
    found.set(`${one.kind} ${one.name} ${one.number ?? ""}`, one);
  }
  if (asked.trim() && !found.size) throw new Refused("No place is named.");
  return found.size ? [...found.values()] : null;
}

function isJoined(parts, count) {
  const [first] = meant(parts[0]);
  const here = isId(parts[0]) || (first && first.number < data.here);
  const joined = words.get(placeKey(parts.slice(0, count).join(",")));
  return joined && (!here || joined[0] < data.here);
}

function only(candidates, name) {
  if (candidates.length > 1) {
    const ways = candidates.map((one) => `${one.name} (${[one.kind, one.country].filter(Boolean).join(", ")})`);
    throw new Refused(`${shown(name)} has several meanings: ${ways.join("; ")}.`);
  }
  const [one] = candidates;
  return { ...one, zones: one.regions.flatMap((region) => data.regions[region][2]) };
}

// A zone or a region; also a region that is not public, or a zone of it.
function id(name) {
  const word = fold(name);
  if (zoneNumbers.has(word)) return { name: word, kind: "zone", zones: [zoneNumbers.get(word)], near: [] };
  if (elsewhere.has(word)) return { name: word, kind: "zone", zones: [], near: [] };
  const region = data.regions[regionNumbers.get(word)];
  if (region) return { name: word, kind: "region", zones: region[2], near: [], status: text(region[3]) };
  const of = data.regions.find(([one, , , status]) => text(status) !== "public" && word.startsWith(`${one}-`) && /^[a-z0-9]*[a-z]$/.test(word.slice(one.length + 1)));
  if (of) return { name: word, kind: "zone", zones: [], near: [], status: text(of[3]) };
  throw new Refused(`No place is called ${shown(name)}.`);
}
