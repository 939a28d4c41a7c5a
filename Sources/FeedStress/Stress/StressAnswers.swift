import Synchronization

/// A queue of answers that the run has not read yet.
package final class Answers: Sendable {
  /// Guarded by the mutex.
  private let state = Mutex<[StressAnswer]>([])

  package init() {}

  package func add(_ answer: StressAnswer) { state.withLock { $0.append(answer) } }

  package func take() -> [StressAnswer] {
    state.withLock { answers in
      defer { answers.removeAll() }
      return answers
    }
  }
}
