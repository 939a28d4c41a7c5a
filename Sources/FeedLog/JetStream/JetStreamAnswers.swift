import Foundation

/// The answers of the JetStream API to the requests of a log.
enum JetStreamAnswers {
  struct Failure: Decodable, Hashable {
    var code: Int
    var number: Int?
    var description: String?

    enum CodingKeys: String, CodingKey {
      case code, description
      case number = "err_code"
    }
  }

  /// The part of an answer that contains an error.
  struct Refusal: Decodable {
    var error: Failure?
  }

  struct Receipt: Decodable {
    var sequence: UInt64
    var isDuplicate: Bool?

    enum CodingKeys: String, CodingKey {
      case sequence = "seq"
      case isDuplicate = "duplicate"
    }
  }

  struct Stream: Decodable {
    var config: Configuration
    var created: String
    var state: State
    /// The servers that store the stream.
    var cluster: Cluster?

    struct Configuration: Decodable {
      var subjects: [String]?
      var replicas: Int
      /// The description that the stream was created with.
      var description: String?

      enum CodingKeys: String, CodingKey {
        case subjects, description
        case replicas = "num_replicas"
      }
    }

    struct State: Decodable {
      var messages: UInt64
      var bytes: UInt64?
      var first: UInt64
      var last: UInt64
      /// The time of the newest message.
      var lastTime: String?
      /// The number of messages of each subject, if it was requested.
      var subjects: [String: Int]?

      enum CodingKeys: String, CodingKey {
        case messages, bytes, subjects
        case first = "first_seq"
        case last = "last_seq"
        case lastTime = "last_ts"
      }
    }

    struct Cluster: Decodable {
      var leader: String?
      /// The servers other than the leader.
      var replicas: [Peer]?
    }

    struct Peer: Decodable {
      var name: String
      var isCurrent: Bool
      var isOffline: Bool?
      /// The number of messages that it lacks.
      var lag: UInt64?

      enum CodingKeys: String, CodingKey {
        case name, lag
        case isCurrent = "current"
        case isOffline = "offline"
      }
    }
  }

  struct Consumer: Decodable {
    var name: String
    /// The creation time, by the server's clock.
    var created: String?
  }

  struct StoredMessage: Decodable {
    var message: Message

    struct Message: Decodable {
      var sequence: UInt64
      var data: Data?
      /// The time of the message, by the server's clock.
      var time: String?

      enum CodingKeys: String, CodingKey {
        case data, time
        case sequence = "seq"
      }
    }
  }

  struct Nothing: Decodable {}
}

/// The requests of a log to the JetStream API.
enum JetStreamQuestions {
  struct Stream: Encodable {
    var name: String
    var description: String?
    var subjects: [String]
    var retention = "limits"
    var storage = "file"
    var discard = "new"
    var isUndeletable = true
    var replicas: Int
    var mostPerSubject: Int?
    /// The time for which a repeated id is detected, in nanoseconds.
    var duplicateWindow: Int?

    enum CodingKeys: String, CodingKey {
      case name, description, subjects, retention, storage, discard
      case isUndeletable = "deny_delete"
      case replicas = "num_replicas"
      case mostPerSubject = "max_msgs_per_subject"
      case duplicateWindow = "duplicate_window"
    }
  }

  struct Consumer: Encodable {
    var stream: String
    var config: Configuration

    struct Configuration: Encodable {
      var deliver = "by_start_sequence"
      var start: UInt64
      var acknowledgement = "none"
      var replay = "instant"
      var isInMemory = true
      var replicas = 1
      /// The time without a request after which the server removes the consumer, in nanoseconds.
      var inactivity = 30_000_000_000

      enum CodingKeys: String, CodingKey {
        case deliver = "deliver_policy"
        case start = "opt_start_seq"
        case acknowledgement = "ack_policy"
        case replay = "replay_policy"
        case isInMemory = "mem_storage"
        case replicas = "num_replicas"
        case inactivity = "inactive_threshold"
      }
    }

    enum CodingKeys: String, CodingKey {
      case config
      case stream = "stream_name"
    }
  }

  struct Pull: Encodable {
    var batch: Int
    var expires = 20_000_000_000
    var heartbeat = 1_000_000_000

    enum CodingKeys: String, CodingKey {
      case batch, expires
      case heartbeat = "idle_heartbeat"
    }
  }

  struct Subjects: Encodable {
    var filter: String

    enum CodingKeys: String, CodingKey { case filter = "subjects_filter" }
  }

  struct Purge: Encodable {
    /// The number of the first message to keep.
    var sequence: UInt64

    enum CodingKeys: String, CodingKey { case sequence = "seq" }
  }

  struct PurgeSubject: Encodable {
    /// The subject whose messages are all removed.
    var filter: String
  }

  struct Message: Encodable {
    var sequence: UInt64

    enum CodingKeys: String, CodingKey { case sequence = "seq" }
  }

  struct LastMessage: Encodable {
    var subject: String

    enum CodingKeys: String, CodingKey { case subject = "last_by_subj" }
  }

  struct Nothing: Encodable {}
}
