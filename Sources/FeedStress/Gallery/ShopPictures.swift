/// The pictures of the shop's products.
enum ShopPictures {
  private static let grounds: [(UInt32, UInt32)] = [
    (0xE9DCC9, 0xD3BFA4), (0xCBD9D2, 0xA9BFB4), (0xD8D2E3, 0xB7AFCB), (0xF0D9C8, 0xDDB79C),
  ]

  /// Draws the picture of a product by its number, counted from zero.
  static func picture(of product: Int) -> PNGPicture {
    let ground = grounds[product % grounds.count]
    var sketch = Sketch(width: 480, height: 480, from: ground.0, to: ground.1)
    sketch.wedge(
      ground.1.mixed(with: 0x5A4A3A, 1, of: 3),
      x: 500,
      y: 790...840,
      top: 290,
      bottom: 320
    )
    switch product {
    case 0: mug(&sketch)
    case 1: boardOfBread(&sketch)
    case 2: kettle(&sketch)
    case 3: carafe(&sketch)
    case 4: lamp(&sketch)
    case 5: notebook(&sketch)
    case 6: clock(&sketch)
    case 7: pot(&sketch, 0xB98B5A, pencils: true)
    case 8: can(&sketch)
    case 9: pot(&sketch, 0xC4643C, pencils: false)
    case 10: lantern(&sketch)
    default: house(&sketch)
    }
    return sketch.picture
  }

  private static func mug(_ sketch: inout Sketch) {
    sketch.disc(0x3E5C76, x: 690, y: 560, radius: 140, hole: 90)
    sketch.box(0x3E5C76, x: 300...680, y: 360...820)
    sketch.box(0x748CAB, x: 300...680, y: 360...400)
    for (x, y) in [(380, 520), (560, 620), (440, 710), (610, 480)] {
      sketch.disc(0xF0EBD8, x: x, y: y, radius: 14)
    }
  }

  private static func boardOfBread(_ sketch: inout Sketch) {
    sketch.box(0xA9713D, x: 330...670, y: 320...820)
    sketch.box(0xA9713D, x: 450...550, y: 160...330)
    sketch.disc(0x6B4526, x: 500, y: 220, radius: 24)
    for x in [400, 500, 600] { sketch.box(0x96622F, x: x...(x + 10), y: 330...810) }
  }

  private static func kettle(_ sketch: inout Sketch) {
    sketch.disc(0x2F2F35, x: 500, y: 420, radius: 230, hole: 196)
    sketch.wedge(0xB5313A, x: 500, y: 430...820, top: 170, bottom: 280)
    sketch.wedge(0xB5313A, x: 760, y: 470...640, top: 50, bottom: 20)
    sketch.box(0x8E232C, x: 330...670, y: 424...452)
    sketch.disc(0x2F2F35, x: 500, y: 410, radius: 30)
  }

  private static func carafe(_ sketch: inout Sketch) {
    sketch.wedge(0xBFE0E6, x: 500, y: 220...470, top: 70, bottom: 90)
    sketch.wedge(0xBFE0E6, x: 500, y: 470...820, top: 90, bottom: 240)
    sketch.wedge(0x6FA8BF, x: 500, y: 600...820, top: 146, bottom: 240)
    sketch.box(0xEDF7F8, x: 430...450, y: 260...600)
  }

  private static func lamp(_ sketch: inout Sketch) {
    sketch.box(0xB8892B, x: 484...516, y: 420...800)
    sketch.wedge(0xB8892B, x: 500, y: 780...820, top: 130, bottom: 170)
    sketch.wedge(0xFFF1C1, x: 500, y: 190...470, top: 140, bottom: 270)
    sketch.wedge(0xF6DA8A, x: 500, y: 440...470, top: 262, bottom: 270)
  }

  private static func notebook(_ sketch: inout Sketch) {
    sketch.box(0x274C43, x: 300...700, y: 220...820)
    sketch.box(0xF4EFE2, x: 700...720, y: 236...804)
    sketch.box(0xE2B04A, x: 610...632, y: 220...820)
    sketch.box(0xF4EFE2, x: 360...560, y: 330...420)
  }

  private static func clock(_ sketch: inout Sketch) {
    sketch.disc(0x2B2D42, x: 500, y: 500, radius: 320)
    sketch.disc(0xF8F7F2, x: 500, y: 500, radius: 284)
    sketch.box(0x2B2D42, x: 490...510, y: 290...510)
    sketch.box(0xC8553D, x: 500...660, y: 492...508)
    for (x, y) in [(500, 240), (500, 760), (240, 500), (760, 500)] {
      sketch.disc(0x2B2D42, x: x, y: y, radius: 16)
    }
  }

  private static func pot(_ sketch: inout Sketch, _ color: UInt32, pencils: Bool) {
    if pencils {
      for (x, color, top) in [(420, 0xE2B04A, 250), (500, 0x3E5C76, 200), (580, 0xB5313A, 280)]
        as [(Int, UInt32, Int)]
      {
        sketch.box(color, x: (x - 24)...(x + 24), y: top...560)
        sketch.wedge(0xF0DFC0, x: x, y: (top - 60)...top, top: 2, bottom: 24)
      }
    } else {
      for (x, y) in [(420, 330), (580, 330), (500, 250), (500, 390)] {
        sketch.disc(0x4F8A5B, x: x, y: y, radius: 110)
      }
    }
    sketch.wedge(color, x: 500, y: 520...820, top: 200, bottom: 150)
    sketch.box(color.mixed(with: 0, 1, of: 5), x: 280...720, y: 470...540)
  }

  private static func can(_ sketch: inout Sketch) {
    sketch.disc(0x7D8B95, x: 560, y: 440, radius: 200, hole: 166)
    sketch.paint(0x7D8B95) { x, y in
      (140...420).contains(x) && abs(y - 430 - (x - 140) * 6 / 10) < 32
    }
    sketch.wedge(0x94A3AE, x: 560, y: 470...820, top: 190, bottom: 220)
    sketch.wedge(0x7D8B95, x: 140, y: 370...450, top: 30, bottom: 70)
  }

  private static func lantern(_ sketch: inout Sketch) {
    sketch.disc(0x2F2F35, x: 500, y: 240, radius: 110, hole: 90)
    sketch.wedge(0x2F2F35, x: 500, y: 260...360, top: 60, bottom: 220)
    sketch.box(0x2F2F35, x: 300...700, y: 360...820)
    sketch.box(0xF9DFA0, x: 330...670, y: 390...780)
    sketch.wedge(0xF08A4B, x: 500, y: 520...700, top: 6, bottom: 50)
    sketch.box(0xFDF6E3, x: 440...560, y: 700...780)
  }

  private static func house(_ sketch: inout Sketch) {
    sketch.box(0xC9985B, x: 330...670, y: 400...820)
    sketch.wedge(0x5E4A3A, x: 500, y: 180...420, top: 10, bottom: 280)
    sketch.disc(0x3A2B20, x: 500, y: 540, radius: 76)
    sketch.box(0x5E4A3A, x: 490...510, y: 650...740)
  }
}
