import FeedDefinition
import TestSupport
import Testing

@Suite("Titles of groups")
struct SameTitleTests {
  private static func warnings(
    _ section: String,
    group: String,
    code: String = "same-title"
  ) throws -> [FeedFileProblem] {
    let text = """
      feed: 1
      store: {schema: league.sql}
      sources: {teams: {from: team\(group)}}
      sections: [{id: teams, source: teams, item: team\(section)}]
      items: {team: {title: "{name}"}}
      """
    let directory = Repository.path("Documentation/FeedFile")
    return try FeedFile.parse(text: text, name: "feed.yaml", directory: directory).lints
      .filter { $0.code == code }
  }

  @Test func `a placeholder of a section with groups is a warning`() throws {
    let placeholder = ", placeholder: {item: team, text: None}"
    let code = "unused-placeholder"
    #expect(try Self.warnings(placeholder, group: Self.titled, code: code).count == 1)
    #expect(try Self.warnings(placeholder, group: "", code: code).isEmpty)
    #expect(try Self.warnings("", group: Self.titled, code: code).isEmpty)
  }

  private static let titled = ", group: {by: league_id, title: league.name}"

  @Test(arguments: [
    (", title: Teams", titled, "which is league.name"),
    (", header: Teams", titled, "write '{title}' for the title of the group"),
    (", title: Teams, header: {text: All teams}", titled, "which is league.name"),
    (
      ", title: Teams", ", group: league_id",
      "write 'title: league_id' in the 'group' of the source"
    ),
  ])
  func `a literal title of a section with groups is a warning`(
    section: String,
    group: String,
    hint: String
  ) throws {
    let warnings = try Self.warnings(section, group: group)
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.contains("all sections of 'teams', one for each group") == true)
    #expect(warnings.first?.hint?.contains(hint) == true, "\(warnings)")
  }

  @Test(arguments: [
    (", title: Teams", ""), (", title: \"{title}\"", titled), ("", titled),
    (", title: Teams, header: \"Teams of {title}\"", titled),
  ])
  func `a title with a field and a section without groups need no warning`(
    section: String,
    group: String
  ) throws {
    #expect(try Self.warnings(section, group: group).isEmpty)
  }
}
