import FeedEngine
import FeedStore
import HTTPTypes
import NIOCore

extension Refusal {
  /// Creates the refusal for an error, with the message that the command line would print.
  ///
  /// - Parameter place: The place in the request, unless the error has its own location.
  /// - Throws: The error itself, if it is an internal fault and not a mistake of the client.
  init(of error: any Error, at place: String?) throws {
    switch error {
    case let refusal as Refusal:
      self = refusal
      self.place = refusal.place ?? place
    case let error as EngineError:
      self.init(
        error.code.status,
        error.code.rawValue,
        error.message,
        hint: error.hint,
        place: place
      )
    case let error as StoreError:
      let known = error.location.map { "\($0.name):\($0.line):\($0.column)" }
      self.init(
        error.code.status,
        error.code.rawValue,
        error.message,
        hint: error.hint,
        place: place ?? known
      )
    case is NIOTooManyBytesError:
      self.init(.contentTooLarge, "body-too-large", "the body is too long")
    default: throw error
    }
  }
}

extension EngineError.Code {
  fileprivate var status: HTTPResponse.Status {
    switch self {
    case .unknownAction, .unknownItem, .unknownSection, .unknownObject, .unknownDocument: .notFound
    case .logUnreachable, .replicaBehind: .serviceUnavailable
    case .entryTooLarge: .contentTooLarge
    case .wrongTarget, .notReorderable, .wrongPlace, .refused: .conflict
    default: .unprocessableContent
    }
  }
}

extension StoreError.Code {
  fileprivate var status: HTTPResponse.Status {
    switch self {
    case .constraint: .conflict
    case .unknownAdapter: .notFound
    case .tooLarge: .contentTooLarge
    case .busy, .closed, .storage, .lost, .interrupted, .readOnly: .serviceUnavailable
    default: .unprocessableContent
    }
  }
}
