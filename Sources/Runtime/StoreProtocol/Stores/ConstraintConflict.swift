/// Objects that a uniqueness constraint does not allow to be equal.
///
/// ```swift
/// if let objectID = conflict.databaseObjectID {
///     for case let new? in conflict.conflictingObjectIDs.map(context.registeredObject) { context.delete(new) }
///     let stored = try context.existingObject(with: objectID)
///     print(conflict.constraint, "belongs to", stored.objectID)  // ["email"] belongs to Member/p1
/// }
/// ```
public struct ConstraintConflict: Sendable, Hashable {
    /// The attributes and to-one relationships whose values must be unique together, in the order of the model.
    public var constraint: [String]
    /// The values, in that order. A relationship is represented by the URI of its destination.
    public var values: [AttributeValue]
    /// The stored object that has the values; nil if only new ones share them (rule UNQ-5).
    public var databaseObjectID: ObjectID?
    /// The objects to save with the values, in any order. There is at least one.
    public var conflictingObjectIDs: [ObjectID]
    /// The reference of ``databaseObjectID``; nil if there is none, or until it is looked up.
    package var databaseReference: ObjectReference?
    /// The references of ``conflictingObjectIDs``; empty until they are looked up.
    package var references: [ObjectReference]

    /// Creates a conflict that a store has found.
    public init(
        constraint: [String], values: [AttributeValue], databaseObjectID: ObjectID?, conflictingObjectIDs: [ObjectID]
    ) {
        self.constraint = constraint
        self.values = values
        self.databaseObjectID = databaseObjectID
        self.conflictingObjectIDs = conflictingObjectIDs
        databaseReference = nil
        references = []
    }
}

/// An error that occurs if a save would violate a uniqueness constraint. Nothing was written (rule UNQ-1).
///
/// ```swift
/// do {
///     try context.save()
/// } catch let error as ConstraintConflictError {
///     print(error)  // the value "ann@club.org" of 'email' must be unique, but is the same in …
///     context.mergePolicy = .mergeByPropertyObjectTrump  // One object remains, with the new values.
///     try context.save()
/// }
/// ```
public struct ConstraintConflictError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 133021
    /// The conflicts, in any order. There is at least one.
    public var conflicts: [ConstraintConflict]

    /// - Parameter conflicts: At least one.
    public init(conflicts: [ConstraintConflict]) { self.conflicts = conflicts }

    public var description: String { conflicts.map(\.description).joined(separator: "\n") }
}

extension ConstraintConflict: CustomStringConvertible {
    /// The properties, their shortened values, and the objects.
    public var description: String {
        let objects = ([databaseObjectID].compactMap { $0 } + conflictingObjectIDs).map(\.description)
        return
            "\(requirement), but \(constraint.count == 1 ? "is" : "are") the same in \(objects.joined(separator: ", "))"
    }

    /// The requirement of the constraint: `the value "Batman" of 'name' must be unique`.
    package var requirement: String { Self.requirement(constraint, values: values.map(\.shortText)) }

    /// Returns the requirement of a constraint.
    ///
    /// - Parameter values: The values of the properties, as text.
    package static func requirement(_ constraint: [String], values: [String]) -> String {
        let names = constraint.map { "'\($0)'" }.joined(separator: " and ")
        let values = values.joined(separator: " and ")
        return constraint.count == 1
            ? "the value \(values) of \(names) must be unique"
            : "the values \(values) of \(names) must be unique together"
    }
}

/// An error that occurs if another context saved the same objects in the meantime. Nothing was written.
///
/// ```swift
/// do {
///     try context.save()
/// } catch let conflict as MergeConflictError {
///     for objectID in conflict.objectIDs {
///         context.refresh(context.object(with: objectID), mergeChanges: true)  // Keeps unsaved changes.
///     }
///     try context.save()
/// }
/// ```
public struct MergeConflictError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The objects, in order.
    public var objectIDs: [ObjectID]

    /// Creates the error of a store that rejects a commit.
    ///
    /// ```swift
    /// var stale = changes.updated.filter { rows[$0.objectID]?.version != $0.version }.map(\.objectID)
    /// stale += changes.indirectlyUpdated.filter { rows[$0] == nil }
    /// for expected in changes.deleted + changes.expectedVersions {
    ///     let version = rows[expected.objectID]?.version
    ///     if version == nil || expected.version ?? version != version { stale.append(expected.objectID) }
    /// }
    /// guard stale.isEmpty else { throw MergeConflictError(objectIDs: Set(stale).sorted()) }
    /// ```
    ///
    /// - Parameter objectIDs: At least one, in order.
    public init(objectIDs: [ObjectID]) { self.objectIDs = objectIDs }

    public var description: String {
        let list = objectIDs.map(\.description).joined(separator: ", ")
        return "changed or deleted by another context since they were read: \(list)"
    }
}
