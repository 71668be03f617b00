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
        for row in rows {
            let (name, target) = (row[0].withoutCodeMarks, row[1].withoutCodeMarks)
            let texts = try SourceTree.swiftTexts(below: SourceTree.sources(of: target))
            // A type within another one is in its file, or in one with its extensions.
            let declares = texts.values.contains { text in
                let names = text.split(separator: "\n").compactMap { SwiftDeclaration($0)?.name }
                return name.split(separator: ".").allSatisfy { names.contains(String($0)) }
            }
            #expect(declares, "\(target) has no \(name)")
            #expect(row[2].isEmpty == false, "\(name)")
        }
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
            """
        #expect(Self.valueEnums(in: text) == ["Sheet.Entry", "KnownValue"])
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
            } else if let type = SwiftDeclaration(rest) {
                if spaces.isEmpty { outer = type.name }
                guard type.kind == "enum", rest.hasSuffix("{") else { continue }
                name = spaces.isEmpty ? type.name : "\(outer).\(type.name)"
                indentation = String(spaces)
                types = []
                hasValues = false
            }
        }
        return found
    }
}
