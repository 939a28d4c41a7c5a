// The clubs, players and competitions are invented.
extension SportProfile {
  static let tennis = SportProfile(
    name: "Tennis",
    competitions: ["Riviera Open", "Lakeshore Masters"],
    sides: [
      "M. Halvorsen", "J. Castellanos", "T. Okonkwo", "A. Lindqvist", "S. Björkman", "R. Marchetti",
      "K. Novotná", "L. Duarte", "P. van Rijn", "Y. Tanaka", "E. Petrova", "D. O'Sullivan",
      "N. Šimić", "C. Beaumont", "H. Zieliński", "V. Papadakis", "I. Moreau", "G. Ferreira",
      "Z. Horváth", "F. Achterberg",
    ],
    scoring: Scoring(perEvent: 3, steps: [1], clock: .parts("Set", count: 3)),
    markets: [
      MarketTemplate(name: "Match winner", outcomes: .winner),
      MarketTemplate(name: "Total games", outcomes: .total(halves: 45)),
      MarketTemplate(
        name: "Set betting",
        outcomes: .named([("2-0", 3400), ("2-1", 2100), ("0-2", 2700), ("1-2", 1800)])
      ),
    ]
  )

  static let cricket = SportProfile(
    name: "Cricket",
    competitions: ["T20 Coast League", "County Shield"],
    sides: [
      "Coral Bay Sharks", "Saffron Riders", "Emerald Lions", "Thornbury CC", "Wexcombe",
      "Karoo Chargers", "Island Royals", "Delta Kings", "Highveld Titans", "Monsoon Stars",
      "Ashdown Oaks", "Harbour Falcons",
    ],
    scoring: Scoring(
      perEvent: 110,
      steps: [1, 1, 2, 4, 4, 6],
      clock: .parts("Over", count: 40),
      sidesTakeTurns: true
    ),
    markets: [
      MarketTemplate(name: "Match winner", outcomes: .winner),
      MarketTemplate(name: "Total runs", outcomes: .total(halves: 321)),
      MarketTemplate(
        name: "Highest opening stand",
        outcomes: .named([("Home", 4500), ("Away", 4300), ("Tie", 1200)])
      ),
    ]
  )

  static let rugby = SportProfile(
    name: "Rugby union",
    competitions: ["Celtic Trophy", "Top Sud"],
    sides: [
      "Glenmore Highlanders", "Stade Garonne", "Leinford", "Bath Priory", "Pukekohe Blues",
      "Scarlet Valley", "Toulon Rade", "Ulster Marches", "Connemara West", "Sale Moorings",
      "Stormers Bay", "Castres Olive",
    ],
    scoring: Scoring(perEvent: 11, steps: [3, 3, 5, 7], clock: .minutes(80)),
    markets: [
      MarketTemplate(name: "Match result", outcomes: .winnerOrDraw),
      MarketTemplate(name: "Total points", outcomes: .total(halves: 93)),
      MarketTemplate(
        name: "First score",
        outcomes: .named([
          ("Home try", 3000), ("Home penalty", 2300), ("Away try", 2600), ("Away penalty", 2100),
        ])
      ),
    ]
  )

  static let baseball = SportProfile(
    name: "Baseball",
    competitions: ["Continental Baseball"],
    sides: [
      "Steel City Miners", "Bay Harbor Gulls", "Prairie Dogs", "Hanshin Cranes", "Orchard Reds",
      "Cape Mariners", "Canyon Rattlers", "Twin Forks", "Liberty Bells", "Gulf Coast Rays",
      "Copper Hills", "Yokohama Waves",
    ],
    scoring: Scoring(perEvent: 8, steps: [1, 1, 1, 2], clock: .parts("Inning", count: 9)),
    markets: [
      MarketTemplate(name: "Money line", outcomes: .winner),
      MarketTemplate(name: "Total runs", outcomes: .total(halves: 17)),
      MarketTemplate(
        name: "First to five",
        outcomes: .named([("Home", 4200), ("Away", 4000), ("Neither", 1800)])
      ),
    ]
  )

  static let darts = SportProfile(
    name: "Darts",
    competitions: ["Winter Matchplay"],
    sides: [
      "B. Thackeray", "W. de Groot", "S. McAllister", "J. Rydz", "L. Ashworth", "D. Vandenberg",
      "P. Kowalczyk", "G. Pritchard", "R. Clemens", "M. Sherwin", "N. Aspinwall", "K. Ratajczyk",
    ],
    scoring: Scoring(perEvent: 11, steps: [1], clock: .parts("Leg", count: 13)),
    markets: [
      MarketTemplate(name: "Match winner", outcomes: .winner),
      MarketTemplate(name: "Total 180s", outcomes: .total(halves: 13)),
      MarketTemplate(
        name: "Highest check-out",
        outcomes: .named([("Home", 4700), ("Away", 4500), ("Tie", 800)])
      ),
    ]
  )

  static let americanFootball = SportProfile(
    name: "American football",
    competitions: ["Spring League"],
    sides: [
      "Tacoma Thunder", "Boston Minutemen", "Austin Longriders", "Detroit Engines",
      "Miami Breakers", "Denver Altitude", "Phoenix Scorch", "Chicago Gales", "Portland Sawyers",
      "Memphis Ramblers", "Buffalo Drift", "Carolina Pines",
    ],
    scoring: Scoring(
      perEvent: 9,
      steps: [3, 7, 7, 6, 2],
      clock: .periods("Q", count: 4, minutes: 15)
    ),
    markets: [
      MarketTemplate(name: "Money line", outcomes: .winner),
      MarketTemplate(name: "Total points", outcomes: .total(halves: 91)),
      MarketTemplate(
        name: "Winning margin",
        outcomes: .named([
          ("Home 1-6", 2200), ("Home 7+", 3000), ("Away 1-6", 2100), ("Away 7+", 2700),
        ])
      ),
    ]
  )

  /// All sports, in the order in which the sportsbook first shows them.
  static let all: [SportProfile] = [
    .football, .tennis, .basketball, .iceHockey, .cricket, .rugby, .baseball, .darts, .volleyball,
    .americanFootball, .handball,
  ]
}
