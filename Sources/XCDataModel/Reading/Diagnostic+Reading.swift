import ModelDiagnostics
import ModelSchema

extension Diagnostic.Code {
    /// The XML is not well formed.
    static let xmlMalformed = Self("xml-malformed")
    /// The file is not UTF-8 without a byte order mark.
    static let xmlEncoding = Self("xml-encoding")
    /// The file declares a document type.
    static let xmlDocumentType = Self("xml-document-type")
    /// The file is beyond a limit of the reader.
    static let xmlLimit = Self("xml-limit")
    /// The document is XML, but no data model.
    static let notADataModel = Self("not-a-data-model")
    /// An element has an attribute the format is not known to have.
    static let unknownAttribute = Self("unknown-xml-attribute")
    /// An element holds an element the format is not known to have.
    static let unknownElement = Self("unknown-xml-element")
    /// An element contains text.
    static let unexpectedText = Self("unexpected-text")
    /// The value of an XML attribute cannot be read.
    static let invalidValue = Self("invalid-xml-value")
    /// An element has no name.
    static let missingName = Self("name-missing")
    /// A fetched property does not hold exactly one fetch request.
    static let fetchRequestCount = Self("fetched-property-request-count")
    /// An attribute has a type that does not exist.
    static let attributeTypeUnknown = Self("attribute-type-unknown")
}

extension Diagnostic {
    static func malformed(_ failure: XMLFailure, in bytes: [UInt8]) -> Self {
        let place = SourceMap.position(ofOffset: failure.offset, in: bytes)
        let anchor = Anchor.source(line: place.line, column: place.column)
        switch failure.reason {
        case .encoding:
            return Diagnostic(
                .error, .xmlEncoding, failure.message, at: anchor,
                hint: "save the file as UTF-8 without a byte order mark, as Xcode does")
        case .syntax:
            return Diagnostic(
                .error, .xmlMalformed, "the XML is not well formed: \(failure.message)", at: anchor,
                hint: "restore the file from version control, or save the model again in Xcode's editor")
        case .documentType:
            return Diagnostic(
                .error, .xmlDocumentType, failure.message, at: anchor, hint: "remove the <!DOCTYPE …> declaration")
        case .limit:
            return Diagnostic(
                .error, .xmlLimit, failure.message, at: anchor,
                hint: "check the file: no real data model comes near this limit")
        }
    }

    static func notADataModel(_ reason: String, at anchor: Anchor) -> Self {
        Diagnostic(
            .error, .notADataModel, "not a data model: \(reason)", at: anchor,
            hint:
                "start the file with <model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\" …>")
    }

    static func unknownAttribute(_ name: String, of element: String, at anchor: Anchor, count: Int) -> Self {
        Diagnostic(
            .warning, .unknownAttribute,
            "unknown attribute '\(name)' on <\(element)>\(places(count)); it is kept in the file and has no effect",
            at: anchor)
    }

    static func unknownElement(_ name: String, in element: String, at anchor: Anchor, count: Int) -> Self {
        Diagnostic(
            .warning, .unknownElement,
            "unknown element <\(name)> in <\(element)>\(places(count)); it is kept in the file and has no effect",
            at: anchor)
    }

    static func unexpectedText(in element: String, at anchor: Anchor) -> Self {
        Diagnostic(.warning, .unexpectedText, "text in <\(element)>, where the format allows none", at: anchor)
    }

    static func invalidValue(_ value: String, of name: String, at anchor: Anchor, hint: String) -> Self {
        Diagnostic(
            .warning, .invalidValue, "\(name)=\"\(value)\" is not a valid value and is ignored", at: anchor, hint: hint)
    }

    static func attributeTypeUnknown(_ value: String, of path: SchemaPath, at anchor: Anchor, hint: String) -> Self {
        Diagnostic(
            .error, .attributeTypeUnknown, "attribute '\(path)' has unknown type '\(value)'", at: anchor,
            hint: hint)
    }

    static func missingName(of element: String, at anchor: Anchor) -> Self {
        Diagnostic(
            .error, .missingName, "<\(element)> has no name", at: anchor, hint: "give the element a name=\"…\"")
    }

    static func fetchRequestCount(_ count: Int, of path: SchemaPath, at anchor: Anchor) -> Self {
        Diagnostic(
            .error, .fetchRequestCount, "fetched property '\(path)' holds \(count) fetch requests instead of 1",
            at: anchor, hint: "set the destination and predicate again in the editor")
    }

    static func more(_ count: Int, _ code: Code) -> Self {
        Diagnostic(.warning, code, "\(count) more like this are not listed", at: .file)
    }

    /// The spelling that was probably meant, or all of them.
    static func suggestion(for value: String, among known: [String]) -> String {
        if let nearest = NearestName.to(value, among: known) { return "did you mean '\(nearest)'?" }
        return "use one of \(known.joined(separator: ", "))"
    }

    private static func places(_ count: Int) -> String {
        count == 1 ? "" : " (\(count) places; this is the first)"
    }
}
