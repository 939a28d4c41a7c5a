import Foundation

let arguments = CommandLine.arguments.dropFirst()
try await RandomFeeds(Array(arguments)).run()
