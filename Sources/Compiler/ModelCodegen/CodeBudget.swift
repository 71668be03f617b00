import Synchronization

/// The amount of code that can still be generated. Templates can write any amount of text for each entity, and all of
/// it is in memory before the first file is written.
package final class CodeBudget: Sendable {
    /// Far more than compilers can handle.
    package static let maximumMegabytes = 256

    private let megabytes: Int
    private let byteCount = Mutex(0)

    /// - Parameter megabytes: The maximum size of all files together.
    package init(megabytes: Int = CodeBudget.maximumMegabytes) { self.megabytes = megabytes }

    /// Counts a file.
    ///
    /// - Parameters:
    ///   - file: A generated file.
    ///   - source: The name or the path of its model, for messages.
    /// - Throws: ``CodeSizeError`` if all files together are too large.
    package func spend(on file: GeneratedFile, of source: String) throws(CodeSizeError) {
        let total = byteCount.withLock {
            $0 += file.text.utf8.count
            return $0
        }
        guard total > megabytes * 1024 * 1024 else { return }
        throw CodeSizeError(source: source, fileName: file.name, maximumMegabytes: megabytes)
    }
}

/// The error of code that is too large.
///
/// ```swift
/// do {
///     _ = try generator.generate(model, source: "Library.xcdatamodeld")
/// } catch let error as CodeSizeError {
///     tooLarge.append(error.source)  // Nothing is written.
/// }
/// ```
public struct CodeSizeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name or the path of the model.
    public var source: String
    /// The name of the file with which the code became too large.
    public var fileName: String
    /// The maximum size of all files together.
    public var maximumMegabytes: Int

    public var description: String {
        "the code of '\(source)' is too large: the generated files have more than \(maximumMegabytes) MB at "
            + "'\(fileName)'; use templates that write less, declare fewer properties in entities with many "
            + "subentities, or generate code for fewer models at once"
    }
}
