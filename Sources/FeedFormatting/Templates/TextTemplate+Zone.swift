extension TextTemplate {
  /// Returns the template with its dates in a time zone.
  public func written(in zone: TimeZoneTable) -> TextTemplate {
    guard writesDates else { return self }
    return TextTemplate(
      parts: parts.map { part in
        guard case .field(let name, .date(var format)?) = part else { return part }
        format.zone = zone
        return .field(name: name, format: .date(format))
      }
    )
  }

  /// Whether the template has a format of dates.
  package var writesDates: Bool {
    parts.contains { if case .field(_, .date?) = $0 { true } else { false } }
  }
}

extension ItemAppearance {
  /// Returns the appearance with the dates of its texts in a time zone.
  public func written(in zone: TimeZoneTable) -> ItemAppearance {
    var look = self
    look.title = title?.written(in: zone)
    look.subtitle = subtitle?.written(in: zone)
    look.value = value?.written(in: zone)
    look.badge = badge?.written(in: zone)
    look.image = image?.written(in: zone)
    if let link { look.link?.to = link.to.written(in: zone) }
    return look
  }
}
