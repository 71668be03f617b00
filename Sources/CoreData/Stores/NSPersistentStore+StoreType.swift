extension NSPersistentStore {
    /// The types of stores with the names of the current interface.
    public struct StoreType: RawRepresentable, Sendable, Hashable {
        /// The type's name.
        public var rawValue: String

        /// - Parameter rawValue: The type's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A store of Core Data's own SQLite format.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// A store that lasts as long as the process.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
        /// A store that is read into memory as a whole, in the format of the module JSONStore.
        public static let binary = StoreType(rawValue: NSBinaryStoreType)
        /// A store of the module JSONStore.
        public static let json = StoreType(rawValue: NSJSONStoreType)
    }
}
