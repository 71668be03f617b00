import ColumnEngine
import FileAccess
import Foundation
import JSONTokens
import StoreMigration

/// Replaces a store by its intact parts, and writes the rest next to it.
struct StoreRepair {
    let paths: StorePaths
    let model: ManagedObjectModel

    func perform() throws -> RepairReport {
        try SystemCall.checkWritingIsAllowed(paths.file)
        let salvage = try StoreSalvage(paths: paths, model: model, newIdentifier: UUID())
        let contents = salvage.contents
        var report = RepairReport()
        report.rejectedParts = salvage.rejected.map(\.finding)
        report.linkDecisions = salvage.links.map(\.repaired)
        report.objectCount = contents.snapshot.objectCount
        guard !report.findings.isEmpty else { return report }
        for path in [paths.file, paths.journal] {
            guard let reading = try FileReading(path) else { continue }
            report.copies.append(try write(reading.bytes.array, to: path + ".damaged"))
        }
        if !salvage.rejected.isEmpty {
            report.rejectedFile = try write(lines(of: salvage.rejected), to: paths.file + ".rejected.jsonl")
        }
        let rights = FileStamp(paths.file)?.rights
        // The journal is removed first, because the new file contains its saves, and it does not belong to that file.
        FileOperations.system.remove(paths.journal)
        let file = AtomicFile(path: paths.file, operations: .system)
        try file.prepare(rights: rights) { write in
            _ = try StoreFileWriter(model: model, external: ExternalData(folder: paths.data)).write(contents, to: write)
        }
        try file.replace()
        return report
    }

    /// Writes a file under an unused name.
    private func write(_ bytes: [UInt8], to path: String) throws -> URL {
        var unused = path
        var number = 2
        while FileReader.itemExists(at: unused) {
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
            writer.writeString(part.finding.place)
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
