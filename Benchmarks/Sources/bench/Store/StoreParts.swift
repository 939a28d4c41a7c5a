import Measuring

let storeParts = [
  Part("store", of: "Store", "messages of one row, from JSON text to a commit and its change set") {
    for isFile in [true, false] { try await measureStore(inFile: isFile, &$0) }
  }
]
