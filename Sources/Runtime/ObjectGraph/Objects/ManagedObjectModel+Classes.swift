import ModelSchema

// Models whose entities have classes of objects.
extension ManagedObjectModel {
    /// - Parameters:
    ///   - schema: A model in which every name resolves. The descriptions leave out unresolved names.
    ///   - classes: The classes by entity name; an entity without one gets ``ManagedObject``.
    ///   - keyPaths: A closure that names the key paths to the accessors of the classes on first use.
    public init(
        _ schema: Model, classes: [String: ManagedObject.Type] = [:],
        keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void = { _ in }
    ) {
        self.init(schema, classes: classes, keyPaths: keyPaths, standardClass: ManagedObject.self, representation: nil)
    }

    /// Creates the same model as ``init(_:classes:keyPaths:)``, for a module with Core Data's names.
    ///
    /// - Parameters:
    ///   - standardClass: The class of the entities without one.
    ///   - representation: The types of values in string-keyed access.
    package init(
        _ schema: Model, classes: [String: ManagedObject.Type],
        keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void, standardClass: ManagedObject.Type,
        representation: (any KeyedValueRepresentation)?
    ) {
        self.init(
            schema, objectClasses: classes, commonClass: ManagedObject.self, standardClass: standardClass,
            keyPaths: keyPaths, representation: representation)
    }

    /// Returns the entities that have a class, by name: none for a class of another model, and several if entities
    /// share the class.
    public func entities(of managedObjectClass: ManagedObject.Type) -> [EntityDescription] {
        entitiesByClass[managedObjectClass]
    }

    /// Returns the only entity with a class.
    ///
    /// - Precondition: There is exactly one.
    func entity(of managedObjectClass: ManagedObject.Type) -> EntityDescription {
        let entities = entitiesByClass[managedObjectClass]
        require(
            entities.count == 1,
            """
            the model '\(name)' has \(entities.count) entities with the class \(managedObjectClass); use \
            insertNewObject(forEntityName:)
            """)
        return entities[0]
    }
}

extension EntityDescription {
    /// The class of the entity's objects.
    public var managedObjectClass: ManagedObject.Type {
        // Models are only created by the initializers above, which take no other classes. This is called for each
        // object that is created, so it does not check the class again.
        unsafeBitCast(objectClass, to: ManagedObject.Type.self)
    }

    /// Whether the class checks values itself.
    var validatesValues: Bool {
        validating.holds {
            managedObjectClass is any PropertyValidating.Type
                || (managedObjectClass as? any ClassValidating.Type)?.validatesEachProperty == true
        }
    }
}

extension ManagedObjectModel {
    /// Creates a model from the text in generated code, which compiles fast.
    ///
    /// - Parameters:
    ///   - schemaText: The text from the generator.
    ///   - classes: The classes by entity name; an entity without one gets ``ManagedObject``.
    ///   - keyPaths: A closure that names the key paths to the accessors of the classes on first use.
    /// - Precondition: The text is unchanged from the generator.
    public init(
        schemaText: String, classes: [String: ManagedObject.Type],
        keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void = { _ in }
    ) {
        do {
            self.init(try SchemaTextReader.model(from: schemaText), classes: classes, keyPaths: keyPaths)
        } catch {
            endProgram("the model in generated code is damaged, in \(error); generate the code again")
        }
    }
}
