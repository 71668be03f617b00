import SchemaText

extension ManagedObjectModel {
    /// A model as generated code holds it: as text, which compiles fast.
    ///
    /// - Parameters:
    ///   - schemaText: What the generator has written.
    ///   - classes: The classes by entity name; an entity without one gets ``ManagedObject``.
    ///   - keyPaths: Names the key paths to the accessors of the classes, when they are first asked for.
    /// - Precondition: The text is as the generator wrote it.
    public init(
        schemaText: String, classes: [String: ManagedObject.Type],
        keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void = { _ in }
    ) {
        do {
            self.init(try SchemaTextReader.model(from: schemaText), classes: classes, keyPaths: keyPaths)
        } catch {
            preconditionFailure("the model in generated code is damaged, in \(error); generate it anew")
        }
    }
}
