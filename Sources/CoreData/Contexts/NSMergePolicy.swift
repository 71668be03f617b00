// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ObjectGraph

/// The type of a merge policy, with Core Data's numbers (rule CNF-12).
///
/// ```swift
/// context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
/// ```
public enum NSMergePolicyType: UInt, Sendable {
    /// The save fails.
    case errorMergePolicyType = 0
    /// Changes are merged by property. If both changed a property, the store's value counts.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// Changes are merged by property. If both changed a property, the context's value counts.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// The context's object overwrites the stored object.
    case overwriteMergePolicyType = 3
    /// The context's changes to the object are discarded.
    case rollbackMergePolicyType = 4
}

// Unchecked: it has nothing that changes, and subclasses are responsible for their own properties.
/// A policy for changes to objects that others saved in the meantime.
///
/// ```swift
/// final class LoggingPolicy: NSMergePolicy, @unchecked Sendable {
///     override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
///         for conflict in list { print("others have changed \(conflict.sourceObject.objectID)") }
///         try super.resolve(optimisticLockingConflicts: list)
///     }
/// }
/// ```
open class NSMergePolicy: NSObject, @unchecked Sendable {
    /// The type of the policy, unless a subclass overrides its methods.
    public final let mergeType: NSMergePolicyType

    /// Creates a policy of a type.
    ///
    /// ```swift
    /// context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// ```
    public init(merge ty: NSMergePolicyType) { mergeType = ty }

    /// The save fails, and changes nothing.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
    /// Changes are merged by property, and the store's values count.
    public static let mergeByPropertyStoreTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// Changes are merged by property, and the context's values count.
    public static let mergeByPropertyObjectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// The context's objects overwrite the stored objects.
    public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    /// The context's changes are discarded.
    public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

    /// Resolves conflicts by the policy's type: changes the objects, whose context and stores then agree. A save calls
    /// it for the conflicts that it finds, and goes on with the result (rule CNF-13). You can also call it between
    /// saves, on the queue of the objects' context.
    ///
    /// An override calls `super`, before or after changes of its own, or a method of another policy, also for some of
    /// the conflicts. A save resolves by ``mergeType`` those that the override has left as they were.
    ///
    /// ```swift
    /// do {
    ///     try context.save()
    /// } catch let error as NSError where error.code == NSManagedObjectMergeError {
    ///     let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] ?? []
    ///     try NSMergePolicy.mergeByPropertyStoreTrump.resolve(mergeConflicts: conflicts)
    ///     try context.save()
    /// }
    /// ```
    ///
    /// - Parameter list: Conflicts of the types ``NSMergeConflict`` and ``NSConstraintConflict``.
    /// - Throws: For a policy of the type error, an error with the code 133020, or 133021 for equal objects, that has
    ///   the conflicts. Otherwise, the error of a store. In a save, it ends the save, and nothing is saved.
    open func resolve(mergeConflicts list: [Any]) throws {
        guard !list.isEmpty else { return }
        let conflicts = list.compactMap { $0 as? NSMergeConflict }
        guard mergeType != .errorMergePolicyType else {
            throw NSError(
                code: conflicts.isEmpty ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError,
                "Could not merge changes.", [NSPersistentStoreSaveConflictsErrorKey: list])
        }
        try resolve(conflicts)
        try resolve(list.compactMap { $0 as? NSConstraintConflict })
    }

    private func resolve(_ conflicts: [NSMergeConflict]) throws {
        for (context, conflicts) in Self.byContext(conflicts, { $0.sourceObject }) {
            try context.reportingErrors {
                try context.graph.resolveConflicts(of: conflicts.map(\.sourceObject), by: graphType)
            }
        }
    }

    private func resolve(_ conflicts: [NSConstraintConflict]) throws {
        for (context, conflicts) in Self.byContext(conflicts, { $0.conflictingObjects.first }) {
            let equals = conflicts.map { conflict in
                EqualObjects(
                    constraint: conflict.constraint, databaseObject: conflict.databaseObject,
                    conflictingObjects: conflict.conflictingObjects)
            }
            try context.reportingErrors { try context.graph.resolveConflicts(among: equals, by: graphType) }
        }
    }

    /// Returns conflicts by the contexts of their objects, in the order of the first of each.
    private static func byContext<Conflict>(
        _ conflicts: [Conflict], _ object: (Conflict) -> NSManagedObject?
    ) -> [(context: NSManagedObjectContext, conflicts: [Conflict])] {
        var groups: [(context: NSManagedObjectContext, conflicts: [Conflict])] = []
        for conflict in conflicts {
            guard let context = object(conflict)?.managedObjectContext else { continue }
            if let place = groups.firstIndex(where: { $0.context === context }) {
                groups[place].conflicts.append(conflict)
            } else {
                groups.append((context, [conflict]))
            }
        }
        return groups
    }

    /// Resolves conflicts with objects that another context saved in the meantime, with ``resolve(mergeConflicts:)``.
    ///
    /// - Throws: The error of ``resolve(mergeConflicts:)``.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws { try resolve(mergeConflicts: list) }

    /// Resolves conflicts between objects with equal values for a uniqueness constraint, with
    /// ``resolve(mergeConflicts:)``.
    ///
    /// - Throws: The error of ``resolve(mergeConflicts:)``.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws { try resolve(mergeConflicts: list) }

    private final var graphType: MergePolicy.MergeType {
        MergePolicy.MergeType(rawValue: Int(mergeType.rawValue)) ?? .error
    }

    /// Whether a save throws every conflict, without asking the policy.
    final var isError: Bool { mergeType == .errorMergePolicyType && type(of: self) == NSMergePolicy.self }

    /// The policy for the runtime.
    final var graphPolicy: MergePolicy {
        guard type(of: self) != NSMergePolicy.self else { return MergePolicy(graphType) }
        return MergePolicy(
            graphType,
            resolving: { conflicts in
                try self.resolve(optimisticLockingConflicts: conflicts.map(NSMergeConflict.init))
            },
            resolvingConstraints: { conflicts in
                try self.resolve(constraintConflicts: conflicts.map(NSConstraintConflict.init))
            })
    }
}

/// The save fails. This is the default policy of a context (rule CTX-34).
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
/// Changes are merged by property, and the store's values count.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyStoreTrump }
/// Changes are merged by property, and the context's values count.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyObjectTrump }
/// The context's objects overwrite the stored objects.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// The context's changes are discarded.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }

/// An object of a context that another context saved in the meantime (rule CNF-2).
///
/// ```swift
/// final class NamePolicy: NSMergePolicy, @unchecked Sendable {
///     override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
///         for conflict in list where conflict.cachedSnapshot?["name"] as? String == "Oracle" {
///             conflict.sourceObject.setValue("Oracle", forKey: "name")  // What others have saved
///         }
///         try super.resolve(optimisticLockingConflicts: list)
///     }
/// }
/// ```
open class NSMergeConflict: NSObject {
    /// The object as the context has it.
    public final let sourceObject: NSManagedObject
    /// The values that the context read; nil if it never read the object.
    public final let objectSnapshot: [String: Any]?
    /// The current committed values; nil if the object was deleted.
    public final let cachedSnapshot: [String: Any]?
    /// The values in the store, if they differ.
    public final let persistedSnapshot: [String: Any]?
    /// The number of saves of the object when the context read it.
    public final let oldVersionNumber: Int
    /// The current number of saves of the object; 0 if it was deleted.
    public final let newVersionNumber: Int

    /// Creates a conflict that a custom store reports in the `conflictList` of an error with the code
    /// `NSManagedObjectMergeError`.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        objectSnapshot = srcObject.committedValues(forKeys: nil)
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        oldVersionNumber = oldvers
        newVersionNumber = newvers
    }

    init(_ conflict: MergeConflict) {
        guard let object = conflict.sourceObject as? NSManagedObject else {
            endProgram("\(conflict.sourceObject) was not created by this module")
        }
        sourceObject = object
        objectSnapshot = conflict.objectSnapshot
        cachedSnapshot = conflict.cachedSnapshot
        persistedSnapshot = nil
        oldVersionNumber = conflict.oldVersionNumber
        newVersionNumber = conflict.newVersionNumber
    }
}

/// Objects with equal values for a uniqueness constraint (rule UNQ-2).
///
/// ```swift
/// final class TakenValues: NSMergePolicy, @unchecked Sendable {
///     private(set) var values: [[String: Any]] = []  // To be shown to the user
///
///     override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
///         values += list.map(\.constraintValues)
///         try super.resolve(constraintConflicts: list)
///     }
/// }
/// ```
open class NSConstraintConflict: NSObject {
    /// The names of the properties whose values must be unique together, in the order of the model.
    public final let constraint: [String]
    /// The values of the properties.
    public final let constraintValues: [String: Any]
    /// The stored object with the values; nil if only new ones share them.
    public final let databaseObject: NSManagedObject?
    /// The committed values of the stored object.
    public final let databaseSnapshot: [String: Any]?
    /// The objects to save with the values, in any order.
    public final let conflictingObjects: [NSManagedObject]
    /// The values of those objects, in the same order.
    public final let conflictingSnapshots: [[String: Any]]

    /// Creates a conflict of objects that must not be equal.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
        conflictingSnapshots: [Any]
    ) {
        constraint = contraint
        self.databaseObject = databaseObject
        self.databaseSnapshot = databaseSnapshot as? [String: Any]
        self.conflictingObjects = conflictingObjects
        self.conflictingSnapshots = conflictingSnapshots.compactMap { $0 as? [String: Any] }
        constraintValues = Self.values(of: contraint, in: conflictingObjects.first ?? databaseObject)
    }

    init(_ objects: ConstraintConflict.Objects) {
        constraint = objects.conflict.constraint
        databaseObject = objects.databaseObject as? NSManagedObject
        databaseSnapshot = objects.databaseSnapshot
        conflictingObjects = objects.conflictingObjects.compactMap { $0 as? NSManagedObject }
        conflictingSnapshots = objects.conflictingSnapshots
        let example = (objects.conflictingObjects + [objects.databaseObject].compactMap { $0 }).first
        constraintValues = Self.values(of: objects.conflict.constraint, in: example)
    }

    init(_ conflict: ConstraintConflict, in context: NSManagedObjectContext) {
        constraint = conflict.constraint
        let find = { (objectID: ObjectID) in context.graph.object(with: objectID) as? NSManagedObject }
        databaseObject = conflict.databaseObjectID.flatMap(find)
        databaseSnapshot = databaseObject.map { $0.committedValues(forKeys: nil) }
        conflictingObjects = conflict.conflictingObjectIDs.compactMap {
            context.graph.registeredObject(for: $0) as? NSManagedObject
        }
        conflictingSnapshots = conflictingObjects.map { $0.changedValues() }
        constraintValues = Self.values(of: conflict.constraint, in: conflictingObjects.first ?? databaseObject)
    }

    private static func values(of constraint: [String], in object: ManagedObject?) -> [String: Any] {
        guard let object else { return [:] }
        return Dictionary(
            constraint.map { ($0, object.value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }
}
