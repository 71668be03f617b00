import JSONStore
import Logging
import ObjectGraph
import Testing

@Suite struct StoreOptionTests {
    /// A change of each option, by its name.
    private static let changes: [String: @Sendable (inout JSONStoreOptions) -> Void] = [
        "isReadOnly": { $0.isReadOnly = true },
        "durability": { $0.durability = .off },
        "compaction": { $0.compaction = .manual },
        "toleratesDamagedJournal": { $0.toleratesDamagedJournal = true },
        "maximumSizeBytes": { $0.maximumSizeBytes = 1 },
        "sharing": { $0.sharing.threadCount = 1 },
        "logger": { $0.logger = Logger(label: "a") },
    ]

    @Test("Options are equal only if every one of them is")
    func equality() {
        let standard = JSONStoreOptions()
        let names = Mirror(reflecting: standard).children.compactMap(\.label)
        #expect(names.sorted() == Self.changes.keys.sorted())
        for (name, change) in Self.changes {
            var options = standard
            change(&options)
            #expect(options != standard, "\(name)")
            #expect(options.hashValue != standard.hashValue, "\(name)")
        }
    }
}
