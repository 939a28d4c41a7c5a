import Measuring

let deliveryParts = [
  Part("delivery", of: "Delivery", "the busiest minute at life's speed, with ten readers") {
    try await measureDelivery(&$0)
  }
]
