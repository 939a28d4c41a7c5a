// In the page: a random history of patches, and after each the elements are those of another reckoning.
async ({ count, seed }) => {
  const { FeedState } = await import("/page/wire.js");
  const { FeedList } = await import("/page/list.js");
  const { Motion } = await import("/page/motion.js");
  let state = seed;
  const random = (most) => (state = (state * 48271) % 2147483647) % most;
  const root = document.createElement("main");
  document.body.append(root);
  const list = new FeedList(root, new Motion());
  list.reset({ sections: {} });
  const feed = new FeedState();
  let names = 0;
  const item = () => ({ id: `k:row/${++names}`, kind: "k", title: `item ${names}`, value: `${random(500) / 100}` });
  const section = () => ({ id: `s${++names}`, title: random(3) ? `section ${names}` : undefined, items: Array.from({ length: random(6) }, item) });
  let sections = [section(), section(), section()];
  let version = 1;
  const clone = (value) => JSON.parse(JSON.stringify(value));
  feed.receive("image", JSON.stringify({ epoch: "e", version, sections, sources: [] }));
  list.note({ isImage: true });
  list.commit(feed.sections, false);

  /** Random edits of nested lists, with the batch that says the same. */
  const patch = () => {
    const batch = {};
    const note = (name, value) => (batch[name] ??= []).push(value);
    const old = sections;
    const paths = old.flatMap((s, at) => s.items.map((_, i) => [at, i]));
    const goneSections = new Set(old.flatMap((_, at) => (random(14) === 0 ? [at] : [])));
    const movedSections = new Set(old.flatMap((_, at) => (!goneSections.has(at) && random(10) === 0 ? [at] : [])));
    for (const at of goneSections) note("deleteSections", at);
    const moved = [];
    const kept = old.map((s, at) => ({ ...s, at, items: s.items.map((x, i) => ({ ...x, from: [at, i] })) }));
    for (const [at, i] of paths) {
      if (goneSections.has(at)) continue;
      const fate = random(12);
      if (fate === 0) note("deleteItems", [at, i]);
      if (fate === 1) moved.push(kept[at].items[i]);
      if (fate < 2) kept[at].items[i] = undefined;
    }
    for (const s of kept) s.items = s.items.filter(Boolean);
    const next = kept.filter((s) => !goneSections.has(s.at) && !movedSections.has(s.at));
    const arriving = [...movedSections].map((at) => kept[at]).concat(random(6) && next.length + movedSections.size ? [] : [{ ...section(), isNew: true }]);
    for (const s of arriving) next.splice(random(next.length + 1), 0, s);
    const targets = next.filter((s) => !s.isNew);
    for (const x of moved) {
      const { items } = targets[random(targets.length)] ?? {};
      if (items) items.splice(random(items.length + 1), 0, { ...x, isMoved: true });
      else note("deleteItems", x.from);
    }
    for (const { items } of targets) while (!random(3)) items.splice(random(items.length + 1), 0, { ...item(), isNew: true });
    const [news, items, changes, headers] = [[], [], [], []];
    next.forEach((s, to) => {
      if (s.isNew) {
        note("insertSections", to);
        news.push({ id: s.id, title: s.title, items: s.items });
        return;
      }
      if (movedSections.has(s.at)) note("moveSections", { from: s.at, to });
      const isReloaded = s.title && random(12) === 0;
      if (isReloaded) {
        note("reloadSections", to);
        s.title = `section ${++names}`;
        headers.push({ at: to, set: { title: s.title } });
      }
      s.items.forEach((x, i) => {
        if (x.isNew) {
          note("insertItems", [to, i]);
          items.push({ id: x.id, kind: x.kind, title: x.title, value: x.value });
        } else {
          if (x.isMoved) note("moveItems", { from: x.from, to: [to, i] });
          if (isReloaded || random(4)) return;
          note("reconfigureItems", [to, i]);
          const change = random(5) ? { set: { value: `${random(500) / 100}` } } : { unset: x.value === undefined ? [] : ["value"] };
          if (change.set) x.value = change.set.value;
          else delete x.value;
          changes.push({ at: [to, i], ...change });
        }
      });
    });
    sections = clone(next.map(({ id, title, items }) => ({ id, title, items: items.map(({ id, kind, title, value }) => ({ id, kind, title, value })) })));
    return { from: version, to: ++version, batch, sections: news, items, changes, headers };
  };

  for (let round = 1; round <= count; round++) {
    const message = patch();
    const outcome = feed.receive("patch", JSON.stringify(message), `e:${version}`);
    if (outcome.kind !== "updated") return `round ${round}: ${outcome.error}`;
    list.note(outcome.edits);
    // Now and then several versions come to one frame, or places are held for a while.
    if (random(4) === 0) continue;
    list.commit(feed.sections, random(8) === 0);
    if (list.hasStructure) continue;
    const shown = [...root.children].map((s) => [s.dataset.section, s.querySelector("h2")?.textContent,
      [...s.querySelectorAll("li")].map((li) => [li.dataset.id, li.querySelector(".title").textContent, li.querySelector(".value")?.textContent])]);
    const wanted = sections.map(({ id, title, items }) => [id, title, items.map(({ id, title, value }) => [id, title, value])]);
    if (JSON.stringify(shown) !== JSON.stringify(wanted)) return `round ${round} (seed ${seed}): ${JSON.stringify(shown)} instead of ${JSON.stringify(wanted)}`;
    if (list.items.size !== wanted.reduce((sum, [, , items]) => sum + items.length, 0)) return `round ${round}: elements are left behind`;
  }
  root.remove();
  return "";
}
