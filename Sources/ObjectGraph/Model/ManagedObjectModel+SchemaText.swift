import SchemaText

extension ManagedObjectModel {
    /// A model as generated code holds it: as text, which compiles fast.
    ///
    /// - Parameters:
    ///   - schemaText: What the generator has written.
    ///   - classes: The classes by entity name; an entity without one gets ``ManagedObject``.
    /// - Precondition: The text is as the generator wrote it.
    public init(schemaText: String, classes: [String: ManagedObject.Type]) {
        do {
            self.init(try SchemaTextReader.model(from: schemaText), classes: classes)
        } catch {
            preconditionFailure("the model in generated code is damaged, in \(error); generate it anew")
        }
    }
}
