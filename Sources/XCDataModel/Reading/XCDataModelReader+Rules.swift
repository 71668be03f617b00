public import ModelDiagnostics

extension XCDataModelReader {
    /// The diagnostics of opening, reading, and writing a model. They cannot be turned off.
    public static let rules: [DiagnosticRule] = [
        .fileMissing, .fileUnreadable, .modelMissing, .binaryFormat, .currentVersionMissing, .currentVersionUnknown,
        .xmlMalformed, .xmlEncoding, .xmlDocumentType, .xmlLimit, .notADataModel, .missingName, .attributeTypeUnknown,
        .invalidValue, .unknownAttribute, .unknownElement, .unexpectedText, .fetchRequestCount, .unwritableText,
    ]
}
