public import ModelDiagnostics

extension XCDataModelReader {
    /// What opening, reading and writing a model can report. None of it can be switched off.
    public static let rules: [DiagnosticRule] = [
        .fileMissing, .fileUnreadable, .modelMissing, .binaryFormat, .currentVersionMissing, .currentVersionUnknown,
        .xmlMalformed, .xmlEncoding, .xmlDocumentType, .xmlLimit, .notADataModel, .missingName, .attributeTypeUnknown,
        .invalidValue, .unknownAttribute, .unknownElement, .unexpectedText, .fetchRequestCount, .unwritableText,
    ]
}
