public import ModelDiagnostics

extension XCDataModelReader {
    /// What opening, reading and writing a model can report. None of it can be switched off.
    public static let rules: [DiagnosticRule] = [
        DiagnosticRule(.fileMissing, .error, "There is nothing at a path."),
        DiagnosticRule(.fileUnreadable, .error, "A file or folder is there and cannot be read."),
        DiagnosticRule(
            .modelMissing, .error,
            "A folder holds no data model, or a version has no `contents` (a warning where that is not the current version)."
        ),
        DiagnosticRule(
            .binaryFormat, .error,
            "A version is in the binary format used before Xcode 4 (a warning where it is not the current version)."),
        DiagnosticRule(
            .currentVersionMissing, .warning,
            "A bundle has several versions and does not say which is current; the first by name is taken."),
        DiagnosticRule(
            .currentVersionUnknown, .error,
            "The current version does not exist, or the file that names it cannot be read."),
        DiagnosticRule(.xmlMalformed, .error, "The XML is not well formed."),
        DiagnosticRule(.xmlEncoding, .error, "The file is not UTF-8 without a byte order mark."),
        DiagnosticRule(.xmlDocumentType, .error, "The file declares a document type."),
        DiagnosticRule(.xmlLimit, .error, "The file is beyond a limit of the reader: size, depth, number or length."),
        DiagnosticRule(.notADataModel, .error, "The file is XML and no data model."),
        DiagnosticRule(.missingName, .error, "An element lacks the name it must have."),
        DiagnosticRule(.attributeTypeUnknown, .error, "An attribute has a type that does not exist."),
        DiagnosticRule(.invalidValue, .warning, "The value of an XML attribute cannot be read and is ignored."),
        DiagnosticRule(
            .unknownAttribute, .warning, "An element has an XML attribute that the format is not known to have."),
        DiagnosticRule(.unknownElement, .warning, "An element holds an element that the format is not known to have."),
        DiagnosticRule(.unexpectedText, .warning, "An element holds text."),
        DiagnosticRule(.fetchRequestCount, .error, "A fetched property does not hold exactly one fetch request."),
        DiagnosticRule(
            .unwritableText, .error, "A text of a model that is to be written has a character that XML cannot hold."),
    ]
}
