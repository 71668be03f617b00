import Foundation
import TestSupport

/// What the sources declare for others, as far as lines tell: the house style gives each declaration a line of its own,
/// and what is inside another one four columns more.
struct PublicDeclarations {
    /// A line that declares something public, or that a public protocol requires.
    struct Declaration {
        /// `Sources/Stores/JSONStore/JSONStore.swift:17`
        var place: String
        /// `func commit`; of an initializer with its first label: `init(from`.
        var name: String
        var isDocumented: Bool
        /// Whether it is a type in no other one.
        var isTopLevelType: Bool
        /// Whether a caller needs `try`.
        var canThrow: Bool
        /// Whether the comment says which errors it throws.
        var describesErrors: Bool
        /// The message of the compiler for a declaration that says that it is unavailable; nil for any other.
        var unavailability: String?
        /// The types that the declaration around it names: the extended one, and those it conforms to.
        var surroundings: Set<String>
        /// The protocol that requires it; nil where it is not a requirement.
        var requiringProtocol: String?
    }

    private(set) var all: [Declaration] = []
    /// The protocols that a protocol refines.
    private var refined: [String: Set<String>] = [:]
    private var requirements: [String: Set<String>] = [:]
    private var requirementsWithErrors: [String: Set<String>] = [:]

    /// Reads all sources but the examples.
    init() throws {
        let folder = SourceTree.folder("Sources").path(percentEncoded: false)
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        for path in paths.sorted() where path.hasSuffix(".swift") && !path.hasPrefix("Examples/") {
            let text = try String(contentsOfFile: folder + path, encoding: .utf8)
            add(Self.lines(of: text), of: "Sources/" + path)
        }
        for declaration in all {
            guard let name = declaration.requiringProtocol, declaration.isDocumented else { continue }
            requirements[name, default: []].insert(declaration.name)
            if declaration.describesErrors { requirementsWithErrors[name, default: []].insert(declaration.name) }
        }
    }

    /// Whether a protocol of the project around the declaration says what it is.
    func isDescribedByProtocol(_ declaration: Declaration) -> Bool { isIn(requirements, declaration) }

    /// Whether a protocol of the project around the declaration says which errors it throws.
    func hasErrorsOfProtocol(_ declaration: Declaration) -> Bool { isIn(requirementsWithErrors, declaration) }

    private func isIn(_ requirements: [String: Set<String>], _ declaration: Declaration) -> Bool {
        var open = declaration.surroundings
        var seen: Set<String> = []
        while let name = open.popFirst() {
            guard seen.insert(name).inserted else { continue }
            if requirements[name]?.contains(declaration.name) == true { return true }
            open.formUnion(refined[name] ?? [])
        }
        return false
    }

    /// The lines, without those inside of texts.
    private static func lines(of text: String) -> [String] {
        var isText = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            defer { if line.ranges(of: "\"\"\"").count % 2 == 1 { isText.toggle() } }
            return isText ? "" : String(line)
        }
    }

    private mutating func add(_ lines: [String], of path: String) {
        for (index, line) in lines.enumerated() {
            guard let words = DeclarationWords(line[...]) else { continue }
            let header = Self.header(around: index, in: lines)
            let protocolName = header.flatMap(Self.publicProtocol)
            if words.keyword == "protocol", words.isPublic {
                refined[words.name, default: []].formUnion(Self.names(in: Self.header(at: index, in: lines)))
            }
            guard words.isPublic || protocolName != nil else { continue }
            all.append(
                Declaration(
                    place: "\(path):\(index + 1)", name: words.signature,
                    isDocumented: Self.isDocumented(index, in: lines),
                    isTopLevelType: header == nil && words.isType,
                    canThrow: Self.canThrow(words.keyword, index, in: lines),
                    describesErrors: Self.describesErrors(index, in: lines),
                    unavailability: Self.unavailability(index, in: lines),
                    surroundings: Self.names(in: header ?? ""), requiringProtocol: protocolName))
        }
    }

    private static func isDocumented(_ index: Int, in lines: [String]) -> Bool {
        let before = lines[..<index].last { line in
            let text = line.drop { $0 == " " }
            return !text.hasPrefix("@") && !text.hasPrefix("// swift-format")
        }
        return before?.drop { $0 == " " }.hasPrefix("///") ?? false
    }

    private static func canThrow(_ keyword: String, _ index: Int, in lines: [String]) -> Bool {
        if keyword == "func" || keyword == "init" {
            // What is outside of parentheses, because closures can also throw.
            var (signature, depth) = ("", 0)
            for line in lines[index...] {
                for character in line {
                    if character == "(" { depth += 1 }
                    if depth == 0 { signature.append(character) }
                    if character == ")" { depth -= 1 }
                }
                if depth == 0 { break }
            }
            return signature.prefix { $0 != "{" }.split { !$0.isLetter }.contains("throws")
        }
        return lines[index...].prefix(2).contains { $0.contains(/\bget (?:async )?throws\b/) }
    }

    private static func describesErrors(_ index: Int, in lines: [String]) -> Bool {
        lines[..<index].reversed().prefix { line in
            let text = line.drop { $0 == " " }
            return text.hasPrefix("//") || text.hasPrefix("@")
        }.contains { $0.contains("/// - Throws: ") }
    }

    private static func unavailability(_ index: Int, in lines: [String]) -> String? {
        guard index > 0 else { return nil }
        let match = lines[index - 1].firstMatch(of: /@available\(\*, unavailable, message: "(.*)"\)$/)
        return match.map { String($0.1) }
    }

    private static func publicProtocol(_ header: String) -> String? {
        guard let words = DeclarationWords(header[...]), words.keyword == "protocol", words.isPublic else { return nil }
        return words.name
    }

    /// The declaration that a line is directly inside of, up to its brace; nil for none.
    private static func header(around index: Int, in lines: [String]) -> String? {
        let width = indentation(of: lines[index])
        let around = lines[..<index].indices.reversed().first { line in
            !lines[line].isEmpty && !lines[line].hasPrefix("#") && indentation(of: lines[line]) < width
        }
        guard var start = around else { return nil }
        // Where it takes several lines, the last of them is as far to the left as the first.
        while start > 0, DeclarationWords(lines[start][...]) == nil, indentation(of: lines[start]) >= width - 4 {
            start -= 1
        }
        return header(at: start, in: lines)
    }

    private static func header(at start: Int, in lines: [String]) -> String {
        let end = lines[start...].firstIndex { $0.hasSuffix("{") || $0.hasSuffix("}") } ?? start
        return lines[start...end].joined(separator: " ")
    }

    private static func indentation(of line: String) -> Int {
        line.prefix { $0 == " " }.count
    }

    private static func names(in header: String) -> Set<String> {
        Set(header.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
}
