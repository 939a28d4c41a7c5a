import FeedEngine
import FeedModel
import FeedStore
import FeedTerminal
import Foundation

extension WatchRun {
  /// Does what the page cannot do by itself: each change is a commit like any other.
  mutating func perform(_ command: WatchModel.Command) async throws {
    switch command {
    case .quit, .suspend, .redraw: break
    case .act(let name, let target):
      let target: ActionTarget? =
        switch target {
        case .item(let item): .item(item)
        case .section(let section): .section(section)
        case .feed: nil
        }
      let about = target.map { " \($0)" } ?? ""
      await change("act \(name)\(about)") { engine in
        try await engine.act(name, on: target, values: ["now": Self.time])
      }
    case .move(let item, let isUp):
      var isAtEnd = false
      await change("move \(item)") { engine in
        guard
          let destination = try await engine.destination(of: item, moved: isUp ? .up : .down)
        else {
          isAtEnd = true
          return nil
        }
        return try await engine.move(item, to: destination)
      }
      if isAtEnd { model.message = "it stands at the \(isUp ? "beginning" : "end") already" }
    case .drop(let item, let neighbour, let isBehind):
      await change("move \(item)") { engine in
        try await engine.move(item, to: isBehind ? .after(neighbour) : .before(neighbour))
      }
    case .explain(let item):
      model.message =
        await feed.engine.canMove(item).map { ErrorText.line(of: $0) } ?? "it can be moved"
    case .step: await step()
    case .stepTo(let version):
      while model.snapshot.version < version, await step() {}
    }
  }

  /// Changes the feed, or says in the status line why not.
  private mutating func change(
    _ cause: String,
    _ body: (FeedEngine) async throws -> FeedUpdate?
  ) async {
    do {
      let update = try await feed.perform(body)
      if let update, stepper != nil {
        // Versions are not followed while they are stepped through, so this is the place to record it.
        model.record([VersionRecord(update, cause: cause)])
        _ = model.go(to: update.snapshot.version, at: now)
      } else {
        // A frame follows in any case.
        _ = inbox.explain(update?.snapshot.version, cause: cause)
        model.didChange()
      }
    } catch {
      model.message = ErrorText.line(of: error)
    }
  }

  /// Plays lines until there is another version, and shows it.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  private mutating func step() async -> Bool {
    do {
      guard let record = try await stepper?.next() else {
        model.message = "the fixture has ended; version \(model.snapshot.version) is the last one"
        return false
      }
      model.record([record])
      _ = model.press(.character("]"), at: now)
      if let fault = stepper?.skipped.last { model.message = fault }
      return true
    } catch {
      model.message = ErrorText.line(of: error)
      return false
    }
  }

  /// The time, as the feed's rows have it.
  private static var time: Value { .text(Text(Date.now.ISO8601Format())) }
}
