public import FileAccess
import ModelCodegen
import ModelDiagnostics

/// Compares the output of models with the contents of a folder.
///
/// ```swift
/// let plan = try FolderPlanner(policy: policy).plan([output], in: folder)
/// print(plan.summary)  // 1 written
/// ```
public struct FolderPlanner: Sendable {
    private let files: any FileSystem
    private let policy: OutputPolicy

    /// Creates a planner that reads folders, and plans only changes that a policy allows.
    public init(files: any FileSystem = LocalFileSystem(), policy: OutputPolicy = OutputPolicy()) {
        self.files = files
        self.policy = policy
    }

    /// Plans the changes to a folder.
    ///
    /// - Parameters:
    ///   - folder: An absolute path. The folder need not exist.
    ///   - outputs: The complete output for the folder.
    /// - Throws: An error of reading the folder, or of a folder inside a model.
    public func plan(_ outputs: [ModelOutput], in folder: String) throws(FileError) -> FolderPlan {
        if let model = FilePackage.model(containing: folder) {
            throw FileError(
                path: folder, operation: "written",
                reason: "it is a part of the model '\(model)'; choose another folder")
        }
        switch try files.entry(at: folder) {
        case .missing, .folder, .link: break
        case .file, .other: throw FileError(path: folder, operation: "written", reason: "it is not a folder")
        }
        var records = try records(in: folder)
        for _ in 1..<Self.maximumAttemptCount {
            let plan = try plan(outputs, in: folder, records)
            guard plan.hasErrors else { return plan }
            // If another process has written the folder meanwhile, its files look as if somebody had edited them.
            let laterRecords = try self.records(in: folder)
            guard laterRecords != records else { return plan }
            records = laterRecords
        }
        return try plan(outputs, in: folder, records)
    }

    private static let maximumAttemptCount = 10

    private func plan(
        _ outputs: [ModelOutput], in folder: String, _ records: Records
    ) throws(FileError) -> FolderPlan {
        let (manifest, bytes, problem) = try readManifest(records.manifest, in: folder)
        var plan = FolderPlan(folder: folder, manifestBytes: bytes, keepsManifest: policy.keepsManifest)
        plan.diagnostics = (problem.map { [$0] } ?? []) + outputs.collisions
        let interruption = interruption(records)
        let listed = manifest.merging(interruption.manifest)
        let known = KnownFiles(listed)
        plan.diagnostics += try namesakes(of: outputs, in: folder, listed: listed)
        plan.diagnostics += takenFiles(by: outputs, known: known)
        guard plan.diagnostics.isEmpty else { return plan }
        let surplus = known.surplus(after: outputs, prunesOtherModels: policy.prunesOtherModels)
        let surplusNames = Set(surplus.keys.map { $0.lowercased() })
        var entries = known.entriesOfOthers(than: outputs, prunesOtherModels: policy.prunesOtherModels)
        for output in outputs {
            for file in output.files {
                guard file.role != .customCode else {
                    plan.changes.append(try customCodeChange(of: file, from: output, in: plan))
                    continue
                }
                let change = try change(of: file, from: output, known: known, surplusNames: surplusNames, in: plan)
                plan.changes.append(change)
                // A frozen file can differ from what the tool would generate now.
                let keptBytes = file.frozenMark != nil && change.status == .unchanged ? change.oldBytes : nil
                let hash = keptBytes.map { Self.hash(of: $0, as: file, known) } ?? file.hash
                entries.append(Manifest.Entry(model: output.model, file: file.name, hash: hash))
            }
        }
        for entry in surplus.values.sorted(by: { $0.file < $1.file }) {
            if let change = try surplusChange(of: entry, known: known, in: plan) { plan.changes.append(change) }
        }
        plan.changes.sort { $0.name < $1.name }
        plan.diagnostics = plan.changes.compactMap { .about($0, in: plan) }
        if policy.keepsManifest {
            var locations = listed.locations
            for output in outputs {
                locations[output.model] = ModelLocation.path(of: output.path, from: folder).map { Set([$0]) }
            }
            plan.manifestChange = manifestChange(to: Manifest(entries, locations: locations), from: bytes)
            plan.diagnostics += known.notes(on: outputs, in: plan, policy: policy)
        }
        if let names = interruption.names {
            if listed != manifest { plan.adoptedManifest = Array(listed.text.utf8) }
            let all = Set(names + known.names + plan.changes.map(\.name))
            // The manifest is last, because its hidden files show that there are others.
            try plan.findLeftovers(of: all.sorted() + [Manifest.fileName], files)
        }
        return plan
    }

    /// Reports files that belong to models that are not part of the run, but that models of the run would write. In a
    /// run of all models, or if the run removes the files of other models, a renamed model takes over its files.
    private func takenFiles(by outputs: [ModelOutput], known: KnownFiles) -> [LocatedDiagnostic] {
        guard !policy.includesAllModels, !policy.prunesOtherModels else { return [] }
        let models = Set(outputs.map(\.model))
        return outputs.flatMap { output in
            output.ownFiles.compactMap { file in
                known.owner(of: file.name, otherThan: models).map { .takenFile(file.name, of: $0, by: output.path) }
            }
        }
    }

    /// Reports models of the run that have the name of another model, which has files in the folder and still exists.
    /// If it no longer exists, it has been moved.
    private func namesakes(
        of outputs: [ModelOutput], in folder: String, listed: Manifest
    ) throws(FileError) -> [LocatedDiagnostic] {
        guard !policy.prunesOtherModels else { return [] }
        var diagnostics: [LocatedDiagnostic] = []
        for output in outputs {
            let paths = listed.locations[output.model] ?? []
            if let own = ModelLocation.path(of: output.path, from: folder), paths.contains(own) { continue }
            let stamp = FileStamp(output.path)
            for path in paths.sorted().map({ ModelLocation.absolutePath(of: $0, from: folder) }) {
                guard try files.entry(at: path) != .missing else { continue }
                // The same model can have several paths: through a link, or in other letters if case does not matter.
                if let stamp, FileStamp(path)?.isSameFile(as: stamp) == true { continue }
                diagnostics.append(.namesake(of: output, at: path))
                break
            }
        }
        return diagnostics
    }

    /// What runs have recorded in a folder: the manifest, and its hidden files during a run and after a killed one.
    private struct Records: Equatable {
        var manifest = FileEntry.missing
        var newManifest = FileEntry.missing
        var oldManifest = FileEntry.missing
    }

    private func records(in folder: String) throws(FileError) -> Records {
        guard policy.keepsManifest else { return Records() }
        let hidden = OutputTransaction.hiddenNames(of: Manifest.fileName)
        return Records(
            manifest: try files.entry(at: "\(folder)/\(Manifest.fileName)"),
            newManifest: try files.entry(at: "\(folder)/\(hidden.new)"),
            oldManifest: try files.entry(at: "\(folder)/\(hidden.old)"))
    }

    private func readManifest(
        _ entry: FileEntry, in folder: String
    ) throws(FileError) -> (manifest: Manifest, bytes: [UInt8]?, problem: LocatedDiagnostic?) {
        let path = folder + "/" + Manifest.fileName
        switch entry {
        case .missing: return (Manifest(), nil, nil)
        case .file(let bytes):
            do throws(Manifest.SyntaxError) {
                return (try Manifest(reading: bytes), bytes, nil)
            } catch {
                return (Manifest(), bytes, .invalidManifest(error, path: path))
            }
        default:
            throw FileError(
                path: path, operation: "read", reason: "it is not a file; move it away, or choose another output folder"
            )
        }
    }

    /// What a killed run has left: the names of the files that can have hidden files, or nil if there are none, and the
    /// manifest that it would have written.
    ///
    /// The run can have replaced some of the files before it was killed. Nobody has edited them.
    private func interruption(_ records: Records) -> (names: [String]?, manifest: Manifest) {
        let (new, old) = (records.newManifest, records.oldManifest)
        guard new != .missing || old != .missing else { return (nil, Manifest()) }
        let next = manifest(in: new)
        // If the run has already replaced the manifest, only the old one has the names of removed files.
        return (manifest(in: old).merging(next).entries.map(\.file), next)
    }

    /// The manifest in a hidden file; empty if it cannot be read, because a run that was killed while it wrote the
    /// manifest has replaced nothing.
    private func manifest(in entry: FileEntry) -> Manifest {
        guard case .file(let bytes) = entry else { return Manifest() }
        return (try? Manifest(reading: bytes)) ?? Manifest()
    }

    /// - Parameter surplusNames: The names of files that are no longer generated, in lower case.
    private func change(
        of file: GeneratedFile, from output: ModelOutput, known: KnownFiles, surplusNames: Set<String>,
        in plan: FolderPlan
    ) throws(FileError) -> FileChange {
        var change = FileChange(name: file.name, model: output.model, status: .written, newBytes: file.bytes)
        switch try files.entry(at: plan.path(of: file.name)) {
        case .missing: break
        case .folder: change.block(.folder)
        case .link: change.block(.link)
        case .other: change.block(.specialFile)
        case .file(let bytes):
            change.oldBytes = bytes
            let hash = Self.hash(of: bytes, as: file, known)
            if hash == file.hash {
                // If the file system ignores case, the removed file is this one.
                change.status = surplusNames.contains(file.name.lowercased()) ? .written : .unchanged
            } else if let mark = file.frozenMark, policy.keepsManifest, !policy.overwritesEditedFiles,
                known.isListed(file.name, with: hash)
            {
                let isMarked = (bytes.withPlainLineEnds ?? bytes).containsLine(mark)
                if isMarked { change.status = .unchanged } else { change.block(.frozen) }
            } else if known.isListed(file.name) {
                let isEdited = !known.isListed(file.name, with: hash)
                change.status = isEdited && !policy.overwritesEditedFiles ? .edited : .written
            } else if !policy.ownsFolder, !GeneratedMark.isIn(bytes) {
                change.block(.notGenerated)
            } else if policy.keepsManifest, !policy.overwritesEditedFiles {
                change.block(.unlisted)
            }
        }
        return change
    }

    /// The hash of a file on disk. For a file that differs only in its line ends from one that a run has written, the
    /// hash is that of the written file: Git can check files out with the line ends of Windows, which is no edit.
    private static func hash(of bytes: [UInt8], as file: GeneratedFile, _ known: KnownFiles) -> ContentHash {
        let hash = file.hash(of: bytes)
        guard hash != file.hash, !known.isListed(file.name, with: hash), let plain = bytes.withPlainLineEnds else {
            return hash
        }
        let plainHash = file.hash(of: plain)
        return plainHash == file.hash || known.isListed(file.name, with: plainHash) ? plainHash : hash
    }

    private func customCodeChange(
        of file: GeneratedFile, from output: ModelOutput, in plan: FolderPlan
    ) throws(FileError) -> FileChange {
        let exists = try files.entry(at: plan.path(of: file.name)) != .missing
        return FileChange(
            name: file.name, model: output.model, status: exists ? .unchanged : .written,
            newBytes: exists ? nil : file.bytes, isCustomCode: true)
    }

    /// The change to a file that no model generates now; nil if it no longer exists.
    private func surplusChange(
        of entry: Manifest.Entry, known: KnownFiles, in plan: FolderPlan
    ) throws(FileError) -> FileChange? {
        // If something else has taken the file's place, it is not the tool's file, so it is no longer listed.
        guard case .file(let bytes) = try files.entry(at: plan.path(of: entry.file)) else { return nil }
        var change = FileChange(name: entry.file, model: entry.model, status: .removed, oldBytes: bytes)
        let forms = [bytes, bytes.withPlainLineEnds].compactMap { $0 }
        guard !forms.contains(where: { known.isListed(entry.file, with: ContentHash(of: $0)) }) else { return change }
        // Even if overwriting is allowed, edits are not lost: the file then belongs to the person who edited it.
        if policy.overwritesEditedFiles { return nil }
        change.status = .edited
        change.blockingReason = .editedObsoleteFile
        return change
    }

    private func manifestChange(to manifest: Manifest, from oldBytes: [UInt8]?) -> FileChange? {
        let newBytes = manifest.entries.isEmpty ? nil : Array(manifest.text.utf8)
        guard newBytes != oldBytes, newBytes == nil || newBytes != oldBytes?.withPlainLineEnds else { return nil }
        return FileChange(
            name: Manifest.fileName, status: newBytes == nil ? .removed : .written, oldBytes: oldBytes,
            newBytes: newBytes)
    }
}

extension [UInt8] {
    /// A text without the carriage returns before its line feeds; nil if there are none.
    fileprivate var withPlainLineEnds: [UInt8]? {
        let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        let plain = indices.filter { index in
            self[index] != carriageReturn || index + 1 == endIndex || self[index + 1] != lineFeed
        }
        return plain.count == count ? nil : plain.map { self[$0] }
    }

    /// Whether a text has a line.
    fileprivate func containsLine(_ line: String) -> Bool {
        split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(line.utf8) }
    }
}

extension GeneratedFile {
    /// The bytes; nil if only their hash is known.
    fileprivate var bytes: [UInt8]? { isRemembered ? nil : Array(text.utf8) }

    /// The hash of a file on disk, which most often has the expected contents.
    func hash(of bytes: [UInt8]) -> ContentHash {
        checksum == Checksum(of: bytes) ? hash : ContentHash(of: bytes)
    }
}

extension FileChange {
    fileprivate mutating func block(_ reason: BlockingReason) {
        status = .blocked
        blockingReason = reason
    }
}
