package import FeedRendering

extension WatchModel {
  /// The pictures of the last screens, and those that are still to come.
  struct Pictures {
    var known: [PictureRequest: PagePicture] = [:]
    /// The pictures in the order in which they came.
    var order: [PictureRequest] = []
    /// The pictures in view of which nothing is known.
    var wanted: [PictureRequest] = []

    /// More than several screens show.
    static let most = 256
  }

  /// The pictures that the screen has places for and that were not given yet.
  package var wantedPictures: [PictureRequest] { pictures?.wanted ?? [] }

  /// Has pictures shown from now on, which the program gives when they are wanted.
  package mutating func showPictures() { pictures = Pictures() }

  /// Takes what is to be shown in the place of a picture; the oldest ones are forgotten.
  package mutating func show(_ picture: PagePicture, for request: PictureRequest) {
    guard var pictures else { return }
    if pictures.known.updateValue(picture, forKey: request) == nil {
      pictures.order.append(request)
    }
    if pictures.order.count > Pictures.most {
      for old in pictures.order.prefix(Pictures.most / 4) { pictures.known[old] = nil }
      pictures.order.removeFirst(Pictures.most / 4)
    }
    self.pictures = pictures
  }

  /// What is shown in the place of a picture, or `nil` if it is still to come.
  func picture(_ request: PictureRequest) -> PagePicture? {
    pictures.map { $0.known[request] } ?? .name
  }
}
