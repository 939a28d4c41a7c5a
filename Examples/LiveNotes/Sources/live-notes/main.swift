import GRDB
import LiveNotes

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE note (
        id INTEGER PRIMARY KEY,
        folderId INTEGER NOT NULL REFERENCES folder (id),
        title TEXT NOT NULL,
        isDone BOOLEAN NOT NULL DEFAULT FALSE
      );
      INSERT INTO folder VALUES (1, 'Home'), (2, 'Work');
      INSERT INTO note VALUES (1, 1, 'Bread', FALSE), (2, 2, 'Report', FALSE);
      """
  )
}

let book = try NoteBook(database, favourite: "Home")
let list = NoteList()
for await update in book.live.versions() {
  list.show(update)
  print(update["open"])
  print(list.sections)
  guard update.snapshot.version == 1 else { break }
  try database.write { db in
    try Note(id: 3, folderId: 1, title: "Milk").insert(db)
    try Note(id: 2, folderId: 2, title: "Report", isDone: true).update(db)
  }
}
try book.close()
