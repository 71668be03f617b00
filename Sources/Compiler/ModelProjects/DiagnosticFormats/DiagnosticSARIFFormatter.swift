public import ModelDiagnostics
import StructuredText

/// Writes diagnostics as a log in the Static Analysis Results Interchange Format (SARIF), version 2.1.0.
///
/// Paths are relative to the working directory, with the name `%SRCROOT%` that GitHub's code scanning uses. The log
/// contains no dates and no absolute paths, so the same findings give the same bytes on every machine.
///
/// Source: OASIS, “Static Analysis Results Interchange Format (SARIF) Version 2.1.0”.
///
/// ```swift
/// let log = DiagnosticSARIFFormatter(context).format(diagnostics)
/// try Data(log.utf8).write(to: folder.appending(path: "shop-check.sarif"))  // For code scanning
/// ```
public struct DiagnosticSARIFFormatter: DiagnosticFormatter {
    private static let sourceRoot = "%SRCROOT%"
    private let context: DiagnosticContext
    private let ruleIndexes: [Diagnostic.Code: Int]

    /// Creates a formatter whose log includes the program and all its rules.
    public init(_ context: DiagnosticContext) {
        self.context = context
        ruleIndexes = Dictionary(
            context.rules.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the log of one run, sorted by place, with a line feed at its end, even if there are no diagnostics.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        let driver = StructuredValue.members(
            .init("name", .string(context.toolName)),
            .init("version", .string(context.toolVersion)),
            .init("rules", .array(context.rules.map(descriptor))))
        let root = StructuredValue.members(
            .init("description", .members(.init("text", .string("The folder in which \(context.toolName) was run.")))))
        let run = StructuredValue.members(
            .init("tool", .members(.init("driver", driver))),
            .init("originalUriBaseIds", .members(.init(Self.sourceRoot, root))),
            .init("columnKind", "unicodeCodePoints"),
            .init("results", .array(diagnostics.sorted().map(result))))
        return JSONText.text(
            of: .members(
                .init("$schema", "https://json.schemastore.org/sarif-2.1.0.json"),
                .init("version", "2.1.0"),
                .init("runs", .array([run]))))
    }

    private func descriptor(_ rule: DiagnosticRule) -> StructuredValue {
        .members(
            .init("id", .string(rule.code.rawValue)),
            .init("shortDescription", .members(.init("text", .string(rule.summary)))),
            .init("helpUri", context.helpURL.map { .string("\($0)#\(rule.code)") }),
            .init(
                "defaultConfiguration",
                .members(
                    .init("enabled", rule.defaultSeverity == nil ? .boolean(false) : nil),
                    .init("level", rule.defaultSeverity.map { .string($0.rawValue) }))))
    }

    private func result(_ diagnostic: LocatedDiagnostic) -> StructuredValue {
        // A fix would need the exact edit, and a hint only describes it.
        let message = [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "\n")
        let related = diagnostic.notes.enumerated().map { index, note in
            StructuredValue.members(
                .init("id", .number(index + 1)),
                .init("physicalLocation", physicalLocation(note.position)),
                .init("message", .members(.init("text", .string(note.message)))))
        }
        return .members(
            .init("ruleId", .string(diagnostic.code.rawValue)),
            .init("ruleIndex", ruleIndexes[diagnostic.code].map(StructuredValue.number)),
            .init("level", .string(diagnostic.severity.rawValue)),
            .init("message", .members(.init("text", .string(message)))),
            .init("locations", .array([.members(.init("physicalLocation", physicalLocation(diagnostic.position)))])),
            .init("relatedLocations", related.isEmpty ? nil : .array(related)))
    }

    private func physicalLocation(_ position: SourcePosition) -> StructuredValue {
        let artifact = StructuredValue.members(
            .init("uri", .string(Self.uri(of: context.workingDirectory.relativePath(of: position.file)))),
            .init("uriBaseId", .string(Self.sourceRoot)))
        let region = position.line.map { line in
            StructuredValue.members(
                .init("startLine", .number(line)), .init("startColumn", position.column.map(StructuredValue.number)))
        }
        return .members(.init("artifactLocation", artifact), .init("region", region))
    }

    /// A relative reference. It percent-encodes every byte that is neither unreserved nor a slash (RFC 3986, 2.3).
    ///
    /// It also encodes colons, because the first component could look like a scheme.
    private static func uri(of path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
