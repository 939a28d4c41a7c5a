/// A message that a stream keeps.
package struct BusMessage: Hashable, Sendable {
  /// What was sent.
  package var body: [UInt8]
  /// Where it stands.
  package var position: StreamPosition
  /// Whether it was read before, and is only to be acknowledged.
  package var isRepeat = false
  /// The subject by which it is acknowledged, if its consumer wants that.
  var acknowledgement: String?
}

/// Which messages of which stream are read.
package struct BusStream: Hashable, Sendable {
  /// The name of the stream.
  package var name: String
  /// The subject of its messages that is read, with or without wildcards.
  package var subject: String
  /// The durable consumer by which they are read and acknowledged; one of our own without it.
  package var consumer: String?

  /// Describes messages of a stream.
  package init(name: String, subject: String, consumer: String?) {
    self.name = name
    self.subject = subject
    self.consumer = consumer
  }
}
