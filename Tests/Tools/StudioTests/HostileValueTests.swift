import Foundation
import ModelSchema
import ObjectGraph
import StructuredText
import TestSupport
import Testing

@testable import StoreStudio

/// Values that try to become markup, commands, or conditions, or to take all time and memory.
struct HostileValueTests {
    /// A scalar that is one character together with the one behind it.
    private static let prepended = "\u{600}"
    /// A scalar that is one character together with the one before it.
    private static let combining = "\u{301}"

    @Test("A quotation mark that is a part of a character does not end a word of a shell")
    func shellWords() throws {
        let words = [
            "plain", "", "two words", "it's", "a\(Self.prepended)'; echo pwned; echo \(Self.prepended)'",
            "'\(Self.combining); echo pwned; '\(Self.combining)", "$(echo pwned)", "~", "=ls",
            "a\u{1B}[201~\nb\\'\u{7F}c",
        ]
        for word in words {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["-c", "printf %s \(word.shellQuoted)"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(data == Data(word.utf8), "\(word.shellQuoted)")
            #expect(!word.shellQuoted.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        }
    }

    @Test("A quotation mark that is a part of a character does not end a constant of a condition")
    func constants() throws {
        for text in ["z\(Self.prepended)\" OR 1 == 1 OR name == \"\(Self.combining)", "a\\\(Self.combining)\"b"] {
            let predicate = try Predicate<ManagedObject>.format("name == \(text.quoted)")
            let model = Model(
                name: "M", entities: [Entity(name: "E", attributes: [Attribute(name: "name", type: .string)])])
            let context = try PersistentContainer(model: ManagedObjectModel(model), store: .inMemory).newContext()
            for name in [text, "other"] {
                context.insertNewObject(forEntityName: "E").setValue(name, forKey: "name")
            }
            try context.save()
            var request = FetchRequest<ManagedObject>(entityName: "E")
            request.predicate = predicate
            #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == [text])
        }
    }

    @Test("A character of any number of marks is shown in part")
    func longCharacters() {
        let marks = String(repeating: Self.combining, count: 100_000)
        guard case .longText(let beginning, count: 200_001, _) = Cell(plain: "a" + marks) else {
            Issue.record("the whole text is shown")
            return
        }
        #expect(beginning.utf8.count <= 2_000 && beginning.unicodeScalars.starts(with: "a\u{301}".unicodeScalars))
        let repeated = String(repeating: "b" + Self.combining, count: 300)
        guard case .longText(let several, _, _) = Cell(plain: repeated + marks) else {
            Issue.record("the whole text is shown")
            return
        }
        #expect(several.utf8.count <= 2_000)
    }

    @Test("A question about an undo shows the beginning of a value, and a table has a limited number of columns")
    func longAnswers() async throws {
        let session = try Library(.json).session()
        let novel = try #require(
            try await session.rows(StudioQuery(entity: "Novel"), columns: [], offset: 0, limit: 1).rows.first?.id)
        let marks = String(repeating: Self.combining, count: 100_000)
        _ = try await session.change(.set(object: novel, key: "hero", value: .text("a" + marks)), by: "a")
        do {
            _ = try await session.change(.undo, by: "b")
            Issue.record("the change of another page is undone")
        } catch let error as StudioError {
            #expect(error.description.utf8.count < 2_000 && error.step != nil)
        }
        let columns = Array(repeating: "hero", count: 2_001)
        await #expect(throws: StudioError.self) {
            try await session.rows(StudioQuery(entity: "Novel"), columns: columns, offset: 0, limit: 1)
        }
    }

    /// A binary property list of some objects, of which the first is the root.
    private static func propertyList(_ objects: [[UInt8]]) -> Data {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        return Data(bytes + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, table])
    }

    @Test("Property lists that Foundation cannot read, or that repeat their values, are shown in part and not edited")
    func propertyLists() throws {
        let isNaN: [UInt8] = [0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]
        // Arrays of ten references to one array, nine times: a thousand million values.
        let nested = (0..<9).map { [UInt8(0xAA)] + [UInt8](repeating: UInt8($0 + 1), count: 10) } + [[0x10, 1]]
        let lists: [(objects: [[UInt8]], isShown: String)] = [
            ([[0xC1, 0x01], [0x10, 7]], "set [\n  7\n]\n"), ([[0xA1, 0x01], isNaN], "[\n  nan seconds after"),
            ([[0xA1, 0x00]], "[\n  [\n    ["), (nested, "[\n  [\n    ["),
            ([[0xD1, 0x01, 0x01], [0x10, 7]], "{\n  key 1: 7\n}\n"), ([[0x80, 0x05]], "reference to object 5\n"),
            ([[0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8)], "18446744073709551615\n"),
        ]
        for (objects, isShown) in lists {
            let data = Self.propertyList(objects)
            let preview = DataPreview(data, textCount: 2_000)
            #expect(preview.kind == .propertyList && preview.text.hasPrefix(isShown), "\(preview)")
            #expect(throws: TransformableText.UnreadableValueError.self) {
                try TransformableText.of(.binary(data)).get()
            }
        }
        let damaged = DataPreview(Data("bplist00 damaged".utf8), textCount: 2_000)
        #expect(damaged.kind == .bytes)
    }

    @Test("Every kind of value that JSON has comes back from the text of a property list", arguments: [true, false])
    func editedLists(isBinary: Bool) throws {
        let list: [String: Any] = ["a": [1, -2, 2.5, true, false, "text", [String: Any]()], "b": Int64.max]
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: isBinary ? .binary : .xml, options: 0)
        let text = try TransformableText.of(.binary(data)).get()
        guard case .binary(let again) = try text.value(of: text.text) else {
            Issue.record("the form has changed")
            return
        }
        #expect(again.starts(with: data.prefix(8)))
        let back = try PropertyListSerialization.propertyList(from: again, format: nil) as? NSDictionary
        #expect(back == list as NSDictionary)
    }

    @Test("An exported page runs no script of a value")
    func exportedPage() async throws {
        let session = try Library(.json).session()
        let novels = try await session.rows(StudioQuery(entity: "Novel"), columns: [], offset: 0, limit: 1).rows
        let title = "x\(Self.prepended)</script>\(Self.prepended)<script>alert(1)\(Self.prepended)</script>"
        _ = try await session.change(.set(object: try #require(novels.first?.id), key: "title", value: .text(title)))
        let page = Data(try await session.exportedPage().utf8)
        #expect(page.range(of: Data("<script>alert".utf8)) == nil)
        let policy = try #require(page.range(of: Data("script-src 'sha256-".utf8)))
        #expect(page[policy.lowerBound...].prefix(200).range(of: Data("unsafe-inline".utf8)) == nil)
    }
}
