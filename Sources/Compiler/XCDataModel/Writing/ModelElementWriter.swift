import ModelDiagnostics
import ModelSchema

/// Writes the values of a model as elements, together with other content of their sources.
struct ModelElementWriter {
    private(set) var output = XMLOutput()
    private(set) var diagnostics: [Diagnostic] = []
    private var path = SchemaPath.model

    mutating func write(_ document: ModelDocument) {
        output.byteOrderMark(document.source?.byteOrderMark ?? [])
        output.declaration()
        model(document.model, source: document.source?.root)
        for remark in document.source?.trailingRemarks ?? [] { output.remark(remark) }
    }

    /// Writes an element.
    ///
    /// - Parameters:
    ///   - sources: The source elements of the value: none for a new one, several if a file repeats an element.
    ///   - groups: The inner elements, in canonical order.
    ///   - defaults: The attributes of a new element that are not part of the model.
    mutating func element<Value>(
        _ name: FormatName, _ value: Value, as format: ElementFormat<Value>, sources: [XMLElement],
        groups: [ElementGroup] = [], defaults: [(FormatName, String)] = []
    ) {
        writeRemarks(before: sources)
        output.startElement(name.rawValue)
        let attributes = AttributeList(value, as: format, sources: sources, defaults: defaults)
        for attribute in attributes.list { write(attribute.name, attribute.value) }
        for text in sources.map(\.text) where !text.isEmpty { output.text(text) }

        let unknown = UnknownChildren(of: sources, known: groups.map(\.name))
        unknown.first.forEach { copy($0) }
        for group in groups {
            group.write(&self)
            unknown.after[group.name]?.forEach { copy($0) }
        }
        output.endElement(name.rawValue)
    }

    /// Writes an unchanged element.
    ///
    /// - Parameter newNames: The new names for changed names in the element and its contents.
    mutating func copy(_ element: XMLElement, renaming newNames: [String: String] = [:]) {
        writeRemarks(before: [element])
        output.startElement(element.name)
        for attribute in element.attributes {
            let name = element.document.names[attribute.name]
            let newName = name == FormatName.name.rawValue ? newNames[attribute.value] : nil
            write(name, newName ?? attribute.value)
        }
        if !element.text.isEmpty { output.text(element.text) }
        for child in element.children { copy(child, renaming: newNames) }
        output.endElement(element.name)
    }

    /// Writes an inner element with its path for diagnostics.
    mutating func descend(_ step: SchemaPath.Step?, _ write: (inout Self) -> Void) {
        let outer = path
        if let step { path.steps.append(step) }
        write(&self)
        path = outer
    }

    private mutating func writeRemarks(before elements: [XMLElement]) {
        for remark in elements.flatMap(\.remarksBefore) { output.remark(remark) }
    }

    private mutating func write(_ name: String, _ value: String) {
        guard !output.attribute(name, value) else { return }
        diagnostics.append(.unwritableText(of: name, at: path))
    }
}

extension DiagnosticRule {
    static let unwritableText = Self(
        "text-not-writable", .error, "The tool cannot write a model, because XML cannot represent a character in it.")
}

extension Diagnostic {
    fileprivate static func unwritableText(of attribute: String, at path: SchemaPath) -> Self {
        Diagnostic(
            .unwritableText,
            "the \(attribute) of '\(path)' has a control character, which XML cannot represent",
            at: path.setting(attribute), hint: "remove the character")
    }
}
