import FeedQueries
import Testing

@Suite("Readers")
struct ReadersTests {
  private struct Step: VersionStep, Equatable {
    let from: Int
    let snapshot: Int
  }

  private func take(_ mailbox: Mailbox<Step>) async -> String {
    switch await mailbox.take() {
    case nil: "the end"
    case .version(let version): "version \(version)"
    case .step(let step): "\(step.from) to \(step.snapshot)"
    }
  }

  @Test func `a reader gets the step to each version, and one that missed some the newest version`()
    async
  {
    let readers = Readers<Step>(1)
    let mailbox = readers.join()
    #expect(await take(mailbox) == "version 1")
    readers.publish(Step(from: 1, snapshot: 2))
    #expect(await take(mailbox) == "1 to 2")
    readers.publish(Step(from: 2, snapshot: 3))
    readers.publish(Step(from: 3, snapshot: 4))
    #expect(await take(mailbox) == "version 4")
    async let waited = take(mailbox)
    readers.publish(Step(from: 4, snapshot: 5))
    #expect(await waited == "4 to 5")
    readers.finish()
    #expect(await take(mailbox) == "the end")
  }

  @Test func `a reader that has not taken its first version gets the newest one alone`() async {
    let readers = Readers<Step>(1)
    let mailbox = readers.join()
    readers.publish(Step(from: 1, snapshot: 2))
    #expect(await take(mailbox) == "version 2")
    #expect(readers.newest == 2)
  }
}
