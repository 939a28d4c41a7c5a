/// The style sheet of a page.
enum HTMLStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --ground: light-dark(#f4f5f9, #0d1117);
      --card: light-dark(#ffffff, #171d27);
      --text: light-dark(#171c26, #e7ebf2);
      --faint: light-dark(#566074, #9ca7ba);
      --accent: light-dark(#5d35b8, #c2a9fb);
      --focus: light-dark(#005b98, #7cc8f6);
      --good: light-dark(#0b6b39, #5fd38d);
      --bad: light-dark(#b4232a, #f48181);
      --line: light-dark(#dfe3eb, #2a3341);
      --alert: light-dark(#7a4a00, #f2b84b);
      --edge: 1rem;
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 60rem; padding: 0 0 2rem; background: var(--ground);
      color: var(--text); font: 1rem/1.4 system-ui, sans-serif;
      overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
    }
    .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding-inline: var(--edge); }
    main { container: feed / inline-size; }
    .top h1 { font-size: 1.5rem; margin: 1rem 0 .5rem; flex: 1; }
    .top p, .subtitle { color: var(--faint); font-size: .875rem; margin: 0; }
    .problem { margin-inline: var(--edge); border-inline-start: .25rem solid var(--alert); padding: .25rem .75rem; color: var(--alert); }
    section { margin-block: 1.25rem; min-width: 0; container: feed / inline-size; }
    h2 { font-size: 1.125rem; letter-spacing: -.01em; margin: 0; padding: .5rem var(--edge); background: var(--ground); }
    h2.pinned { position: sticky; top: 0; z-index: 1; }
    ul {
      --leading: var(--edge); --trailing: var(--edge); list-style: none; margin: 0;
      padding: 0; padding-inline: var(--leading) var(--trailing); scroll-padding-inline: var(--leading) var(--trailing);
    }
    .title { font: inherit; font-weight: 500; margin: 0; }
    .folded > .title::before {
      content: ""; display: inline-block; width: .6em; height: .6em; margin-inline-end: .5em; background: var(--faint);
      clip-path: polygon(38% 50%, 0 12%, 12% 0, 62% 50%, 12% 100%, 0 88%); translate: .15em 0;
    }
    .link { color: inherit; text-decoration: underline var(--accent) .08em; text-underline-offset: .2em; }
    li:has(> .link) { position: relative; }
    .link::after { content: ""; position: absolute; inset: 0; border-radius: inherit; }
    .badge { color: var(--faint); font-size: .875rem; white-space: nowrap; }
    .value { font-weight: 650; white-space: nowrap; }
    .late .value { color: var(--faint) !important; text-decoration: line-through; }
    .late h2 small { color: var(--alert); font-size: .875rem; font-weight: 400; }
    mark { background: none; color: var(--accent); border: 1px solid; border-radius: .3rem; padding: 0 .3rem; font-size: .75rem; font-weight: 500; white-space: nowrap; }
    .tone-good { color: var(--good); } .tone-bad { color: var(--bad); } .tone-warning { color: var(--alert); }
    .tone-muted { color: var(--faint); } .tone-accent { color: var(--accent); }
    .sign { font-size: 0; align-self: center; }
    .sign::before { content: ""; display: block; width: .9rem; height: .9rem; background: currentColor; clip-path: circle(25%); }
    .sign.tone-good::before { clip-path: polygon(6% 55%, 19% 42%, 39% 62%, 81% 16%, 94% 29%, 39% 88%); }
    .sign.tone-bad::before { clip-path: polygon(18% 6%, 50% 38%, 82% 6%, 94% 18%, 62% 50%, 94% 82%, 82% 94%, 50% 62%, 18% 94%, 6% 82%, 38% 50%, 6% 18%); }
    .sign.tone-warning::before {
      clip-path: polygon(evenodd, 50% 4%, 100% 94%, 0 94%, 50% 4%, 43% 34%, 57% 34%, 54% 64%, 46% 64%, 43% 34%, 43% 71%, 57% 71%, 57% 84%, 43% 84%, 43% 71%, 43% 34%);
    }
    .sign.tone-accent::before { clip-path: polygon(50% 4%, 96% 50%, 50% 96%, 4% 50%); }
    :focus-visible { outline: .15rem solid var(--focus); outline-offset: .1rem; }
    .chips { display: flex; flex-wrap: wrap; gap: .5rem; scrollbar-width: none; }
    .chips li { display: flex; gap: .4rem; align-items: center; white-space: nowrap; background: var(--card); border: 1px solid var(--line); border-radius: 2rem; padding: .25rem .9rem; }
    .chips .badge { font-size: .75rem; font-weight: 600; min-width: 1.4em; padding: .05rem .3rem; margin-inline-end: -.35rem; border-radius: 1rem; text-align: center; background: color-mix(in srgb, var(--faint) 15%, transparent); }
    .cards { display: flex; gap: .75rem; overflow-x: auto; scrollbar-width: none; scroll-snap-type: x mandatory; padding-block: .25rem; }
    .cards li, .grid li {
      flex: 0 0 18rem; scroll-snap-align: start; background: var(--card); border: 1px solid var(--line);
      border-radius: .75rem; padding: .75rem .875rem; min-width: 0;
    }
    .cards li { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; grid-template-rows: repeat(5, auto) 1fr; gap: .1rem .4rem; align-items: start; }
    .cards li > :is(.title, .subtitle, .flags, .picture, .figures) { grid-column: 1 / -1; justify-self: start; }
    .cards .picture { grid-row: 1; } .cards li > :is(.sign, .title) { grid-row: 2; } .cards .subtitle { grid-row: 3; }
    .cards li > :is(.flags, mark) { grid-row: 4; } .cards .figures { grid-row: 5; margin-block: .2rem; }
    .cards .title, .grid .title { font-weight: 600; line-height: 1.25; }
    .cards .sign + .title { grid-column: 2 / -1; }
    .cards li > :is(.badge, .value) { grid-row: 6; align-self: end; grid-column: 1 / span 2; margin-block-start: .2rem; }
    .cards li > .value { grid-column: 3; justify-self: end; }
    .cards li > .badge { min-width: 0; white-space: normal; }
    .grid { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr)); }
    .grid li { display: flex; flex-wrap: wrap; gap: .1rem .5rem; align-content: end; align-items: baseline; }
    .grid .title { flex: 1 0 100%; }
    .grid .sign + .title { flex: 1 0 calc(100% - 2rem); }
    /* Without a picture the card is a text, with the accent as a band. */
    .banners li:not(:has(> img)), .grid li:not(:has(> img)), [data-bare] { border-inline-start: .25rem solid var(--accent); }
    .banners .title { font-size: 1.125rem; }
    .picture { grid-column: 1 / -1; width: 100%; border-radius: .5rem; }
    .rows { display: grid; grid-template-columns: repeat(var(--columns, 1), minmax(0, 1fr)); column-gap: .4rem; }
    .rows > li { grid-column: 1 / -1; min-width: 0; }
    .rows > :is(.head, .depth-0, .depth-1, .depth-2, .depth-3):not(.ladder-head) {
      display: grid; grid-template-columns: auto minmax(0, auto) minmax(0, auto) 1fr auto auto; align-items: baseline; align-content: center; padding-block: .15rem;
    }
    .rows > li > .sign { margin-inline-end: .4rem; }
    .rows > li:not(.cell, .ladder-head) > .title { grid-column: 2; }
    .rows > li:not(.cell, .ladder-head) > .subtitle { grid-column: 2 / span 2; justify-self: start; }
    .rows > li:not(.cell, .ladder-head) > :is(.flags, mark) { grid-column: 3; margin-inline-start: .5rem; justify-self: start; }
    /* Signs of single rows have a column of their own. */
    .rows:has(> .depth-0 > .sign) > .depth-0:not(.head, .cell) { grid-template-columns: 1.3rem minmax(0, auto) minmax(0, auto) 1fr auto auto; }
    .sign.tone-muted::before { opacity: .7; clip-path: circle(18%); }
    .rows > li:not(.cell, .ladder-head) > :is(.figures, .badge, .value) { grid-row: 1; margin-inline-start: .75rem; }
    .rows > li:not(.cell, .ladder-head) > .figures { grid-column: 4; justify-self: end; }
    .rows > li:not(.cell, .ladder-head) > .badge { grid-column: 5; }
    .rows > li:not(.cell, .ladder-head) > .value { grid-column: 6; justify-self: end; min-width: 2rem; text-align: end; }
    .rows > .depth-0:not(.head, .cell) { min-height: var(--row, 0); border-block-end: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
    .rows > .depth-0:not(.head, .cell):last-child { border: 0; }
    .rows > .head { border-block-start: 1px solid var(--line); margin-block-start: .9rem; padding-block-start: .7rem; }
    .rows > .head:first-child { border: 0; margin: 0; padding-block-start: .15rem; }
    /* The figure of a heading is beside its name. */
    .rows > .head:not(.ladder-head) { grid-template-columns: auto minmax(0, auto) auto auto auto 1fr; }
    .rows > .head:not(.ladder-head) > :is(.value, .figures, .badge) { grid-row: 1; }
    .rows > .head:not(.ladder-head) > .value { grid-column: 4; margin-inline-start: .3rem; color: var(--accent); }
    .rows > .head:not(.ladder-head) > .figures { grid-column: 5; }
    .rows > .head:not(.ladder-head) > .badge { grid-column: 6; justify-self: end; }
    .rows > .head:has(> .subtitle) { grid-template-columns: auto minmax(0, auto) auto auto auto minmax(0, 1fr) !important; }
    .rows > .head:has(> .subtitle) > .badge { grid-row: 2 !important; grid-column: 1 / -1 !important; }
    .rows > .head:not(.ladder-head) > .subtitle { grid-row: 2; grid-column: 1 / -1; margin-inline-end: 6.5rem; }
    .rows > :is(.depth-1, .depth-2, .depth-3):not(.ladder-head, .cell) { grid-template-columns: auto minmax(0, auto) auto auto auto 1fr; }
    .rows > :is(.depth-1, .depth-2, .depth-3):not(.ladder-head, .cell) > .value { grid-column: 4; }
    .rows > :is(.depth-1, .depth-2, .depth-3):not(.ladder-head, .cell) > .badge { grid-column: 6; justify-self: end; }
    .head .title { font-weight: 650; }
    .rows > .depth-1 { color: var(--faint); font-size: .875rem; padding-block-start: .5rem !important; }
    .rows > .cell {
      display: flex; align-items: center; gap: .5rem; justify-content: space-between; margin-block: .2rem; padding: .3rem .7rem;
      min-height: var(--row, 0); background: var(--card); border: 1px solid var(--line); border-radius: .5rem; position: relative;
    }
    .rows > .cell .title { line-height: 1.2; }
    .rows > .span-1 { grid-column: span 1; } .rows > .span-2 { grid-column: span 2; } .rows > .span-3 { grid-column: span 3; }
    .rows > .span-4 { grid-column: span 4; } .rows > .span-5 { grid-column: span 5; } .rows > .span-6 { grid-column: span 6; }
    .rows > .cell :is(.badge, .figures) { margin-inline-start: auto; }
    .rows > .cell :is(.badge, .figures) ~ .value { margin-inline-start: 0; }
    .cell.filler { opacity: .5; border-style: dashed; background: none; }
    .rows > .ladder, .rows > .ladder-head {
      display: grid; grid-template-columns: auto minmax(0, 1fr) repeat(var(--ladder), minmax(3.75rem, 6rem));
      align-items: center; column-gap: .25rem; padding: .15rem .2rem .15rem .7rem; text-align: start;
    }
    .rows > .cell.ladder { margin-block: .1rem; text-align: start; }
    .rows > .ladder-head { padding-inline: 0 calc(.2rem + 1px); align-items: end; }
    .ladder-1 { --ladder: 1; } .ladder-2 { --ladder: 2; } .ladder-3 { --ladder: 3; }
    :is(.ladder, .ladder-head) > :not(.act, .handle) { grid-column: 2; } :is(.ladder, .ladder-head) > .sign { grid-column: 1; grid-row: 1; }
    .ladder-head > .title:first-child { grid-column: 1 / span 2; }
    .ladder-head > .heads { display: contents; }
    .ladder-head > .heads > * { grid-row: 1; text-align: center; font-size: .8rem; font-weight: 600; color: var(--text); }
    :is(.column-1-value > .value, .column-1-badge > .badge, .column-1-subtitle > .subtitle, .heads > :nth-child(1)) { grid-column: 3; }
    :is(.column-2-value > .value, .column-2-badge > .badge, .column-2-subtitle > .subtitle, .heads > :nth-child(2)) { grid-column: 4; }
    :is(.column-3-value > .value, .column-3-badge > .badge, .column-3-subtitle > .subtitle, .heads > :nth-child(3)) { grid-column: 5; }
    :is([class*="-value"] > .value, [class*="-badge"] > .badge, [class*="-subtitle"] > .subtitle) {
      grid-row: 1; margin: 0 !important; padding: .35rem 0; border-radius: .35rem; text-align: center; font-size: 1rem; font-weight: 600; color: var(--text);
      background: color-mix(in srgb, var(--column, var(--line)) 16%, var(--card));
    }
    .column-1-value > .value, .column-1-badge > .badge { --column: var(--focus); }
    .column-2-value > .value, .column-2-badge > .badge { --column: var(--bad); }
    .figures { display: flex; align-items: center; gap: .6rem; align-self: center; }
    .ladder > .title { grid-row: 1; } .ladder > .figures { grid-row: 1; justify-self: end; }
    .figure { display: block; overflow: visible; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; flex: none; color: var(--accent); }
    .figure.up { color: var(--good); } .figure.down { color: var(--bad); } .figure circle, .bar rect { fill: currentColor; stroke: none; }
    .bar .track { color: var(--line); } .gauge path { stroke-width: 3; } .gauge .track { color: var(--line); stroke: var(--line); }
    .bar .track { fill: var(--line); }
    @container feed (max-width: 40rem) {
      .rows > .cell:not(.ladder) { flex-wrap: wrap; justify-content: center; align-content: center; gap: .1rem .4rem; padding: .4rem .3rem; text-align: center; }
      .rows > .cell:not(.ladder) > .title { flex: 1 0 100%; font-size: .875rem; }
      .cell .sign + .title { flex: 0 1 auto; }
      .rows > .cell:not(.ladder) > :is(mark, .flags) { position: absolute; inset: -.45rem .35rem auto auto; }
      .rows > .cell:not(.ladder) mark { font-size: .6875rem; line-height: 1.1; background: var(--card); }
      .rows > .cell:not(.ladder) > :is(.value, .badge, .figures) { margin: 0; }
      .grid li { padding: .5rem; font-size: .875rem; }
      .rows > .ladder, .rows > .ladder-head { grid-template-columns: auto minmax(0, 1fr) repeat(var(--ladder), 4.5rem); }
      .rows > .depth-0:not(.head, .cell) > :is(.flags, mark) { grid-column: 2 / span 2; margin: 0; }
      .rows > .depth-0:not(.head, .cell) > .figures { grid-row: 3; grid-column: 2 / -1; justify-self: start; margin: .1rem 0; }
    }
    @media (forced-colors: active) { :is(.sign, .folded > .title)::before { forced-color-adjust: none; background: CanvasText; } }
    @media (min-width: 125rem) { :root { font-size: calc(100vw / 125); } }
    """
}
