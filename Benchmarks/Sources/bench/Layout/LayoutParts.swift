import Measuring

let layoutParts = [
  Part("layout", of: "Layout", "solving, finding a screenful, editing, at 1k to 1M items") {
    try measureLayout(&$0)
  }
]
