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
  const shownView = view(answer);
  drawing.setAttribute("viewBox", shownView.map((number) => number.toFixed(1)).join(" "));
  const pixels = drawing.getScreenCTM()?.a || 1; // of a unit of the drawing
  const size = Math.min(1, Math.max(0.75, drawing.clientWidth / 1000));
  const regionOf = (zone) => rows.get(zone).dataset.region;
  const count = new Map();
  for (const zone of answer.zones) count.set(regionOf(zone), (count.get(regionOf(zone)) ?? 0) + 1);
  const best = new Map();
  for (const cell of answer.cells) {
    const region = regionOf(zoneOf(cell));
    if (!best.has(region) || levelOf(cells.get(cell)) < levelOf(cells.get(best.get(region)))) best.set(region, cell);
  }
  for (const mark of marks) {
    const region = mark.dataset.within;
    const there = best.has(region);
    const { style, sign } = signs.get(best.get(region)) ?? { style: "nothing", sign: "" };
    mark.setAttribute("class", `mark ${style}`);
    mark.toggleAttribute("hidden", !there && shownView !== data.view);
    mark.setAttribute("transform", `translate(${mark.dataset.x} ${mark.dataset.y}) scale(${(size / pixels).toFixed(3)})`);
    mark.setAttribute("tabindex", there ? "0" : "-1");
    mark.setAttribute("aria-label", `${region}: ${count.get(region) ?? "no"} ${count.get(region) === 1 ? "zone" : "zones"} in the answer`);
    mark.querySelector(".sign").textContent = sign;
    mark.querySelector(".name").textContent = there ? region : "";
  }
  const shownMarks = marks.filter((mark) => best.has(mark.dataset.within));
  nameMarks(shownMarks, shownView, pixels, size);
  ordered($("marks"), [...marks.filter((mark) => !best.has(mark.dataset.within)), ...shownMarks]);
}

// Every name stands above its mark, below, right or left of it, clear of the others and of every mark; else it goes.
const LETTERS = 12;
const RADIUS = 10;
function nameMarks(shownMarks, [left, top, width, height], pixels, size) {
  const names = shownMarks.map((mark) => mark.querySelector(".name"));
  for (const name of names) name.setAttribute("font-size", LETTERS / size);
  const lengths = names.map((name) => name.getComputedTextLength() * size);
  const middles = shownMarks.map(({ dataset: { x, y } }) => [(x - left - width / 2) * pixels, (y - top - height / 2) * pixels]);
  const taken = middles.map(([x, y]) => [x - RADIUS * size, y - RADIUS * size, x + RADIUS * size, y + RADIUS * size]);
  const away = RADIUS * size + 3;
  names.forEach((name, at) => {
    const [x, y] = middles[at];
    const length = lengths[at];
    const clear = [["middle", 0, -away], ["middle", 0, away + LETTERS * 0.8], ["start", away, LETTERS * 0.35], ["end", -away, LETTERS * 0.35]].find(([anchor, dx, dy]) => {
      const from = x + dx - { start: 0, middle: length / 2, end: length }[anchor];
      const box = [from - 2, y + dy - LETTERS, from + length + 2, y + dy + 3];
      const inside = Math.max(-box[0], box[2]) < drawing.clientWidth / 2 && Math.max(-box[1], box[3]) < drawing.clientHeight / 2;
      const own = taken[at];
      if (!inside || taken.some((other) => other !== own && box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) return false;
      taken.push(box);
      return true;
    });
    if (!clear) name.textContent = "";
    else {
      name.setAttribute("text-anchor", clear[0]);
      name.setAttribute("x", clear[1] / size);
      name.setAttribute("y", clear[2] / size);
    }
  });
}
