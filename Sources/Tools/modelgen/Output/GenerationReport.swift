import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import GeneratedOutput
import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import StructuredText

/// The output of a run of `generate`.
struct GenerationReport {
    let mode: OutputOptions.Mode?
    let isVerbose: Bool
    /// Whether to list the changed files.
    let listsChanges: Bool
    let options: DiagnosticOptions
    /// The diagnostics about the models.
    var diagnostics: [LocatedDiagnostic] = []
    /// The plans for the output folders.
    var plans: [FolderPlan] = []

    private let workingDirectory = WorkingDirectory.current

    /// Whether no error prevents the plans.
    var canCarryOut: Bool { options.isPassed(diagnostics + plans.flatMap(\.diagnostics)) }

    /// Whether the run would write files, but does not because of an error.
    private var writesNothing: Bool { mode == nil && !canCarryOut }

    /// The changes of a plan, without those that an error prevents.
    private func changes(in plan: FolderPlan) -> [FileChange] {
        writesNothing ? plan.changes.filter { ![.written, .removed].contains($0.status) } : plan.changes
    }

    /// Whether the run found no problems.
    var isPassed: Bool { options.isPassed(allDiagnostics) }

    /// The exit code if an error prevents the plans.
    var exitCode: ExitCode { plans.contains(where: \.isBlocked) ? CommandExit.fileSystem : CommandExit.modelErrors }

    private var allDiagnostics: [LocatedDiagnostic] {
        let found = plans.flatMap(\.diagnostics)
        return (diagnostics + found + (mode == .check ? plans.flatMap(\.stalenessDiagnostics) : [])).sorted()
    }

    /// Writes diagnostics and the status of the files.
    func write() throws {
        let format = options.format(for: nil)
        if format.isReport {
            try options.write(allDiagnostics)
        } else if format == .json {
            let members = DiagnosticJSONFormatter(.ofTool).members(for: allDiagnostics) + fileMembers
            try JSONText.text(of: .object(members)).write(to: nil)
        } else {
            let text = plans.flatMap(lines).joined()
            if !text.isEmpty { try text.write(to: nil) }
            let isOnlyErrors = TerminalSettings.isQuiet && !options.strict
            try options.write(isOnlyErrors ? allDiagnostics.filter { $0.severity == .error } : allDiagnostics)
        }
    }

    /// Writes diagnostics and the files themselves.
    func write(_ files: [GeneratedFile]) throws {
        try options.write(allDiagnostics)
        let texts = files.map { files.count == 1 ? $0.text : "// File: \($0.name)\n\($0.text)" }
        try texts.joined(separator: "\n").write(to: nil)
    }

    private func lines(about plan: FolderPlan) -> [String] {
        switch mode {
        case .check: plan.staleChanges.map { difference(of: $0, in: plan) }
        case .dryRun, .stdout, nil:
            (mode == .dryRun || isVerbose || listsChanges ? changes(in: plan) : [])
                .filter { isVerbose || $0.status != .unchanged }
                .map { "\($0.status.rawValue) \(workingDirectory.shortenedPath(of: plan.path(of: $0.name)))\n" }
                + (isVerbose && !writesNothing ? [plan.summary + "\n"] : [])
        }
    }

    private func difference(of change: FileChange, in plan: FolderPlan) -> String {
        let path = workingDirectory.shortenedPath(of: plan.path(of: change.name))
        return change.difference(path: path.hasPrefix("/") ? String(path.dropFirst()) : path)
    }

    private var fileMembers: [StructuredValue.Member] {
        let changes = plans.map(changes)
        let counts = FileChange.Status.allCases.compactMap { status in
            StructuredValue.Member(status.rawValue, .number(changes.joined().count { $0.status == status }))
        }
        let files = zip(plans, changes).flatMap { plan, changes in
            changes.map { change in
                let path = workingDirectory.shortenedPath(of: plan.path(of: change.name))
                let difference = mode == .check ? difference(of: change, in: plan) : ""
                return StructuredValue.members(
                    .init("path", .string(path)), .init("status", .string(change.status.rawValue)),
                    .init("model", change.model.map(StructuredValue.string)),
                    .init("difference", difference.isEmpty ? nil : .string(difference)))
            }
        }
        return StructuredValue.Member.list(.init("fileCounts", .object(counts)), .init("files", .array(files)))
    }
}
