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
      margin: 0 auto; max-width: 60rem; padding: 0 1rem 2rem; background: var(--ground);
      color: var(--text); font: 1rem/1.45 system-ui, sans-serif;
      overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
    }
    .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; }
    .top h1 { font-size: 1.5rem; margin: 1rem 0 .5rem; flex: 1; }
    .top p, .subtitle { color: var(--faint); font-size: .875rem; margin: 0; }
    .problem { border-inline-start: .25rem solid var(--alert); padding: .25rem .75rem; color: var(--alert); }
    section { margin-block: 1rem; min-width: 0; }
    h2 { font-size: 1.1rem; margin: 0; padding: .5rem 0; background: var(--ground); }
    h2.pinned { position: sticky; top: 0; z-index: 1; border-block-end: 1px solid var(--line); }
    ul { list-style: none; margin: 0; padding: 0; }
    .title { font: inherit; font-weight: 500; margin: 0; }
    .badge { color: var(--accent); font-size: .875rem; white-space: nowrap; }
    .value { font-weight: 600; }
    mark { background: none; color: var(--accent); border: 1px solid; border-radius: .25rem; padding: 0 .25rem; font-size: .75rem; }
    .tone-good { color: var(--good); } .tone-bad { color: var(--bad); } .tone-warning { color: var(--alert); }
    .tone-muted { color: var(--faint); } .tone-accent { color: var(--accent); } .sign { font-weight: 700; }
    :focus-visible { outline: .15rem solid var(--focus); outline-offset: .1rem; }
    .chips { display: flex; flex-wrap: wrap; gap: .5rem; }
    .chips li { background: var(--card); border: 1px solid var(--line); border-radius: 2rem; padding: .25rem .85rem; }
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
    .rows > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6rem; padding: .15rem .25rem; }
    .rows > li.head { border-block-start: 1px solid var(--line); margin-block-start: .75rem; padding-block-start: .6rem; }
    .rows > li.head:first-child { border: 0; margin: 0; }
    .head .title { font-weight: 650; }
    .rows .value { margin-inline-start: auto; }
    .rows .badge:last-child { margin-inline-start: auto; }
    .depth-1 { color: var(--faint); font-size: .9rem; padding-block-start: .4rem; }
    .cells { display: grid; gap: .4rem; flex: 1; min-width: 0; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); }
    .cells li {
      display: flex; gap: .5rem; justify-content: space-between; align-items: baseline; min-width: 0;
      background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .3rem .6rem;
    }
    .cells .filler { opacity: .5; }
    @media (max-width: 40rem) { .cells .filler { display: none; } }
    """
}
