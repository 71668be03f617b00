import FileAccess

/// What opening a store has found.
struct OpenedStore {
    var contents: StoreContents
    /// Whether the file was read line by line, as is possible when it is as a writer leaves it.
    var isReadByLine: Bool
    /// Whether the file was written when attributes had other default values.
    var hasOtherDefaults: Bool
    /// What the file was when it was read.
    var stamp: FileStamp
    var base: BaseIdentity
    /// The last save that is in the file.
    var baseSequence: Int64
    /// The last save of all.
    var sequence: Int64
    /// Nil for none.
    var journal: JournalContents?
    var journalStamp: FileStamp?
    /// What was found wrong and passed over, since the store was opened for reading what is sound.
    var damage: JSONStoreError?
}
