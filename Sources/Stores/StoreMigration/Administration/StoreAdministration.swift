public import Foundation
public import ObjectGraph

/// What tools do with a store as a whole: look for it, check, repair, migrate, copy, and remove it.
///
/// ```swift
/// let store = SQLiteStoreDescription(url: url)
/// if try !store.isWritten(with: .app) {
///     _ = try store.migrate(to: .app, migration: .automatic, isDryRun: false)
/// }
/// for finding in try store.check(model: .app) { print(finding) }
/// ```
///
/// The commands of `modelgen store` and `modelgen studio` know stores by this protocol alone. A program of the product
/// `StoreCommands` that registers the description of another store has the same commands for it. A description needs
/// only what has no default below. The defaults open the store, or throw an error that names the operation.
public protocol StoreAdministration: PersistentStoreDescription {
    /// What keeps the objects, as people call it, such as `SQLite`. Options and outputs of commands use it in lower
    /// case.
    static var systemName: String { get }
    /// What an argument of a command that names a store is, for help, such as `a JSON file`. The default is the name of
    /// the system in `a … store`.
    static var argumentForm: String { get }
    /// How the names of new stores end, such as `.sqlite`, or begin, such as `postgresql://`, for help and messages.
    /// The default is empty.
    static var namePatterns: [String] { get }

    /// Creates the description of the store that an argument of a command names: a path, or the address of a database.
    ///
    /// Nil if the argument names a store of another kind. Of the kinds that a program knows, the one that was
    /// registered last and takes the argument has the store. This initializer can read the beginning of a file, but
    /// opens nothing.
    init?(argument: String)

    /// The store in messages, without secrets, such as `'Heroes.json'`.
    var displayName: String { get }
    /// The file of the store; nil if it is in no file. The default is nil.
    var storeURL: URL? { get }
    /// Whether the store is opened for reading only, which changes nothing, and creates no store.
    var isReadOnly: Bool { get set }
    /// The time limit of a wait for a lock of another program, in milliseconds; nil for the store's own limit, if any.
    /// A save that has waited this long fails with the code `contention` or `inUse`. The default is nil, and setting it
    /// has no effect, for stores that don't wait for locks.
    var lockTimeoutMilliseconds: Int? { get set }

    /// Returns whether there is a store, regardless of its model, or anything else in its place.
    ///
    /// - Throws: ``StoreError`` if this cannot be determined, for example because no server responds.
    func exists() throws -> Bool

    /// Returns the model in the store, and a line for each part of it that cannot be read.
    ///
    /// ```swift
    /// let (storedModel, unreadableParts) = try store.storedModel()
    /// for part in unreadableParts { print("not readable: \(part)") }
    /// ```
    ///
    /// - Throws: ``StoreError``; with the code `modelMissing` if the store contains no model, as the default does.
    func storedModel() throws -> (model: ManagedObjectModel, unreadableParts: [String])

    /// Returns whether a store was written with a version of a model. The default tries to open it.
    ///
    /// - Throws: ``StoreError`` if there is no store.
    func isWritten(with model: ManagedObjectModel) throws -> Bool

    /// Returns all problems of the store, and changes nothing. The default opens the store, reads all objects, looks
    /// for objects with the same values of a uniqueness constraint, and compares derived attributes with their
    /// expressions.
    ///
    /// - Returns: The problems, in the order of the store's contents; empty if there are none.
    /// - Throws: ``StoreError`` if there is no store. One of another model is an error or a problem.
    func check(model: ManagedObjectModel) throws -> [StoreFinding]

    /// Returns the large values in files that somebody has changed since the store wrote them, each with its file. The
    /// default returns none.
    ///
    /// - Parameter store: The store, which this description has opened.
    /// - Throws: ``StoreError`` if a file cannot be read.
    func changedValues(in store: any PersistentStore) throws -> [StoreFinding]

    /// Reads what others have saved in an open store that otherwise keeps its last state without an error if it can no
    /// longer be read. The default does nothing, because other stores throw their errors when objects are read.
    ///
    /// - Parameter store: The store, which this description has opened.
    /// - Throws: ``StoreError`` if the store can no longer be read. It keeps its last state.
    func refresh(_ store: any PersistentStore) throws

    /// Repairs what can be repaired without losing data. The default computes derived attributes again that do not have
    /// the values of their expressions.
    ///
    /// - Throws: ``StoreError`` if there is no store, or one of another model. In this case, it is unchanged.
    func repair(model: ManagedObjectModel) throws -> RepairReport

    /// Migrates the store from an earlier version of its model. The default refuses.
    ///
    /// ```swift
    /// let migration = MigrationOptions(backupURL: originalURL)  // The original, in case people want it back
    /// let report = try store.migrate(to: newModel, migration: migration, isDryRun: false)
    /// ```
    ///
    /// - Parameters:
    ///   - model: The new model of the store.
    ///   - migration: The elements to drop, and the stages of the migration.
    ///   - isDryRun: Whether to only report the changes.
    /// - Returns: The changes; empty for a store of this model.
    /// - Throws: ``MigrationError``, the error of a policy, or ``StoreError``. In this case, the store is unchanged.
    func migrate(to model: ManagedObjectModel, migration: MigrationOptions, isDryRun: Bool) throws -> MigrationReport

    /// Writes the latest saved state to a file, while others save. The default refuses.
    ///
    /// ```swift
    /// try store.backUp(to: backupURL, model: model)
    /// ```
    ///
    /// - Parameters:
    ///   - target: The file of the copy, which must not exist.
    ///   - model: The model of the store, if that is necessary for copying it.
    /// - Throws: ``StoreError`` if the copy cannot be written, or exists.
    func backUp(to target: URL, model: @autoclosure () throws -> ManagedObjectModel) throws

    /// Creates a store as a whole.
    ///
    /// The default calls the closure if there is nothing at the place, and leaves what a closure that fails has
    /// created: it could be a store that someone else has created in the meantime. Stores in files and in PostgreSQL
    /// leave the place as it was.
    ///
    /// ```swift
    /// try copy.create { store in
    ///     let context = try PersistentContainer(model: newModel, store: store).newContext()
    ///     context.insertNewObject(forEntityName: "Book").setValue("Persuasion", forKey: "title")
    ///     try context.save()
    /// }  // There is no store if the closure throws an error.
    /// ```
    ///
    /// - Parameter fill: A closure that creates the store as this description or another one says, and closes it.
    /// - Throws: The error of the closure, or ``StoreError`` if there is anything at the place, which stays.
    func create<Result>(_ fill: (Self) throws -> Result) throws -> Result

    /// Removes the store, and nothing else.
    ///
    /// - Throws: ``StoreError`` if there is no store, or it cannot be removed.
    func destroy() throws

    /// Returns a text for people and other programs that describes how stores of a model are kept, such as a JSON
    /// Schema or SQL statements; nil for none, which is the default.
    static func schema(of model: ManagedObjectModel) -> String?
}

/// A store with tables and columns that get names from the model.
///
/// ```swift
/// func printTables(_ kind: any TableNaming.Type, for model: ManagedObjectModel) {
///     // With the names that are usual in the database; true for those of the model
///     print(kind.schema(of: model, usesModelNames: false))
/// }
/// ```
public protocol TableNaming: StoreAdministration {
    /// The schema of the tables; nil for the one that the database chooses.
    var schemaName: String? { get }
    /// Whether a new store's tables and columns have the names in the model, and not those that are usual in the
    /// database.
    var usesModelNames: Bool { get set }

    /// Returns the statements that create the tables of a new store.
    static func schema(of model: ManagedObjectModel, usesModelNames: Bool) -> String
}

extension StoreAdministration {
    public static var argumentForm: String { "a \(systemName) store" }

    public static var namePatterns: [String] { [] }

    public var storeURL: URL? { nil }

    public var lockTimeoutMilliseconds: Int? {
        get { nil }
        set {}
    }

    public func storedModel() throws -> (model: ManagedObjectModel, unreadableParts: [String]) {
        throw StoreError(.modelMissing, location: location, "the store does not contain its model")
    }

    public func isWritten(with model: ManagedObjectModel) throws -> Bool {
        var description = self
        description.isReadOnly = true
        do {
            _ = try description.openStore(for: model)
            return true
        } catch let error as StoreError where error.code == .modelMismatch {
            return false
        }
    }

    public func check(model: ManagedObjectModel) throws -> [StoreFinding] {
        var description = self
        description.isReadOnly = true
        let store = try description.openStore(for: model)
        let view = try store.openView()
        for entity in model.entities where !entity.isAbstract { _ = try view.rows(of: entity) }
        return try store.valueFindings(of: model, in: location) { _ in nil }
    }

    public func changedValues(in store: any PersistentStore) throws -> [StoreFinding] { [] }

    public func refresh(_ store: any PersistentStore) throws {}

    public func repair(model: ManagedObjectModel) throws -> RepairReport { try repairingDerivedValues(model: model) }

    /// Computes derived attributes again that do not have the values of their expressions.
    package func repairingDerivedValues(model: ManagedObjectModel) throws -> RepairReport {
        let problems = try check(model: model)
        var report = RepairReport()
        report.derivedValues = try DerivedValueCheck(of: openStore(for: model), model: model).repair()
            .map { $0.repairedFinding(in: location) }
        // A value that depends on another one can be wrong only after that one was repaired.
        report.unrepairedCount = max(0, problems.count - report.derivedValues.count)
        return report
    }

    public func migrate(
        to model: ManagedObjectModel, migration: MigrationOptions, isDryRun: Bool
    ) throws -> MigrationReport {
        throw refusal(of: "be migrated")
    }

    public func backUp(to target: URL, model: @autoclosure () throws -> ManagedObjectModel) throws {
        throw refusal(of: "be copied to a file")
    }

    public func create<Result>(_ fill: (Self) throws -> Result) throws -> Result {
        guard try !exists() else {
            throw StoreError(.alreadyExists, location: location, "the store already exists; nothing was written")
        }
        return try fill(self)
    }

    public static func schema(of model: ManagedObjectModel) -> String? { nil }

    /// The place of the store in errors and findings.
    private var location: String { storeURL?.path(percentEncoded: false) ?? displayName }

    private func refusal(of operation: String) -> StoreError {
        StoreError(
            .unsupported, location: location,
            "a \(Self.systemName) store cannot \(operation); copy its objects to a new store instead")
    }
}

extension [StoreFinding] {
    /// Returns these findings, or if there are none, those about the values of the objects of a store; see
    /// ``PersistentStore/valueFindings(of:in:table:)``.
    ///
    /// - Parameter open: Opens the store, if that is necessary.
    package func orValueFindings(
        of model: ManagedObjectModel, in location: String, table: (_ entityName: String) -> String?,
        opening open: () throws -> any PersistentStore
    ) throws -> [StoreFinding] {
        // Rows that cannot be read would end the computation.
        guard isEmpty, RepeatedValueCheck.isNeeded(for: model) || !model.derivations.isEmpty else { return self }
        return try open().valueFindings(of: model, in: location, table: table)
    }
}

extension PersistentStore {
    /// Returns the objects with the same values of a uniqueness constraint, as contexts compare them, and the derived
    /// attributes with other values than their expressions.
    ///
    /// - Parameters:
    ///   - model: The model that the store was opened for.
    ///   - location: The store in messages.
    ///   - table: Returns the table of an entity; nil if the message is to name the object.
    /// - Throws: The error of the store, which must contain no row that cannot be read, or of an expression.
    package func valueFindings(
        of model: ManagedObjectModel, in location: String, table: (_ entityName: String) -> String?
    ) throws -> [StoreFinding] {
        let repeated = try RepeatedValueCheck(of: self, model: model).findings().map { finding in
            StoreFinding(finding.objectID, in: location, table: table(finding.objectID.entityName), finding.message)
        }
        guard !model.derivations.isEmpty else { return repeated }
        return try repeated
            + DerivedValueCheck(of: self, model: model).findings().map { finding in
                StoreFinding(finding.objectID, in: location, table: table(finding.objectID.entityName), finding.message)
            }
    }
}

extension StoreFinding {
    /// Creates a finding about an object.
    ///
    /// - Parameter table: The table of the object; nil if the message is to name the object.
    fileprivate init(_ objectID: ObjectID, in location: String, table: String?, _ message: String) {
        if let table {
            self.init(location: location, table: table, row: objectID.number, message)
        } else {
            self.init(location: location, "\(objectID.entityName) \(objectID.number): \(message)")
        }
    }
}

extension DerivedValueCheck.Finding {
    package func repairedFinding(in location: String) -> StoreFinding {
        StoreFinding(
            location: location, "\(objectID.entityName) \(objectID.number): \(message), and was computed again")
    }
}
