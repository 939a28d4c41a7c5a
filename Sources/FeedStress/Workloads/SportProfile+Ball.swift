// The clubs, players and competitions are invented.
extension SportProfile {
  static let football = SportProfile(
    name: "Football",
    competitions: ["Premier Division", "Northern Cup", "Liga del Sur"],
    sides: [
      "Northbridge United", "Harrow Vale", "Atlético Miraflores", "Real Costera", "Port Ellen City",
      "Borussia Altfeld", "Olympique Rivage", "Sporting Alvorada", "AC Montefiore", "FC Grünwald",
      "Castlemoor Rovers", "Dynamo Zaręby", "Eastgate Athletic", "Vitória do Mar", "IFK Norrvik",
      "Rapid Donaustadt", "Kingsport Town", "Deportivo Laguna", "Ajax Zuiderhaven", "St. Brannock",
    ],
    scoring: Scoring(perEvent: 3, steps: [1], clock: .minutes(90)),
    markets: [
      MarketTemplate(name: "Match result", outcomes: .winnerOrDraw),
      MarketTemplate(name: "Total goals", outcomes: .total(halves: 5)),
      MarketTemplate(
        name: "Both teams to score",
        outcomes: .named([("Yes", 5300), ("No", 4700)])
      ),
      MarketTemplate(
        name: "Correct score",
        outcomes: .named([
          ("1-0", 2100), ("2-0", 1500), ("2-1", 1700), ("0-0", 1300), ("1-1", 1900), ("0-1", 900),
          ("0-2", 600),
        ])
      ),
    ]
  )

  static let basketball = SportProfile(
    name: "Basketball",
    competitions: ["Continental League", "Pro A"],
    sides: [
      "Harbor Giants", "Redwood Kings", "Stonefield Bulls", "KK Bregava", "Maccabi Carmel",
      "Baskonia Norte", "Žalgiriai", "Virtus Lungarno", "Lakeside Hawks", "Midtown Comets",
      "Panathina", "Alba Spreewald", "Desert Foxes", "Bayou Pelicans", "Summit Rangers",
      "Anadolu Yıldız",
    ],
    scoring: Scoring(
      perEvent: 160,
      steps: [2, 2, 2, 3, 1],
      clock: .periods("Q", count: 4, minutes: 12)
    ),
    markets: [
      MarketTemplate(name: "Winner", outcomes: .winner),
      MarketTemplate(name: "Total points", outcomes: .total(halves: 441)),
      MarketTemplate(
        name: "Winning margin",
        outcomes: .named([
          ("1-5", 2800), ("6-10", 2600), ("11-15", 2000), ("16-20", 1400), ("21+", 1200),
        ])
      ),
    ]
  )

  static let iceHockey = SportProfile(
    name: "Ice hockey",
    competitions: ["Elitserien", "Polar Cup"],
    sides: [
      "Frostholm Bears", "HC Sněžka", "Kiruna Vargar", "Maple Ridge", "Tappara Pohja",
      "SC Alpenfels",
      "Granite Falls Wolves", "Dinamo Daugava", "Narvik Orcas", "Eisbären Havel",
      "Quebec Voyageurs",
      "Jokerit Saimaa", "Iron Valley", "Östersund IF",
    ],
    scoring: Scoring(perEvent: 6, steps: [1], clock: .periods("P", count: 3, minutes: 20)),
    markets: [
      MarketTemplate(name: "Regulation time", outcomes: .winnerOrDraw),
      MarketTemplate(name: "Total goals", outcomes: .total(halves: 11)),
      MarketTemplate(
        name: "First goal",
        outcomes: .named([("Home", 4900), ("Away", 4600), ("None", 500)])
      ),
    ]
  )

  static let handball = SportProfile(
    name: "Handball",
    competitions: ["Handball Super Liga"],
    sides: [
      "THW Fördeblick", "Veszprém Bakony", "Aalborg Nord", "Barça Marítim", "Montpellier Garrigue",
      "Kielce Świt", "Sävehof", "Porto Ribeira", "Elverum Skog", "Celje Savinja", "Nantes Estuaire",
      "Füchse Panke",
    ],
    scoring: Scoring(perEvent: 55, steps: [1], clock: .minutes(60)),
    markets: [
      MarketTemplate(name: "Match result", outcomes: .winnerOrDraw),
      MarketTemplate(name: "Total goals", outcomes: .total(halves: 117)),
    ]
  )

  static let volleyball = SportProfile(
    name: "Volleyball",
    competitions: ["SuperLega", "Women's Nations"],
    sides: [
      "Trentino Dolomiti", "Perugia Umbra", "Zenit Volga", "Sada Serra", "Halk İzmir",
      "Lube Adriatica",
      "Skra Łysica", "Osaka Tigers", "Praia Clube Sul", "Conegliano Colli", "Friedrichshafen See",
      "Resovia Sokół",
    ],
    scoring: Scoring(perEvent: 4, steps: [1], clock: .parts("Set", count: 5)),
    markets: [
      MarketTemplate(name: "Winner", outcomes: .winner),
      MarketTemplate(
        name: "Set score",
        outcomes: .named([
          ("3-0", 2300), ("3-1", 2200), ("3-2", 1500), ("0-3", 1500), ("1-3", 1400), ("2-3", 1100),
        ])
      ),
    ]
  )
}
