/// A message of a stream.
package struct BusMessage: Hashable, Sendable {
  /// The bytes that were sent.
  package var body: [UInt8]
  /// The position of the message in the stream.
  package var position: StreamPosition
  /// Whether the message was read before, so that it only needs an acknowledgement.
  package var isRepeat = false
  /// The subject of its acknowledgement, or `nil` if its consumer requires none.
  var acknowledgement: String?
}

/// A stream, and the selection of its messages that is read.
package struct BusStream: Hashable, Sendable {
  /// The name of the stream.
  package var name: String
  /// The subject of the messages that are read, with or without wildcards.
  package var subject: String
  /// The durable consumer that delivers the messages, or `nil` for an ephemeral consumer.
  package var consumer: String?

  /// Creates a selection of the messages of a stream.
  package init(name: String, subject: String, consumer: String?) {
    self.name = name
    self.subject = subject
    self.consumer = consumer
  }
}
