import FeedCommands
import FeedInputs
import FeedStore

extension StartingText {
  /// Fetches a document once, with secrets of the environment.
  ///
  /// - Throws: ``Failure`` with the address if it does not answer with a document.
  static func fetch(_ address: WebAddress, _ name: String) async throws -> FetchedText {
    do {
      let sample = try await WebSample.fetch(address, .ofEnvironment)
      return FetchedText(body: sample.body, type: sample.type)
    } catch let error as InputError {
      throw failure(name, error.message, hint(error))
    } catch let error as CancellationError {
      throw error
    } catch {
      // Errors of other libraries may contain a secret.
      throw failure(name, "the source cannot be read", "check the address")
    }
  }

  private static func hint(_ error: InputError) -> String? {
    if [.unreachable, .timeout].contains(error.code) {
      return "\(error.hint ?? "check the address"), leave it out, or name a saved answer of it"
    }
    guard error.code == .status else { return error.hint }
    if error.message.contains(" 401") || error.message.contains(" 403") {
      return "add the key that it asks for, as a secret of the environment: '…?key=${KEY}'"
    }
    return error.hint ?? "try it again later, or name a file: curl -o rows.json ADDRESS"
  }
}
