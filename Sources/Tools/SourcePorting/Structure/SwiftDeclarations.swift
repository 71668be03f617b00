import SwiftNames

/// The types and extensions that a source declares, and the attributes and modifiers of declarations.
struct SwiftDeclarations: Sendable {
    /// A class, structure, enumeration, actor, protocol, or extension.
    struct TypeDeclaration: Sendable {
        /// The keyword: `class`, `extension`.
        var kind: String
        /// The name from the outermost type: `Note.Kind`.
        var name: String
        /// The index of the first attribute or modifier, or of the keyword.
        var start: Int
        var keyword: Int
        /// The indices of the tokens after the colon of the inheritance clause; empty if there is none.
        var inheritance: Range<Int>
        /// The indices of the braces.
        var open: Int
        var close: Int
        /// The type whose body contains the declaration; nil at the top of the file and in functions.
        var parent: Int?
        /// Whether the declaration is in a function.
        var isLocal: Bool
        /// Whether the declaration has a `where` clause.
        var isConstrained: Bool
    }

    /// What the innermost braces around a token are.
    enum Place: Sendable, Hashable {
        case file
        /// Directly in the braces of a type.
        case type(Int)
        /// In the braces of a function, a closure, or a statement.
        case code
    }

    private(set) var types: [TypeDeclaration] = []
    /// For each token, what the innermost braces around it are. Braces are in the place that is around them.
    private(set) var places: [Place] = []
    private let source: SwiftSource

    init(_ source: SwiftSource) {
        self.source = source
        places.reserveCapacity(source.tokens.count)
        var stack: [Place] = [.file]
        var typeAtBrace: [Int: Int] = [:]
        for index in source.tokens.indices {
            let place = stack.last ?? .file
            if source.isMark(index, "}"), stack.count > 1 {
                stack.removeLast()
                places.append(stack.last ?? .file)
                continue
            }
            places.append(place)
            if source.isMark(index, "{") {
                stack.append(typeAtBrace[index].map(Place.type) ?? .code)
            } else if source.tokens[index].kind == .identifier, let type = declaration(at: index, in: place) {
                typeAtBrace[type.open] = types.count
                types.append(type)
            }
        }
    }

    /// The maximum number of tokens of a declaration before its braces, and of its attributes and modifiers.
    private static let maximumHeadCount = 400

    private static let typeKeywords: Set<String> = ["class", "struct", "enum", "protocol", "extension", "actor"]

    private func declaration(at index: Int, in place: Place) -> TypeDeclaration? {
        let kind = source.text(index)
        guard Self.typeKeywords.contains(kind), !source.isMark(index - 1, "."), var name = source.name(index + 1),
            !Self.modifiers.contains(source.text(index + 1)), !Self.memberKeywords.contains(source.text(index + 1)),
            !source.isInDirective[index]
        else { return nil }
        var next = index + 2
        while source.isMark(next, "."), let part = source.name(next + 1) {
            name += "." + part
            next += 2
        }
        var colon: Int?
        var isConstrained = false
        var inheritanceEnd: Int?
        // A declaration ends sooner. The limit keeps the time linear for a source that is not one.
        let limit = min(source.tokens.count, index + Self.maximumHeadCount)
        while next < limit, !source.isMark(next, "{") {
            if source.isMark(next, "(") || source.isMark(next, "[") {
                guard let partner = source.partners[next] else { return nil }
                next = partner
            } else if source.isMark(next, "}") || source.isMark(next, ";") || source.isMark(next, ")") {
                return nil
            } else if source.isMark(next, "<"), colon == nil {
                next = endOfGenericParameters(from: next)
            } else if source.isMark(next, ":"), colon == nil, inheritanceEnd == nil {
                // The colon of a condition after `where` names no inherited type.
                colon = next
            } else if startsDeclaration(next) {
                return nil
            } else if source.isWord(next, "where") {
                inheritanceEnd = inheritanceEnd ?? next
                isConstrained = true
            }
            next += 1
        }
        guard next < limit, source.isMark(next, "{"), let close = source.partners[next] else { return nil }
        var parent: Int?
        var isLocal = false
        switch place {
        case .file: break
        case .type(let type):
            parent = type
            isLocal = types[type].isLocal
            name = types[type].name + "." + name
        case .code: isLocal = true
        }
        return TypeDeclaration(
            kind: kind, name: name, start: list(around: index).lowerBound, keyword: index,
            inheritance: colon.map { ($0 + 1)..<(inheritanceEnd ?? next) } ?? next..<next, open: next, close: close,
            parent: parent, isLocal: isLocal, isConstrained: isConstrained)
    }

    /// Whether a type's keyword is at a place where no inherited type can be.
    private func startsDeclaration(_ index: Int) -> Bool {
        guard source.tokens[index].kind == .identifier, Self.typeKeywords.contains(source.text(index)) else {
            return false
        }
        return source.tokens[index - 1].kind == .identifier || source.isMark(index - 1, ">")
    }

    /// The index of the bracket that ends generic parameters; the start if there is none.
    private func endOfGenericParameters(from start: Int) -> Int {
        var depth = 0
        for index in start..<min(start + 200, source.tokens.count) {
            if source.isMark(index, "<") { depth += 1 }
            if source.isMark(index, ">"), !source.isMark(index - 1, "-") {
                depth -= 1
                if depth == 0 { return index }
            }
            if source.isMark(index, "{") { break }
        }
        return start
    }

    // MARK: Attributes and modifiers

    static let modifiers: Set<String> = [
        "public", "private", "fileprivate", "internal", "open", "package", "final", "static", "override", "dynamic",
        "optional", "required", "convenience", "lazy", "weak", "unowned", "mutating", "nonmutating", "indirect",
        "nonisolated", "distributed", "prefix", "postfix", "infix", "class",
    ]
    private static let accessModifiers: Set<String> = [
        "public", "private", "fileprivate", "internal", "open", "package",
    ]
    static let memberKeywords: Set<String> = [
        "func", "var", "let", "init", "deinit", "subscript", "typealias", "associatedtype", "case", "operator",
    ]

    /// The indices of the attributes and modifiers of a declaration, which contains a token that is one of them or the
    /// keyword of the declaration. The upper bound is the index of the keyword.
    func list(around index: Int) -> Range<Int> {
        var start = index
        while index - start < Self.maximumHeadCount, let previous = element(endingBefore: start) { start = previous }
        var end = index
        while end - index < Self.maximumHeadCount, let next = element(startingAt: end) { end = next }
        return start..<end
    }

    /// The first token of the attribute or modifier that ends directly before a token; nil if there is none.
    private func element(endingBefore index: Int) -> Int? {
        var last = index - 1
        guard last >= 0, !source.isInDirective[last] else { return nil }
        if source.isMark(last, ")"), let open = source.partners[last], open > 0 { last = open - 1 }
        let hasArguments = last != index - 1
        switch source.tokens[last].kind {
        case .attribute: return !hasArguments || source.touchesNext(last) ? last : nil
        case .identifier where !source.isMark(last - 1, "."):
            return Self.modifiers.contains(source.text(last)) && (!hasArguments || source.touchesNext(last))
                ? last : nil
        // An attribute of a module: @Module.Name.
        case .identifier: return last > 1 && source.tokens[last - 2].kind == .attribute ? last - 2 : nil
        default: return nil
        }
    }

    /// The index after the attribute or modifier that starts with a token; nil if none does.
    private func element(startingAt index: Int) -> Int? {
        guard index < source.tokens.count, !source.isInDirective[index] else { return nil }
        switch source.tokens[index].kind {
        case .attribute: return endOfAttribute(index)
        case .identifier:
            let text = source.text(index)
            guard Self.modifiers.contains(text) else { return nil }
            // The keyword of a class, not of a class method.
            if text == "class", !isModifier(classAt: index) { return nil }
            guard source.touchesNext(index), source.isMark(index + 1, "("), let close = source.partners[index + 1]
            else { return index + 1 }
            return close + 1
        default: return nil
        }
    }

    private func isModifier(classAt index: Int) -> Bool {
        guard index + 1 < source.tokens.count else { return false }
        let next = source.text(index + 1)
        return Self.memberKeywords.contains(next) || (next != "class" && Self.modifiers.contains(next))
    }

    /// The index after the last token of an attribute.
    func endOfAttribute(_ index: Int) -> Int {
        var end = index
        while source.touchesNext(end), source.isMark(end + 1, "."), source.name(end + 2) != nil { end += 2 }
        guard source.touchesNext(end), source.isMark(end + 1, "("), let close = source.partners[end + 1] else {
            return end + 1
        }
        return close + 1
    }

    /// Whether a token is a modifier of the access to a whole declaration, not only to its setter.
    func isAccessModifier(_ index: Int) -> Bool {
        Self.accessModifiers.contains(source.text(index))
            && !(source.touchesNext(index) && source.isMark(index + 1, "("))
    }

    // MARK: Members

    /// The index of the last token of a declaration.
    func end(ofDeclarationAt keyword: Int) -> Int {
        var index = keyword
        while index < source.tokens.count {
            if let partner = source.partners[index], partner > index {
                let isBody = source.isMark(index, "{")
                index = partner
                if isBody, !continues(after: index) { return index }
            }
            guard index + 1 < source.tokens.count else { return index }
            if source.isMark(index + 1, "}") || source.isMark(index + 1, ";") || source.isInDirective[index + 1] {
                return index
            }
            if hasLineBreak(after: index), !isContinued(after: index) { return index }
            index += 1
        }
        return max(keyword, source.tokens.count - 1)
    }

    private func hasLineBreak(after index: Int) -> Bool {
        source.line(at: source.tokens[index].range.upperBound)
            < source.line(at: source.tokens[index + 1].range.lowerBound)
    }

    /// Whether an expression goes on after braces.
    private func continues(after index: Int) -> Bool {
        guard index + 1 < source.tokens.count else { return false }
        if source.isMark(index + 1, ".") { return true }
        return !hasLineBreak(after: index) && (source.isMark(index + 1, "(") || source.isMark(index + 1, "?"))
    }

    /// Whether a declaration goes on in the next line.
    private func isContinued(after index: Int) -> Bool {
        let operators = ["=", ",", ":", ".", "?", "-", ">", "&", "|", "+", "*", "/", "<"]
        if source.tokens[index].kind == .punctuation,
            ["=", ",", ":", ".", "-", "&", "|", "+"].contains(source.text(index))
        {
            return true
        }
        let next = source.text(index + 1)
        return source.tokens[index + 1].kind == .punctuation && (operators.contains(next) || next == "{")
            || ["where", "throws", "async", "rethrows", "as", "is"].contains(next)
            || ["throws", "async", "rethrows", "where", "as", "is", "var", "let", "func"].contains(source.text(index))
    }

    /// The bytes of a declaration with the comments directly above it, from the beginning of its first line to the end
    /// of its last line, without the line break; nil if it shares a line with something else.
    func lines(from start: Int, through end: Int) -> Range<Int>? {
        let first = source.tokens[start].range.lowerBound
        let last = source.tokens[end].range.upperBound
        guard source.isFirstOnLine(first) else { return nil }
        let lastLine = source.line(at: max(first, last - 1))
        let rest = source.contents(ofLine: lastLine)
        if end + 1 < source.tokens.count, source.tokens[end + 1].range.lowerBound < rest.upperBound { return nil }
        var line = source.line(at: first)
        let previousEnd = start > 0 ? source.line(at: source.tokens[start - 1].range.upperBound - 1) : -1
        while line - 1 > previousEnd, !source.isBlank(source.contents(ofLine: line - 1)) { line -= 1 }
        return source.start(ofLine: line)..<max(rest.upperBound, last)
    }
}
