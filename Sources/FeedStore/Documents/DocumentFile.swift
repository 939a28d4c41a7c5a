/// Reads documents from files.
public enum DocumentFile {
  /// Reads and parses the file of a document.
  ///
  /// - Parameter declaration: The document; one without a file has no objects.
  /// - Returns: The document, or the reason why it cannot be read.
  public static func read(
    _ declaration: DocumentDeclaration
  ) -> Result<Document, DocumentError> {
    guard declaration.file != nil else { return .success(Document(name: declaration.name)) }
    return bytes(of: declaration).flatMap { bytes in
      do throws(DocumentError) {
        return .success(try Document(bytes, as: declaration))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Reads the bytes of a document's file.
  ///
  /// - Parameter declaration: The document; one without a file has no bytes.
  /// - Returns: The bytes, or the reason why they cannot be read.
  public static func bytes(
    of declaration: DocumentDeclaration
  ) -> Result<[UInt8], DocumentError> {
    guard let path = declaration.file else { return .success([]) }
    return RegularFile.read(path, most: Document.mostBytes, access: declaration.access)
      .mapError { failure in
        let hint =
          failure == .missing ? "the document is read as soon as it is there" : failure.hint
        let code: DocumentError.Code =
          switch failure {
          case .tooLarge: .tooLarge
          default: .unreadableFile
          }
        return DocumentError(code, "the file \(failure.what)", hint: hint, place: path)
      }
  }
}
