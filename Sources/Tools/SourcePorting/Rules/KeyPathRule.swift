import SwiftNames

/// `#keyPath(Note.date)`, which becomes the string that it means.
enum KeyPathRule: PortingRule {
    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        project.files[file].source.uses(ofMacro: "#keyPath").map { index, close in
            construct(at: index, through: close, in: file, of: project)
        }
    }

    private static func construct(
        at index: Int, through close: Int, in file: Int, of project: PortedProject
    ) -> PortedConstruct {
        let source = project.files[file].source
        let range = source.tokens[index].range.lowerBound..<source.tokens[close].range.upperBound
        let offset = range.lowerBound
        let message = "'\(source.text(range).onOneLine)' requires the Objective-C runtime"
        let text = source.text(range)
        let hasComment = text.contains("//") || text.contains("/*")
        guard !hasComment, let names = names(in: (index + 2)..<close, of: source),
            let keys = keys(of: names, in: project)
        else {
            return PortedConstruct(
                .keyPath, at: offset, in: source, message,
                hint: "write the key path as a string, with the names that the model has")
        }
        let path = keys.joined(separator: ".")
        // In a string, the key path becomes a part of the text.
        if index > 0, source.tokens[index - 1].kind == .interpolation, close + 1 < source.tokens.count,
            source.tokens[close + 1].kind == .interpolationEnd
        {
            let whole = source.tokens[index - 1].range.lowerBound..<source.tokens[close + 1].range.upperBound
            return PortedConstruct(
                .keyPath, at: offset, in: source, message, hint: "write '\(path)'",
                edits: [SourceEdit(file: file, range: whole, text: path)])
        }
        return PortedConstruct(
            .keyPath, at: offset, in: source, message, hint: "write \"\(path)\"",
            edits: [SourceEdit(file: file, range: range, text: "\"\(path)\"")])
    }

    /// The names between points; nil if there is anything else.
    static func names(in range: Range<Int>, of source: SwiftSource) -> [String]? {
        guard range.count % 2 == 1 else { return nil }
        var names: [String] = []
        for (number, index) in range.enumerated() {
            if number % 2 == 1 {
                guard source.isMark(index, ".") else { return nil }
            } else {
                guard let name = source.name(index), name.utf8.allSatisfy({ $0.isSwiftWord }) else { return nil }
                names.append(name)
            }
        }
        return names
    }

    /// The keys of a path, without the modules and types before them;
    /// nil if a key can differ from the property's name in Swift.
    static func keys(of names: [String], in project: PortedProject) -> [String]? {
        let keys = names.drop { $0.first?.isUppercase == true }
        guard !keys.isEmpty else { return nil }
        // Properties of Apple's classes whose getters have other names than their keys.
        let renamed = ["isDeleted", "isInserted", "isUpdated", "isFault", "self", "super"]
        for key in keys {
            if key.first?.isUppercase == true || project.renamedProperties.contains(key) { return nil }
            if renamed.contains(key), !project.declaredProperties.contains(key) { return nil }
        }
        // An uppercase name after the first one could be a property.
        let types = names.prefix(names.count - keys.count)
        return types.dropFirst().contains(where: project.declaredProperties.contains) ? nil : Array(keys)
    }
}

extension String {
    /// The text with single spaces for its line breaks, for messages.
    var onOneLine: String {
        let text = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.count > 80 ? text.prefix(79) + "…" : text
    }
}
