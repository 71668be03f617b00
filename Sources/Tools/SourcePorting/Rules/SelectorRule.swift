import SwiftNames

/// `#selector`, which becomes the name of a property in `NSStringFromSelector`, and `Selector(("…"))` for a comparison
/// of a sort descriptor.
enum SelectorRule: PortingRule {
    /// The comparisons that a sort descriptor knows here, by their names in Swift.
    private static let comparisons: Set<String> = [
        "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare",
        "localizedStandardCompare",
    ]

    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        project.files[file].source.uses(ofMacro: "#selector").map { index, close in
            construct(at: index, through: close, in: file, of: project)
        }
    }

    private static func construct(
        at index: Int, through close: Int, in file: Int, of project: PortedProject
    ) -> PortedConstruct {
        let source = project.files[file].source
        let range = source.tokens[index].range.lowerBound..<source.tokens[close].range.upperBound
        let message = "'\(source.text(range).onOneLine)' requires the Objective-C runtime"
        func found(_ hint: String, _ edits: [SourceEdit] = []) -> PortedConstruct {
            PortedConstruct(.selector, at: range.lowerBound, in: source, message, hint: hint, edits: edits)
        }
        let isGetter = source.isWord(index + 2, "getter") && source.isMark(index + 3, ":")
        if isGetter {
            guard source.isMark(index - 1, "("), source.isWord(index - 2, "NSStringFromSelector"),
                source.partners[index - 1] == close + 1,
                let names = KeyPathRule.names(in: (index + 4)..<close, of: source), names.count <= 3,
                let keys = KeyPathRule.keys(of: names, in: project), keys.count == 1
            else { return found("write the name of the property as a string") }
            // Foundation's name for it, with the module before it or not.
            var start = index - 2
            if source.isMark(start - 1, "."), source.isWord(start - 2, "Foundation") { start -= 2 }
            let whole = source.tokens[start].range.lowerBound..<source.tokens[close + 1].range.upperBound
            let text = "\"\(keys[0])\""
            return found("write \(text)", [SourceEdit(file: file, range: whole, text: text)])
        }
        guard let name = comparison(in: (index + 2)..<close, of: source) else {
            return found("use a closure, or put the code in #if canImport(ObjectiveC)")
        }
        let text = "Selector((\"\(name):\"))"
        return found("write \(text)", [SourceEdit(file: file, range: range, text: text)])
    }

    /// The comparison in `NSString.compare(_:)` or `NSString.compare`; nil for another selector.
    private static func comparison(in range: Range<Int>, of source: SwiftSource) -> String? {
        var end = range.upperBound
        if end - 4 > range.lowerBound, source.isMark(end - 1, ")"), source.isMark(end - 2, ":"),
            source.isWord(end - 3, "_"),
            source.isMark(end - 4, "(")
        {
            end -= 4
        }
        guard let names = KeyPathRule.names(in: range.lowerBound..<max(range.lowerBound, end), of: source),
            let name = names.last, comparisons.contains(name), names.count > 1,
            ["NSString", "NSNumber", "NSDate"].contains(names[names.count - 2])
        else { return nil }
        return name
    }
}
