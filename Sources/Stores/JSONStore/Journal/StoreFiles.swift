import ColumnEngine
import FileAccess
import Foundation
import ObjectGraph

/// A store's file and its journal, as the process with the lock writes them.
///
/// The file contains all saves up to one, and the journal the saves after it. The journal announces a new file before
/// it gets the file's name, so whichever of the two files a crash leaves, the journal says which saves it lacks.
struct StoreFiles {
    let paths: StorePaths
    let operations: FileOperations
    let durability: Durability
    let storeIdentifier: UUID

    /// The stamp of the file when it was last read or written; nil if there is none.
    private var stamp: FileStamp?
    /// The identity of the file's bytes; nil if there is none, or if the outcome of a replacement is uncertain.
    private(set) var base: BaseIdentity?
    private var journal: JournalFile?
    /// The size of a journal that was replaced, but could not be opened yet. The next save opens it.
    private var unopenedCount: Int?
    /// The stamp of a file in the place of the journal that is not open: it is not a journal, or it is a new one that
    /// could not be opened yet.
    private var strayJournal: FileStamp?
    /// The end of the lines in the journal that the file already contains.
    private var foldedCount = 0
    /// Whether a journal was created or removed without waiting for the medium.
    private var isFolderPending = false
    /// The last written save.
    private(set) var sequence: Int64
    /// The last save in the file.
    private(set) var baseSequence: Int64
    /// The last save on the medium.
    private var synchronized: Int64
    /// Whether the file omits values that later saves would write, because default values have changed.
    private var hasOtherDefaults: Bool

    init(
        paths: StorePaths, operations: FileOperations, durability: Durability, storeIdentifier: UUID,
        opened: OpenedStore?
    ) throws {
        self.paths = paths
        self.operations = operations
        self.durability = durability
        self.storeIdentifier = storeIdentifier
        stamp = opened?.stamp
        hasOtherDefaults = opened?.hasOtherDefaults ?? false
        base = opened?.base
        sequence = opened?.sequence ?? 0
        baseSequence = opened?.baseSequence ?? 0
        synchronized = sequence
        strayJournal = opened?.journalStamp
        // A journal without its first line contains nothing, so the next save creates it again.
        guard let contents = opened?.journal, !contents.bases.isEmpty else { return }
        // Its creator may have been killed before it waited.
        isFolderPending = true
        journal = try JournalFile(
            opening: paths.journal, soundCount: contents.soundCount, tornCount: contents.tornCount,
            operations: operations)
    }

    /// The number of bytes of the journal that are not in the file.
    var unfoldedCount: Int { (journalCount ?? 0) - foldedCount }

    var journalCount: Int? { journal?.soundCount ?? unopenedCount }

    var permissions: FilePermissions? { stamp?.permissions }

    /// Whether more saves can be appended; otherwise the next one must write the file.
    var canAppend: Bool {
        !hasOtherDefaults && unopenedCount == nil && base != nil && stamp != nil && FileStamp(paths.file) != nil
            && isJournalInPlace
    }

    private var isJournalInPlace: Bool {
        guard let journal else { return true }
        return FileStamp(paths.journal) != nil && journal.stamp != nil
    }

    /// Throws an error if another program has edited a file of the open store, because a save would undo the edit.
    ///
    /// A deleted file is created again. A file that the user cannot write to stays unchanged, although it could be
    /// replaced.
    mutating func checkUnchanged() throws {
        guard !isClosed else {
            throw StoreError(
                .fileSystem, location: paths.file,
                "the store was closed, and another one may have opened the file; open it again to save")
        }
        try SystemCall.checkWritingIsAllowed(paths.file)
        try openJournal()
        if let present = FileStamp(paths.file), present != stamp { throw changedElsewhere(paths.file) }
        guard let journal else {
            let present = FileStamp(paths.journal)
            guard present == nil || present == strayJournal else { throw changedElsewhere(paths.journal) }
            return
        }
        guard FileStamp(paths.journal) == nil || journal.isInPlace else { throw changedElsewhere(paths.journal) }
    }

    /// Opens a journal that could not be opened when it was replaced.
    private mutating func openJournal() throws {
        guard let count = unopenedCount else { return }
        guard FileStamp(paths.journal) != nil else {
            // Somebody has deleted it, so the next save writes the file.
            (base, unopenedCount, strayJournal) = (nil, nil, nil)
            return
        }
        let opened = try JournalFile(opening: paths.journal, soundCount: count, operations: operations)
        do {
            guard opened.stamp == strayJournal else { throw changedElsewhere(paths.journal) }
            // The file may have its name only in memory.
            if durability != .off { try synchronizeFolder() }
        } catch {
            opened.close()
            throw error
        }
        (journal, unopenedCount, strayJournal) = (opened, nil, nil)
    }

    /// Appends saves to the journal. When this throws, none of them is written.
    ///
    /// - Parameter changes: The members of each save's line.
    mutating func append(_ changes: [[UInt8]]) throws {
        guard let base else { endProgram("saves are appended to a file that is known") }
        var lines: [UInt8] = []
        if journal == nil {
            lines = JournalStatement.baseLine(base, store: storeIdentifier, sequence: baseSequence)
        }
        for (offset, changes) in changes.enumerated() {
            lines += JournalStatement.saveLine(
                sequence: sequence + Int64(offset) + 1, synchronized: synchronized, changes: changes)
        }
        // If this fails, nothing of these saves is written yet.
        try journal?.cutOff()
        let isNew = journal == nil
        let soundCount = journal?.soundCount ?? 0
        do {
            try appendLines(lines)
            if durability == .full { try synchronize(isNew: isNew) }
        } catch {
            takeBack(to: soundCount, isNew: isNew)
            throw journal?.hasRest == true ? UncertainOutcomeError(reason: error) : error
        }
        sequence += Int64(changes.count)
        if durability == .full { synchronized = sequence }
    }

    private mutating func appendLines(_ lines: [UInt8]) throws {
        guard journal == nil else {
            try journal?.append(lines)
            return
        }
        journal = try JournalFile(making: paths.journal, lines, permissions: stamp?.permissions, operations: operations)
        foldedCount = 0
        isFolderPending = true
    }

    private mutating func synchronize(isNew: Bool) throws {
        try journal?.synchronize()
        if isNew { try synchronizeFolder() }
    }

    private mutating func synchronizeFolder() throws {
        try operations.synchronizeFolder(paths.folder)
        isFolderPending = false
    }

    private mutating func takeBack(to soundCount: Int, isNew: Bool) {
        guard isNew else {
            journal?.takeBack(to: soundCount)
            return
        }
        removeJournal()
    }

    /// Replaces the file with one that contains all saves up to a sequence number, of which the last can be new.
    ///
    /// If this throws, the file is the old one, unless the error is ``UncertainOutcomeError``.
    ///
    /// - Parameters:
    ///   - prepared: The bytes, already written next to the file.
    ///   - foldedCount: The number of bytes in the journal of saves up to that number; nil for all.
    mutating func replace(
        with identity: BaseIdentity, prepared: AtomicFile, upTo last: Int64, foldedCount: Int? = nil
    ) throws {
        do {
            try announce(identity, upTo: last)
            // An earlier journal must not come back next to a file that it does not know.
            if isFolderPending, durability != .off { try synchronizeFolder() }
        } catch {
            prepared.discard()
            throw error
        }
        do {
            try prepared.replace()
        } catch {
            if error is UncertainOutcomeError {
                base = nil
                stamp = FileStamp(paths.file)
            }
            throw error
        }
        stamp = FileStamp(paths.file)
        hasOtherDefaults = false
        base = identity
        baseSequence = last
        sequence = max(sequence, last)
        if durability != .off { synchronized = max(synchronized, last) }
        cutJournal(foldedCount)
    }

    /// Announces in the journal which saves the next file contains.
    private mutating func announce(_ identity: BaseIdentity, upTo last: Int64) throws {
        guard let soundCount = journal?.soundCount else { return }
        do {
            // Lines before an announcement count as written.
            if durability == .normal, synchronized < sequence {
                try journal?.synchronize()
                synchronized = sequence
            }
            try journal?.append(JournalStatement.baseLine(identity, store: storeIdentifier, sequence: last))
            if durability != .off { try journal?.synchronize() }
        } catch {
            journal?.takeBack(to: soundCount)
            throw error
        }
    }

    /// Removes the saves from the journal that the file contains. If that fails, the journal stays valid.
    private mutating func cutJournal(_ foldedCount: Int?) {
        guard let journal else { return }
        guard sequence > baseSequence, let foldedCount else {
            removeJournal()
            return
        }
        var cutCount: Int?
        do {
            self.journal = try cut(journal, foldedCount, &cutCount)
            self.foldedCount = 0
        } catch {
            guard let cutCount, let present = FileStamp(paths.journal), !journal.isSameFile(as: present) else {
                self.foldedCount = foldedCount
                return
            }
            // The new journal is in its place, and lines in the old one would be lost.
            journal.close()
            self.journal = nil
            (unopenedCount, strayJournal, self.foldedCount) = (cutCount, present, 0)
        }
    }

    /// Creates a journal that starts with the current file, and continues with the saves that the file lacks.
    ///
    /// - Parameter count: Becomes the size of the new journal when it replaces the old one.
    private func cut(_ journal: JournalFile, _ foldedCount: Int, _ count: inout Int?) throws -> JournalFile {
        guard let base, let rest = try FileReading(paths.journal, from: foldedCount) else {
            throw SystemError(ENOENT, call: "open")
        }
        let lines = JournalStatement.baseLine(base, store: storeIdentifier, sequence: baseSequence) + rest.bytes.array
        let file = AtomicFile(path: paths.journal, operations: operations, isSynchronous: durability != .off)
        try file.prepare(lines, permissions: rest.stamp.permissions)
        count = lines.count
        try file.replace()
        let cut = try JournalFile(opening: paths.journal, soundCount: lines.count, operations: operations)
        journal.close()
        return cut
    }

    private mutating func removeJournal() {
        journal?.close()
        journal = nil
        unopenedCount = nil
        foldedCount = 0
        operations.remove(paths.journal)
        isFolderPending = true
    }

    /// Whether the files may be another store's.
    private(set) var isClosed = false

    mutating func close() {
        journal?.close()
        journal = nil
        isClosed = true
    }

    private func changedElsewhere(_ path: String) -> StoreError {
        StoreError(
            .changedElsewhere, location: path,
            "another program changed the store while it was open; nothing was saved, to keep that change; "
                + "reopen the store")
    }
}
