/// The style sheet of a page.
enum HTMLStyle {
  /// Colours, type, and all arrangements of sections and items.
  static let sheet = [base, rows, narrow].joined(separator: "\n")

  private static let base = """
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
      margin: 0; padding: 0 0 2rem; background: var(--ground);
      color: var(--text); font: 1rem/1.4 system-ui, sans-serif;
      overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
    }
    .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding-inline: var(--edge); }
    main { container: feed / inline-size; }
    .top h1 { font-size: 1.5rem; margin: 1rem 0 .5rem; flex: 1; }
    .top p, .subtitle { color: var(--faint); font-size: .875rem; margin: 0; text-wrap: pretty; }
    .problem { margin-inline: var(--edge); border-inline-start: .25rem solid var(--alert); padding: .25rem .75rem; color: var(--alert); }
    section { margin-block: 1.25rem; min-width: 0; container: feed / inline-size; }
    h2 { font-size: 1.125rem; letter-spacing: -.01em; margin: 0; padding: .5rem var(--edge); background: var(--ground); }
    h2.pinned { position: sticky; top: 0; z-index: 1; }
    ul {
      --leading: var(--edge); --trailing: var(--edge); list-style: none; margin: 0;
      padding: 0; padding-inline: var(--leading) var(--trailing); scroll-padding-inline: var(--leading) var(--trailing);
    }
    .title { font: inherit; font-weight: 500; margin: 0; text-wrap: balance; }
    .folded > .title::before {
      content: ""; display: inline-block; width: .6em; height: .6em; margin-inline-end: .5em; background: var(--faint);
      clip-path: polygon(38% 50%, 0 12%, 12% 0, 62% 50%, 12% 100%, 0 88%); translate: .15em 0;
    }
    /* Texts from right to left have their own order, at the edge of all texts. */
    .title, .subtitle { unicode-bidi: plaintext; text-align: left; }
    .link { color: inherit; text-decoration: underline var(--accent) .08em; text-underline-offset: .2em; }
    li:has(> .link) { position: relative; }
    .link::after { content: ""; position: absolute; inset: 0; border-radius: inherit; }
    .badge { color: var(--faint); font-size: .875rem; white-space: nowrap; }
    .value { font-weight: 650; white-space: nowrap; }
    .late h2 small { color: var(--alert); font-size: .875rem; font-weight: 400; }
    .late h2 .reason { display: block; margin-block-start: .25rem; color: var(--bad); }
    .nothing { margin: 18dvh var(--edge) 0; text-align: center; color: var(--faint); }
    .flags { display: flex; flex-wrap: wrap; gap: .25rem; }
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
    .cards li > .flags { grid-row: 4; } .cards .figures { grid-row: 5; margin-block: .2rem; }
    .cards .title, .grid .title { font-weight: 600; line-height: 1.25; }
    .cards .sign + .title { grid-column: 2 / -1; }
    .cards li > :is(.badge, .value) { grid-row: 6; align-self: end; grid-column: 1 / span 2; margin-block-start: .2rem; }
    .cards li > .value { grid-column: 3; justify-self: end; }
    .cards li > .badge { min-width: 0; white-space: normal; }
    .grid { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr)); }
    .grid li { display: flex; flex-wrap: wrap; gap: .1rem .5rem; align-content: end; align-items: baseline; }
    .grid .title { flex: 1 0 100%; }
    .grid li > .value { margin-inline-start: auto; }
    .grid .sign + .title { flex: 1 0 calc(100% - 2rem); }
    /* Without a picture the card is a text in its middle, with the accent as a band. */
    :is(.banners, .grid) li:not(:has(> img)), li[data-bare] { background-image: linear-gradient(90deg, var(--accent) .25rem, #0000 0); background-origin: border-box; }
    .banners li:not(:has(> img)) { grid-template-rows: none; align-content: center; }
    .banners .title { font-size: 1.125rem; }
    .picture { grid-column: 1 / -1; width: 100%; border-radius: .5rem; }
    /* What is late has no tone: neither its colours nor its shapes. */
    :is([data-state="stale"], [data-state="offline"], .late) .value { color: var(--faint) !important; text-decoration: line-through; }
    :is([data-state="stale"], [data-state="offline"], .late) li:not([data-own]) :is([class*="tone-"], .figure) { color: var(--faint) !important; }
    :is([data-state="stale"], [data-state="offline"], .late) li > .sign::before { opacity: .7; clip-path: circle(18%); }
    /* Lists that are as wide as the page form as many columns as their layouts declare, or as the page has room for. */
    .wide:not(.whole) > .rows { grid-template-columns: repeat(var(--own, var(--count, 1)), minmax(0, 1fr)); column-gap: 2rem; }
    .wide:not(.whole) > .rows > li { grid-column: auto; }
    .beside { columns: 33rem 4; column-gap: 0; margin-block-start: 1.25rem; }
    .beside > section { margin-block: 0 1.25rem; }
    :is(.beside > section:not(.flows), .flows > ul) { break-inside: avoid; }
    .beside h2 { break-after: avoid; }
    /* Groups are apart by a space, which the top of a column has not. */
    .flows > ul + ul { padding-block-start: .5rem; margin-block-start: 1rem; }
    /* The columns of a wide list on a page without a script; the last row of each one has no line below it. */
    .texts .wide > .rows { grid-template-columns: repeat(var(--own, var(--lists, 1)), minmax(0, 1fr)); }
    @container feed (min-width: 66rem) { .texts .wide > .rows { --lists: 2; } .texts .wide > .rows > li:nth-last-child(-n + 2) { border-color: transparent; } }
    @container feed (min-width: 99rem) { .texts .wide > .rows { --lists: 3; } .texts .wide > .rows > li:nth-last-child(-n + 3) { border-color: transparent; } }
    @container feed (min-width: 132rem) { .texts .wide > .rows { --lists: 4; } .texts .wide > .rows > li:nth-last-child(-n + 4) { border-color: transparent; } }
    /* Without pictures a tile is as high as its texts. */
    .texts .grid > li { aspect-ratio: auto; min-height: 4.5rem; }
    """

  /// The rules for the width of a section and for the reader's settings.
  private static let narrow = """
    @container feed (max-width: 40rem) {
      .grid li { padding: .5rem; font-size: .875rem; }
      .rows > .ladder, .rows > .ladder-head { grid-template-columns: auto minmax(0, 1fr) repeat(var(--ladder), 4.5rem); }
      .rows > .depth-0:not(.head, .cell) > .flags { grid-column: 2 / span 2; margin: 0; }
    }
    @container feed (max-width: 32rem) {
      .rows > .depth-0:not(.head, .cell) > .figures { grid-row: 3; grid-column: 2 / -1; justify-self: start; margin: .1rem 0; }
    }
    @media (forced-colors: active) { :is(.sign, .folded > .title)::before { forced-color-adjust: none; background: CanvasText; } }
    @media (min-width: 125rem) { :root { font-size: calc(100vw / 125); } }
    """
}
