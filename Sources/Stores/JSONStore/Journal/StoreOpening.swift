import ColumnEngine
import FileAccess
import Foundation
import JSONTokens

/// Reads a store's file, and applies its journal.
struct StoreOpening {
    let paths: StorePaths
    private(set) var reader: StoreFileReader
    var maximumSizeBytes = Int.max
    /// How threads share the work on a large file.
    var sharing = WorkSharing()
    /// The contents of the file, if they are known. It is then read only to compare it with them.
    var known: StoreContents?
    /// Whether a damaged journal is read up to the damage. The store is then read-only.
    var toleratesDamagedJournal = false

    /// The number of attempts to read files that change while they are read.
    private static let attemptCount = 100

    /// The store in the files; nil if there are none.
    ///
    /// Without the lock, a writer can replace the file between reading it and its journal. Both match if neither was
    /// replaced meanwhile. Additional saves in the journal do no harm.
    ///
    /// - Throws: `StoreError`.
    func open() throws -> OpenedStore? {
        for _ in 0..<Self.attemptCount {
            var present = self
            present.reader = reader.forPresentFile()
            let journal = try read(paths.journal)
            let file = try present.readBase()
            let isSameJournal =
                FileStamp(paths.journal).map { journal?.stamp.isSameFile(as: $0) ?? false } ?? (journal == nil)
            guard isSameJournal, FileStamp(paths.file) == file?.stamp else { continue }
            do {
                return try present.open(file, journal)
            } catch {
                // Files of values are removed when a newer file of the store does not need them.
                guard FileStamp(paths.file) != file?.stamp else { throw error }
            }
        }
        throw StoreError(
            .fileSystem, location: paths.file, "the store changes faster than it can be read; try again later")
    }

    private func read(_ path: String) throws -> FileReading? {
        do {
            return try FileReading(path, maximumSizeBytes: maximumSizeBytes)
        } catch let error as FileTooLargeError {
            throw StoreError(
                .tooLarge, location: path, "the file has \(error.sizeBytes) bytes, but the limit is \(maximumSizeBytes)"
            )
        } catch {
            throw StoreError(.fileSystem, location: path, "the store cannot be read: \(error)")
        }
    }

    /// A store's file, with its contents if they were read at once.
    private struct Base {
        var stamp: FileStamp
        var identity: BaseIdentity
        var source: Source

        enum Source {
            case contents(StoreContents)
            case bytes(FileBytes)
        }

        var isReadByLine: Bool {
            if case .contents = source { true } else { false }
        }
    }

    /// The file; nil if there is none.
    ///
    /// A large file is read line by line. If that is not possible for any reason, the result is all its bytes, so
    /// errors have their places.
    private func readBase() throws -> Base? {
        if let base = try? readLines(known) { return base }
        // Another reading shows what differs.
        if known != nil, let base = try? readLines(nil) { return base }
        guard let file = try read(paths.file) else { return nil }
        let identity = file.bytes.withUnsafeBytes { BaseIdentity(of: $0) }
        return Base(stamp: file.stamp, identity: identity, source: .bytes(file.bytes))
    }

    private func readLines(_ known: StoreContents?) throws -> Base? {
        guard let stream = try FileStream(paths.file),
            stream.stamp.sizeBytes >= sharing.leastSizeBytes, stream.stamp.sizeBytes <= maximumSizeBytes
        else { return nil }
        let contents = try reader.read(
            stream, threadCount: sharing.threadCount(forBytes: stream.stamp.sizeBytes), known: known)
        return Base(stamp: stream.stamp, identity: stream.identity, source: .contents(contents))
    }

    private func open(_ file: Base?, _ journal: FileReading?) throws -> OpenedStore? {
        guard let file else {
            // A journal without an intact line belongs to no save.
            guard let journal, !journal.bytes.isEmpty else { return nil }
            throw StoreError(
                .journalMismatch, location: paths.journal,
                "the store of the journal is missing; restore \(paths.file), or remove the journal")
        }
        guard let journal, !journal.bytes.isEmpty else {
            return OpenedStore(
                contents: try contents(of: file), isReadByLine: file.isReadByLine,
                hasOtherDefaults: reader.hasOtherDefaults, stamp: file.stamp, base: file.identity, baseSequence: 0,
                sequence: 0,
                journalStamp: journal?.stamp)
        }
        return try replay(journal, on: file)
    }

    private func replay(_ journal: FileReading, on file: Base) throws -> OpenedStore {
        let identity = file.identity
        let contents: JournalContents
        do {
            contents = try journal.bytes.withUnsafeBytes { try JournalParser.contents(of: $0) }
        } catch let error as NewerJournalError {
            throw StoreError(
                .newerFormat, location: paths.journal,
                "the journal has format version \(error.version), but this program supports version "
                    + "\(JournalStatement.formatVersion)")
        }
        let damage = contents.damage.map(self.damage)
        if let damage, !toleratesDamagedJournal { throw damage }
        // If not even the first line is intact, no save is.
        let isBegun = !contents.bases.isEmpty
        guard let base = contents.base(identity) ?? (isBegun ? nil : unbegun(identity)),
            let saves = contents.saves(after: base)
        else { throw mismatch() }
        var replayer = ChangeReplayer(model: reader.model, contents: try self.contents(of: file))
        for save in saves { try replay(save, in: journal, on: &replayer) }
        let store = replayer.contents
        // The two sides in the file have been compared, but not the changes that earlier versions may have made since.
        if !saves.isEmpty, let link = SideCheck(snapshot: store.snapshot, model: reader.model).first() {
            throw disagreement(link, in: store.snapshot)
        }
        guard !isBegun || base.store == store.identifier else { throw mismatch() }
        return OpenedStore(
            contents: store, isReadByLine: file.isReadByLine, hasOtherDefaults: reader.hasOtherDefaults,
            stamp: file.stamp, base: identity,
            baseSequence: base.sequence,
            sequence: saves.last?.sequence ?? base.sequence, journal: contents, journalStamp: journal.stamp,
            damage: damage)
    }

    private func disagreement(_ link: SideCheck.OneSidedLink, in snapshot: GraphSnapshot) -> StoreError {
        let entity = snapshot.layout.entities[link.source.entityOrdinal]
        let destination = snapshot.layout.entities[link.destination.entityOrdinal]
        return StoreError(
            .malformed, location: paths.journal,
            """
            '\(entity.relationships[link.relationship].name)' of \(entity.name) \(link.source.number) points to \
            \(destination.name) \(link.destination.number), whose '\(link.inverseName)' does not point back; \
            keep the links of both sides with 'modelgen store repair'
            """)
    }

    /// The contents of a file, whose bytes are released afterwards.
    private func contents(of file: Base) throws -> StoreContents {
        switch file.source {
        case .contents(let contents): return contents
        case .bytes(let bytes):
            do {
                return try bytes.withUnsafeBytes { try reader.read($0, consumed: bytes.release) }
            } catch {
                // The position of an error depends on all the bytes before it.
                guard let again = try read(paths.file), again.stamp == file.stamp else { throw error }
                return try again.bytes.withUnsafeBytes { try reader.read($0) }
            }
        }
    }

    private func unbegun(_ identity: BaseIdentity) -> JournalContents.Base {
        JournalContents.Base(identity: identity, store: UUID(), sequence: 0)
    }

    private func replay(
        _ save: JournalContents.Save, in journal: FileReading, on replayer: inout ChangeReplayer
    ) throws {
        do {
            try journal.bytes.withUnsafeBytes { bytes in
                try ChangeReader(formats: reader.formats).replay(
                    UnsafeRawBufferPointer(rebasing: bytes[save.range]), on: &replayer)
            }
        } catch let error as JSONError {
            var error = StoreError(error, location: paths.journal)
            error.code = .damagedJournal
            error.line = save.line
            throw error
        }
    }

    private func damage(_ damage: JournalContents.Damage) -> StoreError {
        StoreError(
            .damagedJournal, location: paths.journal, line: damage.line, column: 1,
            "\(damage.message) (byte \(damage.offset)); keep the intact part with 'modelgen store repair', or read it "
                + "with the option toleratesDamagedJournal")
    }

    private func mismatch() -> StoreError {
        StoreError(
            .journalMismatch, location: paths.journal,
            "the file was changed while the journal still held saves for it; restore the file, or "
                + "remove the journal to discard those saves")
    }
}

/// The result of opening a store.
struct OpenedStore {
    var contents: StoreContents
    /// Whether the file was read line by line, which is possible if it has the form of a writer.
    var isReadByLine: Bool
    /// Whether the file was written when attributes had other default values.
    var hasOtherDefaults: Bool
    /// The stamp of the file when it was read.
    var stamp: FileStamp
    var base: BaseIdentity
    /// The last save in the file.
    var baseSequence: Int64
    /// The last save.
    var sequence: Int64
    var journal: JournalContents?
    var journalStamp: FileStamp?
    /// The damage that was ignored because the store was opened to read the intact part.
    var damage: StoreError?
}
