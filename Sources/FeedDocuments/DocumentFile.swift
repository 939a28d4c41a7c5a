import Foundation

/// Reading documents from files.
public enum DocumentFile {
  /// Reads the file of a document and takes it apart.
  ///
  /// - Parameter declaration: The document; one without a file has no objects.
  /// - Returns: The document, or the reason why there is none.
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

  /// Reads the file of a document as it is.
  ///
  /// - Parameter declaration: The document; one without a file has no bytes.
  /// - Returns: The bytes, or the reason why there are none.
  public static func bytes(
    of declaration: DocumentDeclaration
  ) -> Result<[UInt8], DocumentError> {
    guard let path = declaration.file else { return .success([]) }
    let manager = FileManager.default
    let reason: (message: String, hint: String)? =
      if !manager.fileExists(atPath: path) {
        ("the file does not exist", "the document is read as soon as it is there")
      } else if manager.fileExists(atPath: path + "/") {
        ("the file is a directory", "name a file in it")
      } else {
        nil
      }
    if let reason {
      return .failure(
        DocumentError(.unreadableFile, reason.message, hint: reason.hint, place: path)
      )
    }
    guard let data = manager.contents(atPath: path) else {
      return .failure(
        DocumentError(
          .unreadableFile,
          "the file cannot be read",
          hint: "check the rights of the file",
          place: path
        )
      )
    }
    return .success([UInt8](data))
  }
}
