public import ModelDiagnostics
import ModelSchema

extension DiagnosticRule {
    static let xmlMalformed = Self("xml-malformed", .error, "The XML is not well formed.")
    static let xmlEncoding = Self("xml-encoding", .error, "The file is not UTF-8.")
    static let xmlDocumentType = Self("xml-document-type", .error, "The file declares a document type.")
    static let xmlLimit = Self(
        "xml-limit", .error, "The file exceeds a limit of the reader on size, depth, count, or length.")
    static let notADataModel = Self("not-a-data-model", .error, "The file is XML but not a data model.")
    static let notAMappingModel = Self("not-a-mapping-model", .error, "The file is XML but not a mapping model.")
    static let xmlAttributeUnknown = Self("xml-attribute-unknown", .warning, "An element has an unknown XML attribute.")
    static let xmlElementUnknown = Self("xml-element-unknown", .warning, "An element contains an unknown element.")
    static let xmlElementMisplaced = Self(
        "xml-element-misplaced", .error, "An element of a model is in an element that never contains it.")
    static let xmlTextUnexpected = Self("xml-text-unexpected", .warning, "An element contains unexpected text.")
    static let xmlValueInvalid = Self(
        "xml-value-invalid", .warning, "The value of an XML attribute is not valid and is ignored.")
    static let missingName = Self("name-missing", .error, "An element has no name.")
    static let fetchRequestCount = Self(
        "fetched-property-request-count", .error, "A fetched property does not hold exactly one fetch request.")
    static let attributeTypeUnknown = Self(
        "attribute-type-unknown", .error, "An attribute has a type that does not exist.")
}

extension XCDataModelReader {
    /// The diagnostics of opening, reading, and writing a model. They cannot be turned off.
    public static let rules: [DiagnosticRule] = [
        .fileMissing, .fileUnreadable, .modelMissing, .binaryFormat, .currentVersionMissing, .currentVersionUnknown,
        .xmlMalformed, .xmlEncoding, .xmlDocumentType, .xmlLimit, .notADataModel, .notAMappingModel, .missingName,
        .attributeTypeUnknown,
        .xmlValueInvalid, .xmlAttributeUnknown, .xmlElementUnknown, .xmlElementMisplaced, .xmlTextUnexpected,
        .fetchRequestCount,
        .unwritableText,
    ]
}

extension Diagnostic {
    static func malformed(_ failure: XMLError, in bytes: [UInt8]) -> Self {
        let place = SourceMap.position(ofOffset: failure.offset, in: bytes)
        let anchor = Anchor.source(line: place.line, column: place.column)
        switch failure.reason {
        case .encoding:
            return Diagnostic(
                .xmlEncoding, failure.message, at: anchor,
                hint: "save the file as UTF-8, as Xcode does")
        case .syntax:
            return Diagnostic(
                .xmlMalformed, "the XML is not well formed: \(failure.message)", at: anchor,
                hint: bytes.isOtherText
                    ? "convert a model in YAML or JSON with modelgen convert first"
                    : "restore the file from version control, or save the model again in Xcode's editor")
        case .documentType:
            return Diagnostic(
                .xmlDocumentType, failure.message, at: anchor, hint: "remove the <!DOCTYPE …> declaration")
        case .limit:
            return Diagnostic(
                .xmlLimit, failure.message, at: anchor,
                hint: "check the file: no real data model comes near this limit")
        }
    }

    static func notADataModel(_ reason: String, at anchor: Anchor) -> Self {
        Diagnostic(
            .notADataModel, "not a data model: \(reason)", at: anchor,
            hint:
                "start the file with <model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\" …>")
    }

    static func notAMappingModel(_ reason: String, at anchor: Anchor) -> Self {
        Diagnostic(
            .notAMappingModel, "not a mapping model: \(reason)", at: anchor,
            hint: "save the mapping model again in Xcode's editor")
    }

    static func xmlAttributeUnknown(_ name: String, of element: String, at anchor: Anchor, count: Int) -> Self {
        Diagnostic(
            .xmlAttributeUnknown,
            "unknown attribute '\(name)' on <\(element)>\(places(count)); it is kept in the file and has no effect",
            at: anchor)
    }

    static func xmlElementUnknown(_ name: String, in element: String, at anchor: Anchor, count: Int) -> Self {
        Diagnostic(
            .xmlElementUnknown,
            "unknown element <\(name)> in <\(element)>\(places(count)); it is kept in the file and has no effect",
            at: anchor)
    }

    static func xmlElementMisplaced(_ name: String, in element: String, at anchor: Anchor, count: Int) -> Self {
        Diagnostic(
            .xmlElementMisplaced, "<\(name)> in <\(element)>\(places(count)), where the format allows none", at: anchor,
            hint: "look above for a closing tag that is missing, and compare the file with version control")
    }

    static func xmlTextUnexpected(in element: String, at anchor: Anchor) -> Self {
        Diagnostic(.xmlTextUnexpected, "text in <\(element)>, where the format allows none", at: anchor)
    }

    static func xmlValueInvalid(_ value: String, of name: String, at anchor: Anchor, hint: String) -> Self {
        Diagnostic(.xmlValueInvalid, "\(name)=\"\(value)\" is not a valid value and is ignored", at: anchor, hint: hint)
    }

    static func attributeTypeUnknown(_ value: String, of path: SchemaPath, at anchor: Anchor, hint: String) -> Self {
        Diagnostic(.attributeTypeUnknown, "attribute '\(path)' has unknown type '\(value)'", at: anchor, hint: hint)
    }

    static func missingName(of element: String, at anchor: Anchor) -> Self {
        Diagnostic(.missingName, "<\(element)> has no name", at: anchor, hint: "give the element a name=\"…\"")
    }

    static func fetchRequestCount(_ count: Int, of path: SchemaPath, at anchor: Anchor) -> Self {
        Diagnostic(
            .fetchRequestCount, "fetched property '\(path)' holds \(count) fetch requests instead of 1",
            at: anchor, hint: "set the destination and predicate again in the editor")
    }

    static func more(_ count: Int, _ code: Code) -> Self {
        Diagnostic(.warning, code, "\(count) more like this are not listed", at: .file)
    }

    private static func places(_ count: Int) -> String { count == 1 ? "" : " (\(count) places; this is the first)" }
}

extension [UInt8] {
    /// Whether a text begins as no XML does, such as YAML or JSON.
    fileprivate var isOtherText: Bool {
        let blank: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        guard let first = drop(while: blank.contains).first, first < 0x80 else { return false }
        return first != UInt8(ascii: "<") && !contains(0)
    }
}
