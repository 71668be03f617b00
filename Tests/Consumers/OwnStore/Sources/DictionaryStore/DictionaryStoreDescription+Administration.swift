import ObjectGraph
public import StoreMigration

extension DictionaryStoreDescription: StoreAdministration {
    public static var systemName: String { "Dictionary" }

    /// Describes the store with a name, `dictionary:NAME`.
    public init?(argument: String) {
        guard argument.hasPrefix("dictionary:") else { return nil }
        self.init(name: String(argument.dropFirst("dictionary:".count)))
    }

    public var displayName: String { "'\(name ?? "")'" }

    public func exists() -> Bool { name.flatMap(DictionaryStore.named) != nil }

    public func destroy() throws {
        guard let name, DictionaryStore.remove(named: name) else {
            throw StoreError(.notAStore, location: displayName, "there is no store to destroy")
        }
    }
}
