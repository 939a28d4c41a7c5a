import Measuring

let pipelineParts = [
  Part("pipeline", of: "Pipeline", "the sportsbook's minute through everything, against SQLite") {
    for isFile in [false, true] { try await measureReplay(inFile: isFile, &$0) }
  }
]

let exchangeParts = [
  Part("exchange", of: "Pipeline", "a cricket match of an exchange's stream, against SQLite") {
    try await measureExchange(&$0)
  }
]
