/// The style sheet of a page.
enum HTMLStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --ground: light-dark(#f4f5f8, #0f1319);
      --card: light-dark(#ffffff, #181e27);
      --text: light-dark(#1b212b, #e4e8ef);
      --faint: light-dark(#566074, #9aa5b8);
      --accent: light-dark(#6b30a5, #c9a8f7);
      --focus: light-dark(#005b98, #7cc8f6);
      --good: light-dark(#0b6b39, #5fd38d);
      --bad: light-dark(#b4232a, #f48181);
      --line: light-dark(#dcdfe6, #2a3240);
      --alert: light-dark(#7a4a00, #f2b84b);
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 60rem; padding: 0 0 2rem; background: var(--ground);
      color: var(--text); font: 1rem/1.45 system-ui, sans-serif;
      overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
    }
    .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding-inline: 1rem; }
    main { container: feed / inline-size; }
    .top h1 { font-size: 1.5rem; margin: 1rem 0 .5rem; flex: 1; }
    .top p, .subtitle { color: var(--faint); font-size: .875rem; margin: 0; }
    .problem { margin-inline: 1rem; border-inline-start: .25rem solid var(--alert); padding: .25rem .75rem; color: var(--alert); }
    section { margin-block: 1rem; min-width: 0; }
    h2 { font-size: 1.1rem; margin: 0; padding: .5rem 1rem; background: var(--ground); }
    h2.pinned { position: sticky; top: 0; z-index: 1; border-block-end: 1px solid var(--line); }
    ul {
      --leading: 1rem; --trailing: 1rem; list-style: none; margin: 0;
      padding: 0; padding-inline: var(--leading) var(--trailing); scroll-padding-inline: var(--leading) var(--trailing);
    }
    .title { font: inherit; font-weight: 500; margin: 0; }
    .link { color: inherit; text-underline-offset: .15em; }
    li:has(> .link) { position: relative; }
    .link::after { content: ""; position: absolute; inset: 0; border-radius: inherit; }
    .badge { color: var(--accent); font-size: .875rem; white-space: nowrap; }
    .value { font-weight: 600; }
    .late .value { color: var(--faint); text-decoration: line-through; }
    .late h2 small { color: var(--alert); font-size: .875rem; font-weight: 400; }
    mark { background: none; color: var(--accent); border: 1px solid; border-radius: .25rem; padding: 0 .25rem; font-size: .75rem; }
    .tone-good { color: var(--good); } .tone-bad { color: var(--bad); } .tone-warning { color: var(--alert); }
    .tone-muted { color: var(--faint); } .tone-accent { color: var(--accent); } .sign { font-weight: 700; }
    :focus-visible { outline: .15rem solid var(--focus); outline-offset: .1rem; }
    .chips { display: flex; flex-wrap: wrap; gap: .5rem; scrollbar-width: none; }
    .chips li { display: flex; gap: .4rem; align-items: baseline; white-space: nowrap; background: var(--card); border: 1px solid var(--line); border-radius: 2rem; padding: .25rem .85rem; }
    .cards { display: flex; gap: .75rem; overflow-x: auto; scrollbar-width: thin; scroll-snap-type: x mandatory; padding-block: .25rem .75rem; }
    .cards li, .grid li {
      flex: 0 0 18rem; scroll-snap-align: start; background: var(--card); border: 1px solid var(--line);
      border-radius: .75rem; padding: .75rem; display: flex; flex-wrap: wrap; gap: .1rem .5rem;
      align-content: start; align-items: baseline; min-width: 0;
    }
    .cards .title, .cards .subtitle, .grid .title, .grid .subtitle { flex: 1 0 100%; }
    .cards .sign + .title, .grid .sign + .title { flex: 1 0 calc(100% - 2rem); }
    .cards .title, .grid .title { font-weight: 600; }
    .cards .value { margin-inline-start: auto; }
    .picture {
      flex: 1 0 100%; height: 5rem; display: grid; place-items: center; padding: .5rem;
      font-size: .75rem; color: var(--faint); text-align: center; min-width: 0; overflow: hidden;
      border-radius: .5rem; margin-block-end: .4rem;
      background: linear-gradient(135deg, light-dark(#c9dcee, #24405c), light-dark(#e5d9ee, #3c2c55));
    }
    .grid { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr)); }
    .grid li:not(:has(.picture)) {
      align-content: end;
      background: linear-gradient(135deg, light-dark(#e4eef7, #1d3044), light-dark(#f2ecf7, #2a253c));
    }
    .rows { display: grid; grid-template-columns: repeat(var(--columns, 1), minmax(0, 1fr)); column-gap: .4rem; }
    .rows > li { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6rem; padding: .15rem .25rem; min-width: 0; }
    .rows > .head { border-block-start: 1px solid var(--line); margin-block-start: .75rem; padding-block-start: .6rem; }
    .rows > .head:first-child { border: 0; margin: 0; }
    .head .title { font-weight: 650; }
    .rows .value { margin-inline-start: auto; }
    .rows .badge:not(:has(~ .value)) { margin-inline-start: auto; }
    .rows > .depth-1 { color: var(--faint); font-size: .9rem; padding-block-start: .4rem; }
    .rows > .cell {
      flex-wrap: nowrap; gap: .5rem; justify-content: space-between; margin-block: .2rem; padding: .3rem .6rem;
      background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
    }
    .rows > .span-1 { grid-column: span 1; } .rows > .span-2 { grid-column: span 2; } .rows > .span-3 { grid-column: span 3; }
    .rows > .span-4 { grid-column: span 4; } .rows > .span-5 { grid-column: span 5; } .rows > .span-6 { grid-column: span 6; }
    .rows > .cell .badge { margin-inline-start: auto; }
    .rows > .cell .badge ~ .value { margin-inline-start: 0; }
    .cell.filler { opacity: .5; }
    .rows > .ladder, .rows > .ladder-head {
      display: grid; grid-template-columns: auto minmax(0, 1fr) repeat(var(--ladder), minmax(3.75rem, 6rem));
      align-items: center; column-gap: .25rem; padding: .15rem .4rem; text-align: start;
    }
    .rows > .cell.ladder { margin-block: .1rem; text-align: start; }
    .rows > .ladder-head { padding-inline: calc(.4rem + 1px); align-items: end; }
    .ladder-1 { --ladder: 1; } .ladder-2 { --ladder: 2; } .ladder-3 { --ladder: 3; }
    :is(.ladder, .ladder-head) > :not(.act, .handle) { grid-column: 2; } :is(.ladder, .ladder-head) > .sign { grid-column: 1; grid-row: 1; }
    .ladder-head > .heads { display: contents; }
    .ladder-head > .heads > span { grid-row: 1; text-align: center; font-size: .8rem; font-weight: 600; color: var(--text); }
    :is(.column-1-value > .value, .column-1-badge > .badge, .column-1-subtitle > .subtitle, .heads > :nth-child(1)) { grid-column: 3; }
    :is(.column-2-value > .value, .column-2-badge > .badge, .column-2-subtitle > .subtitle, .heads > :nth-child(2)) { grid-column: 4; }
    :is(.column-3-value > .value, .column-3-badge > .badge, .column-3-subtitle > .subtitle, .heads > :nth-child(3)) { grid-column: 5; }
    :is([class*="-value"] > .value, [class*="-badge"] > .badge, [class*="-subtitle"] > .subtitle) {
      grid-row: 1; margin: 0 !important; padding: .25rem 0; border-radius: .3rem; text-align: center; font-size: 1rem; font-weight: 600; color: var(--text);
      background: color-mix(in srgb, var(--column, var(--line)) 16%, var(--card));
    }
    .column-1-value > .value, .column-1-badge > .badge { --column: var(--focus); }
    .column-2-value > .value, .column-2-badge > .badge { --column: var(--bad); }
    @container feed (max-width: 40rem) {
      .rows > .cell { flex-wrap: wrap; justify-content: center; align-content: center; gap: 0 .4rem; padding: .3rem; text-align: center; }
      .cell .title { flex: 1 0 100%; font-size: .875rem; }
      .cell .sign + .title { flex: 0 1 auto; }
      .rows > .cell .value, .rows > .cell .badge { margin: 0; }
      .grid li { padding: .5rem; font-size: .875rem; }
    }
    @media (min-width: 125rem) { :root { font-size: calc(100vw / 125); } }
    """
}
