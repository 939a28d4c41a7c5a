import Dispatch
import FeedDefinition
import FeedDocuments
import FeedRendering
import Foundation
import PictureDecoding
import Synchronization

/// Reads and decodes the pictures that a page wants, one after the other, beside the page.
///
/// Nobody waits for a picture, and one that cannot be shown costs nothing but its place: files are read
/// up to a bound, from the declared folder alone, and decoded by the libraries that know how.
final class PictureLoader: Sendable {
  private struct State {
    var requested: Set<PictureRequest> = []
    var loaded: [(request: PictureRequest, picture: PagePicture)] = []
    var latestID = 0
  }

  private let mode: PictureMode
  private let ground: (red: UInt8, green: UInt8, blue: UInt8)
  private let folder: @Sendable () -> PictureFolder?
  private let queue = DispatchQueue(label: "feed.watch.pictures", qos: .utility)
  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// As large as the files that a server hands out.
  private static let mostBytes = 8 << 20
  /// What is sent through a terminal for one picture.
  private static let mostInline = 2 << 20
  /// The points of a cell in a picture that kitty fits into its place.
  private static let cell = (width: 8, height: 16)
  private static let mostPoints = 1_000_000

  /// - Parameters:
  ///   - mode: How the terminal shows pictures.
  ///   - ground: What is seen through transparent points.
  ///   - folder: The folder in which the pictures of the feed lie now.
  init(
    _ mode: PictureMode,
    over ground: (red: UInt8, green: UInt8, blue: UInt8),
    in folder: @escaping @Sendable () -> PictureFolder?
  ) {
    (self.mode, self.ground, self.folder) = (mode, ground, folder)
  }

  /// Whether a picture is another one where cells have another size.
  var dependsOnCells: Bool { mode == .sixel }

  /// Begins to load pictures that were not asked for before.
  ///
  /// - Parameters:
  ///   - requests: The pictures.
  ///   - report: Called whenever one has come.
  func load(_ requests: [PictureRequest], _ report: @escaping @Sendable () -> Void) {
    for request in requests where state.withLock({ $0.requested.insert(request).inserted }) {
      queue.async { [self] in
        let picture = picture(request)
        state.withLock { $0.loaded.append((request, picture)) }
        report()
      }
    }
  }

  /// Takes the pictures that have come.
  func take() -> [(request: PictureRequest, picture: PagePicture)] {
    state.withLock { state in
      defer { state.loaded = [] }
      // The page forgets pictures and may ask for them again.
      for (request, _) in state.loaded { state.requested.remove(request) }
      return state.loaded
    }
  }

  /// Loads a picture at once.
  func picture(_ request: PictureRequest) -> PagePicture {
    guard let file = file(request.name) else { return .name }
    let picture: PagePicture? =
      switch mode {
      case .names: nil
      case .blocks: points(file, request).map { .points($0) }
      case .kitty: kitty(file, request).map { .image($0) }
      case .inline: inline(file).map { .image($0) }
      case .sixel: sixel(file, request)
      }
    return picture ?? .name
  }

  private func file(_ name: String) -> [UInt8]? {
    guard let folder = folder() else { return nil }
    let part = try? folder.part(of: name, from: 0, count: Self.mostBytes + 1).get()
    guard let part, part.bytes.count <= Self.mostBytes else { return nil }
    return [UInt8](part.bytes)
  }

  private func points(_ file: [UInt8], _ request: PictureRequest) -> CellPicture? {
    let (columns, lines) = (request.columns, request.lines)
    let picture = DecodedPicture(file: file, over: ground, atLeast: columns, by: lines * 2)
    return picture.map {
      CellPicture(
        columns: columns,
        lines: lines,
        points: $0.filling(width: columns, height: lines * 2).bytes
      )
    }
  }

  private func kitty(_ file: [UInt8], _ request: PictureRequest) -> TerminalImage? {
    var (width, height) = (
      request.columns * Self.cell.width, request.lines * Self.cell.height
    )
    while width * height > Self.mostPoints { (width, height) = (width / 2, height / 2) }
    guard let picture = DecodedPicture(file: file, over: ground, atLeast: width, by: height)
    else { return nil }
    let isPNG = file.starts(with: [0x89, 0x50, 0x4E, 0x47])
    // The file as it is, if that is less to send.
    if isPNG, file.count < width * height * 3 {
      let form = TerminalImage.Kitty(
        png: picture.width,
        picture.height,
        shape: (width: width, height: height)
      )
      return image(.kitty(form), file)
    }
    let shown = picture.filling(width: width, height: height)
    return image(.kitty(.init(width: width, height: height)), shown.bytes)
  }

  private func inline(_ file: [UInt8]) -> TerminalImage? {
    // What our libraries cannot read is not sent to the terminal either.
    guard file.count <= Self.mostInline, DecodedPicture(file: file, atLeast: 1, by: 1) != nil
    else { return nil }
    return image(.inline(bytes: file.count), file)
  }

  /// Sixels are points of the screen; where the terminal does not say how many a cell has, or the
  /// picture would have too many, there are two points in each cell.
  private func sixel(_ file: [UInt8], _ request: PictureRequest) -> PagePicture? {
    guard let cell = TerminalDevice.cell else { return points(file, request).map { .points($0) } }
    let (width, height) = (request.columns * cell.width, request.lines * cell.height)
    guard width * height <= Self.mostPoints else {
      return points(file, request).map { .points($0) }
    }
    guard let picture = DecodedPicture(file: file, over: ground, atLeast: width, by: height)
    else { return nil }
    let shown = picture.filling(width: width, height: height)
    return .image(TerminalImage(id: nextID(), sixelsOf: shown.bytes, width: width, height: height))
  }

  private func image(_ form: TerminalImage.Form, _ bytes: [UInt8]) -> TerminalImage {
    TerminalImage(id: nextID(), form, base64: Array(Data(bytes).base64EncodedData()))
  }

  private func nextID() -> Int {
    state.withLock { state in
      state.latestID += 1
      return state.latestID
    }
  }
}
