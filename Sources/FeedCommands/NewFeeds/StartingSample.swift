/// The sample feed of 'feed init': a list of things to do.
enum StartingSample {
  static let feed = """
    # yaml-language-server: $schema=feed.schema.json
    # 'feed check' says what is wrong with this file, 'feed explain CODE' what a message means.
    feed: 1
    title: TITLE

    store:
      schema: NAME.sql                # applied once to an empty store
      seed: NAME.seed.jsonl           # the rows that it begins with

    sources:                          # what there is: each a live query
      open:
        from: task
        where: NOT is_done
        order: [position]
      done:
        from: task
        where: is_done
        order: [done_at DESC]
        limit: 20

    sections:                         # what is shown of it, in this order
      - id: open
        source: open
        header: To do
        item: task
        reorder: position             # 'feed move' and a drag on the page
        insert: {position: last}      # 'feed put' adds at the end
        placeholder: {item: message, text: Nothing to do}
        layout: rows
      - id: done
        source: done
        header: Done
        item: task
        layout: rows

    items:                            # what an item says
      task:
        title: "{title}"
        subtitle: "{note}"
        badge: "{due:EEE d MMM}"
        flags: {done: is_done}
        tone: {muted: is_done}

    actions:                          # what a press does
      toggle:
        title: Done or not
        item: task
        key: x
        sql: |
          UPDATE task SET is_done = NOT is_done,
            done_at = CASE WHEN is_done THEN NULL ELSE :now END WHERE id = :id

    layouts:
      rows:
        height: 48
        insets: [0, 16]
        boundary:
          - {kind: header, size: [100%, 32], pin: true}

    """

  static let schema = """
    CREATE TABLE task (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL,
      note TEXT,
      due TEXT,
      is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1)),
      done_at TEXT,
      position REAL NOT NULL DEFAULT 0
    ) STRICT;

    """

  static let seed = """
    {"at":0,"upsert":{"task":[{"id":1,"title":"Look at the feed","note":"feed watch shows it in a terminal","due":"2026-07-01","position":1},{"id":2,"title":"Change a line of the feed file","note":"feed watch shows the change at once","due":"2026-07-02","position":2},{"id":3,"title":"Serve it","note":"feed serve has a page for a browser","position":3}]}}
    {"at":0,"upsert":{"task":[{"id":4,"title":"Install feed","is_done":1,"done_at":"2026-06-30T09:00:00Z","position":4}]}}

    """

  static let lines = """
    {"at":0.5,"upsert":{"task":[{"id":5,"title":"Play a line","note":"each one is a transaction","position":2.5}]}}
    {"at":1,"upsert":{"task":[{"id":1,"is_done":1,"done_at":"2026-07-01T08:00:00Z"}]}}
    {"at":1.5,"upsert":{"task":[{"id":3,"position":0.5,"due":"2026-07-03"}]}}
    {"at":2,"delete":{"task":[5]}}

    """
}
