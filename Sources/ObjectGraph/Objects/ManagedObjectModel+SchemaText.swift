import SchemaText

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
            preconditionFailure("the model in generated code is damaged, in \(error); generate the code again")
        }
    }
}
