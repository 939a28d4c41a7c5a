import FeedEngine
import FeedModel
import FeedStore
import FeedTerminal
import Foundation

/// Performs the commands of a page on a feed of this process: each change is a commit.
struct FeedActing: WatchActing {
  let feed: WatchedFeed
  /// Plays the lines of fixtures, if the user steps through them.
  var stepper: Stepper?

  mutating func perform(_ command: WatchModel.Command, on page: inout WatchRun) async throws {
    switch command {
    case .quit, .suspend, .redraw: break
    case .act(let name, let target, let texts):
      let target: ActionTarget? =
        switch target {
        case .item(let item): .item(item)
        case .section(let section): .section(section)
        case .feed: nil
        }
      let about = target.map { " \($0)" } ?? ""
      await change(&page, "act \(name)\(about)") { engine in
        var values = try texts.mapValues { try Value(written: Substring($0)) }
        values["now"] = Self.time
        return try await engine.act(name, on: target, values: values)
      }
    case .undo:
      var undone = ""
      await change(&page, "undo") { engine in
        let (title, update) = try await engine.undo()
        undone = title
        return update
      }
      if !undone.isEmpty { page.model.message = "undone: \(undone)" }
    case .move(let item, let isUp):
      var isAtEnd = false
      await change(&page, "move \(item)") { engine in
        guard
          let destination = try await engine.destination(of: item, moved: isUp ? .up : .down)
        else {
          isAtEnd = true
          return nil
        }
        return try await engine.move(item, to: destination)
      }
      if isAtEnd { page.model.message = "it is already at the \(isUp ? "beginning" : "end")" }
    case .drop(let item, let neighbour, let isBehind):
      await change(&page, "move \(item)") { engine in
        try await engine.move(item, to: isBehind ? .after(neighbour) : .before(neighbour))
      }
    case .explain(let item):
      page.model.message =
        await feed.engine.canMove(item).map { ErrorText.line(of: $0) } ?? "it can be moved"
    case .step: await step(&page)
    case .stepTo(let version):
      while page.model.snapshot.version < version, await step(&page) {}
    case .stepToTime(let time):
      while page.model.history.endsBefore(time: time), await step(&page) {}
      if page.model.history.firstRecord(atTime: time) == nil {
        page.model.message = page.model.message ?? "the messages have no times; v goes to a number"
      }
    }
  }

  /// Changes the feed, or shows the reason for a rejection in the status line.
  private func change(
    _ page: inout WatchRun,
    _ cause: VersionCause,
    _ body: (FeedEngine) async throws -> FeedUpdate?
  ) async {
    do {
      let update = try await feed.perform { engine in
        await engine.keepUndo()
        return try await body(engine)
      }
      page.model.didAct(nil)
      if let update, stepper != nil {
        // While the user steps, versions are not followed, so this one is recorded here.
        page.model.record([VersionRecord(update, cause: cause)])
        _ = page.model.go(to: update.snapshot.version, at: page.now)
      } else {
        // A frame follows in any case.
        _ = page.inbox.explain(update?.snapshot.version, cause: cause)
        page.model.didChange()
      }
    } catch {
      page.model.didAct(ErrorText.line(of: error))
    }
    page.model.canUndo = await feed.engine.canUndo
  }

  /// Plays lines until a new version exists, and shows it.
  ///
  /// - Returns: Whether there is a new version.
  @discardableResult
  private mutating func step(_ page: inout WatchRun) async -> Bool {
    do {
      guard let record = try await stepper?.next() else {
        page.model.message =
          "the fixture has ended; version \(page.model.snapshot.version) is the last one"
        return false
      }
      page.model.record([record])
      _ = page.model.press(.character("]"), at: page.now)
      if let fault = stepper?.skipped.last { page.model.message = fault }
      return true
    } catch {
      page.model.message = ErrorText.line(of: error)
      return false
    }
  }

  /// The current time, in the notation of the feed's rows.
  private static var time: Value { .text(Text(Date.now.ISO8601Format())) }
}
