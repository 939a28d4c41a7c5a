import AsyncHTTPClient
public import FeedLayout
public import FeedModel
import Foundation
import NIOCore
import NIOHTTP1

/// The layouts and actions that the feed file of a served feed declares.
///
/// ```swift
/// let layouts = try await client.layouts()
/// layouts.layouts["cards"]?.orthogonalScrolling   // .groupPaging
/// layouts.actions.first?.parameters               // [stake, a required number]
/// ```
public struct FeedLayouts: Hashable, Sendable {
  /// The revision, as in ``ClientUpdate/layouts``.
  public let revision: String
  /// The layouts by name; the headers of sections name them.
  public let layouts: [String: LayoutSection]
  /// The actions, in the order of the feed file.
  public let actions: [FeedAction]
  /// The hosts of pictures on the web; `*.` before a name stands for its subdomains.
  public let imageHosts: [String]
}

/// An action of a served feed, which `POST /v1/act` performs.
public struct FeedAction: Hashable, Sendable {
  /// The object of an action.
  public enum Target: String, Hashable, Sendable {
    /// An item of one of the kinds.
    case item
    /// A section.
    case section
    /// The whole feed.
    case feed
    /// An object that this version of the module does not know.
    case unknown
  }

  /// A parameter of an action.
  public struct Parameter: Hashable, Sendable {
    /// The name, a key of `set` in the request.
    public let name: String
    /// The type: `integer`, `number` or `text`; empty if the feed file declares none.
    public let type: String
    /// Whether a request must have it.
    public let isRequired: Bool
    /// The default value, or `nil`.
    public let defaultValue: Value?
  }

  /// The name, the `action` of the request.
  public let id: String
  /// The title for readers.
  public let title: String
  /// The object of the action.
  public let target: Target
  /// The kinds of items that it applies to.
  public let kinds: [String]
  /// The declarations of sections that it applies to.
  public let sections: [String]
  /// The key of the keyboard, or `nil`.
  public let key: String?
  /// The question to ask before a request, or `nil`.
  public let confirm: String?
  /// The parameters, the required ones first.
  public let parameters: [Parameter]
  /// The conditions on the parameters, as SQL expressions.
  public let checks: [String]
  /// Whether the page applies it for its viewer alone, without a request.
  public let isForViewer: Bool
}

// MARK: - JSON

extension FeedLayouts: Decodable {
  private enum CodingKeys: String, CodingKey { case revision, layouts, actions, images }

  /// Reads the answer of `GET /v1/layouts`.
  ///
  /// - Throws: The error of the decoder.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    revision = try fields.decode(String.self, forKey: .revision)
    layouts = try fields.decode([String: LayoutSection].self, forKey: .layouts)
    actions = try fields.decode([FeedAction].self, forKey: .actions)
    imageHosts = try fields.decodeIfPresent([String].self, forKey: .images) ?? []
  }
}

extension FeedAction: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, title, on, kinds, sections, key, confirm, parameters, checks, viewer
  }

  /// Reads an action.
  ///
  /// - Throws: The error of the decoder.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(String.self, forKey: .id)
    title = try fields.decodeIfPresent(String.self, forKey: .title) ?? id
    target = Target(rawValue: try fields.decode(String.self, forKey: .on)) ?? .unknown
    kinds = try fields.decodeIfPresent([String].self, forKey: .kinds) ?? []
    sections = try fields.decodeIfPresent([String].self, forKey: .sections) ?? []
    key = try fields.decodeIfPresent(String.self, forKey: .key)
    confirm = try fields.decodeIfPresent(String.self, forKey: .confirm)
    parameters = try fields.decodeIfPresent([Parameter].self, forKey: .parameters) ?? []
    checks = try fields.decodeIfPresent([String].self, forKey: .checks) ?? []
    isForViewer = try fields.decodeIfPresent(Bool.self, forKey: .viewer) ?? false
  }
}

extension FeedAction.Parameter: Decodable {
  private enum CodingKeys: String, CodingKey { case name, type, required, `default` }

  /// Reads a parameter.
  ///
  /// - Throws: The error of the decoder.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .name)
    type = try fields.decodeIfPresent(String.self, forKey: .type) ?? ""
    isRequired = try fields.decodeIfPresent(Bool.self, forKey: .required) ?? false
    if let integer = try? fields.decode(Int64.self, forKey: .default) {
      defaultValue = .integer(integer)
    } else if let real = try? fields.decode(Double.self, forKey: .default) {
      defaultValue = .real(real)
    } else {
      defaultValue = (try? fields.decode(String.self, forKey: .default)).map { .text(Text($0)) }
    }
  }
}

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
