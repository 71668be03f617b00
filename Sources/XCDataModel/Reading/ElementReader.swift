import ModelDiagnostics
import ModelSchema

/// Reads the attributes of one element, and knows in the end which ones nobody asked for.
struct ElementReader {
    let element: XMLElement
    let path: SchemaPath
    private var read: Set<String> = []

    init(_ element: XMLElement, at path: SchemaPath) {
        self.element = element
        self.path = path
    }

    mutating func string(_ name: String) -> String? {
        read.insert(name)
        return element[name]
    }

    /// Marks attributes as known that the model has no use for.
    mutating func skip(_ names: String...) {
        read.formUnion(names)
    }

    /// The value of a flag, or nil where it is not written.
    mutating func optionalFlag(_ name: String, _ report: inout ReadingReport) -> Bool? {
        guard let text = string(name) else { return nil }
        switch text {
        case "YES", "true": return true
        case "NO", "false": return false
        default:
            report.add(.invalidValue(text, of: name, at: path, expected: "YES or NO"))
            return nil
        }
    }

    /// The value of a flag; false where it is not written.
    mutating func flag(_ name: String, _ report: inout ReadingReport) -> Bool {
        optionalFlag(name, &report) ?? false
    }

    /// The value of a whole number, or nil where it is not written.
    mutating func integer(_ name: String, _ report: inout ReadingReport) -> Int? {
        guard let text = string(name) else { return nil }
        guard let value = Int(text) else {
            report.add(.invalidValue(text, of: name, at: path, expected: "a whole number"))
            return nil
        }
        return value
    }

    /// The value of an attribute that must be one of a list of spellings, or nil where it is not written.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type, _ report: inout ReadingReport
    ) -> Choice? {
        guard let text = string(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            report.add(.unknownChoice(text, of: name, at: path, known: Choice.allCases.map(\.rawValue)))
            return nil
        }
        return choice
    }

    /// The name of the element, which the format requires.
    mutating func requiredName(_ report: inout ReadingReport) -> String {
        guard let name = string("name"), !name.isEmpty else {
            report.add(.missingName(of: element.name, at: path))
            return ""
        }
        return name
    }

    /// Reports what is left over: attributes that were not read, elements that are not among the known ones, and
    /// character data, which the format does not have.
    func finish(knownChildren: Set<String> = [], _ report: inout ReadingReport) {
        for attribute in element.attributes where !read.contains(attribute.name) {
            report.addUnknownAttribute(attribute.name, of: element.name, at: path)
        }
        for child in element.children where !knownChildren.contains(child.name) {
            report.addUnknownElement(child, in: element.name)
        }
        if !element.text.isEmpty {
            report.add(.unexpectedText(in: element.name, at: path))
        }
    }
}
