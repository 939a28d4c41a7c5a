/// An object that belongs to one queue, held by something that may be anywhere.
///
/// The compiler can tell that an object stays within an actor, but not that it stays within a
/// dispatch queue, which is where GRDB lets callers in one at a time. So the queue's object is kept
/// by its address and handed out only to callers that say they are there.
package final class Confined<Object: AnyObject>: Sendable {
  private let address: UInt

  /// Keeps an object, which nobody else may hold on to.
  ///
  /// - Parameter object: The object.
  package init(_ object: Object) {
    address = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
  }

  /// The object; to be asked for on its queue only, and not to be taken away from there.
  package var onQueue: Object { unsafe reference.takeUnretainedValue() }

  private var reference: Unmanaged<Object> {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
      preconditionFailure("an object cannot be at address zero")
    }
    return unsafe Unmanaged.fromOpaque(pointer)
  }

  deinit { unsafe reference.release() }
}
