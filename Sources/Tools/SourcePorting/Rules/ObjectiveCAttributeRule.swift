import SwiftNames

/// `@objc`, `@objc(name)`, and `@objcMembers`, which move into `#if canImport(ObjectiveC)`, and what they allow.
enum ObjectiveCAttributeRule: PortingRule {
    private static let attributes: Set<String> = ["@objc", "@objcMembers"]

    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        let (source, declarations) = (project.files[file].source, project.files[file].declarations)
        var result: [PortedConstruct] = []
        var next = 0
        for index in source.tokens.indices where source.isActive[index] && index >= next {
            guard source.tokens[index].kind == .attribute else { continue }
            let name = source.text(index)
            if name == "@convention", source.isWord(index + 2, "block") {
                result.append(
                    PortedConstruct(
                        .objectiveCAttribute, at: source.tokens[index].range.lowerBound, in: source,
                        "'@convention(block)' requires the Objective-C runtime",
                        hint: "use a closure of Swift, or put the code in #if canImport(ObjectiveC)"))
            }
            guard attributes.contains(name) else { continue }
            let list = declarations.list(around: index)
            next = max(list.upperBound, index + 1)
            result += constructs(in: list, from: index, Context(file: file, source: source, declarations: declarations))
        }
        return result
    }

    private struct Context {
        var file: Int
        var source: SwiftSource
        var declarations: SwiftDeclarations

        func isWanted(_ index: Int) -> Bool {
            source.tokens[index].kind == .attribute && attributes.contains(source.text(index)) && source.isActive[index]
        }

        /// The bytes of an attribute with its arguments.
        func bytes(_ index: Int) -> Range<Int> {
            source.tokens[index].range
                .lowerBound..<source.tokens[declarations.endOfAttribute(index) - 1].range.upperBound
        }
    }

    private static func constructs(in list: Range<Int>, from first: Int, _ context: Context) -> [PortedConstruct] {
        let source = context.source
        let wanted = list.filter { $0 >= first && context.isWanted($0) }
        if let optional = list.first(where: { source.isWord($0, "optional") }) {
            return [
                PortedConstruct(
                    .objectiveCAttribute, at: source.tokens[optional].range.lowerBound, in: source,
                    "optional requirements of protocols require the Objective-C runtime",
                    hint:
                        "remove 'optional' and '@objc', "
                        + "and add the method with an empty body to an extension of the protocol"
                )
            ]
        }
        var result: [PortedConstruct] = []
        for group in groups(of: wanted, context) {
            let texts = group.map { source.text(context.bytes($0)).onOneLine }
            result.append(
                PortedConstruct(
                    .objectiveCAttribute, at: source.tokens[group[0]].range.lowerBound, in: source,
                    "'\(texts.joined(separator: " "))' requires the Objective-C runtime",
                    hint: "put it in #if canImport(ObjectiveC)", edits: edits(for: group, in: list, context)))
        }
        if let bound = classBound(of: list.upperBound, context) { result.append(bound) }
        return result
    }

    // MARK: The lines of attributes

    /// Attributes that get one `#if`: those on lines of their own that follow each other,
    /// and those on the same line as others.
    private static func groups(of wanted: [Int], _ context: Context) -> [[Int]] {
        var groups: [[Int]] = []
        for index in wanted {
            if let last = groups.last?.last {
                let isNext = context.declarations.endOfAttribute(last) == index
                let areAlone = isAlone(last, context) && isAlone(index, context)
                let lines = lineDistance(from: last, to: index, context)
                if isNext && areAlone && lines <= 1 || lines == 0 && !isAlone(index, context) {
                    groups[groups.count - 1].append(index)
                    continue
                }
            }
            groups.append([index])
        }
        return groups
    }

    private static func lineDistance(from first: Int, to second: Int, _ context: Context) -> Int {
        context.source.line(at: context.source.tokens[second].range.lowerBound)
            - context.source.line(at: context.bytes(first).upperBound - 1)
    }

    /// The maximum number of tokens of attributes on a line.
    private static let maximumLineCount = 100

    /// Whether only wanted attributes are on the lines of an attribute.
    private static func isAlone(_ index: Int, _ context: Context) -> Bool {
        let source = context.source
        let bytes = context.bytes(index)
        var start = index
        while start > 0,
            source.line(at: source.tokens[start - 1].range.upperBound - 1) == source.line(at: bytes.lowerBound)
        {
            // A token of the same line: the end of an attribute before this one, or something else.
            // The limit keeps the time linear, even for unreasonably long lines.
            guard index - start < maximumLineCount, let previous = previousWanted(endingBefore: start, context) else {
                return false
            }
            start = previous
        }
        guard source.isFirstOnLine(source.tokens[start].range.lowerBound) else { return false }
        var end = context.declarations.endOfAttribute(index)
        while end < source.tokens.count,
            source.line(at: source.tokens[end].range.lowerBound) == source.line(at: bytes.upperBound - 1)
        {
            guard end - index < maximumLineCount, context.isWanted(end) else { return false }
            end = context.declarations.endOfAttribute(end)
        }
        return true
    }

    private static func previousWanted(endingBefore index: Int, _ context: Context) -> Int? {
        var previous = index - 1
        if context.source.isMark(previous, ")"), let open = context.source.partners[previous] { previous = open - 1 }
        guard previous >= 0, context.isWanted(previous), context.declarations.endOfAttribute(previous) == index else {
            return nil
        }
        return previous
    }

    // MARK: Edits

    private static func edits(for group: [Int], in list: Range<Int>, _ context: Context) -> [SourceEdit] {
        let (source, file) = (context.source, context.file)
        let lineBreak = source.lineBreak
        guard let first = group.first, let last = group.last else { return [] }
        if isAlone(first, context), isAlone(last, context) {
            let start = context.bytes(first).lowerBound
            let indentation = source.indentation(at: start)
            // A comment after the attribute stays on its line.
            let end = source.contents(ofLine: source.line(at: context.bytes(last).upperBound - 1)).upperBound
            return [
                SourceEdit(
                    file: file, range: start..<start, text: "#if canImport(ObjectiveC)\(lineBreak)\(indentation)"),
                SourceEdit(file: file, range: end..<end, text: "\(lineBreak)\(indentation)#endif"),
            ]
        }
        let place = insertion(for: first, in: list, context)
        let indentation = source.indentation(at: place)
        let texts = group.map { source.text(context.bytes($0)) }
        let block =
            "#if canImport(ObjectiveC)\(lineBreak)\(indentation)\(texts.joined(separator: " "))\(lineBreak)"
            + "\(indentation)#endif\(lineBreak)\(indentation)"
        let start = source.isFirstOnLine(place) ? block : "\(lineBreak)\(indentation)\(block)"
        // The spaces between attributes can belong to both.
        var removals: [Range<Int>] = []
        for range in group.map({ removal(of: $0, context) }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = removals.last, last.upperBound >= range.lowerBound {
                removals[removals.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                removals.append(range)
            }
        }
        return [SourceEdit(file: file, range: place..<place, text: start)]
            + removals.map { SourceEdit(file: file, range: $0, text: "") }
    }

    /// The place for the lines of an attribute: before the first attribute of its line, or before the first modifier.
    private static func insertion(for index: Int, in list: Range<Int>, _ context: Context) -> Int {
        let source = context.source
        let line = source.line(at: source.tokens[index].range.lowerBound)
        var isModified = false
        var start = index
        for element in list.lowerBound..<index {
            if source.tokens[element].kind == .identifier, SwiftDeclarations.modifiers.contains(source.text(element)) {
                isModified = isModified || source.line(at: source.tokens[element].range.lowerBound) < line
            }
            if start == index, source.line(at: source.tokens[element].range.lowerBound) == line,
                !isInArguments(element, of: list, context)
            {
                start = element
            }
        }
        return source.tokens[isModified ? list.lowerBound : start].range.lowerBound
    }

    /// Whether a token of a list is in the arguments of an attribute or a modifier.
    private static func isInArguments(_ index: Int, of list: Range<Int>, _ context: Context) -> Bool {
        var element = list.lowerBound
        while element < index {
            if let partner = context.source.partners[element], partner > element {
                if index <= partner { return true }
                element = partner
            }
            element += 1
        }
        return context.source.isMark(index, "(")
    }

    /// The bytes of an attribute with the spaces after it, or those before it if it ends its line.
    private static func removal(of index: Int, _ context: Context) -> Range<Int> {
        let bytes = context.source.bytes
        var range = context.bytes(index)
        var end = range.upperBound
        while end < bytes.count, bytes[end] == .space || bytes[end] == .tab { end += 1 }
        if end < bytes.count, bytes[end] != .lineFeed, bytes[end] != .carriageReturn {
            return range.lowerBound..<end
        }
        var start = range.lowerBound
        while start > 0, bytes[start - 1] == .space || bytes[start - 1] == .tab { start -= 1 }
        range = start..<range.upperBound
        return range
    }

    // MARK: Protocols

    /// A protocol that only its attribute restricts to classes.
    private static func classBound(of keyword: Int, _ context: Context) -> PortedConstruct? {
        let source = context.source
        guard source.isWord(keyword, "protocol"),
            let type = context.declarations.types.first(where: { $0.keyword == keyword })
        else { return nil }
        let names = type.inheritance.compactMap(source.name)
        guard !names.contains(where: ["AnyObject", "class", "NSObjectProtocol"].contains) else { return nil }
        let nameEnd = source.tokens[keyword + 1].range.upperBound
        let (place, text) =
            type.inheritance.isEmpty
            ? (nameEnd, ": AnyObject")
            : (source.tokens[type.inheritance.lowerBound].range.lowerBound, "AnyObject, ")
        return PortedConstruct(
            .objectiveCAttribute, at: source.tokens[keyword].range.lowerBound, in: source,
            "without '@objc', protocol '\(type.name)' is not restricted to classes", hint: "add 'AnyObject'",
            edits: [SourceEdit(file: context.file, range: place..<place, text: text)])
    }
}
