import FeedModel
import FeedStore

/// Compares the inputs and alerts of a file with its other parts, and finds secrets in the file.
struct InputChecker {
  let problems: ProblemCollector
  let root: YAMLNode

  func check() {
    let adapters = root[\FeedKeys.adapters]?.entries?.map(\.key) ?? []
    let sources = root[\FeedKeys.sources]?.entries?.map(\.key) ?? []
    for input in root[\FeedKeys.inputs]?.entries ?? [] {
      if let node = input.value[\InputKeys.adapter], let name = node.string,
        !adapters.contains(name)
      {
        problems.error(
          "unknown-adapter",
          "input '\(input.key)' names adapter '\(name)', which is not declared",
          hint: Suggestion.hint(for: name, among: adapters, called: "declared")
            ?? "declare it under 'adapters'",
          at: node.position
        )
      }
      for node in input.value[\InputKeys.sources]?.list ?? [] {
        guard let name = node.string, !sources.contains(name) else { continue }
        problems.error(
          "unknown-source",
          "input '\(input.key)' names source '\(name)', which is not declared",
          hint: Suggestion.hint(for: name, among: sources, called: "declared")
            ?? "declare it under 'sources'",
          at: node.position
        )
      }
      let url =
        input.value[\InputKeys.stream] ?? input.value[\InputKeys.poll]
        ?? input.value[\InputKeys.websocket] ?? input.value[\InputKeys.socket]
      checkSecrets(
        url: url,
        headers: input.value[\InputKeys.headers],
        messages: [
          input.value[\InputKeys.conversation.hello], input.value[\InputKeys.body],
          input.value[\InputKeys.conversation.heartbeat],
        ].compactMap(\.self)
      )
      checkPosition(of: input)
      checkCredentials(of: input.value)
    }
    for alert in root[\FeedKeys.alerts]?.entries ?? [] {
      checkSecrets(
        url: alert.value[\AlertKeys.webhook],
        headers: alert.value[\AlertKeys.headers]
      )
    }
    for source in root[\FeedKeys.sources]?.entries ?? [] {
      checkSecrets(
        url: source.value[\DocumentKeys.url],
        headers: source.value[\DocumentKeys.headers]
      )
    }
  }

  /// Reports values of a position that the input's adapter does not keep.
  private func checkPosition(of input: YAMLNode.Entry) {
    let adapter = input.value[\InputKeys.adapter]?.string
    let position = adapter.flatMap { root[\FeedKeys.adapters]?.entry($0)?.value }?[
      \AdapterKeys.position
    ]
    let names = position?.entries?.map(\.key) ?? (position == nil ? [] : [""])
    let keepsOthers = input.value[\InputKeys.poll] != nil || input.value[\InputKeys.nats] != nil
    for (text, node) in input.value.texts {
      guard let text = SecretText(text),
        let unknown = text.positionNames.first(where: { keepsOthers || !names.contains($0) })
      else { continue }
      let written = unknown.isEmpty ? "${position}" : "${position.\(unknown)}"
      let hint: String
      if keepsOthers {
        hint = "only streams, sockets and WebSockets resume at a position of their messages"
      } else if names.isEmpty || names == [""] && adapter != nil {
        hint =
          "write \(unknown.isEmpty ? "position: $.seq" : "position: {\(unknown): $.\(unknown)}") "
          + "in \(adapter.map { "adapter '\($0)'" } ?? "an adapter, and name it with 'adapter:'")"
      } else {
        hint =
          Suggestion.hint(for: unknown, among: names, called: "kept")
          ?? "write ${position.\(names[0])}"
      }
      problems.error(
        "unknown-position",
        "input '\(input.key)' sends '\(written)', which no message sets",
        hint: hint,
        at: node.position
      )
    }
  }

  private func checkSecrets(url: YAMLNode?, headers: YAMLNode?, messages: [YAMLNode] = []) {
    let values = headers?.entries ?? []
    for header in values {
      guard Self.secretHeaders.contains(header.key.lowercased()), let text = header.value.string,
        let value = SecretText(text), value.names.isEmpty
      else { continue }
      problems.warning(
        "secret-in-file",
        "the header '\(header.key)' has its secret in the file",
        hint: "write a name as ${TOKEN}, and put the secret into the environment",
        at: header.value.position
      )
    }
    if let address = url?.string, WebAddress.hasUserInformation(address) {
      problems.error(
        "user-in-address",
        "the address holds user information before '@', which is not sent",
        hint:
          "write headers: {Authorization: \"Basic ${NAME}\"}, with USER:PASSWORD in Base64 in NAME",
        at: url?.position
      )
    }
    let texts = [url?.string] + values.map(\.value.string) + messages.flatMap(\.texts).map(\.text)
    let secure = ["http": "https", "ws": "wss", "tcp": "tls"]
    guard let address = url?.string, let scheme = address.firstRange(of: "://")?.lowerBound,
      let better = secure[String(address[..<scheme])], !Self.isLoopback(address),
      texts.contains(where: { $0.flatMap(SecretText.init)?.names.isEmpty == false })
    else { return }
    problems.warning(
      "secret-in-clear",
      "secrets are sent to an address of '\(address[..<scheme]):', which is not encrypted",
      hint: "write \(better): instead",
      at: url?.position
    )
  }

  /// Warns of credentials that are sent to a NATS server without encryption.
  private func checkCredentials(of input: YAMLNode) {
    guard input[\InputKeys.bus.credentials] != nil, let node = input[\InputKeys.bus.servers] else {
      return
    }
    for server in node.list ?? [node] {
      guard let address = server.string, address.hasPrefix("nats://"), !Self.isLoopback(address)
      else { continue }
      problems.warning(
        "secret-in-clear",
        "credentials are sent to a server of 'nats:', which is not encrypted",
        hint: "write tls: instead",
        at: server.position
      )
    }
  }

  private static let secretHeaders: Set<String> = ["authorization", "cookie", "x-api-key"]

  private static func isLoopback(_ address: String) -> Bool {
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let host = address[start...].prefix { !"/?#".contains($0) }
    return ["127.0.0.1", "localhost", "[::1]"].contains { name in
      host == name || host.hasPrefix(name + ":")
    }
  }
}

extension YAMLNode {
  /// All texts in the node, with the nodes that hold them.
  fileprivate var texts: [(text: String, node: YAMLNode)] {
    switch kind {
    case .scalar(let text, _): [(text, self)]
    case .list(let nodes): nodes.flatMap(\.texts)
    case .map(let entries): entries.flatMap(\.value.texts)
    }
  }
}
