extension HTMLStyle {
  /// Lists: single rows, headings with rows below them, cells, and columns of figures.
  static let rows = """
    .rows { display: grid; grid-template-columns: repeat(var(--columns, 1), minmax(0, 1fr)); column-gap: .4rem; }
    .rows > li { grid-column: 1 / -1; min-width: 0; }
    .rows > :is(.head, .depth-0, .depth-1, .depth-2, .depth-3):not(.ladder-head) {
      display: grid; grid-template-columns: auto minmax(0, auto) minmax(0, auto) 1fr auto auto; align-items: baseline; align-content: center; padding-block: .15rem;
    }
    .rows > li > .sign { margin-inline-end: .4rem; }
    .rows > li:not(.cell, .ladder-head) > .title { grid-column: 2; }
    .rows > li:not(.cell, .ladder-head) > .subtitle { grid-column: 2 / span 2; justify-self: start; }
    .rows > li:not(.cell, .ladder-head) > .flags { grid-column: 3; margin-inline-start: .5rem; justify-self: start; }
    /* Signs of single rows have a column of their own. */
    .rows:has(> .depth-0 > .sign) { --sign: 1.3rem; }
    .rows:has(> .depth-0 > .sign) > .depth-0:not(.head, .cell) { grid-template-columns: 1.3rem minmax(0, auto) minmax(0, auto) 1fr auto auto; }
    .sign.tone-muted::before { opacity: .7; clip-path: circle(18%); }
    .rows > li:not(.cell, .ladder-head) > :is(.figures, .badge, .value) { grid-row: 1; margin-inline-start: .75rem; }
    .rows > li:not(.cell, .ladder-head) > .figures { grid-column: 4; justify-self: end; }
    .rows > li:not(.cell, .ladder-head) > .badge { grid-column: 5; }
    .rows > li:not(.cell, .ladder-head) > .value { grid-column: 6; justify-self: end; min-width: 2rem; text-align: end; }
    .rows > .depth-0:not(.head, .cell) { min-height: var(--row, 0); border-block-end: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
    .rows > .depth-0:not(.head, .cell):last-child { border-color: transparent; }
    .rows > .head { border-block-start: 1px solid var(--line); margin-block-start: .9rem; padding-block-start: .7rem; }
    .rows > .head:first-child { border: 0; margin: 0; padding-block-start: .15rem; }
    /* The figure of a heading is beside its name. */
    .rows > .head:not(.ladder-head) { grid-template-columns: auto minmax(0, auto) auto auto auto 1fr; }
    .rows > .head:not(.ladder-head) > :is(.value, .figures, .badge) { grid-row: 1; }
    .rows > .head:not(.ladder-head) > .value { grid-column: 4; margin-inline-start: .6rem; color: var(--accent); }
    .rows > .head:not(.ladder-head) > .figures { grid-column: 5; }
    .rows > .head:not(.ladder-head) > .badge { grid-column: 6; justify-self: end; }
    .rows > .head:has(> .subtitle) { grid-template-columns: auto minmax(0, auto) auto auto auto minmax(0, 1fr) !important; }
    .rows > .head:has(> .subtitle) > .badge { grid-row: 2 !important; grid-column: 1 / -1 !important; }
    .rows > .head:not(.ladder-head) > .subtitle { grid-row: 2; grid-column: 1 / -1; margin-inline-end: 6.5rem; }
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
    /* A cell that fills a line is empty. */
    .cell.filler:empty { border-color: transparent; }
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
    /* A cell is a line of its parts where it has room for one, and a stack elsewhere. Its own width decides, and words are whole. */
    .rows > .cell:not(.ladder) {
      container: cell / inline-size; flex-wrap: wrap; justify-content: center; align-content: center; gap: .1rem .5rem; padding: .3rem .45rem; text-align: start; overflow-wrap: break-word;
    }
    .rows > .cell:not(.ladder) > .title { flex: 1 1 min-content; min-width: 0; margin-inline-start: .2rem; font-size: .9375rem; }
    .rows > .cell:not(.ladder) > .value { padding-inline: .25rem; margin-inline-end: -.25rem; }
    @container cell (max-width: 11rem) {
      .rows > .cell:not(.ladder) > .title { flex: 1 0 100%; margin: 0; font-size: .875rem; text-align: center; }
      .rows > .cell:not(.ladder) > .sign { position: absolute; inset: .25rem auto auto .25rem; margin: 0; }
      .rows > .cell:not(.ladder) > .sign::before { width: .7rem; height: .7rem; }
      .rows > .cell:not(.ladder) > .sign + .title { padding-inline-start: .5rem; }
      .rows > .cell:not(.ladder) > :is(.value, .badge, .figures) { margin: 0; }
    }
    @container cell (max-width: 5.6rem) {
      .rows > .cell:not(.ladder) > .sign + .title { padding: 0; }
      .rows > .cell:not(.ladder) > .sign::before { width: .45rem; height: .45rem; }
    }
    @container cell (max-width: 5rem) { .rows > .cell:not(.ladder) > .value { padding: 0; font-size: .9375rem; } }
    /* Cells too narrow for a figure form several lines. */
    @container feed (max-width: 31rem) {
      .rows:is(.columns-6, .columns-8) > .span-1, .columns-12 > .span-2 { grid-column: span 2; }
      .rows:is(.columns-9, .columns-12) > .span-1 { grid-column: span 3; }
      .columns-10 > .span-1 { grid-column: span 2; }
    }
    /* The second line of a row has its subtitle and tags, and where the row is narrow its badge; the title has the first line. */
    .rows > .depth-0:not(.head, .cell):has(> .subtitle) > .title { grid-column: 2 / span 3; justify-self: start; }
    .rows > .depth-0:not(.head, .cell):has(> .subtitle) > .subtitle { grid-row: 2; grid-column: 2; }
    .rows > .depth-0:not(.head, .cell):not(:has(> .flags)) > .subtitle { grid-column: 2 / span 3; }
    .rows > .depth-0:not(.head, .cell):has(> .subtitle) > .flags { grid-row: 2; grid-column: 3; margin: 0 0 0 .5rem; }
    .wide:not(.whole) > .rows > .depth-0:not(.head, .cell):has(> .subtitle) { align-content: start; padding-block: .4rem; }
    .wide:not(.whole) > .rows > .depth-0:not(.head, .cell):has(> .subtitle) > .title { grid-column: 2 / span 4; }
    .wide:not(.whole) > .rows > .depth-0:not(.head, .cell):has(> .subtitle) > .badge { grid-row: 2; grid-column: 5 / -1; justify-self: end; }
    @container feed (max-width: 30rem) {
      .rows > .depth-0:not(.head, .cell):has(> .subtitle) > .title { grid-column: 2 / span 4 !important; }
      .rows > .depth-0:not(.head, .cell):has(> .subtitle) > .badge { grid-row: 2; grid-column: 5 / -1; justify-self: end; }
    }
    /* The figures of rows are below each other: before the values, and after badges of any length. */
    .rows:has(> .depth-0 > .figures) > .depth-0:not(.head, .cell) {
      grid-template-columns: var(--sign, auto) minmax(0, auto) minmax(0, auto) 1fr auto minmax(var(--figures, 0px), auto) auto;
    }
    .rows:has(> .depth-0 > .figures) > .depth-0:not(.head, .cell) > .value { grid-column: 7; }
    @container feed (width > 32rem) { .rows:has(> .depth-0 > .figures) > .depth-0:not(.head, .cell) > .figures { grid-column: 6; } }
    .wide:not(.whole) > .rows:has(> .depth-0 > .figures) > .depth-0:not(.head, .cell):has(> .subtitle) > .badge { grid-column: 4 / -1; min-width: max-content; }
    @container feed (max-width: 40rem) {
      .rows:has(> .depth-0 > .figures) > .depth-0:not(.head, .cell):has(> .subtitle) > .title { grid-column: 2 / span 4; }
      .rows:has(> .depth-0 > .figures) > .depth-0:not(.head, .cell):has(> .subtitle) > .badge { grid-row: 2; grid-column: 4 / -1; justify-self: end; min-width: max-content; }
    }
    /* The amount of a heading is at the right edge; a score is beside the names. */
    .rows > .head[data-amount]:not(.ladder-head) { grid-template-columns: auto minmax(0, auto) minmax(0, auto) 1fr auto auto !important; }
    .rows > .head[data-amount]:not(.ladder-head) > .value { grid-column: 6; justify-self: end; margin-inline-start: .75rem; color: var(--text); }
    .rows > .head[data-amount]:not(.ladder-head) > .figures { grid-column: 4; justify-self: end; }
    .rows > .head[data-amount]:not(.ladder-head) > .badge { grid-column: 5; }
    /* The scores of narrow lists are below each other. */
    @container feed (max-width: 30rem) {
      .rows > .head:has(> .subtitle):not(.ladder-head, [data-amount]) { grid-template-columns: auto minmax(0, 1fr) auto auto auto auto !important; }
    }
    /* A bar or gauge has its value beside it, and rows with figures have these below each other. */
    .measure { display: flex; flex: none; align-items: center; gap: .35rem; }
    .measure small { min-width: 3.2em; color: var(--faint); font-size: .8125rem; white-space: nowrap; }
    /* What precedes values is aligned: these are as wide as the longest one. */
    @container feed (min-width: 30rem) {
      .rows > .depth-0:not(.head, .cell):has(> :is(.badge, .figures)) > .value { min-width: calc(var(--value, 0) * 1ch + var(--arrow, 0em)); }
    }
    /* The line and the arc of an item with a tone have this tone. */
    .tone-good ~ .figures :is(.spark, .gauge) { color: var(--good); } .tone-bad ~ .figures :is(.spark, .gauge) { color: var(--bad); }
    .tone-warning ~ .figures :is(.spark, .gauge) { color: var(--alert); } .tone-muted ~ .figures :is(.spark, .gauge) { color: var(--faint); }
    .tone-accent ~ .figures :is(.spark, .gauge) { color: var(--accent); }
    /* A cell with an accent is tinted instead of marked, where colours are shown. */
    @media (forced-colors: none) {
      .rows > .cell > .sign.tone-accent { position: absolute; width: 1px; height: 1px; overflow: hidden; }
      .rows > .cell:not(.ladder) > .sign.tone-accent + .title { padding: 0; }
      body:not([data-state="stale"], [data-state="offline"]) section:not(.late) > .rows > .cell:not([data-own]):has(> .tone-accent) { background: color-mix(in srgb, var(--accent) 9%, var(--card)); }
    }
    /* What is good is calm: its sign and its figure have the tone. */
    main li > .title.tone-good { color: inherit; }
    /* The flags of a cell are on its border at every width. */
    .rows > .cell:not(.ladder) > .flags { position: absolute; inset: -.45rem .35rem auto auto; }
    .rows > .cell:not(.ladder) mark { font-size: .6875rem; line-height: 1.1; background: var(--card); }
    .rows > .cell:has(mark) { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 10%, var(--card)); }
    """
}
