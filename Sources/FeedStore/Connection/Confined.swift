/// An object that belongs behind one lock, held by something that may be anywhere.
///
/// The compiler can tell that an object stays within an actor, but not that it is used only while a
/// lock is held. So the object is kept by its address and handed out only to callers that say they
/// hold the lock.
package final class Confined<Object: AnyObject>: Sendable {
  private let address: UInt

  /// Keeps an object, which nobody else may hold on to.
  ///
  /// - Parameter object: The object.
  package init(_ object: Object) {
    address = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
  }

  /// The object; to be asked for only while its lock is held, and not to be kept for longer.
  package var whileLocked: Object { unsafe reference.takeUnretainedValue() }

  private var reference: Unmanaged<Object> {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
      preconditionFailure("an object cannot be at address zero")
    }
    return unsafe Unmanaged.fromOpaque(pointer)
  }

  deinit { unsafe reference.release() }
}
