import FeedCommands
import FeedInputs
import FeedStore

extension StartingText {
  /// Fetches a document once, or the first messages of a stream, with secrets of the environment.
  ///
  /// The type of an answer does not show whether the answer ends. A document that is not complete after some seconds is
  /// also read as a stream; the first result of the two counts.
  ///
  /// - Throws: ``Failure`` with the address if it answers neither with a document nor with a stream.
  static func fetch(_ address: WebAddress, _ name: String) async throws -> FetchedText {
    guard !address.url.written.hasPrefix("ws") else {
      return FetchedText(messages: try await StreamSample.read(address, name).messages)
    }
    let answer = try await withThrowingTaskGroup(of: FetchedText?.self) { tasks in
      tasks.addTask { try await document(address, name) }
      tasks.addTask {
        try await Task.sleep(for: slowness)
        guard let sample = try? await StreamSample.read(address, name), !sample.hasEnded else {
          return nil
        }
        return FetchedText(messages: sample.messages)
      }
      defer { tasks.cancelAll() }
      while let text = try await tasks.next() { if let text { return text } }
      throw CancellationError()
    }
    guard answer.type == "text/event-stream" else { return answer }
    return FetchedText(messages: try await StreamSample.read(address, name).messages)
  }

  /// The time after which a document may be a stream.
  private static let slowness = Duration.seconds(5)

  private static func document(_ address: WebAddress, _ name: String) async throws -> FetchedText {
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
      return "give the token that it asks for as a secret of the environment: "
        + "--header 'Authorization: Bearer ${TOKEN}', or '…?key=${KEY}'"
    }
    return error.hint ?? "try it again later, or name a file: curl -o rows.json ADDRESS"
  }
}
