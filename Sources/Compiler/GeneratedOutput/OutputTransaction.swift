public import FileAccess

/// Carries out plans completely, or not at all.
///
/// Every step that can fail for lack of space happens before the first file of a folder changes: the transaction writes
/// new bytes under hidden names, and gives old bytes a second name. Then it only renames files, the manifests last. If
/// a step fails, the transaction undoes the steps before it.
///
/// Unlike the file of a store, output is not synchronized with the disk: the tool can generate it again, and waiting
/// for the disk takes longer than everything else that the tool does.
///
/// ```swift
/// if !plan.hasErrors, try !OutputTransaction.perform([plan]) {
///     print("another process has changed the folder; plan again")
/// }
/// ```
public struct OutputTransaction {
    private enum Undo {
        case removeFolder(String)
        case remove(String)
        case restore(backup: String, path: String)
    }

    private let files: any FileSystem
    private var undoSteps: [Undo] = []
    /// Second names of old bytes.
    private var backups: Set<String> = []
    private var locks: [any FolderLock] = []

    private init(files: any FileSystem) { self.files = files }

    /// Carries out plans.
    ///
    /// - Parameter plans: Plans without errors for different folders.
    /// - Returns: Whether the plans were carried out. If another process has changed a manifest since the plans were
    ///   made, nothing changes, and you must make new plans.
    /// - Throws: An error of the file system. The folders are then as they were before.
    public static func perform(_ plans: [FolderPlan], files: any FileSystem = LocalFileSystem()) throws(FileError)
        -> Bool
    {
        // Always in the same order, so two processes do not wait for each other.
        let plans = plans.filter { !$0.changesNothing }.sorted { $0.folder < $1.folder }
        var transaction = OutputTransaction(files: files)
        do throws(FileError) {
            for plan in plans { try transaction.open(plan.folder) }
            for plan in plans where try !transaction.isCurrent(plan) {
                _ = transaction.undo()
                return false
            }
            for plan in plans { try transaction.adopt(plan) }
            for plan in plans { try transaction.removeLeftovers(of: plan) }
            for plan in plans { try transaction.stage(plan) }
            for plan in plans { try transaction.commitFiles(of: plan) }
            for plan in plans { try transaction.commitManifest(of: plan) }
        } catch {
            var failure = Self.shown(error)
            let lost = transaction.undo()
            if !lost.isEmpty { failure.reason += "; the old bytes are in \(lost.joined(separator: ", "))" }
            throw failure
        }
        transaction.removeBackups()
        return true
    }

    /// Creates the folder and its parents, and locks it against other processes.
    private mutating func open(_ folder: String) throws(FileError) {
        try createFolder(folder, for: folder)
        locks.append(try files.lock(folder))
    }

    private mutating func createFolder(_ folder: String, for target: String) throws(FileError) {
        // With a slash at the end, the system follows a link: the folder can be one.
        guard try files.entry(at: folder + "/.") == .missing else { return }
        guard try files.entry(at: folder) == .missing else {
            throw FileError(path: target, operation: "written", reason: "'\(folder)' is not a folder")
        }
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        if !parent.isEmpty { try createFolder((folder.hasPrefix("/") ? "/" : "") + parent, for: target) }
        do throws(FileError) {
            try files.createFolder(folder)
            undoSteps.append(.removeFolder(folder))
        } catch {
            // Another process might have created it first.
            guard try files.entry(at: folder + "/.") == .folder else { throw error }
        }
    }

    private func isCurrent(_ plan: FolderPlan) throws(FileError) -> Bool {
        guard plan.keepsManifest else { return true }
        switch try files.entry(at: plan.path(of: Manifest.fileName)) {
        case .missing: return plan.manifestBytes == nil
        case .file(let bytes): return plan.manifestBytes == bytes
        default: return false
        }
    }

    /// Adds to the manifest what a killed run has left under a hidden name, which this run needs for its own manifest.
    /// This is not undone: if this run fails, the next one still has to know what the killed run wrote.
    private mutating func adopt(_ plan: FolderPlan) throws(FileError) {
        guard let bytes = plan.adoptedManifest else { return }
        let path = plan.path(of: Manifest.fileName)
        // The name for new bytes is that of the killed run's manifest until the folder's manifest has its contents.
        let temporary = plan.path(of: Self.hiddenNames(of: Manifest.fileName).old)
        try removeLeftover(at: temporary)
        undoSteps.append(.remove(temporary))
        try files.create(temporary, containing: bytes, like: plan.manifestBytes == nil ? nil : path)
        try files.rename(temporary, to: path)
        undoSteps.removeLast()
    }

    private mutating func stage(_ plan: FolderPlan) throws(FileError) {
        // The manifest is first: whatever else a killed run has written, the next run finds its hashes.
        for change in (plan.lastManifestChange.map { [$0] } ?? []) + plan.changes where change.status == .written {
            try Self.checkLength(of: change, in: plan)
            let staged = Self.staged(change, in: plan)
            try removeLeftover(at: staged)
            undoSteps.append(.remove(staged))
            let model = change.oldBytes == nil ? nil : plan.path(of: change.name)
            try files.create(staged, containing: change.newBytes ?? [], like: model)
            guard change.oldBytes != nil else { continue }
            let backup = Self.backup(change, in: plan)
            try removeLeftover(at: backup)
            undoSteps.append(.remove(backup))
            try files.hardLink(plan.path(of: change.name), as: backup)
            backups.insert(backup)
        }
    }

    private mutating func commitFiles(of plan: FolderPlan) throws(FileError) {
        // Remove files first: if the file system ignores case, a new file can have the name of a removed one.
        for change in plan.changes where change.status == .removed { try remove(change, in: plan) }
        for change in plan.changes where change.status == .written { try replace(change, in: plan) }
    }

    private mutating func commitManifest(of plan: FolderPlan) throws(FileError) {
        guard let change = plan.lastManifestChange else { return }
        if change.status == .removed { try remove(change, in: plan) } else { try replace(change, in: plan) }
    }

    private mutating func remove(_ change: FileChange, in plan: FolderPlan) throws(FileError) {
        let path = plan.path(of: change.name)
        let backup = Self.backup(change, in: plan)
        try removeLeftover(at: backup)
        try files.rename(path, to: backup)
        backups.insert(backup)
        undoSteps.append(.restore(backup: backup, path: path))
    }

    private mutating func replace(_ change: FileChange, in plan: FolderPlan) throws(FileError) {
        let path = plan.path(of: change.name)
        let backup = Self.backup(change, in: plan)
        undoSteps.append(backups.contains(backup) ? .restore(backup: backup, path: path) : .remove(path))
        do throws(FileError) {
            try files.rename(Self.staged(change, in: plan), to: path)
        } catch {
            // The file has not changed.
            undoSteps.removeLast()
            throw error
        }
    }

    /// The other processes that lock the folder have finished, so no transaction needs the files.
    private func removeLeftovers(of plan: FolderPlan) throws(FileError) {
        for name in plan.leftovers { try removeLeftover(at: plan.path(of: name)) }
    }

    /// A killed run leaves files behind.
    private func removeLeftover(at path: String) throws(FileError) {
        if try files.entry(at: path) != .missing { try files.remove(path) }
    }

    /// Undoes the completed steps, the last one first.
    ///
    /// - Returns: The paths of old bytes that could not be restored.
    private mutating func undo() -> [String] {
        var lost: [String] = []
        for step in undoSteps.reversed() {
            switch step {
            // A file that no longer exists need not be removed.
            case .removeFolder(let path): try? files.removeFolder(path)
            case .remove(let path): try? files.remove(path)
            case .restore(let backup, let path):
                do throws(FileError) {
                    try files.rename(backup, to: path)
                    // The system does nothing if both are names of the same file.
                    try? files.remove(backup)
                } catch {
                    lost.append("'\(backup)'")
                }
            }
        }
        undoSteps = []
        return lost
    }

    /// Removes the old bytes. The output is complete, so a failure is not an error: the next run removes the remaining
    /// hidden files if it finds that of the manifest.
    private func removeBackups() {
        let (ofManifests, ofFiles) = (backups.filter(Self.isOfManifest), backups.filter { !Self.isOfManifest($0) })
        for backup in ofFiles.sorted() + ofManifests.sorted() {
            guard (try? files.remove(backup)) != nil else { return }
        }
    }

    private static func isOfManifest(_ backup: String) -> Bool {
        backup.hasSuffix("/" + hiddenNames(of: Manifest.fileName).old)
    }

    /// A failure to write under the name that the user knows, rather than that of a hidden file.
    private static func shown(_ failure: FileError) -> FileError {
        let parts = failure.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard failure.operation == "written", let name = parts.last.flatMap(fileName(ofHidden:)) else { return failure }
        return failure.of((parts.dropLast() + [name]).joined(separator: "/"))
    }

    /// Reports a long name under the name that the user knows, rather than that of a hidden file.
    private static func checkLength(of change: FileChange, in plan: FolderPlan) throws(FileError) {
        let name = change.name.split(separator: "/").last.map(String.init) ?? change.name
        let excess = hiddenName(of: name, newSuffix).utf8.count - maximumNameSizeBytes
        guard excess > 0 else { return }
        throw FileError(
            path: plan.path(of: change.name), operation: "written",
            reason: "its name is too long; shorten the name of the model or the class by \(excess) bytes")
    }

    /// The limit of usual file systems.
    private static let maximumNameSizeBytes = 255

    private static func staged(_ change: FileChange, in plan: FolderPlan) -> String {
        plan.path(of: hiddenName(of: change.name, newSuffix))
    }

    private static func backup(_ change: FileChange, in plan: FolderPlan) -> String {
        plan.path(of: hiddenName(of: change.name, oldSuffix))
    }
}

/// The names of the hidden files, which a killed transaction leaves in the folder.
extension OutputTransaction {
    private static let newSuffix = ".modelgen-new"
    private static let oldSuffix = ".modelgen-old"

    private static func hiddenName(of name: String, _ suffix: String) -> String { ".\(name)\(suffix)" }

    /// The names of the hidden files for the new and the old bytes of a file.
    static func hiddenNames(of name: String) -> (new: String, old: String) {
        (hiddenName(of: name, newSuffix), hiddenName(of: name, oldSuffix))
    }

    /// The name of the file for whose bytes a name is hidden; nil for any other name.
    package static func fileName(ofHidden name: String) -> String? {
        guard name.hasPrefix("."), let suffix = [newSuffix, oldSuffix].first(where: name.hasSuffix) else { return nil }
        return String(name.dropFirst().dropLast(suffix.count))
    }
}
