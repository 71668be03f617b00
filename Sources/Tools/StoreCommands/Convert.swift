import ArgumentParser
import CommandArguments
import FileAccess
import ObjectGraph
import StoreAccess
import StoreMigration

/// `modelgen store convert`.
struct Convert: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "convert", abstract: "Copy all objects of a store to a new \(StoreKinds.names("or")) store.",
            discussion: """
                The name of the new store determines its kind: \(StoreKinds.rulesOfNames). Objects keep their numbers, \
                and relationships keep their order. The new store has its own identifier. The command then reads back \
                and compares all values and destinations.

                EXAMPLES:
                  modelgen store convert App.sqlite App.json
                  modelgen store convert Heroes.json Heroes.sqlite \\
                    --model Models/Superheroes.xcdatamodeld
                  modelgen store convert App.sqlite "postgresql://localhost/app?schema=app"
                """)
    }

    @OptionGroup var options: StoreOptions

    @Argument(help: "The file or database of the new store, which must not exist.")
    var target: PathArgument

    @OptionGroup var naming: NamingOption
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        guard !target.isStandardInput else {
            throw ValidationError("a store is a file or a database, not a stream; specify the new store")
        }
    }

    func run() throws {
        try OutputArgument(target).refusePart()
        let place = try naming.applied(to: StoreKinds.store(named: target.path))
        try options.storeDescription.requirePresence()
        try place.requireAbsence()
        let model = try options.managedObjectModel()
        let source = try options.explainingMismatch {
            try ProgressLine.during("opening the store") {
                try options.storeDescription.openStore(for: model, isReadOnly: true)
            }
        }
        try requireUniqueValues(in: source, model)
        try requireUnchangedValues(in: source)
        let copy = try StoreCopy(of: source, model: model)
        let count = try place.create { place in
            let progress = ProgressLine("copying the objects")
            defer { progress.clear() }
            let count = try write(copy, to: place.openStore(for: model))
            progress.show("comparing the copy")
            let differences = try copy.differences(from: place.openStore(for: model, isReadOnly: true))
            if let first = differences.first {
                throw try copyError("objects that differ in the copy: \(differences.count), starting with \(first)")
            }
            return count
        }
        try "objects copied and compared: \(count)\n".writeAsStatus()
    }

    /// Refuses objects with the same values of a uniqueness constraint, which `check` would find in the copy as well. A
    /// store can have them without an error, because a database compares strings in another way than contexts do.
    private func requireUniqueValues(in source: any PersistentStore, _ model: ManagedObjectModel) throws {
        let repeated = try RepeatedValueCheck(of: source, model: model).findings()
        guard let first = repeated.first else { return }
        throw try copyError(
            "objects with values that another object has and that must be unique: \(repeated.count), starting with "
                + "\(first.objectID.entityName) \(first.objectID.number)")
    }

    /// Refuses large values in files that somebody has changed. `check` finds them by the names of the files, but the
    /// copy would have other names, or none, and nothing would tell any more that the values are not those saved.
    private func requireUnchangedValues(in source: any PersistentStore) throws {
        let description = try options.storeDescription
        let changed = try ProgressLine.during("checking the large values") {
            try description.changedValues(in: source)
        }
        guard let first = changed.first else { return }
        throw try copyError(
            "large values whose files were changed after they were written: \(changed.count), starting with "
                + "'\(first.location)'",
            remedy: "restore the files, or keep the values as they are now with "
                + "'\(ModelGenStore.programName) repair'")
    }

    /// Writes the copy. Nobody else changes the new store, so if its links contradict each other, so do those of the
    /// source.
    private func write(_ copy: StoreCopy, to target: any PersistentStore) throws -> Int {
        do {
            return try copy.write(to: target)
        } catch let conflict as MergeConflictError {
            let objects = conflict.objectIDs.map { "\($0.entityName) \($0.number)" }.joined(separator: ", ")
            throw try copyError("links contradict each other, among them those of \(objects)")
        } catch let error as GraphIntegrityError {
            throw try copyError("\(error)")
        }
    }

    /// An error because of problems in the source.
    private func copyError(
        _ reason: String, remedy: String = "find its problems with '\(ModelGenStore.programName) check'"
    ) throws -> CommandError {
        CommandError(
            .problems, "\(try options.storeDescription.displayName) cannot be copied: \(reason); \(remedy)")
    }
}
