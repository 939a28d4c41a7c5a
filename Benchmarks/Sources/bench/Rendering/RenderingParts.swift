import Measuring

let renderingParts = [
  Part("rendering", of: "Rendering", "a terminal's screen out of 100k items; whole pages") {
    try measureScreens(&$0)
    try await measurePages(&$0)
  }
]
