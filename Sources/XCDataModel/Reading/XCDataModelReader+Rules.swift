public import ModelDiagnostics

extension XCDataModelReader {
    /// What opening, reading and writing a model can report. None of it can be switched off.
    public static let rules: [DiagnosticRule] = [
        DiagnosticRule(.fileMissing, .error, "A path does not exist."),
        DiagnosticRule(.fileUnreadable, .error, "A file or folder exists but cannot be read."),
        DiagnosticRule(
            .modelMissing, .error,
            "A folder contains no data model, or a version has no `contents` (a warning if the version is not current)."
        ),
        DiagnosticRule(
            .binaryFormat, .error,
            "A version is in the binary format used before Xcode 4 (a warning if the version is not current)."),
        DiagnosticRule(
            .currentVersionMissing, .warning,
            "A bundle has several versions but does not specify the current one; modelgen uses the first by name."),
        DiagnosticRule(
            .currentVersionUnknown, .error,
            "The current version does not exist, or the file that names it cannot be read."),
        DiagnosticRule(.xmlMalformed, .error, "The XML is not well formed."),
        DiagnosticRule(.xmlEncoding, .error, "The file is not UTF-8 without a byte order mark."),
        DiagnosticRule(.xmlDocumentType, .error, "The file declares a document type."),
        DiagnosticRule(.xmlLimit, .error, "The file exceeds a limit of the reader on size, depth, count, or length."),
        DiagnosticRule(.notADataModel, .error, "The file is XML but not a data model."),
        DiagnosticRule(.missingName, .error, "An element has no name."),
        DiagnosticRule(.attributeTypeUnknown, .error, "An attribute has a type that does not exist."),
        DiagnosticRule(.invalidValue, .warning, "The value of an XML attribute is not valid and is ignored."),
        DiagnosticRule(
            .unknownAttribute, .warning, "An element has an unknown XML attribute."),
        DiagnosticRule(.unknownElement, .warning, "An element contains an unknown element."),
        DiagnosticRule(.unexpectedText, .warning, "An element contains unexpected text."),
        DiagnosticRule(.fetchRequestCount, .error, "A fetched property does not hold exactly one fetch request."),
        DiagnosticRule(
            .unwritableText, .error, "The tool cannot write a model, because XML cannot represent a character in it."),
    ]
}
