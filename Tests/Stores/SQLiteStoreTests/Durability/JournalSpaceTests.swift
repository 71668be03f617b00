#if os(Linux)
    import Foundation
    import ObjectGraph
    import SQLiteStore
    import SampleModels
    import StoreTestSupport
    import TestSupport
    import Testing

    /// The journal is made longer for many saves at a time, because a save that makes it longer takes several times as
    /// long.
    struct JournalSpaceTests {
        private static let saveCount = 100

        /// Saves an object at a time, and returns how many of the saves have made the journal longer.
        private func countLongerJournals(_ options: (TestFileSystem) -> SQLiteStoreOptions) throws -> Int {
            let file = try SQLiteFile()
            let fileSystem = try TestFileSystem(isRecording: true)
            try file.session(options(fileSystem)) { context in
                for number in 0..<Self.saveCount {
                    Superhero(context: context).name = "\(number)"
                    try context.save()
                    fileSystem.mark(number)
                }
            }
            var size = 0
            var isLonger = false
            var count = 0
            for operation in fileSystem.log {
                switch operation {
                case .write(let path, let offset, let bytes) where path.hasSuffix("-wal"):
                    if offset + bytes.count > size { isLonger = true }
                    size = max(size, offset + bytes.count)
                case .mark:
                    if isLonger { count += 1 }
                    isLonger = false
                default: break
                }
            }
            #expect(try file.session { try $0.all(Superhero.self).count } == Self.saveCount)
            #expect(try DatabaseFile(file.url).integrity() == "ok")
            return count
        }

        @Test("Few of many durable saves make the journal longer")
        func fewSavesMakeTheJournalLonger() throws {
            let count = try countLongerJournals { .on($0) }
            #expect((1...Self.saveCount / 8).contains(count))
        }

        @Test("Saves that do not wait for the medium make the journal as long as they need")
        func savesThatDoNotWaitMakeTheJournalLonger() throws {
            let count = try countLongerJournals { fileSystem in
                var options = SQLiteStoreOptions.on(fileSystem)
                options.durability = .normal
                return options
            }
            #expect(count > Self.saveCount / 2)
        }

        @Test("Saves succeed although no space can be made for those after them")
        func spaceIsNotNeeded() throws {
            var toleratedCount = 0
            for count in 1...16 {
                let file = try SQLiteFile()
                try file.session { _ in }
                let fileSystem = try TestFileSystem()
                try file.session(.on(fileSystem)) { context in
                    Superhero(context: context).name = "first"
                    fileSystem.fail(TestFileSystem.Fault(countdown: count))
                    let isSaved = (try? context.save()) != nil
                    fileSystem.fail(nil)
                    if isSaved, fileSystem.hasFailed { toleratedCount += 1 }
                    if !isSaved { try context.save() }
                    Superhero(context: context).name = "second"
                    try context.save()
                }
                #expect(try file.session { try $0.all(Superhero.self).count } == 2, "operation \(count)")
                #expect(try DatabaseFile(file.url).integrity() == "ok", "operation \(count)")
            }
            // Those that make space are among them.
            #expect(toleratedCount > 0)
        }
    }
#endif
