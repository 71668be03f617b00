import ArgumentParser
import CommandArguments
import CompiledModelWriting
import FileAccess
import Foundation
import MappingModels
import ModelCompiler
import ModelDiagnostics
import ModelEvolution
import ModelProjects
import ObjectGraph
import StoreAccess
import StoreMigration
import Synchronization
import XCDataModel

/// `modelgen store migrate`.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Migrate a store to another version of its model, or test the migration.",
        discussion: """
            The command prints the changes, and then replaces the store as a whole: after a crash, either the old or \
            the new store remains. It infers the migration from the two models, as Core Data's lightweight migration \
            does: renamed elements by their renaming identifiers, default values, and added and removed elements. It \
            drops only what you specify with --drop. If the migration is not possible, it lists every obstacle with \
            the number of affected objects, and leaves the store unchanged.

            With --mapping, the command follows a mapping model instead. Policies of a program cannot run here, so a \
            mapping model with any is an obstacle.

            The command migrates a PostgreSQL store in one transaction. Programs that have the store open cannot save \
            to it until they open it with the newer version. Back it up with pg_dump.

            With --verify, the command creates \(StoreKinds.namesOfFiles("and")) stores of random data with every \
            earlier version of a bundle in a temporary folder, migrates each to the current version, and compares \
            what both versions share. The version that a mapping model is for follows it instead.

            EXAMPLES:
              modelgen store migrate Heroes.json --dry-run \\
                --to Models/Superheroes.xcdatamodeld
              modelgen store migrate App.sqlite --to Models/Superheroes.xcdatamodeld \\
                --drop Superhero.nickname --backup App.before.sqlite
              modelgen store migrate App.sqlite --to Models/Superheroes.xcdatamodeld \\
                --mapping Models/1To2.xcmappingmodel
              modelgen store migrate "postgresql://localhost/app?schema=app" \\
                --to Models/Superheroes.xcdatamodeld --dry-run
              modelgen store migrate --verify Models/Superheroes.xcdatamodeld
            """)

    @Argument(help: "The store: \(StoreKinds.argumentForms).")
    var store: PathArgument?

    @Option(help: "The new model of the store: a version, or a bundle with its current version.")
    var to: PathArgument?

    @Option(
        help: """
            The version that the store was written with, if the store does not contain its model. By default, the \
            command tries the versions of the bundle of --to.
            """)
    var from: PathArgument?

    @Option(
        help: """
            The mapping model from the version of the store to that of --to: an .xcmappingmodel or a compiled .cdm. By \
            default, the migration is inferred.
            """,
        completion: .file(extensions: ["xcmappingmodel", "cdm"]))
    var mapping: PathArgument?

    @Flag(help: "Print the changes without writing files.")
    var dryRun = false

    @Option(
        parsing: .singleValue,
        help: "An element to drop, by its name in the older model, such as Book or Book.shelf. Repeat for more.")
    var drop: [String] = []

    @Option(
        target: .long,
        help: """
            The file for a copy of the original store. It can only exist if it is already such a copy, which a killed \
            run has left.
            """)
    var backup: PathArgument?

    @Option(
        help: "A bundle to test: migrates random data from all earlier versions to the current one.")
    var verify: PathArgument?

    @Option(help: "The seed of the random data of --verify. The default is 1.")
    var seed: UInt64?

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        guard verify == nil else {
            if store != nil || to != nil || from != nil || dryRun || !drop.isEmpty || backup != nil {
                throw ValidationError("--verify creates its own stores; combine it only with --seed and --mapping")
            }
            return
        }
        guard seed == nil else { throw ValidationError("--seed requires --verify") }
        guard store != nil else { throw ValidationError("Missing expected argument '<store>'") }
        guard to != nil else { throw ValidationError("Missing expected argument '--to <to>'") }
    }

    func run() throws {
        if let verify { return try verifyVersions(of: verify.path) }
        guard let store, let to else { return }
        try migrate(store.path, to: to.path)
    }

    private func migrate(_ store: String, to path: String) throws {
        if let backup {
            try OutputArgument(backup).refusePart()
            try OutputArgument(backup).requireFolder()
        }
        let place = try StoreKinds.store(named: store)
        try place.requirePresence()
        if let backup { try place.requireSameKind(ofCopyNamed: backup.path) }
        let model = try ManagedObjectModel(readingFrom: path)
        // An unreadable version only matters if the store was written with it.
        var unread: [LocatedDiagnostic] = []
        let earlier =
            try from.map { [try ManagedObjectModel(readingFrom: $0.path)] }
            ?? DiskModels().versions(ofBundleAround: AbsolutePath.of(path), into: &unread)
            .map { ManagedObjectModel($0.model) }
        try checkDropped(from: place, earlier: earlier, model)
        let line = ProgressLine("opening the store")
        defer { line.clear() }
        let hasBegun = Mutex(false)
        let stages = try mapping.map { [MigrationStage(to: model, following: try mappingModel(at: $0))] } ?? []
        let options = MigrationOptions(
            droppedElements: Set(drop), earlierModels: earlier, stages: stages,
            backupURL: backup.map { URL(filePath: $0.path) }
        ) { progress in
            let isFirst = hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
            if isFirst { line.show("migrating", totalCount: progress.totalUnitCount) }
            line.show(progress.completedUnitCount)
        }
        let isCurrent = (try? place.isWritten(with: model)) == true
        let report: MigrationReport
        do {
            report = try place.migrate(to: model, migration: options, isDryRun: dryRun)
        } catch {
            if [.modelMissing, .modelMismatch].contains((error as? StoreError)?.code) {
                StandardError.write(DiagnosticTextFormatter().format(unread.filter { $0.severity == .error }))
            }
            throw error
        }
        line.clear()
        guard !report.entities.isEmpty else {
            try checkUnseenChanges(of: place, to: model)
            let reason = isCurrent ? "already has this version" : "has no objects"
            return try "nothing to migrate: the store \(reason)\n".writeAsStatus()
        }
        let end = dryRun ? "nothing was written" : "migrated"
        try "\(report)\n\(end)\n".writeAsStatus()
    }

    /// Refuses an element to drop that no version has. A store that needs no migration can have lost it before.
    private func checkDropped(
        from store: any StoreAdministration, earlier: [ManagedObjectModel], _ model: ManagedObjectModel
    ) throws {
        guard !drop.isEmpty else { return }
        let versions = earlier + [model] + [try? store.storedModel().model].compactMap { $0 }
        let known = Set(versions.flatMap(\.elementNames))
        guard let name = drop.first(where: { !known.contains($0) }), try !store.isWritten(with: model) else { return }
        // Someone may have named only the property, or a descendant of the entity that declares it.
        let property = name.split(separator: ".").last.map { ".\($0)" } ?? name
        let hint =
            NearestName.suggestion(for: name, among: known)
            ?? known.filter { $0.hasSuffix(property) }.min().map { "did you mean '\($0)'?" }
        throw CommandError(
            .usage, "no version of the model has '\(name)', which --drop names\(hint.map { "; \($0)" } ?? "")")
    }

    /// Refuses a version that moves values to other names without changing a version hash, so that the store seems to
    /// have this version already.
    private func checkUnseenChanges(of store: any StoreAdministration, to model: ManagedObjectModel) throws {
        var written = try? store.storedModel().model
        if written == nil, let from { written = try ManagedObjectModel(readingFrom: from.path) }
        guard let written, try store.isWritten(with: model) else { return }
        let changes = Self.unseenChanges(from: written, to: model)
        guard !changes.isEmpty else { return }
        let heading = "the store cannot be migrated to this version of the model:"
        throw CommandError(.problems, ([heading] + changes).joined(separator: "\n"))
    }

    /// The changes between versions with the same version hashes that make a migration impossible, each on a line.
    private static func unseenChanges(from old: ManagedObjectModel, to new: ManagedObjectModel) -> [String] {
        guard old.entityVersionHashesByName == new.entityVersionHashesByName,
            new.schema.entitiesWithUnhashedChanges(since: old.schema).isEmpty
        else { return [] }
        return MigrationAssessment(from: old.schema, to: new.schema).changes
            .filter { $0.verdict.level == .impossible }
            .map { assessed in
                let remedy = assessed.verdict.remedy.map { "; \($0)" } ?? ""
                return "  \(assessed.change.summary): \(assessed.verdict.reason)\(remedy)"
            }
    }

    /// Reads a mapping model, and writes its problems to standard error.
    private func mappingModel(at path: PathArgument) throws -> MappingModel {
        try FileReader.requirePresence(at: path.path)
        guard MappingModelFile.isMappingModel(path.path) else {
            throw CommandError(.usage, "'\(path.path)' ends in neither .xcmappingmodel nor .cdm")
        }
        let file = MappingModelFile(path: path.absolutePath, sourcePath: from?.absolutePath)
        var diagnostics: [LocatedDiagnostic] = []
        let contents = file.read(into: &diagnostics)
        diagnostics += (contents?.findings ?? []).filter(\.isError).map { finding in
            let anchor = Diagnostic.Anchor.source(line: finding.position.line, column: finding.position.column)
            return LocatedDiagnostic(
                Diagnostic(.compilationImpossible, finding.message, at: anchor), file: file.contentsPath
            ) { _ in nil }
        }
        StandardError.write(DiagnosticTextFormatter().format(diagnostics.filter { $0.severity == .error }))
        guard let mappingModel = contents?.mappingModel else { throw ExitStatus.problems.code }
        return mappingModel
    }

    // MARK: - Verifying

    private func verifyVersions(of bundle: String) throws {
        try FileReader.requirePresence(at: bundle)
        let current = try ManagedObjectModel(readingFrom: bundle)
        var diagnostics: [LocatedDiagnostic] = []
        let all = DiskModels().versions(ofBundleAround: AbsolutePath.of(bundle), into: &diagnostics)
            .map { (name: $0.name, model: ManagedObjectModel($0.model)) }
        let versions = all.filter { version in
            version.model.entityVersionHashesByName != current.entityVersionHashesByName
                || !current.schema.entitiesWithUnhashedChanges(since: version.model.schema).isEmpty
        }
        let errors = diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else {
            StandardError.write(DiagnosticTextFormatter().format(errors))
            throw ExitStatus.problems.code
        }
        var hasFailed = false
        for (name, old) in all {
            let changes = Self.unseenChanges(from: old, to: current)
            guard !changes.isEmpty else { continue }
            hasFailed = true
            try (["\(name): refused"] + changes + [""]).joined(separator: "\n").write(to: nil)
        }
        guard hasFailed || !versions.isEmpty else {
            return try "no earlier version to migrate from\n".write(to: nil)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-verify-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let mappingModel = try mapping.map { try self.mappingModel(at: $0) }
        for (name, old) in versions {
            let isMapped = mappingModel?.mismatches(from: old.schema, to: current.schema).isEmpty == true
            let stages = isMapped ? mappingModel.map { [MigrationStage(to: current, following: $0)] } ?? [] : []
            for kind in StoreKinds.files {
                let kindName = kind.systemName.lowercased()
                let store = kind.init(storeAt: folder.appending(path: "\(name).\(kindName)"))
                let verification = MigrationVerification(
                    from: old, to: current, options: MigrationOptions(stages: stages), seed: seed ?? 1)
                let outcome: MigrationVerification.Outcome
                do {
                    outcome = try verification.run { MigratedStore(store: store, migration: $0) }
                } catch let error as StoreError where error.code == .unsupported {
                    try "\(name), \(kindName): not verified: \(error.message)\n".write(to: nil)
                    continue
                }
                hasFailed = hasFailed || outcome.error != nil || !outcome.differences.isEmpty
                let text = Self.text(outcome, isMapped: isMapped)
                try "\(name), \(kindName): \(text)\n".write(to: nil)
            }
        }
        if hasFailed { throw ExitStatus.problems.code }
    }

    private static func text(_ outcome: MigrationVerification.Outcome, isMapped: Bool) -> String {
        if let refusal = outcome.error {
            return (["refused"] + refusal.obstacles.map { "  \($0)" }).joined(separator: "\n")
        }
        guard outcome.differences.isEmpty else {
            return (["differences: \(outcome.differences.count)"] + outcome.differences.prefix(20).map { "  \($0)" })
                .joined(separator: "\n")
        }
        let dropped =
            outcome.droppedElements.isEmpty ? "" : "; drops \(outcome.droppedElements.joined(separator: ", "))"
        let result = isMapped ? "follows the mapping model" : "everything that both versions share is equal"
        return "\(result) (objects: \(outcome.objectCount))\(dropped)"
    }
}

/// A store that is migrated when it is opened.
private struct MigratedStore: PersistentStoreDescription {
    let store: any StoreAdministration
    let migration: MigrationOptions

    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        if migration.isAutomatic { _ = try store.migrate(to: model, migration: migration, isDryRun: false) }
        return try store.openStore(for: model)
    }
}
