/// The requests to JetStream by a reader of a stream.
enum BusQuestions {
  struct Consumer: Encodable {
    var stream: String
    var config: Configuration

    enum CodingKeys: String, CodingKey {
      case config
      case stream = "stream_name"
    }
  }

  struct Configuration: Encodable {
    var durable: String?
    var deliver = "by_start_sequence"
    var start: UInt64?
    var acknowledgement = "explicit"
    var replay = "instant"
    /// `nil` for all subjects of the stream.
    var subject: String?
    var isInMemory: Bool?
    var replicas: Int?
    /// The time without a request after which the server removes the consumer, in nanoseconds.
    var inactivity: Int?

    enum CodingKeys: String, CodingKey {
      case durable = "durable_name"
      case deliver = "deliver_policy"
      case start = "opt_start_seq"
      case acknowledgement = "ack_policy"
      case replay = "replay_policy"
      case subject = "filter_subject"
      case isInMemory = "mem_storage"
      case replicas = "num_replicas"
      case inactivity = "inactive_threshold"
    }

    /// Returns an ephemeral consumer, which the server removes after its reader.
    static func passing(from start: UInt64, _ subject: String?) -> Configuration {
      Configuration(
        start: start,
        acknowledgement: "none",
        subject: subject,
        isInMemory: true,
        replicas: 1,
        inactivity: 30_000_000_000
      )
    }

    /// Returns a durable consumer; its reader acknowledges each message.
    ///
    /// - Parameters:
    ///   - start: The number of its first message; `nil` for all messages.
    ///   - subject: The subject; `nil` for all subjects of the stream.
    static func durable(_ name: String, from start: UInt64?, _ subject: String?) -> Configuration {
      Configuration(
        durable: name,
        deliver: start == nil ? "all" : "by_start_sequence",
        start: start,
        subject: subject
      )
    }
  }

  struct Pull: Encodable {
    var batch: Int
    /// The maximum total size of the messages in bytes.
    var bytes: Int
    var expires = 20_000_000_000
    var heartbeat = 1_000_000_000

    enum CodingKeys: String, CodingKey {
      case batch, expires
      case bytes = "max_bytes"
      case heartbeat = "idle_heartbeat"
    }
  }

  /// A request for the first message at or after a number.
  struct Message: Encodable {
    var sequence: UInt64
    var subject: String

    enum CodingKeys: String, CodingKey {
      case sequence = "seq"
      case subject = "next_by_subj"
    }
  }
}

/// The answers of JetStream to a reader of a stream.
enum BusAnswers {
  struct Stream: Decodable {
    var config: Configuration
    var created: String
    var state: State

    struct Configuration: Decodable {
      var subjects: [String]?
      var retention: String?
    }

    struct State: Decodable {
      var messages: UInt64
      var first: UInt64
      var last: UInt64

      enum CodingKeys: String, CodingKey {
        case messages
        case first = "first_seq"
        case last = "last_seq"
      }
    }

    /// The number of the oldest message; of the next message if the stream is empty.
    var first: UInt64 { state.messages == 0 ? state.last + 1 : state.first }
  }

  struct Consumer: Decodable {
    var name: String
    var config: Configuration
    var delivered: Place
    var acknowledged: Place

    enum CodingKeys: String, CodingKey {
      case name, config, delivered
      case acknowledged = "ack_floor"
    }

    struct Configuration: Decodable {
      var pushesTo: String?
      var subject: String?
      var subjects: [String]?

      enum CodingKeys: String, CodingKey {
        case pushesTo = "deliver_subject"
        case subject = "filter_subject"
        case subjects = "filter_subjects"
      }

      /// The subjects that it delivers; empty for all subjects.
      var takes: [String] { subjects ?? subject.map { $0.isEmpty ? [] : [$0] } ?? [] }
    }

    struct Place: Decodable {
      /// The number of the delivery by this consumer.
      var delivery: UInt64
      /// The number of the message in the stream.
      var sequence: UInt64

      enum CodingKeys: String, CodingKey {
        case delivery = "consumer_seq"
        case sequence = "stream_seq"
      }
    }
  }
}
