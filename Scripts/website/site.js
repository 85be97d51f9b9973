// Search, theme, menu and copy buttons. The index is a script, because a page that is opened from a disk fetches nothing.
(() => {
  const root = document.currentScript.dataset.root, html = document.documentElement;
  const find = (id) => document.getElementById("ui-" + id);
  const make = (tag, values) => Object.assign(document.createElement(tag), values);

  const theme = find("theme"), saved = html.dataset;
  const isDark = () => saved.theme ? saved.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const showTheme = () => theme.setAttribute("aria-pressed", isDark());
  theme.onclick = () => {
    saved.theme = isDark() ? "light" : "dark";
    try { localStorage.apusTheme = saved.theme; } catch { }
    showTheme();
  };
  showTheme();

  const menu = find("menu"), pages = find("pages"), current = pages.querySelector("[aria-current]");
  menu.onclick = () => menu.setAttribute("aria-expanded", html.classList.toggle("menu-open"));
  if (current) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
  if (innerWidth < 1200) document.querySelector(".contents details")?.removeAttribute("open");

  for (const button of document.querySelectorAll(".copy")) {
    button.onclick = async () => {
      const code = button.parentElement.querySelector("code");
      // Of a session, the commands.
      const text = [...code.querySelectorAll("b")].map((line) => line.textContent).join("\n") || code.textContent;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = "Selected";
      }
      setTimeout(() => button.textContent = "Copy", 1500);
    };
  }

  const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    const entry = entries.find((entry) => entry.isIntersecting);
    if (entry) links.forEach((link, id) => link.ariaCurrent = id === entry.target.id || null);
  }, { rootMargin: "-60px 0px -70% 0px" });
  for (const id of links.keys()) seen.observe(document.getElementById(id));

  const dialog = find("search"), words = find("words"), results = find("results"), count = find("count");
  let sections;
  globalThis.apusIndex = (entries) => {
    sections = entries.map(([page, heading, url, text]) =>
      ({ page, heading, url, text, all: [page, heading, text].map((part) => part.toLowerCase()) }));
    search();
  };
  const open = () => {
    if (!dialog.open) dialog.showModal();
    words.select();
    if (sections) return;
    sections = [];
    document.head.append(make("script", { src: root + "search.js" }));
  };
  const score = ({ all: [page, heading, text] }, terms) => {
    let sum = 0;
    for (const term of terms) {
      const value = page.includes(term) * 12 + heading.includes(term) * 20 + Math.min(text.split(term).length - 1, 6);
      if (!value) return 0;
      sum += value + (page === term || heading === term) * 30;
    }
    return sum;
  };
  const marked = (text, terms) => text.split(new RegExp(`(${terms.map(RegExp.escape ?? quoted).join("|")})`, "i"))
    .map((textContent, index) => index % 2 ? make("mark", { textContent }) : textContent);
  const quoted = (term) => term.replace(/[^\w\s]/g, "\\$&");
  const search = () => {
    const terms = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = terms.length ? sections.map((section) => [score(section, terms), section]).filter(([value]) => value) : [];
    found.sort((a, b) => b[0] - a[0]);
    count.textContent = terms.length ? `${found.length || "No"} sections` : "";
    results.replaceChildren(...found.slice(0, 30).map(([, { page, heading, url, text, all }]) => {
      const start = Math.max(0, all[2].indexOf(terms[0]) - 50);
      const link = make("a", { href: root + url }), title = make("strong"), excerpt = make("span"), item = make("li");
      title.append(...marked(page + (heading && " › " + heading), terms));
      excerpt.append(start ? "… " : "", ...marked(text.slice(start, start + 240), terms));
      link.append(title, excerpt);
      item.append(link);
      return item;
    }));
  };
  words.oninput = search;
  find("search-open").onclick = open;
  dialog.onclick = ({ target }) => (target === dialog || target.closest("a")) && dialog.close();
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (dialog.open) {
      const all = [...results.querySelectorAll("a")], at = all.indexOf(document.activeElement);
      const next = { ArrowDown: all[at + 1] ?? all[at], ArrowUp: all[at - 1] ?? words }[key];
      if (next) next.focus();
      else if (key !== "Enter" || at >= 0) return;
      else all[0]?.click();
    } else if (key === "/" && !event.ctrlKey && !event.metaKey && target.tagName !== "INPUT") open();
    else return;
    event.preventDefault();
  });
})();
