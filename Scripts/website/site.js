// Search, theme, menu and copy buttons. The index is a script, because a page opened from a disk can fetch no data.
(() => {
  const root = document.currentScript.dataset.root;
  const html = document.documentElement;
  const find = (id) => document.getElementById(id);

  const theme = find("theme");
  const isDark = () => html.dataset.theme ? html.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const showTheme = () => theme.setAttribute("aria-pressed", isDark());
  theme.onclick = () => {
    html.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.apusTheme = html.dataset.theme; } catch { }
    showTheme();
  };
  showTheme();

  const menu = find("menu");
  menu.onclick = () => menu.setAttribute("aria-expanded", html.classList.toggle("menu-open"));
  document.querySelector("#pages [aria-current]")?.scrollIntoView({ block: "center" });
  scrollTo(0, 0);
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  if (innerWidth < 1200) document.querySelector(".contents details")?.removeAttribute("open");

  // Of a session, the commands are copied.
  for (const button of document.querySelectorAll("button.copy")) {
    button.onclick = async () => {
      const block = button.parentElement;
      const commands = [...block.querySelectorAll("b")].map((line) => line.textContent).join("\n");
      try {
        await navigator.clipboard.writeText(commands || block.querySelector("code").textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(block.querySelector("code"));
        button.textContent = "Selected";
      }
      setTimeout(() => button.textContent = "Copy", 1500);
    };
  }

  const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    const entry = entries.find((entry) => entry.isIntersecting);
    if (!entry) return;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(entry.target.id).setAttribute("aria-current", "true");
  }, { rootMargin: "-60px 0px -70% 0px" });
  for (const id of links.keys()) seen.observe(document.getElementById(id));

  const dialog = find("search"), words = find("words"), results = find("results"), count = find("count");
  let sections;
  globalThis.apusIndex = (entries) => {
    sections = entries.map(([page, heading, url, text]) =>
      ({ page, heading, url, text, lower: text.toLowerCase(), title: page.toLowerCase(), head: heading.toLowerCase() }));
    search();
  };
  const open = () => {
    if (!sections && !document.querySelector("script[src$='search.js']")) {
      document.head.append(Object.assign(document.createElement("script"), { src: root + "search.js" }));
    }
    if (!dialog.open) dialog.showModal();
    words.select();
  };
  const score = (section, terms) => {
    let sum = 0;
    for (const term of terms) {
      const whole = section.lower.split(term).length - 1;
      const value = (section.title.includes(term) ? 12 : 0) + (section.head.includes(term) ? 20 : 0) + Math.min(whole, 6);
      if (!value) return 0;
      sum += value + (section.title === term || section.head === term ? 30 : 0);
    }
    return sum;
  };
  const marked = (text, terms) => {
    const parts = text.split(new RegExp(`(${terms.map((term) => term.replace(/[^\w\s]/g, "\\$&")).join("|")})`, "i"));
    return parts.map((part, index) => index % 2 ? Object.assign(document.createElement("mark"), { textContent: part }) : part);
  };
  const search = () => {
    const terms = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    count.textContent = "";
    if (!sections || !terms.length) return;
    const found = sections.map((section) => [score(section, terms), section]).filter(([value]) => value)
      .sort((a, b) => b[0] - a[0]);
    count.textContent = found.length ? `${found.length} sections` : "Nothing found";
    for (const [, section] of found.slice(0, 30)) {
      const start = Math.max(0, section.lower.indexOf(terms[0]) - 50);
      const link = Object.assign(document.createElement("a"), { href: root + section.url });
      const title = document.createElement("strong"), excerpt = document.createElement("span");
      title.append(...marked(section.page + (section.heading ? " › " + section.heading : ""), terms));
      excerpt.append(start ? "… " : "", ...marked(section.text.slice(start, start + 160), terms));
      link.append(title, excerpt);
      results.appendChild(document.createElement("li")).append(link);
    }
  };
  words.oninput = search;
  find("search-open").onclick = open;
  dialog.onclick = (event) => { if (event.target === dialog || event.target.closest("a")) dialog.close(); };
  addEventListener("keydown", (event) => {
    if (dialog.open) {
      const all = [...results.querySelectorAll("a")], at = all.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) { event.preventDefault(); (all[at + step] ?? (step < 0 ? words : all[at]))?.focus(); }
      if (event.key === "Enter" && at < 0) { event.preventDefault(); all[0]?.click(); }
    } else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !/INPUT|TEXTAREA/.test(event.target.tagName)) {
      event.preventDefault();
      open();
    }
  });
})();
