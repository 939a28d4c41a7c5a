/// SQLite's extended codes for constraints, which its header computes and Swift cannot import.
enum ConstraintCode {
  static let foreignKey: Int32 = 19 | 3 << 8
  static let notNull: Int32 = 19 | 5 << 8
  static let primaryKey: Int32 = 19 | 6 << 8
  static let unique: Int32 = 19 | 8 << 8
}
