import FeedModel
import HTTPTypes

/// The description of the server at `/v1/openapi.json` (OpenAPI 3.1), made from ``Target``.
struct OpenAPI {
  /// Whether requests of operators are answered at the address of clients.
  let servesOperators: Bool
  /// Whether clients need a right to read.
  let limitsReading: Bool

  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("openapi")
      json.text("3.1.0")
      json.key("info")
      json.object { json in
        json.key("title")
        json.text("CompositeFeed")
        json.key("version")
        json.text("1")
        json.key("description")
        json.text("A feed and its changes. Every refusal has a body with the schema Refusal.")
      }
      json.key("paths")
      json.object { json in
        for target in Target.allCases
        where target.exists(servesOperators: servesOperators, limitsReading: limitsReading) {
          json.key(target.path)
          write(target, into: &json)
        }
      }
      json.key("components")
      json.value(json: PackageResources.openapi_components_json)
    }
    json.endLine()
    return json.bytes
  }

  private func write(_ target: Target, into json: inout JSONWriter) {
    json.object { json in
      if target.path.hasSuffix("{name}") {
        json.key("parameters")
        json.array { json in
          write(Target.Parameter(name: "name", summary: "", place: .path), into: &json)
        }
      }
      for operation in target.operations {
        json.key(operation.method.rawValue.lowercased())
        write(operation, into: &json)
      }
    }
  }

  private func write(_ operation: Target.Operation, into json: inout JSONWriter) {
    json.object { json in
      json.key("summary")
      json.text(operation.summary)
      writeSecurity(operation.right, into: &json)
      if !operation.parameters.isEmpty {
        json.key("parameters")
        json.array { json in
          for parameter in operation.parameters { write(parameter, into: &json) }
        }
      }
      if !operation.bodies.isEmpty {
        json.key("requestBody")
        json.object { json in
          json.key("required")
          json.bool(true)
          writeContent(operation.bodies, operation.bodySchema, into: &json)
        }
      }
      json.key("responses")
      json.object { json in
        json.key("\(operation.status.code)")
        writeAnswer(operation.type.map { [$0] } ?? [], operation.schema, "Success.", into: &json)
        if operation.hasTag {
          json.key("304")
          writeAnswer([], nil, "The client has the newest version.", into: &json)
          json.key("412")
          writeAnswer(["application/json"], "Refusal", "No tag in 'If-Match' matches.", into: &json)
        }
        json.key("default")
        writeAnswer(["application/json"], "Refusal", "A refusal with its reason.", into: &json)
      }
    }
  }

  private func writeSecurity(_ right: Target.Right, into json: inout JSONWriter) {
    let schemes: [String] =
      switch right {
      case .none: []
      case .read, .readEverything: limitsReading ? ["bearer", "session"] : []
      case .write: ["bearer"]
      }
    guard !schemes.isEmpty else { return }
    json.key("security")
    json.array { json in
      for scheme in schemes {
        json.object { json in
          json.key(scheme)
          json.array { _ in }
        }
      }
    }
  }

  private func write(_ parameter: Target.Parameter, into json: inout JSONWriter) {
    json.object { json in
      json.key("name")
      json.text(parameter.name)
      json.key("in")
      json.text(parameter.place.rawValue)
      if parameter.place == .path {
        json.key("required")
        json.bool(true)
      } else {
        json.key("description")
        json.text(parameter.summary)
      }
      json.key("schema")
      json.object { json in
        json.key("type")
        json.text(parameter.isRepeatable ? "array" : parameter.type)
        guard parameter.isRepeatable else { return }
        json.key("items")
        json.object { json in
          json.key("type")
          json.text(parameter.type)
        }
      }
    }
  }

  private func writeAnswer(
    _ types: [String],
    _ schema: String?,
    _ description: String,
    into json: inout JSONWriter
  ) {
    json.object { json in
      json.key("description")
      json.text(description)
      if !types.isEmpty { writeContent(types, schema, into: &json) }
    }
  }

  private func writeContent(_ types: [String], _ schema: String?, into json: inout JSONWriter) {
    json.key("content")
    json.object { json in
      for type in types {
        json.key(type)
        json.object { json in
          guard let schema else { return }
          json.key("schema")
          json.object { json in
            json.key("$ref")
            json.text("#/components/schemas/\(schema)")
          }
        }
      }
    }
  }
}
