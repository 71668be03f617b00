import Foundation
import TestSupport
import Testing

/// The forms of values, as the page *Where everything is* lists them.
@Suite struct ValueFormTests {
    private let rows: [[String]]

    init() throws { rows = try MarkdownTable(beginning: "| Type | In | Why it is its own |").rows }

    @Test("Every enum of values is in the table of values")
    func everyEnumIsInTheTable() throws {
        let listed = Set(rows.map { "\($0[1].withoutCodeMarks) \($0[0].withoutCodeMarks)" })
        var count = 0
        for folder in SourceTree.folderNames(in: SourceTree.folder("Sources")) {
            for (path, text) in try SourceTree.swiftTexts(below: SourceTree.folder("Sources/\(folder)")) {
                // The module CoreData has no folder of its own on its floor.
                let target = folder == "CoreData" ? folder : String(path.prefix { $0 != "/" })
                for name in Self.valueEnums(in: text) {
                    count += 1
                    #expect(listed.contains("\(target) \(name)"), "\(name) of \(target) is not in the table of values")
                }
            }
        }
        #expect(count > 20)
    }

    @Test("The table of values names types that exist, and says why each is its own")
    func tableNamesTypes() throws {
        for (target, rows) in Dictionary(grouping: rows, by: { $0[1].withoutCodeMarks }) {
            let texts = try SourceTree.swiftTexts(below: SourceTree.sources(of: target))
            let files = texts.values.map(Self.typeNames)
            let declared = Set(files.flatMap(\.declared))
            for row in rows {
                let name = row[0].withoutCodeMarks
                let parts = name.split(separator: ".").map(String.init)
                let outer = parts.dropLast()
                // A type within another one is in its file, or in one with its extensions.
                let isDeclared = files.contains { file in
                    file.declared.isSuperset(of: parts.suffix(1))
                        && file.declared.union(file.extended).isSuperset(of: outer)
                }
                #expect(isDeclared && declared.isSuperset(of: outer), "\(target) has no \(name)")
                #expect(row[2].isEmpty == false, "\(name)")
            }
        }
    }

    /// The names of the types that a source text declares, and of those that it only extends.
    private static func typeNames(in text: String) -> (declared: Set<String>, extended: Set<String>) {
        var (declared, extended): (Set<String>, Set<String>) = ([], [])
        for line in text.split(separator: "\n") {
            guard let words = DeclarationWords(line) else { continue }
            if words.isType { declared.insert(words.name) }
            if words.keyword == "extension" { extended.formUnion(words.name.split(separator: ".").map(String.init)) }
        }
        return (declared, extended)
    }

    @Test("An enum is one of values by the types of its cases, or by its name")
    func valueEnums() {
        let text = """
            public struct Sheet {
                enum Entry: Sendable {
                    case number(Double), text(String)
                    /// Seconds.
                    case date(Date)
                    enum Form { case short(Int) }
                }
                enum Place {
                    case path(String)
                    case descriptor(Int32)
                }
            }
            private indirect enum LooseValue { case some(Any) }
            enum PlainValue {
                case first
            }
            enum KnownValue {
                case text(String)
            }
            extension Sheet.Entry {
                fileprivate enum ShortValue {
                    case number(Int)
                }
            }
            """
        #expect(Self.valueEnums(in: text) == ["Sheet.Entry", "KnownValue", "Sheet.Entry.ShortValue"])
    }

    private static let types: Set<Substring> = [
        "Bool", "Int", "Int16", "Int32", "Int64", "UInt32", "UInt64", "Float", "Double", "Decimal", "String", "Data",
        "Date", "UUID", "URL",
    ]

    /// The enums of values in a source text, with the type around them: those with cases for values of at least three
    /// types, and those with any values whose name ends in `Value`. Only cases on lines of their own count.
    private static func valueEnums(in text: String) -> [String] {
        var outer = ""
        var found: [String] = []
        var name: String?
        var indentation = ""
        var types: Set<Substring> = []
        var hasValues = false
        for line in text.split(separator: "\n") {
            let spaces = line.prefix { $0 == " " }
            let rest = line.dropFirst(spaces.count)
            if let current = name {
                if spaces == indentation, rest.hasPrefix("}") {
                    if hasValues, types.count > 2 || current.hasSuffix("Value") { found.append(current) }
                    name = nil
                } else if spaces.count == indentation.count + 4,
                    rest.hasPrefix("case ") || rest.hasPrefix("indirect case "), rest.contains("(")
                {
                    hasValues = true
                    types.formUnion(
                        rest.matches(of: /\((?:\w+: )?(\w+)\)/).map { $0.1 }.filter(Self.types.contains))
                }
            } else if let words = DeclarationWords(rest), words.isType || words.keyword == "extension" {
                if spaces.isEmpty { outer = words.name }
                guard words.keyword == "enum", rest.hasSuffix("{") else { continue }
                name = spaces.isEmpty ? words.name : "\(outer).\(words.name)"
                indentation = String(spaces)
                types = []
                hasValues = false
            }
        }
        return found
    }
}
