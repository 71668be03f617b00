import SwiftNames

/// The uses of Apple's frameworks in a file that a compiler on Linux reads.
struct AppleFrameworkUses {
    private let file: Int
    private let project: PortedProject
    private let source: SwiftSource
    private let declarations: SwiftDeclarations

    init(_ file: Int, _ project: PortedProject) {
        self.file = file
        self.project = project
        source = project.files[file].source
        declarations = project.files[file].declarations
    }

    /// A name of a framework at a token.
    private struct Use {
        var index: Int
        var name: String
        var module: String
        /// Whether the name is certainly that of the module.
        var isCertain = true
        /// Whether the project declares the name in a condition for the module.
        var isOwn = false
    }

    /// What is put in a condition, or left by hand, as a whole.
    private struct Part: Hashable {
        var start: Int
        var end: Int
    }

    /// The constructs, and the parts of the file that go into conditions as a whole, each with a module of its
    /// condition.
    var findings: (constructs: [PortedConstruct], parts: [(tokens: ClosedRange<Int>, module: String)]) {
        let imported = Set(Import.all(in: project.files[file]).map(\.module))
        // On Apple's platforms, an import in one file of a module reaches the others.
        let isFromElsewhere = project.importsUIKit && imported.isDisjoint(with: ["UIKit", "SwiftUI"])
        let modules = imported.union(isFromElsewhere ? ["UIKit"] : []).sorted().compactMap(AppleModule.named)
        guard !modules.isEmpty || !project.conditionalNames.isEmpty else { return ([], []) }
        let uses = source.tokens.indices.compactMap { index -> Use? in
            guard var use = use(at: index, of: modules) ?? ownUse(at: index) else { return nil }
            // Without the import, a name is only probably UIKit's.
            if isFromElsewhere, use.module == "UIKit", !use.isOwn { use.isCertain = false }
            return use
        }
        guard !uses.isEmpty else { return ([], []) }
        let members = SwiftMembers(project.files[file])
        var result: [PortedConstruct] = []
        var parts: [(part: Part, uses: [Use])] = []
        // The names that are left by hand, each once on a line.
        var byHand: Set<UseOnLine> = []
        for use in uses {
            if let last = parts.indices.last, parts[last].part.end >= use.index {
                parts[last].uses.append(use)
                continue
            }
            if let construct = attribute(use) ?? conformance(use) {
                result.append(construct)
                continue
            }
            let member = members.member(around: use.index)
            let line = source.line(at: source.tokens[use.index].range.lowerBound)
            if use.isCertain, let part = part(with: use, in: member) {
                parts.append((part, [use]))
            } else if byHand.insert(UseOnLine(line: line, name: use.name)).inserted {
                result.append(construct(use, edits: []))
            }
        }
        for (part, uses) in parts { result.append(condition(part, uses)) }
        return (result, parts.compactMap { part, uses in uses.first.map { (part.start...part.end, $0.module) } })
    }

    private struct UseOnLine: Hashable {
        var line: Int
        var name: String
    }

    /// The use of a name that is missing on Linux, because the project declares it only for a module.
    private func ownUse(at index: Int) -> Use? {
        guard source.isActive[index], !source.isInDirective[index], source.tokens[index].kind == .identifier else {
            return nil
        }
        let name = source.text(index)
        guard let known = project.conditionalNames[name], !source.isMark(index - 1, "."),
            !project.declaredProperties.contains(name), !isLabel(index)
        else { return nil }
        let isDeclared = ["class", "struct", "enum", "protocol", "actor", "typealias", "func", "case", "let", "import"]
            .contains { source.isWord(index - 1, $0) }
        guard !isDeclared, known.isType || source.isMark(index + 1, "(") else { return nil }
        return Use(index: index, name: name, module: known.module, isCertain: known.isType, isOwn: true)
    }

    /// Whether a name is the label of an argument or a parameter.
    private func isLabel(_ index: Int) -> Bool {
        source.isMark(index + 1, ":") && (source.isMark(index - 1, "(") || source.isMark(index - 1, ","))
    }

    private func use(at index: Int, of modules: [AppleModule]) -> Use? {
        guard source.isActive[index], !source.isInDirective[index] else { return nil }
        let name: String
        switch source.tokens[index].kind {
        case .identifier: name = source.text(index)
        case .attribute: name = String(source.text(index).dropFirst())
        default: return nil
        }
        guard let module = modules.first(where: { $0.has(name) }), !source.isMark(index - 1, "."),
            !source.isWord(index - 1, "import"), !project.declaredTypes.contains(name),
            !project.declaredProperties.contains(name)
        else { return nil }
        if source.tokens[index].kind == .identifier, isLabel(index) { return nil }
        return Use(
            index: index, name: name,
            module: ["Published", "ObservableObject"].contains(name) ? "Combine" : module.name)
    }

    private func construct(_ use: Use, edits: [SourceEdit]) -> PortedConstruct {
        PortedConstruct(
            .appleFramework, at: source.tokens[use.index].range.lowerBound, in: source,
            use.isOwn
                ? "'\(use.name)' is declared only where \(use.module) exists, on Apple's platforms"
                : "'\(use.name)' of \(use.module) exists only on Apple's platforms",
            hint: edits.isEmpty
                ? "put what uses it in #if canImport(\(use.module)), or leave it in the app"
                : "put it in #if canImport(\(use.module))",
            edits: edits)
    }

    // MARK: Observable objects

    /// `@Published`, which gets lines of its own in a condition.
    private func attribute(_ use: Use) -> PortedConstruct? {
        guard use.name == "Published", source.tokens[use.index].kind == .attribute else { return nil }
        let range =
            source.tokens[use.index].range
            .lowerBound..<source.tokens[declarations.endOfAttribute(use.index) - 1].range.upperBound
        let list = declarations.list(around: use.index)
        let start = source.tokens[list.lowerBound].range.lowerBound
        var end = range.upperBound
        while end < source.bytes.count, source.bytes[end] == .space || source.bytes[end] == .tab { end += 1 }
        guard source.isFirstOnLine(start), end < source.bytes.count, source.bytes[end] != .lineFeed,
            source.bytes[end] != .carriageReturn
        else { return nil }
        let indentation = source.indentation(at: start)
        let lineBreak = source.lineBreak
        return construct(
            use,
            edits: [
                SourceEdit(
                    file: file, range: start..<start,
                    text: ["#if canImport(Combine)", source.text(range), "#endif", ""].joined(
                        separator: lineBreak + indentation)),
                SourceEdit(file: file, range: range.lowerBound..<end, text: ""),
            ])
    }

    /// A conformance to `ObservableObject`, which moves into an extension in a condition.
    private func conformance(_ use: Use) -> PortedConstruct? {
        guard use.name == "ObservableObject",
            let type = declarations.types.first(where: { $0.inheritance.contains(use.index) }), type.kind == "class",
            !type.isLocal
        else { return nil }
        let close = source.tokens[type.close].range.upperBound
        let line = source.contents(ofLine: source.line(at: close - 1))
        guard close == line.upperBound, type.parent == nil else { return nil }
        let names = type.inheritance
        let range: Range<Int>
        if use.index > names.lowerBound, source.isMark(use.index - 1, ",") {
            range = source.tokens[use.index - 2].range.upperBound..<source.tokens[use.index].range.upperBound
        } else if source.isMark(use.index + 1, ",") {
            range = source.tokens[use.index].range.lowerBound..<source.tokens[use.index + 2].range.lowerBound
        } else if names.count == 1 {
            range = source.tokens[names.lowerBound - 2].range.upperBound..<source.tokens[use.index].range.upperBound
        } else {
            return nil
        }
        let lines = ["", "", "#if canImport(Combine)", "extension \(type.name): ObservableObject {}", "#endif"]
        return construct(
            use,
            edits: [
                SourceEdit(file: file, range: range, text: ""),
                SourceEdit(file: file, range: close..<close, text: lines.joined(separator: source.lineBreak)),
            ])
    }

    // MARK: Declarations and statements

    /// The declaration or the statement that needs the framework as a whole; nil if people decide.
    private func part(with use: Use, in member: SwiftMembers.Member?) -> Part? {
        guard let member else { return nil }
        let keyword = source.text(member.keyword)
        if use.index > (member.body ?? member.end) || member.assignment.map({ use.index > $0 }) == true {
            return statement(with: use, in: member)
        }
        switch keyword {
        case "class", "struct", "enum", "protocol", "extension", "actor", "func", "init", "subscript", "typealias":
            break
        // Properties without accessors are a part of their objects, and cases of each switch.
        case "var" where member.body != nil && member.assignment == nil: break
        default: return nil
        }
        let list = member.start..<member.keyword
        guard !list.contains(where: { source.isToken($0, .attribute, "@NSManaged") }),
            declarations.lines(from: member.start, through: member.end) != nil
        else { return nil }
        return Part(start: member.start, end: member.end)
    }

    /// A statement that begins with the name and has lines of its own.
    private func statement(with use: Use, in member: SwiftMembers.Member) -> Part? {
        guard let body = member.body, use.index > body, source.tokens[use.index].kind == .identifier else { return nil }
        let end = declarations.end(ofDeclarationAt: use.index)
        guard end < member.end, let open = enclosingBracket(of: use.index, from: body), source.isMark(open, "{"),
            declarations.lines(from: use.index, through: end) != nil
        else { return nil }
        let previous = use.index - 1
        let endsStatement =
            source.isMark(previous, "{") || source.isMark(previous, "}") || source.isMark(previous, ")")
            || source.tokens[previous].kind == .quote || source.tokens[previous].kind == .number
            || (source.tokens[previous].kind == .identifier
                && !["return", "throw", "try", "await", "else", "in", "case"].contains(source.text(previous)))
        guard endsStatement else { return nil }
        // The only statement can be the value of its braces.
        if previous == open, source.isMark(end + 1, "}") {
            let head = member.keyword..<body
            let returns = head.contains { source.isMark($0, "-") && source.isMark($0 + 1, ">") }
            let isBody = open == body && source.isWord(member.keyword, "func") && !returns
            let isBranch = ["catch", "else", "do", "defer"].contains { source.isWord(open - 1, $0) }
            guard isBody || isBranch else { return nil }
        }
        return Part(start: use.index, end: end)
    }

    private func enclosingBracket(of index: Int, from start: Int) -> Int? {
        var place = index - 1
        while place >= start {
            if let partner = source.partners[place] {
                if partner > index { return place }
                place = min(place, partner)
            }
            place -= 1
        }
        return nil
    }

    private func condition(_ part: Part, _ uses: [Use]) -> PortedConstruct {
        guard let first = uses.first, let lines = declarations.lines(from: part.start, through: part.end) else {
            return construct(uses[0], edits: [])
        }
        let modules = Set(uses.map(\.module)).sorted().map { "canImport(\($0))" }.joined(separator: " && ")
        let indentation = source.indentation(at: source.tokens[part.start].range.lowerBound)
        let lineBreak = source.lineBreak
        var result = construct(
            first,
            edits: [
                // As one edit, because what is in the condition needs no others.
                SourceEdit(
                    file: file, range: lines,
                    text:
                        "\(indentation)#if \(modules)\(lineBreak)\(source.text(lines))\(lineBreak)\(indentation)#endif")
            ])
        result.whole = lines
        return result
    }
}
