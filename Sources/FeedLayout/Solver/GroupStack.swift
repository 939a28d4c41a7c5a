/// The groups of one section, stacked along the stacking axis, in units.
enum GroupStack {
  /// Groups of equal length; the last group may be trimmed.
  case alike(AlikeGroups)
  /// Groups of different lengths, because cells were measured.
  case measured(MeasuredGroups)
}

/// Groups of equal length, except for the last group.
struct AlikeGroups {
  var count: Int
  /// The distance between the starts of adjacent groups.
  var pitch: Int
  /// The length of the last group, including the spacing around it.
  var last: Int
}

/// Groups of different lengths.
struct MeasuredGroups {
  /// The measured size of each cell.
  var leaves: CountedTree<LeafSize>
  /// The groups; each length includes the spacing around and after the group.
  var groups: CountedTree<GroupEntry>
}
