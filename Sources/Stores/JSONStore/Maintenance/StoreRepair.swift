import ColumnEngine
import FileAccess
import Foundation
import JSONTokens
import StoreMigration

/// Replaces a store by its intact parts, and writes the rest next to it.
struct StoreRepair {
    let paths: StorePaths
    let model: ManagedObjectModel
    let operations: FileOperations

    func perform() throws -> RepairReport {
        try SystemCall.checkWritingIsAllowed(paths.file)
        let salvage = try StoreSalvage(paths: paths, model: model, newIdentifier: UUID())
        guard salvage.isOfAStore else {
            throw StoreError(
                .notAStore, location: paths.file,
                "the file is not a store: it has neither the form of one nor an object; nothing was repaired")
        }
        if let finding = salvage.unclear.first {
            throw StoreError(
                .malformed, location: finding.location, line: finding.line, column: finding.column,
                finding.message + "; nothing was repaired")
        }
        let contents = salvage.contents
        let external = ExternalValues(salvage.external, model: model)
        let changed = try external.namesOfChangedFiles(in: contents.snapshot)
        var report = RepairReport()
        report.rejectedParts = salvage.rejected.map(\.finding)
        report.changedValues = changed.map {
            StoreFinding(
                location: salvage.external.path(of: $0),
                "the file was changed after it was written; the value is kept as it is now, under another name")
        }
        report.linkDecisions = salvage.links.map(\.repaired)
        report.objectCount = contents.snapshot.objectCount
        guard !report.findings.isEmpty else { return report }
        var keptValues: ExternalData?
        do {
            for path in [paths.file, paths.journal] {
                guard let reading = try FileReading(path) else { continue }
                report.copies.append(try write(reading.bytes.array, to: path + ".damaged"))
            }
            if !salvage.rejected.isEmpty {
                report.rejectedFile = try write(lines(of: salvage.rejected), to: paths.file + ".rejected.jsonl")
            }
            salvage.external.forgetNames(Set(changed))
            if !salvage.rejected.isEmpty || !changed.isEmpty {
                keptValues = try keepValues(of: salvage, external, as: report.copies)
                if let keptValues { report.copies.append(URL(filePath: keptValues.folder)) }
            }
            try replace(with: contents, external)
            // Nothing refers to them any more, and there is a copy.
            if keptValues != nil { salvage.external.remove(changed) }
        } catch let error where !(error is UncertainOutcomeError) {
            // The store is unchanged, so the copies only take space that the next attempt may need. What someone else
            // has put in their place meanwhile stays.
            keptValues?.removeAll(but: [], operations: .system)
            for copy in report.copies + [report.rejectedFile].compactMap(\.self) {
                try? RegularFile.remove(copy.path(percentEncoded: false))
            }
            throw error
        }
        return report
    }

    /// Keeps the large values of rejected parts, which a save removes from the store's folder as soon as no object
    /// refers to them, and those that get other names. These are also the values to which nothing refers, because a
    /// damaged part may not name its values.
    ///
    /// - Parameter copies: The copies of the original files, the store's file first.
    /// - Returns: The values of the copy; nil if there are none.
    private func keepValues(
        of salvage: StoreSalvage, _ external: ExternalValues, as copies: [URL]
    ) throws -> ExternalData? {
        guard let copy = copies.first else { return nil }
        let used = external.names(in: salvage.contents.snapshot)
        let rejected = salvage.rejected.reduce(into: Set<String>()) { $0.formUnion(ExternalData.names(in: $1.text)) }
        let kept = ExternalData(folder: StorePaths(file: copy.path(percentEncoded: false)).data)
        return try external.data.keepAll(but: used.subtracting(rejected), in: kept) ? kept : nil
    }

    /// Replaces the store's file, and removes the journal, whose saves the new file contains.
    private func replace(with contents: StoreContents, _ external: ExternalValues) throws {
        try external.writeMissing(in: contents.snapshot, operations: operations, isSynchronous: true)
        let file = AtomicFile(path: paths.file, operations: operations)
        let identity = try file.prepare(permissions: FileStamp(paths.file)?.permissions) { write in
            try StoreFileWriter(model: model, external: external.data).write(contents, to: write)
        }
        do {
            try announce(identity, of: contents.identifier)
        } catch {
            file.discard()
            throw (error as? UncertainOutcomeError)?.reason ?? error
        }
        try file.replace()
        operations.remove(paths.journal)
    }

    /// Announces the new file in the journal, so that a crash leaves a journal that belongs to either file.
    ///
    /// A journal that is damaged itself, or that belongs to another store, stays as it is. After a crash between the
    /// new file and the removal of such a journal, the next repair rejects it, but the file already contains its saves.
    private func announce(_ identity: BaseIdentity, of store: UUID) throws {
        guard let journal = try FileReading(paths.journal) else { return }
        let bytes = journal.bytes.array
        guard let parsed = try? JournalParser.contents(of: bytes), parsed.damage == nil,
            parsed.bases.first?.store == store
        else { return }
        let line = JournalStatement.baseLine(identity, store: store, sequence: parsed.lastSequence)
        try AtomicFile(path: paths.journal, operations: operations)
            .write(bytes[..<parsed.soundCount] + line, permissions: journal.stamp.permissions)
    }

    /// Writes a file under a name that is unused, also for the folder of its values.
    private func write(_ bytes: [UInt8], to path: String) throws -> URL {
        var unused = path
        var number = 2
        while FileReader.itemExists(at: unused) || FileReader.itemExists(at: StorePaths(file: unused).data) {
            unused = "\(path).\(number)"
            number += 1
        }
        try AtomicFile(besideFilesOfUser: unused).write(bytes)
        return URL(filePath: unused)
    }

    /// One object per line: the position of the part, the reason for rejecting it, and its text.
    private func lines(of rejected: [StoreSalvage.RejectedPart]) -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        for part in rejected {
            writer.writeRaw("{")
            writer.writeKey("file")
            writer.writeString(part.finding.location)
            if let line = part.finding.line {
                writer.writeMember("line")
                writer.writeInteger(Int64(line))
            }
            writer.writeMember("reason")
            writer.writeString(part.finding.message)
            writer.writeRaw(", ")
            // A string would not preserve text that is not UTF-8.
            if let text = String(validating: part.text, as: UTF8.self) {
                writer.writeKey("text")
                writer.writeString(text)
            } else {
                writer.writeKey("base64")
                writer.writeBase64(part.text)
            }
            writer.writeRaw("}\n")
        }
        return writer.finish()
    }
}
