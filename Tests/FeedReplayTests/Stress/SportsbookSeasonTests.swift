import Foundation
import TestSupport
import Testing

@testable import FeedStress

@Suite("SportsbookSeason")
struct SportsbookSeasonTests {
  /// The noon of a Saturday.
  private static let start: Int64 = 1_782_561_600
  /// Four hours of the season, in which whole matches are played.
  private static let messages = 24_000

  /// Returns the time of a message, of which a minute has a hundred.
  private static func time(_ number: Int) -> Int64 { start + Int64(number * 60 / 100) }

  @Test func `scores only rise, fit the clock, and belong to live events that have begun`() {
    for seed in 1...amount(1, full: 2) as ClosedRange<UInt64> {
      var season = SportsbookSeason(seed: seed, start: Self.start)
      var points: [Int: [Int]] = [:]
      var finished = 0
      for number in 0..<Self.messages {
        let message = season.next(at: Self.time(number))
        for row in message.upserts.first(where: { $0.table == "event" })?.rows ?? [] {
          guard case .integer(let id) = row[0].value else { continue }
          let index = id - SportsbookBoard.firstEvent
          let event = season.board.events[index]
          let before = points[index] ?? [0, 0]
          #expect(zip(before, event.points).allSatisfy { $0 <= $1 }, "\(event)")
          points[index] = event.points
          guard event.status != .scheduled else {
            #expect(event.points == [0, 0])
            continue
          }
          #expect(event.startsAt <= season.minute, "\(event)")
          #expect(event.ticks <= (season.minute - event.startsAt) / 2, "\(event)")
          let profile = season.board.sports[event.sport].profile
          if let parts = profile.decidingParts {
            // The third set is played after two sets, and no one has won more than half of all.
            let played = event.points.reduce(0, +)
            let isOver = event.points.contains { $0 > parts / 2 }
            #expect(isOver == (event.status == .finished), "\(event)")
            if event.status == .live, event.isSuspended == false {
              let shown = profile.scoring.clock(afterTicks: event.ticks)
              #expect(shown.hasSuffix(" \(played + 1)") || due(index, in: season), "\(event)")
            }
          }
          if event.status == .finished { finished += 1 }
        }
      }
      #expect(finished > 20)
      #expect(season.board.events.contains { $0.isRemoved && $0.status == .finished })
    }
  }

  /// Returns whether the report of an event's score is due.
  private func due(_ event: Int, in season: SportsbookSeason) -> Bool {
    season.due.contains { if case .report(event) = $0 { true } else { false } }
  }

  @Test func `no open market offers a result that the score excludes`() {
    for seed in 1...amount(1, full: 2) as ClosedRange<UInt64> {
      var season = SportsbookSeason(seed: seed, start: Self.start)
      var offers = 0
      for number in 0..<Self.messages {
        _ = season.next(at: Self.time(number))
        guard number.isMultiple(of: 100) else { continue }
        let board = season.board
        for event in board.events where event.status == .live && !event.isRemoved {
          for market in event.markets where board.markets[market].status == .open {
            let name = board.markets[market].name
            guard ["Correct score", "Set betting", "Set score"].contains(name) else { continue }
            let selections = board.markets[market].selections.map { board.selections[$0] }
            #expect(Set(selections.map(\.name)).count == selections.count)
            for selection in selections {
              let result = selection.name.split(separator: "–").compactMap { Int($0) }
              #expect(result.count == 2)
              #expect(!selection.isRemoved)
              #expect(zip(event.points, result).allSatisfy { $0 <= $1 }, "\(event) \(selection)")
              offers += 1
            }
          }
        }
      }
      #expect(offers > 500)
    }
  }

  @Test func `prices lie between 1.01 and 500, and the favourite leads late`() {
    let profile = SportProfile.football
    let late = MatchForecast(profile, balance: 5_000, points: [2, 0], ticks: 56)
    #expect(late.chance { $0 > $1 } > 0.98)
    let even = MatchForecast(profile, balance: 5_000, points: [0, 0], ticks: 0)
    #expect((0.2...0.35).contains(even.chance { $0 == $1 }))
    #expect(abs(even.chance { _, _ in true } - 1) < 1e-9)
    var season = SportsbookSeason(seed: 4, start: Self.start)
    for number in 0..<Self.messages { _ = season.next(at: Self.time(number)) }
    for selection in season.board.selections where !selection.isRemoved {
      #expect((101...50_000).contains(selection.price))
    }
  }

  @Test func `the clock of a season is that of its reader at any rate of messages`() {
    for (step, count) in [(1, amount(3_000, full: 9_000)), (60, 300)] {
      var season = SportsbookSeason(seed: 3, start: Self.start)
      for number in 0..<count {
        let now = Self.start + Int64(number / 60 * step)
        _ = season.next(at: now)
        #expect(Int64(season.minute) == (now - season.board.midnight) / 60)
        for event in season.board.events where event.status != .scheduled {
          #expect(season.board.midnight + Int64(event.startsAt) * 60 <= now, "\(event)")
        }
      }
    }
  }

  @Test func `equal seeds make equal messages`() {
    var (one, same) = (SportsbookSources(seed: 7, start: 0), SportsbookSources(seed: 7, start: 0))
    var other = SportsbookSources(seed: 8, start: 0)
    func bytes(_ news: SportsbookSources.News) -> [UInt8] {
      switch news {
      case .odds(let line), .desk(let line), .scouts(let line): line
      case .sports, .ads: []
      }
    }
    let (a, b, c) = (
      (0..<2_000).map { bytes(one.next(at: Int64($0))) },
      (0..<2_000).map { bytes(same.next(at: Int64($0))) },
      (0..<2_000).map { bytes(other.next(at: Int64($0))) }
    )
    #expect(a == b)
    #expect(a != c)
    #expect(one.image == same.image)
  }

  @Test func `the sources have all five kinds of messages`() {
    var sources = SportsbookSources(seed: 1, start: Self.start)
    var kinds: Set<String> = []
    for number in 0..<6_000 {
      let news = sources.next(at: Self.time(number))
      kinds.insert("\(news)".prefix { $0 != "(" }.description)
    }
    #expect(kinds == ["odds", "desk", "scouts", "sports", "ads"])
  }
}
