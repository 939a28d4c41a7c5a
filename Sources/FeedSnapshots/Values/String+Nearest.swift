extension String {
  /// The nearest of some words by edit distance, for "did you mean"; nothing if none is near.
  ///
  /// - Parameter words: The words that would have been right.
  /// - Returns: The first of the nearest words, at most a third of this one's letters away.
  /// - Complexity: O(*letters* · *letters of all words*).
  package func nearest(among words: some Sequence<String>) -> String? {
    var best: (word: String, distance: Int)?
    let limit = Swift.max(1, (count + 1) / 3)
    for word in words {
      let distance = lowercased().distance(to: word.lowercased())
      if distance <= limit, distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word
  }

  /// How many letters must be added, removed, changed or swapped with their neighbour.
  ///
  /// The optimal string alignment distance (Boytsov, "Indexing methods for approximate dictionary
  /// searching", 2011, section 2).
  private func distance(to other: String) -> Int {
    let left = Array(self)
    let right = Array(other)
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = Swift.min(last[j + 1], row[j]) + 1
        cost = Swift.min(cost, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = Swift.min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
