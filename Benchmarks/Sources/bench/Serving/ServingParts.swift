import Measuring

let servingParts = [
  Part("serving-fan-out", of: "Serving", "a version to thousands of clients, against nchan") {
    try await measureFanOut(&$0)
  },
  Part("serving-compressed", of: "Serving", "compressed events to 1,000 clients, against nchan") {
    try await measureCompressed(&$0)
  },
  Part("serving-rights", of: "Serving", "the cost of reading rights for a connection and an event")
  {
    try await measureRights(&$0)
  },
  Part("serving-at-rest", of: "Serving", "the memory of connections that wait") {
    try await measureAtRest(&$0)
  },
  Part("serving-returning", of: "Serving", "thousands of clients that come back at once") {
    try await measureReturning(&$0)
  },
  Part("serving-stalled", of: "Serving", "clients that do not read, under the stress profile") {
    try await measureStalled(&$0)
  },
  Part("serving-windows", of: "Serving", "a part of a million items, and what a price costs it") {
    try measureWindows(&$0)
  },
  Part("serving-price", of: "Serving", "the bytes of a price") { try await measurePrice(&$0) },
]
