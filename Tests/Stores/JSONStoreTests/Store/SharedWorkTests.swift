import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Files that several threads work on are to the byte, and to the object, what one thread makes of them.
struct SharedWorkTests {
    static let threadCounts = [1, 2, 3, 5]

    /// With several threads for files of any size.
    static func options(_ threadCount: Int) -> JSONStoreOptions {
        var options = JSONStoreOptions(durability: .off, compaction: .manual)
        options.sharing = WorkSharing(threadCount: threadCount, leastSizeBytes: 0)
        return options
    }

    /// A store of some chunks of heroes, some of whose values are missing, and of teams that some of them are in.
    static func fill(_ file: StoreFile, threadCount: Int, heroCount: Int = 5000) throws {
        try file.session(options(threadCount)) { context in
            let teams = (0..<20).map { number in
                let team = Team(context: context)
                team.name = "Team \(number)"
                return team
            }
            for number in 0..<heroCount {
                let hero = Superhero(context: context)
                if number % 7 != 0 { hero.name = "Hero \"\(number)\" \(String(repeating: "ä🕷", count: number % 11))" }
                if number % 3 != 0 { hero.abilities = "\(number)" }
                hero.universe = Int32(number % 5)
                if number % 4 == 0 { teams[number % 20].addToHeroes(hero) }
            }
            try context.save()
        }
    }

    @Test("Any number of threads writes the same bytes", arguments: threadCounts.dropFirst())
    func theSameBytesAreWritten(_ threadCount: Int) throws {
        let alone = try StoreFile()
        try Self.fill(alone, threadCount: 1)
        let shared = try StoreFile()
        try Self.fill(shared, threadCount: threadCount)
        #expect(try shared.bytes == alone.bytes)
    }

    @Test("A journal can be added to a file that several threads have written", arguments: threadCounts)
    func aJournalKnowsTheFileThatWasWritten(_ threadCount: Int) throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: threadCount)
        try file.session(Self.options(threadCount)) { context in
            Team(context: context).name = "The last"
            try context.save()
        }
        #expect(try !file.journalBytes.isEmpty)
        let names = try file.session { try $0.all(Team.self).map(\.name) }
        #expect(names.count == 21 && names.last == "The last")
    }
}

// Reading.
extension SharedWorkTests {
    /// What opening a file comes to.
    private enum Outcome: Equatable {
        /// The bytes that the store is written as.
        case store([UInt8])
        case error(StoreError)
    }

    /// All of the file in one piece, whatever its size.
    private static var wholeFile: JSONStoreOptions {
        var options = options(1)
        options.sharing.leastSizeBytes = .max
        options.isReadOnly = true
        return options
    }

    private static func lines(_ threadCount: Int) -> JSONStoreOptions {
        var options = options(threadCount)
        options.isReadOnly = true
        return options
    }

    private func open(_ file: StoreFile, _ options: JSONStoreOptions) throws -> JSONStore {
        try JSONStore(at: file.url, model: file.model, options: options)
    }

    private func outcome(_ file: StoreFile, _ options: JSONStoreOptions) throws -> Outcome {
        do {
            let store = try open(file, options)
            let folder = try TemporaryFolder()
            let copy = folder.url.appending(path: "Copy.json")
            try store.backUp(to: copy)
            return .store([UInt8](try Data(contentsOf: copy)))
        } catch let error as StoreError {
            return .error(error)
        }
    }

    private func expectTheSame(
        _ file: StoreFile, _ threadCounts: [Int] = Self.threadCounts, _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = try outcome(file, Self.wholeFile)
        for threadCount in threadCounts {
            let found = try outcome(file, Self.lines(threadCount))
            #expect(found == expected, comment, sourceLocation: sourceLocation)
        }
    }

    @Test("An unedited file is read line by line")
    func aFileAsWrittenIsReadByLine() throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: 2)
        for threadCount in Self.threadCounts {
            #expect(try open(file, Self.lines(threadCount)).isReadByLine)
        }
        #expect(try !open(file, Self.wholeFile).isReadByLine)
        try expectTheSame(file)
        #expect(try outcome(file, Self.lines(3)) == .store(file.bytes))
    }

    @Test("A file without objects is read line by line")
    func aFileWithoutObjectsIsReadByLine() throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: 2, heroCount: 0)
        #expect(try open(file, Self.lines(2)).isReadByLine)
        try expectTheSame(file)
    }

    @Test("A file with one object is read line by line")
    func oneLineIsReadAsOthersAre() throws {
        let file = try StoreFile()
        try file.session { context in
            Superhero(context: context).name = "One"
            try context.save()
        }
        #expect(try open(file, Self.lines(2)).isReadByLine)
        try expectTheSame(file)
    }

    /// Edits that leave one object a line, edits that do not, and edits that leave no store: whether it is read by line
    /// is nil of these.
    @Test("An edited file gives the same store or error with any number of threads")
    func editedFilesAreTheSameStore() throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: 2, heroCount: 1100)
        let text = try file.text
        let edits: [(from: String, to: String, isReadByLine: Bool?)] = [
            (",\n   {\"id\": 1025,", "\n   ,{\"id\": 1025,", false),
            (",\n   {\"id\": 1025,", ", {\"id\": 1025,", false),
            (",\n   {\"id\": 1025,", ",\n\n   {\"id\": 1025,", false),
            (",\n   {\"id\": 1025,", ",\n   {\n\"id\": 1025,", false),
            (",\n   {\"id\": 1025,", " ,\n   {  \"id\" :1025,", true),
            (",\n   {\"id\": 1025,", ",\r\n   {\"id\": 1025,", true),
            ("{\"id\": 1024,", "{\"cape\": [\"  \\\"Team\\\": [\"], \"id\": 1024,", true),
            ("\"id\": 7,", "\"id\": 9007,", true),
            ("\n ", "\r\n ", true),
            ("\"metadata\": {}", "\"metadata\": {\"a\":\n  \"Superhero\": [\n   {\"id\": 1}\n  ]}", nil),
            ("\"metadata\": {}", "\"metadata\": {\n  \"Superhero\": [\n   {\"id\": 1}\n  ]}", false),
            ("\"metadata\": {}", "\"metadata\": {\n  \"Superhero\": [\n  ]}", true),
            ("\"entities\": {\n", "\"entities\": {\n\n", true),
            ("  ],\n  \"Team\": [\n", "  ],\"Team\": [\n", true),
        ]
        for (from, to, isReadByLine) in edits {
            try file.write(text.replacing(from, with: to))
            try expectTheSame(file, [1, 2], "\(from) -> \(to)")
            let store = try? open(file, Self.lines(2))
            #expect(store?.isReadByLine == isReadByLine, "\(from) -> \(to)")
        }
    }

    /// Damage at both ends of every part that a thread reads, and at other places of the lines there.
    @Test("Damage is reported with the same place by any number of threads")
    func damageIsReportedWithItsPlace() throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: 2, heroCount: 1100)
        let bytes = try file.bytes
        let lineFeeds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        // The header has four lines; there is one with the entity's name before the first object.
        let lines: [Int] = [4, 1028, 1104, 1106, lineFeeds.count - 1]
        let cuts = lines.map { lineFeeds[$0] }
        var errorCount = 0
        for cut in cuts {
            for distance in [-2, -1, 0, 1, 4, 9] where bytes.indices.contains(cut + distance) {
                let offset = cut + distance
                for damaged in Self.damaged(bytes, at: offset) {
                    try file.write(damaged)
                    let expected = try outcome(file, Self.wholeFile)
                    if case .error = expected { errorCount += 1 }
                    #expect(try outcome(file, Self.lines(2)) == expected, "at byte \(offset)")
                }
            }
        }
        #expect(errorCount > 100)
    }

    /// A byte less, other bytes in its place, one more, and the end of the file.
    private static func damaged(_ bytes: [UInt8], at offset: Int) -> [[UInt8]] {
        func replacing(_ count: Int, with text: String) -> [UInt8] {
            var damaged = bytes
            damaged.replaceSubrange(offset..<offset + count, with: text.utf8)
            return damaged
        }
        var damaged = [Array(bytes[..<offset]), replacing(1, with: "")]
        for text in ["]", ",", "{", "\"", "\n", " "] { damaged.append(replacing(1, with: text)) }
        for text in ["}\n", ",\n   {\"id\": 3000}", "\n  ],\n  \"Team\": [\n"] {
            damaged.append(replacing(0, with: text))
        }
        return damaged
    }

    /// What shows only when all objects are known is told with its place too.
    @Test("Inconsistent objects are reported with the same place by any number of threads")
    func whatDoesNotFitIsReportedWithItsPlace() throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: 2, heroCount: 2100)
        let text = try file.text
        for (from, to) in [
            ("\"id\": 2050,", "\"id\": 3,"), ("\"teams\": [1]", "\"teams\": [99]"),
            ("\"teams\": [1]", "\"teams\": [1, 1]"),
            ("\"id\": 1030,", "\"id\": 0,"), ("\"id\": 1030,", "\"id\": 1030, \"id\": 4,"),
            ("\"hashes\": {\"Superhero\": \"", "\"hashes\": {\"Superhero\": \"0"), ("\"version\": 1", "\"version\": 2"),
        ] {
            try file.write(text.replacing(from, with: to, maxReplacements: 1))
            guard case .error = try outcome(file, Self.wholeFile) else {
                Issue.record("\(to) is no error")
                continue
            }
            try expectTheSame(file, [1, 2], "\(to)")
        }
    }

    @Test("A file larger than the limit is refused by several threads, too")
    func aFileThatIsTooLargeIsRefused() throws {
        let file = try StoreFile()
        try Self.fill(file, threadCount: 1, heroCount: 10)
        var options = Self.lines(2)
        options.maximumSizeBytes = 100
        #expect { try open(file, options) } throws: { ($0 as? StoreError)?.code == .tooLarge }
    }
}
