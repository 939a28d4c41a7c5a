import CFuzzer
import Foundation

/// One program for all fuzzers: `Fuzz fixture CORPUS …`, with libFuzzer's own options behind.
///
/// `Fuzz seeds DIRECTORY` writes what each of them begins with.
@main
enum Fuzz {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { return print("usage: Fuzz NAME|seeds DIRECTORY [options]") }
    if arguments[1] == "seeds" { return try Seeds.write(to: arguments[2]) }
    guard let input = Self.input(named: arguments[1]) else {
      return print("there is no fuzzer '\(arguments[1])': \(names.joined(separator: ", "))")
    }
    // libFuzzer takes the program and its own arguments, without the name.
    var pointers = ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) }
    pointers.append(nil)
    var count = Int32(arguments.count - 1)
    let status = pointers.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return withUnsafeMutablePointer(to: &start) { pointer in
        pointer.withMemoryRebound(
          to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self,
          capacity: 1
        ) { LLVMFuzzerRunDriver(&count, $0, input) }
      }
    }
    exit(status)
  }

  static let names = ["fixture", "schema", "adapter", "feed", "document", "layout", "diff", "wire"]

  typealias Input = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

  private static func input(named name: String) -> Input? {
    switch name {
    case "fixture": { take($0, $1, Inputs.fixture) }
    case "schema": { take($0, $1, Inputs.schema) }
    case "adapter": { take($0, $1, Inputs.adapter) }
    case "feed": { take($0, $1, Inputs.feedFile) }
    case "document": { take($0, $1, Inputs.document) }
    case "layout": { take($0, $1, Inputs.layout) }
    case "diff": { take($0, $1, Inputs.diff) }
    case "wire": { take($0, $1, Inputs.wire) }
    default: nil
    }
  }
}

/// Hands the bytes over; not a method, since C calls what knows nothing but its arguments.
private func take(
  _ start: UnsafePointer<UInt8>?,
  _ count: Int,
  _ input: ([UInt8]) -> Void
) -> Int32 {
  input(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
