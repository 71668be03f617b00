import CommandArguments
import FileAccess
import Foundation
import GeneratedOutput
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import SourcePorting
import StructuredText

/// What `modelgen port` changes, writes, and prints.
struct PortReport {
    let mode: Port.Mode?
    let format: DiagnosticFormat
    let sources: [PortedSource]
    let recipe: PackageRecipe
    /// The diagnostics about what could not be read.
    let unread: [LocatedDiagnostic]
    let folder: WorkingDirectory

    /// Whether nothing is left to change, by the command or by hand.
    var isClean: Bool { diagnostics.isEmpty }

    /// Whether at least one of the files at some paths could not be read or understood.
    func hasUnreadable(among paths: Set<String>) -> Bool {
        let unreadable = sources.filter { $0.remaining.contains { $0.kind == .unreadable } }.map(\.path)
        return unreadable.contains(where: paths.contains) || unread.contains { paths.contains($0.position.file) }
    }

    // MARK: Changes

    private struct Change {
        /// The absolute path.
        var path: String
        var old: [UInt8]?
        var new: [UInt8]
    }

    private var changes: [Change] {
        let edited = sources.filter(\.isChanged).map { Change(path: $0.path, old: $0.original, new: $0.ported) }
        let created = recipe.files.map { Change(path: "\(folder.path)/\($0.key)", new: Array($0.value.utf8)) }
        return (edited + created).sorted { $0.path < $1.path }
    }

    /// Writes all files, or none.
    ///
    /// - Throws: `FileError` if a file cannot be written, or has changed since it was read.
    func write() throws {
        let byFolder = Dictionary(grouping: changes) { Self.split($0.path).folder }
        var plans: [FolderPlan] = []
        for (folder, changes) in byFolder.sorted(by: { $0.key < $1.key }) {
            for change in changes where change.old != nil {
                guard FileManager.default.isWritableFile(atPath: change.path) else {
                    throw FileError(path: change.path, operation: "written", reason: "permission denied")
                }
            }
            let plan = try FolderPlan(
                replacing: folder,
                with: Dictionary(changes.map { (Self.split($0.path).name, $0.new) }, uniquingKeysWith: { $1 }))
            for change in changes {
                let planned = plan.changes.first { $0.name == Self.split(change.path).name }
                guard planned?.oldBytes == change.old else {
                    throw FileError(
                        path: change.path, operation: "written",
                        reason: "another program has changed it since it was read; run the command again")
                }
            }
            plans.append(plan)
        }
        _ = try OutputTransaction.perform(plans)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let url = URL(filePath: path)
        return (url.deletingLastPathComponent().path(percentEncoded: false), url.lastPathComponent)
    }

    // MARK: Text

    /// Prints the changes, and what is left to standard error; or one document for programs.
    func print(to destination: TextDestination) throws {
        var context = DiagnosticContext.ofTool
        context.maximumCount = nil
        if format.isReport {
            try destination.write(format.formatter(context).format(diagnostics))
        } else if format == .json {
            let members = DiagnosticJSONFormatter(context).members(for: diagnostics) + fileMembers
            try destination.write(JSONText.text(of: .object(members)))
        } else {
            if mode != .check { try destination.write(changes.map(difference).joined()) }
            let shown = TerminalSettings.isQuiet && mode != .check ? [] : diagnostics
            if mode == .check, destination.output != nil {
                try destination.write(format.formatter(context).format(shown))
            } else {
                TerminalDiagnostics.write(shown, context)
            }
            if mode != .check, !recipe.manifestLines.isEmpty {
                StandardError.writeNote(
                    "Add these lines to Package.swift:\n" + recipe.manifestLines.map { "  \($0)\n" }.joined())
            }
            if StandardError.isTerminal || TerminalSettings.isVerbose { StandardError.writeNote(summary + "\n") }
        }
    }

    private func difference(of change: Change) -> String {
        let path = folder.shortenedPath(of: change.path)
        return UnifiedDifference(
            from: change.old, to: change.new, path: path.hasPrefix("/") ? String(path.dropFirst()) : path
        ).description
    }

    private var fileMembers: [StructuredValue.Member] {
        let files = changes.map { change in
            StructuredValue.members(
                .init("path", .string(folder.shortenedPath(of: change.path))),
                .init("status", .string(change.old == nil ? "created" : "changed")),
                .init("difference", .string(difference(of: change))))
        }
        return StructuredValue.Member.list(
            .init("files", .array(files)), .init("manifestLines", .array(recipe.manifestLines.map { .string($0) })))
    }

    /// `3 files changed, 2 created; 1 place left to change by hand`
    private var summary: String {
        let edited = sources.count(where: \.isChanged)
        let left = sources.flatMap(\.remaining).count + unread.count
        return "\(edited) \(edited == 1 ? "file" : "files") changed, \(recipe.files.count) created; "
            + "\(left) \(left == 1 ? "place" : "places") left to change by hand"
    }

    // MARK: Diagnostics

    /// What is left by hand, at its place in the files as they are now;
    /// for a check, also what the command would change.
    private var diagnostics: [LocatedDiagnostic] {
        let places = sources.flatMap { source in
            (mode == nil ? source.remaining : source.constructs.filter { mode == .check || $0.isManual })
                .map { diagnostic($0, at: source.path) }
        }
        return (places + unread + (mode == .check ? setup : [])).sorted()
    }

    private func diagnostic(_ construct: PortedConstruct, at path: String) -> LocatedDiagnostic {
        LocatedDiagnostic(
            construct.isManual ? .warning : .note, construct.kind.rule.code, construct.message,
            at: SourcePosition(file: path, line: construct.line, column: construct.column),
            hint: construct.isManual ? construct.hint : "run modelgen port, or \(construct.hint)")
    }

    private var setup: [LocatedDiagnostic] {
        let missing = recipe.files.keys.map { name in
            LocatedDiagnostic(
                .note, DiagnosticRule.packageSetup.code, "the file does not exist",
                at: SourcePosition(file: "\(folder.path)/\(name)"), hint: "run modelgen port, which creates it")
        }
        guard !recipe.manifestLines.isEmpty else { return missing }
        return missing + [
            LocatedDiagnostic(
                .warning, DiagnosticRule.packageSetup.code, "no target uses the plugin ModelGenPlugin",
                at: SourcePosition(file: "\(folder.path)/Package.swift"),
                hint: "run modelgen port, and add the lines that it prints")
        ]
    }
}

extension PortedConstruct.Kind {
    /// The rule that reports the construct.
    fileprivate var rule: DiagnosticRule {
        switch self {
        case .keyPath: .objectiveCKeyPath
        case .selector: .objectiveCSelector
        case .objectiveCAttribute: .objectiveCAttribute
        case .inaccessibleProperty: .managedMemberInaccessible
        case .overrideInExtension: .overrideInExtension
        case .appleFramework: .appleFramework
        case .requestCast: .fetchRequestCast
        case .bundledModel: .modelInBundle
        case .unreadable: .sourceUnreadable
        }
    }
}
