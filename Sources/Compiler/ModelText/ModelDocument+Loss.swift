package import ModelDiagnostics
package import XCDataModel

extension ModelDocument {
    /// Returns the content that would be lost by replacing this document with another one.
    ///
    /// - Parameter other: The document from the text; nil if there is none.
    /// - Returns: An error; nil if the formatted files of both are equal byte for byte.
    package func loss(becoming other: ModelDocument?) -> Diagnostic? {
        var problems: [Diagnostic] = []
        let writer = XCDataModelWriter()
        guard var before = writer.write(self, into: &problems) else { return problems.first }
        // It isn't part of the model, and a bundle made from the text has none.
        before.removeFirst(source?.byteOrderMark.count ?? 0)
        let after = other.flatMap { writer.write($0, into: &problems) } ?? []
        guard before != after else { return nil }
        let newline = UInt8(ascii: "\n")
        let lines = before.split(separator: newline, omittingEmptySubsequences: false)
        let others = after.split(separator: newline, omittingEmptySubsequences: false)
        var index = zip(lines, others).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, others.count)
        if index + 1 < lines.count, index < others.count,
            others[index].elementsEqual(lines[index].dropLast() + Array("/>".utf8))
        {
            // Only what follows inside the element is lost, not the element itself.
            index += 1
        }
        let text = index < lines.count ? String(decoding: lines[index], as: UTF8.self) : "the end of the file"
        return .unsupportedContent(String(text.drop { $0 == " " }), editorLine: index + 1)
    }
}
