import AsyncHTTPClient
import FeedLayout
import Foundation
import NIOCore
import NIOHTTP1

extension FeedLayouts {
  /// The maximum size of an answer in bytes.
  private static let largest = 4 << 20
  /// The maximum number of redirections.
  private static let redirections = 5
  /// The time for an answer.
  private static let patience = TimeAmount.seconds(30)

  /// Requests the layouts from a server.
  static func fetch(
    from address: FeedAddress,
    _ configuration: FeedClientConfiguration
  ) async throws(ClientError) -> FeedLayouts {
    let http = try configuration.http()
    do {
      return try await HTTPClient.withHTTPClient(configuration: http) { http in
        var url = address.layouts
        for _ in 0...redirections {
          var request = HTTPClientRequest(url: url)
          request.headers.add(name: "Accept", value: "application/json")
          if let token = configuration.token {
            request.headers.add(name: "Authorization", value: "Bearer \(token)")
          }
          let response = try await http.execute(request, timeout: patience)
          let answer = Answer(response)
          let body = Array(buffer: try await response.body.collect(upTo: largest))
          if answer.status == 200 { return try FeedLayouts(json: body, from: address) }
          guard answer.isRedirection, let location = answer.location,
            let next = address.redirection(to: location, from: url)
          else { throw answer.error(body, from: address) }
          url = next
        }
        throw ClientError(.redirected, "\(address.authority) redirects again and again")
      }
    } catch {
      throw ClientError(error, from: address)
    }
  }

  private init(json: [UInt8], from address: FeedAddress) throws(ClientError) {
    do {
      self = try JSONDecoder().decode(FeedLayouts.self, from: Data(json))
    } catch {
      let reason = LayoutError(decoding: error)
      let place = reason.path.isEmpty ? "" : ", at \(reason.path.joined(separator: "."))"
      throw ClientError(
        .invalidFeed,
        "invalid layouts from \(address.authority): \(FeedAddress.shown(reason.message + place))"
      )
    }
  }
}
