import ModelSchema
package import ObjectGraph

/// An error that occurs if an import would not restore a value of an export, or if a table would have too many columns.
package struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value and the reason.
    package var message: String
    /// Whether the raw values of enums could be exported, instead of the names of cases.
    private let concernsCases: Bool

    init(_ message: String, concernsCases: Bool = false) {
        self.message = message
        self.concernsCases = concernsCases
    }

    /// The message, and what to do on the command line.
    package var description: String {
        concernsCases ? "\(message); add --raw-values, also to the import" : message
    }

    /// Returns the error with the object whose value it is about.
    func of(_ object: String) -> ExportError { ExportError("\(object): \(message)", concernsCases: concernsCases) }
}

extension RowStream {
    /// The rows of all objects of a store, with their entities, which an import restores, a few at a time.
    ///
    /// The objects are in the order of their root entities, and then of their numbers.
    ///
    /// - Parameters:
    ///   - flattensComposites: Whether to write each member of a composite in its own column, for CSV.
    ///   - showsRawValues: Whether to write the raw values of enums instead of case names.
    /// - Throws: ``ObjectGraph/FetchError``.
    package init(
        exportingAllObjectsIn context: ManagedObjectContext, flattensComposites: Bool, showsRawValues: Bool
    ) throws {
        let entities = context.managedObjectModel.entities
        let requests = entities.filter(\.ancestorNames.isEmpty).map { root in
            FetchRequest<ManagedObject>(
                entityName: root.name, sortDescriptors: [ModelSortDescriptor<ManagedObject>(key: "self")])
        }
        try self.init(
            RowColumn.exported(of: entities.filter { !$0.isAbstract }, namesEntities: true), of: requests,
            in: context, flattensComposites: flattensComposites, showsRawValues: showsRawValues)
    }
}
