import FeedCommands
import FeedEngine

extension BinaryInteger {
  /// A number of bytes in words: `812 bytes`, `4.21 MB`; a KB is a thousand bytes.
  var bytesInWords: String {
    switch Double(self) {
    case ..<1e3: "\(self) bytes"
    case ..<1e6: "\((Double(self) / 1e3).ofThreeDigits) KB"
    case ..<1e9: "\((Double(self) / 1e6).ofThreeDigits) MB"
    default: "\((Double(self) / 1e9).ofThreeDigits) GB"
    }
  }
}
