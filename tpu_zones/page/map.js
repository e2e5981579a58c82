// Shows an answer on the map: a mark for each region, with the strongest evidence there; the view follows the places.
const drawing = document.querySelector("#world svg");
const marks = [...document.querySelectorAll(".mark")];

// The places that are asked for, not nearer than a fifth of the world.
function view(answer) {
  const [left, top, width, height] = data.view;
  const asked = answer.places && marks.filter((mark) => answer.places.some((one) => one.zones.some((zone) => rows.get(data.zones[zone]).dataset.region === mark.dataset.within)));
  if (!asked?.length) return data.view;
  const x = asked.map((mark) => Number(mark.dataset.x));
  const y = asked.map((mark) => Number(mark.dataset.y));
  const middle = (numbers) => (Math.min(...numbers) + Math.max(...numbers)) / 2;
  const span = (numbers) => Math.max(...numbers) - Math.min(...numbers);
  const share = Math.min(1, Math.max(0.22, (span(x) * 1.4) / width, (span(y) * 1.6) / height));
  const fitted = (from, size, centre) => Math.min(Math.max(centre - (size * share) / 2, from), from + size * (1 - share));
  return [fitted(left, width, middle(x)), fitted(top, height, middle(y)), width * share, height * share];
}

function showMarks(answer) {
  const width = drawing.clientWidth;
  const shownView = view(answer);
  drawing.setAttribute("viewBox", shownView.map((number) => number.toFixed(1)).join(" "));
  const wide = width > 600;
  const scale = (shownView[2] / (width || data.view[2])) * (wide ? 1 : 0.75);
  const regionOf = (zone) => rows.get(zone).dataset.region;
  const count = new Map();
  for (const zone of answer.zones) count.set(regionOf(zone), (count.get(regionOf(zone)) ?? 0) + 1);
  const best = new Map();
  for (const cell of answer.cells) {
    const region = regionOf(zoneOf(cell));
    if (!best.has(region) || levelOf(cells.get(cell)) < levelOf(cells.get(best.get(region)))) best.set(region, cell);
  }
  const labels = [];
  for (const mark of marks) {
    const region = mark.dataset.within;
    const there = best.has(region);
    const { style, sign } = signs.get(best.get(region)) ?? { style: "nothing", sign: "" };
    mark.setAttribute("class", `mark ${style}`);
    mark.toggleAttribute("hidden", !there && shownView !== data.view);
    mark.setAttribute("transform", `translate(${mark.dataset.x} ${mark.dataset.y}) scale(${scale.toFixed(3)})`);
    mark.setAttribute("tabindex", there ? "0" : "-1");
    mark.setAttribute("aria-label", `${region}: ${count.get(region) ?? "no"} ${count.get(region) === 1 ? "zone" : "zones"} in the answer`);
    mark.querySelector(".sign").textContent = sign;
    const label = { x: mark.dataset.x / scale, y: mark.dataset.y / scale };
    const free = labels.every((other) => Math.abs(other.x - label.x) > 90 || Math.abs(other.y - label.y) > 22);
    mark.querySelector(".name").textContent = wide && there && free && count.size <= 12 ? region : "";
    if (there) labels.push(label);
  }
  ordered($("marks"), [...marks].sort((a, b) => best.has(a.dataset.within) - best.has(b.dataset.within)));
}
