// Shows, hides and moves what the page contains; it makes no markup.
const find = (id) => document.getElementById("ui-" + id);
const all = (root, selector) => [...root.querySelectorAll(selector)];
const html = document.documentElement, svg = find("picture"), panel = find("panel"), words = find("words"), filter = find("filter"),
	code = find("code");
const data = JSON.parse(find("data").textContent);
const calm = matchMedia("(prefers-reduced-motion: reduce)"), paper = matchMedia("print");
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const on = (target, type, action, options) => target.addEventListener(type, action, options);
const give = (node, name, isGiven) => node.classList.toggle(name, isGiven);
const set = (node, name, value) => node.setAttribute(name, value);
// SVG elements have no `hidden`.
const toggle = (node, isShown) => isShown ? node.removeAttribute("display") : set(node, "display", "none");
// States are listed where they change.
const spread = (states) => {
	const list = [];
	for (let frame = 0, at = -1, last; frame < data.count; frame++) {
		if (states[at + 1]?.[0] === frame) last = states[++at].length > 1 ? states[at].slice(1) : null;
		list.push(last);
	}
	return list;
};

const [nodes, sections, paths] = [all(svg, ".card"), all(panel, ".facts"), all(svg, ".edge")];
const cards = data.cards.map(([x, y, width, heads, rows, states], index) => {
	const node = nodes[index], facts = sections[index];
	const card = {
		index, x, y, width, heights: { heads, rows }, states: spread(states), node, facts, near: new Set(), tops: [],
		heads: all(node, ".head"), rows: all(node, ".row"), boxes: all(node, ".shade, .paper, .frame"),
		abouts: all(facts, ".about"), lines: all(facts, "tr[data-line]").sort((a, b) => a.dataset.line - b.dataset.line),
		body: facts.querySelector("tbody"),
	};
	card.texts = card.lines.map((line) => (line.children[1].textContent + "\n" + line.children[2].textContent).toLowerCase());
	return card;
});
const edges = data.edges.map(([source, target, left, right, bends, states], index) => {
	const node = paths[index], reach = node.cloneNode();
	// For the pointer.
	set(reach, "class", "reach");
	node.after(reach);
	const kind = node.classList[1];
	return { ends: [cards[source], cards[target]], sides: [left, right], bends, states: spread(states), node, reach, kind };
});

// As EdgePath in Swift.
const mark = ({ x, y, side, mark }) => [
	"", `M${x} ${y - 5}L${x + 10 * side} ${y}L${x} ${y + 5}`, `M${x + 7 * side} ${y - 5}V${y + 5}`,
	`M${x + 5 * side} ${y}a3 3 0 1 0 ${6 * side} 0a3 3 0 1 0 ${-6 * side} 0`, `M${x} ${y}l${11 * side} -6v12z`,
][mark];
const line = (source, bends, target) => {
	const start = ({ x, side, mark }) => mark > 2 ? x + 11 * side : x;
	const points = [[start(source), source.y]];
	const add = (x, y) => {
		const [a, b] = points.at(-1);
		if (a === x && b === y) return;
		const before = points.at(-2);
		if (before && ((before[0] === a && a === x) || (before[1] === b && b === y))) points.pop();
		points.push([x, y]);
	};
	let y = source.y;
	bends.forEach((bend, index) => index % 2 ? add(bends[index - 1], y = bend) : add(bend, y));
	if (bends.length) add(bends.at(-1), target.y);
	add(start(target), target.y);
	const far = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
	const to = (a, b, by) => `${a[0] + Math.sign(b[0] - a[0]) * by} ${a[1] + Math.sign(b[1] - a[1]) * by}`;
	let path = "M" + points[0].join(" ");
	for (let i = 1; i < points.length - 1; i++) {
		const [a, b, c] = points.slice(i - 1, i + 2);
		const radius = Math.min(7, far(a, b) >> 1, far(b, c) >> 1);
		path += `L${to(b, a, radius)}Q${b.join(" ")} ${to(b, c, radius)}`;
	}
	return path + "L" + points.at(-1).join(" ");
};

let now = -1, focused = null, focusedRow = -1, isTables = false, isCode = false, hits = [], hit = -1;

const place = (card, state) => {
	card.state = state;
	card.facts.hidden = !state;
	card.tops = [];
	if (!state) return;
	const [head, folded, height, ...rows] = state, shown = card.head = card.heads[head];
	card.height = height;
	set(card.node, "class", shown.dataset.classes);
	set(card.node, "aria-label", shown.dataset.label);
	card.heads.forEach((node) => toggle(node, node === shown));
	card.abouts.forEach((node, index) => node.hidden = index !== head);
	for (const node of card.boxes) set(node, "height", height);
	set(shown.querySelector(".far"), "transform", `translate(${card.width >> 1} ${height >> 1})`);
	let y = card.heights.heads[head];
	for (const row of card.rows) toggle(row, false);
	for (const row of card.lines) row.hidden = true;
	card.tops = rows.map((row) => {
		const top = y;
		y += card.heights.rows[row];
		set(card.rows[row], "transform", `translate(0 ${top})`);
		toggle(card.rows[row], !folded);
		card.lines[row].hidden = false;
		card.body.append(card.lines[row]);
		return top;
	});
};
const middle = (card, row) => card.y + (card.state[1] || !(row in card.tops) ? 19 : card.tops[row] + 11);
const connect = (edge, state) => {
	const isShown = state && edge.ends.every((card) => card.state);
	edge.state = isShown ? state : null;
	if (!isShown) return;
	const [sign, ...rest] = state;
	const [source, target] = edge.ends.map((card, end) => ({
		x: card.x + (edge.sides[end] > 0 ? card.width : 0), y: middle(card, rest[2 * end]), side: edge.sides[end], mark: rest[2 * end + 1],
	}));
	const path = mark(source) + line(source, edge.bends, target) + mark(target);
	set(edge.node, "class", ["edge", edge.kind, ["", "added", "removed", "changed"][sign]].join(" ").trim());
	set(edge.node, "d", path);
	set(edge.reach, "d", path);
};

// What is hidden, dimmed, found.
const isOn = (id, otherwise) => find("show-" + id)?.checked ?? otherwise;
const isWanted = (card) => {
	const { classes, system } = card.head.dataset;
	return isOn(/enumeration|composite/.test(classes) ? "types" : "entities", true)
		&& (system === undefined || isOn("system", true)) && (!isOn("changed", false) || /added|removed|changed/.test(classes));
};
const visible = () => cards.filter((card) => card.isShown);
const paint = () => {
	for (const card of cards) {
		card.isShown = !!card.state && isWanted(card);
		card.near.clear();
		toggle(card.node, card.isShown);
	}
	for (const edge of edges) {
		edge.isShown = !!edge.state && edge.ends.every((card) => card.isShown)
			&& isOn(edge.kind === "inheritance" ? "hierarchies" : "relationships", true);
		toggle(edge.node, edge.isShown);
		toggle(edge.reach, edge.isShown);
		if (!edge.isShown) continue;
		edge.ends[0].near.add(edge.ends[1]);
		edge.ends[1].near.add(edge.ends[0]);
	}
	const terms = words.value.trim().toLowerCase();
	let rowCount = 0;
	hits = [];
	for (const card of cards) {
		if (!card.isShown) continue;
		const rows = card.state.slice(3), { name, former = name } = card.head.dataset;
		const found = new Set(terms ? rows.filter((row) => card.texts[row].includes(terms)) : []);
		const isFound = terms && (found.size || `${former}\n${name}`.toLowerCase().includes(terms));
		if (isFound) hits.push(card);
		rowCount += found.size;
		give(card.node, "dim", terms ? !isFound : !!focused && card !== focused && !focused.near.has(card));
		card.rows.forEach((row, index) => {
			give(row, "hit", found.has(index));
			give(row, "lit", card === focused && index === focusedRow);
		});
	}
	for (const { node, ends } of edges) {
		give(node, "lit", ends.includes(focused));
		give(node, "dim", terms ? !ends.every((card) => hits.includes(card)) : !!focused && !ends.includes(focused));
	}
	const count = (number, word) => `${number} ${word}${number - 1 ? "s" : ""}`;
	find("count").textContent = terms ? hits.length ? `${count(hits.length, "card")}, ${count(rowCount, "row")}` : "Nothing found" : "";
};

const frames = all(panel, ".frame-facts"), label = find("label"), slider = find("frame"), whole = find("whole");
const show = (frame) => {
	frame = clamp(frame, 0, data.count - 1);
	if (frame === now) return;
	now = frame;
	for (const card of cards) if (card.states[now] !== card.state) place(card, card.states[now]);
	for (const edge of edges) connect(edge, edge.states[now]);
	frames.forEach((node, index) => node.hidden = index !== now);
	const [{ textContent: name }, { textContent: summary }, more] = frames[now].children;
	if (label) {
		label.textContent = name;
		whole?.setAttribute("aria-pressed", now === 0);
		if (now >= data.whole) slider.value = now;
		set(slider, "aria-valuetext", name);
		find("back").disabled = now <= data.whole;
		find("next").disabled = now === data.count - 1;
		find("summary").textContent = document.title.includes(name) ? summary : `${name}: ${summary}`;
	}
	if (!focused?.state) focused = null;
	code?.toggleAttribute("disabled", !more);
	paint();
	opened();
};

// What is seen: the left upper corner, and pixels per unit.
const view = { x: 0, y: 0, scale: 1 };
let animation = 0;
const rest = () => cancelAnimationFrame(animation);
const size = () => [svg.clientWidth || 1, svg.clientHeight || 1];
const apply = () => {
	const [width, height] = size();
	const box = paper.matches ? data.box : [view.x, view.y, width / view.scale, height / view.scale].map((n) => n.toFixed(2));
	set(svg, "viewBox", box.join(" "));
	give(svg, "names-only", view.scale < 0.5);
};
const move = (goal, isCalm = calm.matches) => {
	rest();
	const from = { ...view }, start = performance.now();
	const step = (time) => {
		const t = isCalm ? 1 : clamp((time - start) / 260, 0, 1), part = 1 - (1 - t) ** 3;
		for (const key in view) view[key] = from[key] + (goal[key] - from[key]) * part;
		apply();
		if (t < 1) animation = requestAnimationFrame(step);
	};
	step(start);
};
const least = () => Math.min(fitted(visible()).scale, 0.5) * 0.8;
const zoom = (factor, x = svg.clientWidth / 2, y = svg.clientHeight / 2, isCalm) => {
	const scale = clamp(view.scale * factor, least(), 3);
	move({ x: view.x + x / view.scale - x / scale, y: view.y + y / view.scale - y / scale, scale }, isCalm);
};
// The size that panel and tools leave free.
const free = () => {
	const [width, height] = size(), { offsetWidth, offsetHeight } = panel;
	if (offsetHeight && !isTables && offsetWidth > width * 0.9) return [width, height - offsetHeight];
	return [width - (isTables ? 0 : offsetWidth), height - (slider ? 64 : 0)];
};
const fitted = (list) => {
	const [width, height] = free(), gap = Math.min(28, width / 20);
	if (!list.length) return { ...view };
	let [left, top, right, bottom] = [1e9, 1e9, -1e9, -1e9];
	for (const { x, y, width, height } of list) {
		[left, right] = [Math.min(left, x), Math.max(right, x + width)];
		[top, bottom] = [Math.min(top, y), Math.max(bottom, y + height)];
	}
	const scale = Math.min((width - 2 * gap) / (right - left), (height - 2 * gap) / (bottom - top), 1.2);
	return { x: (left + right - width / scale) / 2, y: (top + bottom - height / scale) / 2, scale };
};
const fit = (isCalm) => move(fitted(visible()), isCalm);
const reveal = (card) => {
	const [width, height] = free(), gap = 24, scale = view.scale < 0.7 ? 1 : view.scale;
	const [left, top] = [(card.x - view.x) * scale, (card.y - view.y) * scale];
	if (scale === view.scale && left >= gap && top >= gap
		&& left + card.width * scale <= width - gap && top + card.height * scale <= height - gap) return;
	const y = Math.min(card.y + card.height / 2 - height / 2 / scale, card.y - gap / scale);
	move({ x: card.x + card.width / 2 - width / 2 / scale, y, scale });
};

// The panel.
const opened = () => {
	give(html, "open", isTables || isCode || !!focused);
	give(html, "tables", isTables);
	give(html, "code", isCode);
	for (const card of cards) {
		give(card.facts, "open", card === focused);
		give(card.node, "focused", card === focused);
		set(card.node, "aria-expanded", card === focused);
	}
	for (const line of all(panel, "tr.lit")) give(line, "lit", false);
	focused?.lines[focusedRow]?.classList.add("lit");
	set(find("tables"), "aria-pressed", isTables);
	code?.setAttribute("aria-pressed", isCode);
};
// The only card that Tab reaches; arrows go to the others.
const stop = (card) => cards.forEach((other) => set(other.node, "tabindex", other === card ? 0 : -1));
const focus = (card, row = -1) => {
	[focused, focusedRow] = [card, row];
	if (card) [isCode, isTables] = [false, false];
	paint();
	opened();
	if (!card) return;
	stop(card);
	panel.scrollTop = 0;
	card.lines[row]?.scrollIntoView({ block: "nearest" });
	reveal(card);
};
// `#Trip` or `#Trip.name`; names may contain full stops. The history knows the card.
const address = (card, row, head) => head.dataset.name + (row < 0 ? "" : "." + card.lines[row]?.dataset.name);
const go = (card, row = -1) => {
	const hash = "#" + encodeURIComponent(address(card, row, card.head));
	if (card !== focused || row !== focusedRow || hash !== location.hash) history.pushState([card.index, row], "", hash);
	focus(card, row);
};
const leave = () => {
	if (location.hash) history.pushState(null, "", location.href.split("#")[0]);
	focus(null);
};
// A name means what has it, then what was removed, then what had it.
const rank = (text) => ({ dataset: { name, former, classes }, className }) =>
	text === name ? / removed/.test(classes ?? className) ? 2 : 3 : +(text === former);
const best = (list, rank) => list.reduce((best, node) => Math.max(best, rank(node)), 0);
const lines = ({ state, lines }) => state ? state.slice(3).map((row) => lines[row]) : lines;
const follow = () => {
	let text = "", [index, row] = history.state ?? [], card = cards[index], most = 0, named, of;
	try { text = decodeURIComponent(location.hash.slice(1)); } catch { }
	if (!card?.heads.some((head) => text === address(card, row, head))) {
		card = null;
		for (let end = text.length; end > 0; end = text.lastIndexOf(".", end - 1)) {
			const head = rank(text.slice(0, end)), line = rank(text.slice(end + 1));
			for (const other of cards) {
				const any = best(other.heads, head), its = any && best(lines(other), line);
				// First a whole name, then a name with a row; first what is shown.
				const value = any && 256 * (end === text.length) + (its && 64 + its) + 16 * (other.state ? head(other.head) : 0) + 4 * any;
				if (value > most) [most, card, named, of] = [value, other, head, line];
			}
		}
	}
	if (!card) return focus(null);
	if (!card.state) show(card.states.findLastIndex((state) => state && (named?.(card.heads[state[0]]) ?? true)));
	// A link shows what it points to.
	const system = find("show-system");
	if (system && "system" in card.head.dataset) system.checked = true;
	if (of) {
		const found = lines(card), its = best(found, of);
		row = +(found.find((node) => its && of(node) === its)?.dataset.line ?? -1);
	}
	focus(card, row);
};

const owner = (target) => cards[target.closest?.(".card")?.dataset.card];

// The pointer: drag, pinch, click, hover.
const pointers = new Map();
let down = null, hasMoved = false;
const pointed = (event) => {
	const { left, top } = svg.getBoundingClientRect();
	return [event.clientX - left, event.clientY - top];
};
on(svg, "pointerdown", (event) => {
	if (event.button) return;
	pointers.set(event.pointerId, pointed(event));
	if (pointers.size === 1) [down, hasMoved] = [event, false];
});
on(window, "pointermove", (event) => {
	const last = pointers.get(event.pointerId);
	if (!last) return;
	const point = pointed(event), other = [...pointers.values()].find((other) => other !== last), share = other ? 2 : 1;
	if (!hasMoved && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 5) return;
	if (!hasMoved) svg.setPointerCapture(event.pointerId);
	hasMoved = true;
	rest();
	svg.classList.add("moving");
	if (other) {
		const far = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
		zoom(far(point) / far(last), (other[0] + point[0]) / 2, (other[1] + point[1]) / 2, true);
	}
	view.x -= (point[0] - last[0]) / view.scale / share;
	view.y -= (point[1] - last[1]) / view.scale / share;
	pointers.set(event.pointerId, point);
	apply();
});
const release = (event) => {
	if (!pointers.delete(event.pointerId) || pointers.size) return;
	svg.classList.remove("moving");
	if (hasMoved || event.type === "pointercancel") return;
	const card = owner(down.target);
	if (card) go(card, +(down.target.closest(".row")?.dataset.row ?? -1));
	else if (focused) leave();
};
on(window, "pointerup", release);
on(window, "pointercancel", release);
on(svg, "wheel", (event) => {
	event.preventDefault();
	const unit = event.deltaMode ? 16 : 1;
	if (event.ctrlKey || event.metaKey) return zoom(Math.exp(clamp(-event.deltaY * unit, -50, 50) * 0.006), ...pointed(event), true);
	rest();
	view.x += (event.shiftKey ? event.deltaY : event.deltaX) * unit / view.scale;
	view.y += (event.shiftKey ? 0 : event.deltaY) * unit / view.scale;
	apply();
}, { passive: false });
const light = (isLit) => ({ target }) => {
	const row = target.closest(".row"), its = row && owner(target);
	for (const { node, reach, state, ends, isShown } of edges) {
		if (!isShown || reach !== target && !ends.some((card, end) =>
			card === its && card.state[3 + state[1 + 2 * end]] === +row.dataset.row)) continue;
		give(node, "over", isLit);
		ends.forEach((card, end) => {
			const row = card.rows[card.state[3 + state[1 + 2 * end]]];
			if (row) give(row, "over", isLit);
		});
	}
};
on(svg, "pointerover", light(true));
on(svg, "pointerout", light(false));

// Buttons, search, keys.
const larger = () => zoom(1.4), smaller = () => zoom(1 / 1.4);
find("zoom-in").onclick = larger;
find("zoom-out").onclick = smaller;
find("fit").onclick = () => fit();
find("close").onclick = () => escape();
const press = (tables, code) => {
	[isTables, isCode] = [tables, code];
	if (focused) leave();
	opened();
	if (tables || code) panel.focus();
};
find("tables").onclick = () => press(!isTables, false);
if (code) code.onclick = () => press(false, !isCode);
const escape = () => {
	if (filter.open) return filter.open = false;
	if (isTables || isCode) return press(false, false);
	if (focused) {
		const { node } = focused;
		leave();
		if (panel.contains(document.activeElement) || document.activeElement === document.body) node.focus();
	} else if (words.value) {
		words.value = "";
		paint();
	}
};
if (slider) {
	slider.oninput = () => show(+slider.value);
	find("back").onclick = () => show(now - 1);
	find("next").onclick = () => show(now + 1);
	if (whole) whole.onclick = () => show(now ? 0 : +slider.value);
}
words.oninput = () => {
	hit = -1;
	paint();
};
for (const box of all(filter, "input")) box.onchange = paint;
on(document, "click", ({ target }) => {
	if (!filter.contains(target)) filter.open = false;
});
const walk = (card, by) => {
	const list = visible(), next = list[(list.indexOf(card) + by + list.length) % list.length];
	if (!next) return;
	stop(next);
	next.node.focus({ preventScroll: true });
	reveal(next);
};
const keys = {
	"/": () => words.focus(), "+": larger, "=": larger, "-": smaller, "0": () => fit(),
	ArrowLeft: () => show(Math.max(now - 1, data.whole)), ArrowRight: () => show(now + 1),
	Home: () => show(data.whole), End: () => show(data.count - 1),
};
on(document, "keydown", (event) => {
	const { target, key } = event, card = owner(target);
	if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
	if (key === "Escape") return escape();
	if (target === words) {
		if (key !== "Enter" || !hits.length) return;
		hit = (hit + (event.shiftKey ? -1 : 1) + hits.length) % hits.length;
		hits.forEach(({ node }, index) => give(node, "current", index === hit));
		return reveal(hits[hit]);
	}
	if (card && (key === "Enter" || key === " ")) go(card);
	else if (card && (key === "ArrowDown" || key === "ArrowUp")) walk(card, key === "ArrowDown" ? 1 : -1);
	// Elsewhere, these keys scroll.
	else if (keys[key] && target.type !== "checkbox" && (key.length < 2 || slider && target !== slider && !panel.contains(target))) keys[key]();
	else return;
	event.preventDefault();
});

on(window, "popstate", follow);
on(window, "resize", apply);
on(paper, "change", apply);

html.classList.add("scripted");
show(data.first);
fit(true);
follow();
