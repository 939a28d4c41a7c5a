extension StartingRows {
  /// Returns the error for a table whose first line has a number in the place of a name.
  static func missingNames(_ value: String, _ text: StartingText) -> Failure {
    Failure.badInput(
      "malformed-csv",
      "the first line of '\(text.name)' is read as the names of the columns, and '\(value)' is a number",
      hint: "write a line with the names of the columns before it, such as id,name,price"
    )
  }
}
