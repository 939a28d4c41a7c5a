/// The functions that SQL of a feed may call: those of SQLite that only compute.
///
/// Any other function reaches beyond its arguments, belongs to virtual tables, or was added by the
/// host.
enum FunctionRules {
  /// Returns whether SQL of a feed may call a function, apart from the rules of determinism.
  static func allows(_ name: String) -> Bool {
    let name = name.lowercased()
    return core.contains(name) || math.contains(name) || aggregates.contains(name)
      || Determinism.isDateFunction(name) || name == "json" || name == "jsonb"
      || name.hasPrefix("json_") || name.hasPrefix("jsonb_") || ofAlterTable.contains(name)
  }

  private static let core: Set<String> = [
    "->", "->>", "abs", "char", "coalesce", "concat", "concat_ws", "format", "glob", "hex", "if",
    "ifnull", "iif", "instr", "length", "like", "likelihood", "likely", "lower", "ltrim", "max",
    "min", "nullif", "octet_length", "printf", "quote", "replace", "round", "rtrim", "sign",
    "soundex", "substr", "substring", "subtype", "trim", "typeof", "unhex", "unicode", "unistr",
    "unistr_quote", "unlikely", "upper", "zeroblob",
  ]

  private static let math: Set<String> = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh",
    "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power", "radians",
    "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
  ]

  private static let aggregates: Set<String> = [
    "avg", "count", "cume_dist", "dense_rank", "first_value", "group_concat", "lag", "last_value",
    "lead", "median", "nth_value", "ntile", "percent_rank", "percentile", "percentile_cont",
    "percentile_disc", "rank", "row_number", "string_agg", "sum", "total",
  ]

  /// The functions that only SQLite itself can call, to alter a table.
  private static let ofAlterTable: Set<String> = [
    "sqlite_add_constraint", "sqlite_drop_column", "sqlite_drop_constraint", "sqlite_fail",
    "sqlite_find_constraint", "sqlite_rename_column", "sqlite_rename_quotefix",
    "sqlite_rename_table", "sqlite_rename_test",
  ]
}
