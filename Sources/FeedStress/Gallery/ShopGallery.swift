/// A shop: products by category, whose prices and stocks change while people buy.
package struct ShopGallery: GallerySource {
  package static let rate = 4

  private struct Product {
    let category: Int
    let name: String
    let note: String
    let usual: Int
    var price: Int
    var stock: Int
  }

  private static let categories = ["Kitchen", "Desk", "Garden"]
  private static let products: [(Int, String, String, Int)] = [
    (0, "Stoneware mug", "Speckled, 350 ml", 1_490), (0, "Bread board", "Oiled oak", 3_250),
    (0, "Kettle", "Enamelled, 1.5 l", 5_900), (0, "Carafe", "Hand-blown glass", 2_890),
    (1, "Table lamp", "Brass, dimmable", 8_900), (1, "Notebook", "Dotted, 160 pages", 1_190),
    (1, "Wall clock", "Silent movement", 4_450), (1, "Pencil pot", "Turned ash", 1_650),
    (2, "Watering can", "Zinc, 5 l", 3_900), (2, "Clay pot", "Frost-proof, 20 cm", 1_290),
    (2, "Lantern", "For tea lights", 2_450), (2, "Bird house", "Larch, for tits", 2_990),
  ]

  package static var pictures: [(name: String, bytes: [UInt8])] {
    products.indices.map { ("product-\($0 + 1).png", ShopPictures.picture(of: $0).bytes) }
  }

  private var random: SplitMix64
  private var products: [Product] = []

  package init(seed: UInt64, start: Int64) {
    random = SplitMix64(seed: seed)
    for (category, name, note, price) in Self.products {
      products.append(
        Product(
          category: category,
          name: name,
          note: note,
          usual: price,
          price: price,
          stock: random.within(0...24)
        )
      )
    }
  }

  package var opening: WorkloadMessage {
    var message = WorkloadMessage(
      "category",
      Self.categories.enumerated().map { [("id", .integer($0 + 1)), ("name", .text($1))] }
    )
    message.upsert(
      "product",
      products.indices.map { index in
        let product = products[index]
        return state(index) + [
          ("category_id", .integer(product.category + 1)), ("name", .text(product.name)),
          ("note", .text(product.note)), ("image", .text("product-\(index + 1).png")),
        ]
      }
    )
    return message
  }

  package mutating func next(at _: Int64) -> WorkloadMessage {
    let index = random.below(products.count)
    let product = products[index]
    if product.stock == 0 {
      guard random.below(4) == 0 else { return WorkloadMessage() }
      products[index].stock = random.within(6...24)
    } else if random.below(8) == 0 {
      // A price falls by a tenth or more, or returns.
      let isReduced = product.price < product.usual
      products[index].price =
        isReduced ? product.usual : product.usual * random.within(6...9) / 10 / 10 * 10
    } else {
      products[index].stock -= min(random.within(1...3), product.stock)
    }
    return WorkloadMessage("product", [state(index)])
  }

  private func state(_ index: Int) -> WorkloadMessage.Row {
    let product = products[index]
    let note =
      switch product.stock {
      case 0: "sold out"
      case ..<5: "only \(product.stock) left"
      default: "\(product.stock) in stock"
      }
    return [
      ("id", .integer(index + 1)), ("price", .price(product.price)),
      ("is_reduced", .flag(product.price < product.usual)), ("stock", .integer(product.stock)),
      ("stock_note", .text(note)),
    ]
  }
}
