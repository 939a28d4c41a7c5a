import Measuring

let inputParts = [
  Part("inputs-rates", of: "Inputs", "messages a second of each kind, against 'feed replay'") {
    try await measureInputRates(&$0)
  },
  Part("inputs-delays", of: "Inputs", "from the socket of a source to the patch") {
    try await measureInputDelays(&$0)
  },
]
