import Foundation
import ObjectGraph
import Testing

/// A model of people and notebooks for the rules about several contexts, read and written by key.
enum Office {
    static let model = ManagedObjectModel(
        Model(
            name: "Office",
            entities: [
                Entity(
                    name: "Person",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "salary", type: .integer32, isOptional: true),
                        Attribute(name: "city", type: .string, isOptional: true),
                        Attribute(name: "mood", type: .string, isOptional: true, isTransient: true),
                    ]),
                Entity(
                    name: "Notebook",
                    attributes: [
                        Attribute(name: "title", type: .string, isOptional: true),
                        Attribute(
                            name: "noteCount", type: .integer32, isOptional: true, isDerived: true,
                            derivationExpression: "notes.@count"),
                        Attribute(
                            name: "weight", type: .integer64, isOptional: true, isDerived: true,
                            derivationExpression: "notes.grams.@sum"),
                        Attribute(
                            name: "sortTitle", type: .string, isOptional: true, isDerived: true,
                            derivationExpression: "canonical:(title)"),
                        Attribute(
                            name: "savedAt", type: .date, isOptional: true, isDerived: true,
                            derivationExpression: "now()"),
                    ],
                    relationships: [
                        Relationship(
                            name: "notes", isOptional: true, isToMany: true, deleteRule: .cascade,
                            destinationName: "Note", inverseName: "notebook", inverseEntityName: "Note")
                    ]),
                Entity(
                    name: "Note",
                    attributes: [
                        Attribute(name: "content", type: .string, isOptional: true),
                        Attribute(name: "grams", type: .integer32, isOptional: true),
                        Attribute(
                            name: "notebookTitle", type: .string, isOptional: true, isDerived: true,
                            derivationExpression: "notebook.title"),
                    ],
                    relationships: [
                        Relationship(
                            name: "notebook", isOptional: true, maximumCount: 1, destinationName: "Notebook",
                            inverseName: "notes", inverseEntityName: "Notebook")
                    ]),
                Entity(
                    name: "Badge",
                    attributes: [
                        Attribute(name: "code", type: .integer32, isOptional: true),
                        Attribute(name: "zone", type: .string, isOptional: true),
                        Attribute(
                            name: "owner", type: .string, isOptional: true, preservesValueInHistoryOnDeletion: true),
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["code"])]),
                Entity(name: "GoldBadge", parentName: "Badge"),
                Entity(
                    name: "Room",
                    attributes: [
                        Attribute(name: "floor", type: .integer32, isOptional: true),
                        Attribute(name: "number", type: .integer32, isOptional: true),
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["floor", "number"])]),
                Entity(
                    name: "Drawer",
                    attributes: [Attribute(name: "number", type: .integer32, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "desk", isOptional: true, maximumCount: 1, destinationName: "Desk",
                            inverseName: "drawers", inverseEntityName: "Desk")
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["desk", "number"])]),
                Entity(
                    name: "Desk",
                    attributes: [Attribute(name: "label", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "drawers", isOptional: true, isToMany: true, destinationName: "Drawer",
                            inverseName: "desk", inverseEntityName: "Drawer"),
                        Relationship(
                            name: "chairs", isOptional: true, isToMany: true, destinationName: "Chair",
                            inverseName: "desk", inverseEntityName: "Chair"),
                    ]),
                Entity(
                    name: "Chair",
                    relationships: [
                        Relationship(
                            name: "desk", maximumCount: 1, destinationName: "Desk", inverseName: "chairs",
                            inverseEntityName: "Desk")
                    ]),
            ],
            configurations: [
                Configuration(name: "Paper", entityNames: ["Notebook", "Note"]),
                Configuration(name: "People", entityNames: ["Person", "Badge", "GoldBadge"]),
            ]))

    static func container() throws -> PersistentContainer {
        try PersistentContainer(model: model, store: .tested)
    }

    static func context() throws -> ManagedObjectContext {
        try container().newContext()
    }
}

extension ManagedObjectContext {
    /// A new object with some values.
    @discardableResult
    func insert(_ entityName: String, _ values: [String: Any] = [:]) -> ManagedObject {
        let object = insertNewObject(forEntityName: entityName)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// The stored objects of an entity, with changes counted in.
    func objects(_ entityName: String, where format: String? = nil) throws -> [ManagedObject] {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        if let format { request.predicate = try .format(format) }
        return try fetch(request)
    }

    /// What a context that begins with what is saved reads. It lives until then.
    func afresh<Result>(_ read: (ManagedObjectContext) throws -> Result) rethrows -> Result {
        let context = ManagedObjectContext(coordinator: persistentStoreCoordinator)
        return try withExtendedLifetime(context) { try read(context) }
    }

    /// This context's instance of an object of another one.
    func twin(_ object: ManagedObject) -> ManagedObject {
        self.object(with: object.objectID)
    }
}

extension ManagedObject {
    func text(_ key: String) -> String? { value(forKey: key) as? String }
    func number(_ key: String) -> Int? {
        switch value(forKey: key) {
        case let number as Int32: Int(number)
        case let number as Int64: Int(number)
        case let number as Int: number
        default: nil
        }
    }
    func member(_ key: String) -> ManagedObject? { value(forKey: key) as? ManagedObject }
    func members(_ key: String) -> Set<ManagedObject> { value(forKey: key) as? Set<ManagedObject> ?? [] }
}
