import Yams

/// A node of a YAML file with its position. Only this target uses the parsing library.
package struct YAMLNode {
    /// An entry of a map.
    package struct Entry {
        /// The key.
        package var name: String
        /// The position of the key.
        package var position: YAMLPosition
        /// The value.
        package var value: YAMLNode
    }

    private let node: Node

    fileprivate init(_ node: Node) { self.node = node }

    /// The position of the node.
    package var position: YAMLPosition { node.mark.map(YAMLPosition.init) ?? YAMLPosition() }

    /// The text of a scalar.
    package var text: String? { node.scalar?.string }

    /// Returns the position of a character of the text, from 1. For text that is not on a single line, such as a block,
    /// returns the position of its start.
    package func position(ofCharacter number: Int) -> YAMLPosition {
        guard case .scalar(let scalar) = node, !scalar.string.contains("\n"), number > 0 else { return position }
        var place = position
        switch scalar.style {
        case .plain: place.column += number - 1
        // A quote or a backslash before it takes two characters.
        case .singleQuoted: place.column += number + scalar.string.prefix(number - 1).count { $0 == "'" }
        case .doubleQuoted: place.column += number + scalar.string.prefix(number - 1).count { "\"\\".contains($0) }
        default: break
        }
        return place
    }

    /// Whether there is no value, as in `key:`, or `~`.
    package var isNull: Bool {
        guard case .scalar(let scalar) = node else { return false }
        return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
    }

    /// The value of `true` or `false` without quotes.
    package var flag: Bool? {
        guard case .scalar(let scalar) = node, scalar.style == .plain else { return nil }
        return Bool(scalar.string)
    }

    /// The items of a list.
    package var items: [YAMLNode]? { node.sequence.map { $0.map(YAMLNode.init) } }

    /// The entries of a map, in their order; nil for other nodes, or if a key is not a string.
    package var entries: [Entry]? {
        guard let mapping = node.mapping else { return nil }
        var entries: [Entry] = []
        for (key, value) in mapping {
            guard let name = key.scalar?.string else { return nil }
            entries.append(Entry(name: name, position: YAMLNode(key).position, value: YAMLNode(value)))
        }
        return entries
    }

    /// The kind of the node, for messages.
    package var kind: String {
        switch node {
        case .scalar(let scalar): isNull ? "empty" : "'\(scalar.string)'"
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .alias: "an alias"
        }
    }

    /// Returns the root of the only document in a file; nil if the file is empty.
    package static func root(of bytes: [UInt8], limits: YAMLLimits) throws(YAMLError) -> YAMLNode? {
        let text = try YAMLBytes(bytes, limits: limits).text
        let parser: Parser
        let root: Node?
        do {
            parser = try Parser(yaml: text, encoding: .utf8)
            root = try parser.singleRoot()
        } catch let error as YamlError {
            throw YAMLError(error)
        } catch {
            throw YAMLError(reason: .syntax, message: "the file is not valid YAML", position: YAMLPosition())
        }
        guard let root else { return nil }
        // A node's anchor belongs to the parser.
        try withExtendedLifetime(parser) { () throws(YAMLError) in try checkForAnchors(root) }
        return YAMLNode(root)
    }

    /// Rejects nodes with anchors, which remain after the parser has replaced aliases.
    private static func checkForAnchors(_ node: Node) throws(YAMLError) {
        guard node.anchor == nil else {
            throw YAMLError(
                reason: .syntax, message: "anchors and aliases are not supported",
                position: node.mark.map(YAMLPosition.init) ?? YAMLPosition(), hint: "write out the value")
        }
        switch node {
        case .scalar, .alias: return
        case .sequence(let sequence):
            for item in sequence { try checkForAnchors(item) }
        case .mapping(let mapping):
            for (key, value) in mapping {
                try checkForAnchors(key)
                try checkForAnchors(value)
            }
        }
    }
}

extension YAMLPosition {
    fileprivate init(_ mark: Mark) { self.init(line: max(mark.line, 1), column: max(mark.column, 1)) }
}

extension YAMLError {
    fileprivate init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            let position = YAMLPosition(mark)
            // The parser speaks to programs, which can set its limit, and read other documents.
            if problem.hasPrefix("Maximum nesting level reached") {
                self.init(reason: .syntax, message: "lists and mappings are nested too deeply", position: position)
            } else if problem == "but found another document" {
                self.init(
                    reason: .syntax, message: "the file contains another document after the first", position: position,
                    hint: "remove the line '---', or move what follows it to another file")
            } else {
                self.init(reason: .syntax, message: problem, position: position)
            }
        case .reader(let problem, let offset, _, let yaml):
            self.init(reason: .syntax, message: problem, position: YAMLPosition(ofCharacter: offset ?? 0, in: yaml))
        case .duplicatedKeysInMapping(let duplicates, let context):
            let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
            self.init(reason: .syntax, message: "duplicate key \(names)", position: YAMLPosition(context.mark))
        default: self.init(reason: .syntax, message: "the file is not valid YAML", position: YAMLPosition())
        }
    }
}

extension YAMLPosition {
    fileprivate init(ofCharacter offset: Int, in text: String) {
        let before = text.prefix(offset)
        let lastLine = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        self.init(line: before.count { $0 == "\n" } + 1, column: lastLine.unicodeScalars.count + 1)
    }
}
