public import ModelDiagnostics
public import ModelSchema
public import Testing
import XCDataModel

/// A diagnostic that a test expects: its severity, its code, and where it points.
///
/// Wording is left out, so that it can improve.
public struct ExpectedDiagnostic: Sendable, Hashable {
    var severity: Diagnostic.Severity
    var code: Diagnostic.Code
    var mark: String?

    /// - Parameter mark: The mark in the input (`«1»`) that stands right before the place; nil for any place.
    public init(_ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at mark: String? = nil) {
        self.severity = severity
        self.code = code
        self.mark = mark
    }
}

/// Reads a model and expects exactly the given diagnostics, from reading it and from a check.
///
/// - Parameters:
///   - xml: A whole document, or what stands inside `<model>`, with marks such as `«1»` that are taken out first.
///   - expected: In any order.
///   - check: What to do with the model once it has been read.
public func expectDiagnostics(
    in xml: String, _ expected: [ExpectedDiagnostic],
    check: (_ model: Model, _ diagnostics: inout [Diagnostic]) -> Void = { _, _ in },
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let marked = MarkedText(xml.hasPrefix("<?xml") || xml.hasPrefix("<model") ? xml : .model(containing: xml))
    var diagnostics: [Diagnostic] = []
    let document = XCDataModelReader().read(Array(marked.text.utf8), named: "Test", into: &diagnostics)
    if let document { check(document.model, &diagnostics) }

    let actual = diagnostics.map { diagnostic in
        let located = LocatedDiagnostic(diagnostic, file: "contents") { document?.sourceMap.position(of: $0) }
        let mark = marked.marks.first { $0.line == located.position.line && $0.column == located.position.column }
        return (text: DiagnosticTextFormatter().format(located), found: diagnostic, mark: mark?.name)
    }
    var missing = expected
    for (text, found, mark) in actual {
        let match = missing.firstIndex {
            $0.severity == found.severity && $0.code == found.code && ($0.mark == nil || $0.mark == mark)
        }
        if let match {
            missing.remove(at: match)
        } else {
            Issue.record("unexpected diagnostic:\n\(text)", sourceLocation: sourceLocation)
        }
    }
    for diagnostic in missing {
        Issue.record(
            "missing diagnostic: \(diagnostic.severity) [\(diagnostic.code)] at \(diagnostic.mark ?? "any place")",
            sourceLocation: sourceLocation)
    }
}

/// Codes are plain text in tests, as they are in scripts and baselines.
extension Diagnostic.Code: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension String {
    /// A whole document around the elements of a model.
    public static func model(containing elements: String, attributes: String = "") -> String {
        let type = #"type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0""#
        return "<model \(type)\(attributes.isEmpty ? "" : " " + attributes)>\(elements)</model>"
    }
}
