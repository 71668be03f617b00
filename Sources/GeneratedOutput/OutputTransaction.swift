public import FileAccess

/// Carries plans out, all of them or none.
///
/// Everything that can fail for want of space happens before the first file of a folder changes: new bytes are written
/// under hidden names, and old bytes get a second name. Then come renames only, the manifests last. When a step fails,
/// those before it are undone.
///
/// Unlike a store's file, output is not synchronised with the medium: it can be made again from the model, and waiting
/// for the disk takes longer than everything else that the tool does.
public struct OutputTransaction {
    private enum Undo {
        case removeFolder(String)
        case remove(String)
        case restore(backup: String, path: String)
    }

    private let files: any FileLayer
    private var undoSteps: [Undo] = []
    /// Second names of old bytes.
    private var backups: Set<String> = []
    private var locks: [any FolderLock] = []

    private init(files: any FileLayer) {
        self.files = files
    }

    /// Carries plans out.
    ///
    /// - Parameter plans: Plans without errors for different folders.
    /// - Returns: Whether it was done. When another process has changed a manifest since the plans were made, nothing
    ///   is, and they have to be made again.
    /// - Throws: What the disk refused. What was there before is there again.
    public static func carryOut(_ plans: [FolderPlan], files: any FileLayer = Disk()) throws(FileFailure) -> Bool {
        // In one order, so that two processes do not wait for each other.
        let plans = plans.filter { !$0.isFresh }.sorted { $0.folder < $1.folder }
        var transaction = OutputTransaction(files: files)
        do throws(FileFailure) {
            for plan in plans { try transaction.open(plan.folder) }
            for plan in plans where try !transaction.isCurrent(plan) {
                _ = transaction.undo()
                return false
            }
            for plan in plans { try transaction.stage(plan) }
            for plan in plans { try transaction.commitFiles(of: plan) }
            for plan in plans { try transaction.commitManifest(of: plan) }
        } catch {
            var failure = error
            let lost = transaction.undo()
            if !lost.isEmpty { failure.reason += "; the old bytes are in \(lost.joined(separator: ", "))" }
            throw failure
        }
        transaction.removeBackups()
        return true
    }

    /// Makes the folder and those above it, and keeps other processes out of it.
    private mutating func open(_ folder: String) throws(FileFailure) {
        try makeFolder(folder, for: folder)
        locks.append(try files.lock(folder))
    }

    private mutating func makeFolder(_ folder: String, for target: String) throws(FileFailure) {
        // Behind the slash a link is followed: the folder may be one.
        guard try files.entry(at: folder + "/.") == .missing else { return }
        guard try files.entry(at: folder) == .missing else {
            throw FileFailure(path: target, step: "written", reason: "'\(folder)' is not a folder")
        }
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        if !parent.isEmpty { try makeFolder((folder.hasPrefix("/") ? "/" : "") + parent, for: target) }
        do throws(FileFailure) {
            try files.makeFolder(folder)
            undoSteps.append(.removeFolder(folder))
        } catch {
            // Another process may have been faster.
            guard try files.entry(at: folder + "/.") == .folder else { throw error }
        }
    }

    private func isCurrent(_ plan: FolderPlan) throws(FileFailure) -> Bool {
        guard plan.keepsManifest else { return true }
        switch try files.entry(at: plan.path(of: Manifest.fileName)) {
        case .missing: return plan.manifestBytes == nil
        case .file(let bytes): return plan.manifestBytes == bytes
        default: return false
        }
    }

    private mutating func stage(_ plan: FolderPlan) throws(FileFailure) {
        for change in plan.changes + (plan.manifestChange.map { [$0] } ?? []) where change.status == .written {
            let staged = Self.staged(change, in: plan)
            try removeLeftover(at: staged)
            undoSteps.append(.remove(staged))
            let model = change.oldBytes == nil ? nil : plan.path(of: change.name)
            try files.create(staged, holding: change.newBytes ?? [], like: model)
            guard change.oldBytes != nil else { continue }
            let backup = Self.backup(change, in: plan)
            try removeLeftover(at: backup)
            undoSteps.append(.remove(backup))
            try files.keep(plan.path(of: change.name), as: backup)
            backups.insert(backup)
        }
    }

    private mutating func commitFiles(of plan: FolderPlan) throws(FileFailure) {
        // What goes, goes first: where case does not count, a new file may have its name.
        for change in plan.changes where change.status == .removed { try remove(change, in: plan) }
        for change in plan.changes where change.status == .written { try replace(change, in: plan) }
    }

    private mutating func commitManifest(of plan: FolderPlan) throws(FileFailure) {
        guard let change = plan.manifestChange else { return }
        if change.status == .removed { try remove(change, in: plan) } else { try replace(change, in: plan) }
    }

    private mutating func remove(_ change: FileChange, in plan: FolderPlan) throws(FileFailure) {
        let path = plan.path(of: change.name)
        let backup = Self.backup(change, in: plan)
        try removeLeftover(at: backup)
        try files.rename(path, to: backup)
        backups.insert(backup)
        undoSteps.append(.restore(backup: backup, path: path))
    }

    private mutating func replace(_ change: FileChange, in plan: FolderPlan) throws(FileFailure) {
        let path = plan.path(of: change.name)
        let backup = Self.backup(change, in: plan)
        undoSteps.append(backups.contains(backup) ? .restore(backup: backup, path: path) : .remove(path))
        do throws(FileFailure) {
            try files.rename(Self.staged(change, in: plan), to: path)
        } catch {
            // The file is as it was.
            undoSteps.removeLast()
            throw error
        }
    }

    /// A run that was killed leaves files behind.
    private func removeLeftover(at path: String) throws(FileFailure) {
        if try files.entry(at: path) != .missing { try files.remove(path) }
    }

    /// Undoes what was done, the last step first.
    ///
    /// - Returns: The paths of old bytes that could not be put back.
    private mutating func undo() -> [String] {
        var lost: [String] = []
        for step in undoSteps.reversed() {
            switch step {
            // What is not there any more needs no removing.
            case .removeFolder(let path): try? files.removeFolder(path)
            case .remove(let path): try? files.remove(path)
            case .restore(let backup, let path):
                do throws(FileFailure) {
                    try files.rename(backup, to: path)
                    // A system does nothing when both are names of one file.
                    try? files.remove(backup)
                } catch {
                    lost.append("'\(backup)'")
                }
            }
        }
        undoSteps = []
        return lost
    }

    private func removeBackups() {
        // The output is complete; a hidden file that stays is overwritten by the next run.
        for backup in backups { try? files.remove(backup) }
    }

    private static func staged(_ change: FileChange, in plan: FolderPlan) -> String {
        plan.path(of: ".\(change.name).modelgen-new")
    }

    private static func backup(_ change: FileChange, in plan: FolderPlan) -> String {
        plan.path(of: ".\(change.name).modelgen-old")
    }
}
