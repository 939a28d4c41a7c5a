import Testing

extension MessageErrorTests {
  /// A message with one error, and the report of it.
  struct Case: CustomTestStringConvertible {
    let message: String
    let error: String
    var testDescription: String { message }

    static var all: [Case] { shape + names + values + constraints + statements }

    init(_ message: String, _ error: String) {
      self.message = message
      self.error = error
    }
  }

  static let shape = [
    Case(
      #"{"upsert":{"event":[{"id":1,}]}}"#,
      """
      error[malformed-message]: the message is not JSON, at column 29: a name in double quotes is missing
        hint: a message is one line, for example {"upsert":{"event":[{"id":1}]}}
      """
    ),
    Case(
      "{}\0{",
      """
      error[malformed-message]: the message contains a zero byte
        hint: a message is one line of JSON text
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"name":"a\u0000b"}]}}"#,
      """
      error[malformed-message]: the message contains '\\u0000', a zero byte, at byte 38
        hint: a text ends at a zero byte: leave it out, or write another character
      """
    ),
    Case(
      "[1]",
      """
      error[malformed-message]: the message is not a JSON object
        hint: for example {"upsert":{"event":[{"id":1}]}}
      """
    ),
    Case(
      #"{"upsert":{},"upsert":{}}"#,
      """
      error[malformed-message]: the message has the part 'upsert' twice
        hint: combine the two parts
      """
    ),
    Case(
      #"{"at":1,"at":2,"upsert":{"tag":[{"name":"a"}]}}"#,
      """
      error[malformed-message]: the message has the part 'at' twice
        hint: combine the two parts
      """
    ),
    Case(
      #"{"delete":{"tag":["a"]},"upsert":{},"delete":{}}"#,
      """
      error[malformed-message]: the message has the part 'delete' twice
        hint: combine the two parts
      """
    ),
    Case(
      #"{"adapter":"betfare","message":{},"adapter":"betfare"}"#,
      """
      error[malformed-message]: the message has the part 'adapter' twice
        hint: combine the two parts
      """
    ),
    Case(
      #"{"upsert":{"tag":[{"name":"a"}],"tag":[{"name":"b"}]}}"#,
      """
      error[malformed-message]: the message has the table 'tag' twice in one part
        hint: put the rows into one list
      """
    ),
    Case(
      #"{"delete":{"tag":[],"sport":[],"tag":["a"]}}"#,
      """
      error[malformed-message]: the message has the table 'tag' twice in one part
        hint: put the rows into one list
      """
    ),
    Case(
      #"{"upserts":{}}"#,
      """
      error[unknown-key]: the message has an unknown part 'upserts'
        hint: did you mean 'upsert'?
      """
    ),
    Case(
      #"{"upsert":[]}"#,
      """
      error[malformed-message]: 'upsert' is not an object, by table a list of rows
        hint: make it an object, by table a list of rows
      """
    ),
    Case(
      #"{"upsert":{"event":{"id":1}}}"#,
      """
      error[malformed-message]: 'event' is not a list of rows
        hint: make it a list of rows
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"score":2},7]}}"#,
      """
      error[malformed-message]: row 2 of 'event' is not an object
        hint: a row names its columns, for example {"id":1}
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"score":2,"score":3}]}}"#,
      """
      error[malformed-message]: row 1 of 'event' has the column 'score' twice
        hint: leave one of them out
      """
    ),
    Case(
      #"{"sql":"SELECT 1","sql":"SELECT 2"}"#,
      """
      error[malformed-message]: the message has the part 'sql' twice
        hint: combine the two parts
      """
    ),
    Case(
      #"{"sql":[1]}"#,
      """
      error[malformed-message]: 'sql' contains a value that is not a text
        hint: make it a list of statements
      """
    ),
  ]

  static let names = [
    Case(
      #"{"upsert":{"evnet":[]}}"#,
      "error[unknown-table]: there is no table 'evnet'\n  hint: did you mean 'event'?"
    ),
    Case(
      #"{"upsert":{"feed_state":[{"name":"x"}]}}"#,
      """
      error[unknown-table]: there is no table 'feed_state'
        hint: the tables are: event, later, line, sport, tag
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"Status":"live"}]}}"#,
      "error[unknown-column]: table 'event' has no column 'Status'\n  hint: did you mean 'status'?"
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"weather":"fine"}]}}"#,
      """
      error[unknown-column]: table 'event' has no column 'weather'
        hint: the columns are: id, sport_id, status, score, shout
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"shout":"HI"}]}}"#,
      """
      error[invalid-value]: row 1 of 'event' has a value for 'shout', which is computed from other \
      columns
        hint: leave 'shout' out
      """
    ),
    Case(
      #"{"adapter":"betfair","message":{}}"#,
      "error[unknown-adapter]: there is no adapter 'betfair'\n  hint: did you mean 'betfare'?"
    ),
    Case(
      #"{"adapter":"betfare"}"#,
      """
      error[malformed-message]: there is no message for adapter 'betfare'
        hint: put its input into 'message'
      """
    ),
    Case(
      #"{"message":{}}"#,
      """
      error[unknown-key]: the message has a part 'message' but no part 'adapter'
        hint: name the adapter
      """
    ),
  ]

  static let values = [
    Case(
      #"{"upsert":{"event":[{"id":1},{"status":"live"}]}}"#,
      """
      error[missing-key]: row 2 of 'event' lacks 'id', a part of its primary key
        hint: give 'id' a value
      """
    ),
    Case(
      #"{"upsert":{"line":[{"market":1,"side":null}]}}"#,
      """
      error[missing-key]: row 1 of 'line' has NULL for 'side', a part of its primary key
        hint: give 'side' a value
      """
    ),
    Case(
      #"{"delete":{"line":[7]}}"#,
      """
      error[missing-key]: the key at row 1 of 'line' has 1 values, not 2
        hint: the key consists of 'market', 'side'
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"status":{"a":1}}]}}"#,
      """
      error[invalid-value]: the value at row 1 of 'event', column 'status' is an object
        hint: a column holds a text, a number, true, false or null
      """
    ),
    Case(
      #"{"delete":{"line":[[1,["a"]]]}}"#,
      """
      error[invalid-value]: the value at row 1 of 'line' is a list
        hint: a column holds a text, a number, true, false or null
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":9223372036854775808}]}}"#,
      """
      error[out-of-range]: the integer at row 1 of 'event', column 'id' does not fit into 64 bits
        hint: write it as a text, or with a decimal point if it need not be exact
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"score":1e999}]}}"#,
      """
      error[out-of-range]: the number at row 1 of 'event', column 'score' is larger than any that \
      can be stored
        hint: the largest is about 1.8e308
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":"seven","sport_id":1}]}}"#,
      """
      error[invalid-value]: row 'event/seven' cannot be written: datatype mismatch
        hint: the key must be an integer
      """
    ),
  ]

  static let constraints = [
    Case(
      #"{"upsert":{"event":[{"id":735,"status":"live"}]}}"#,
      """
      error[constraint]: row 'event/735' cannot be written: NOT NULL constraint failed: event.sport_id
        hint: a new row needs a value for 'sport_id', which has no default
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"status":null}]}}"#,
      """
      error[constraint]: row 'event/1' cannot be written: NOT NULL constraint failed: event.status
        hint: give 'status' a value
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":3,"sport_id":99}]}}"#,
      """
      error[constraint]: row 'event/3' cannot be written: FOREIGN KEY constraint failed
        hint: write the row that it refers to first: 'sport/99'
      """
    ),
    Case(
      #"{"delete":{"sport":[1]}}"#,
      """
      error[constraint]: row 'sport/1' cannot be deleted: FOREIGN KEY constraint failed
        hint: delete the rows that refer to it first
      """
    ),
    Case(
      #"{"upsert":{"event":[{"id":1,"status":""}]}}"#,
      "error[constraint]: row 'event/1' cannot be written: CHECK constraint failed: status <> ''"
    ),
    Case(
      #"{"upsert":{"sport":[{"id":3,"name":"Golf"}]}}"#,
      """
      error[constraint]: row 'sport/3' cannot be written: UNIQUE constraint failed: sport.name
        hint: another row has this value; change or delete that one first
      """
    ),
    Case(
      #"{"upsert":{"later":[{"id":4,"event":99}]}}"#,
      """
      error[constraint]: a row of 'later' (row id 4) refers to a row of 'event' that does not exist
        hint: write the row that it refers to in the same transaction
      """
    ),
  ]

  static let statements = [
    Case(
      #"{"sql":["UPDATE evnet SET score = 1"]}"#,
      "error[sql]: no such table: evnet, in: UPDATE evnet SET score = 1"
    ),
    Case(
      #"{"sql":["UPDATE event SET score = ?1"]}"#,
      """
      error[sql]: a statement of a message has parameters: UPDATE event SET score = ?1
        hint: write the values out
      """
    ),
    Case(
      #"{"sql":["INSERT INTO sport VALUES (7, 'Golf')"]}"#,
      "error[constraint]: UNIQUE constraint failed: sport.name, in: INSERT INTO sport VALUES (7, 'Golf')"
    ),
  ]
}
