import ModelSchema
import SwiftNames

/// A property of an entity: what stands on its line.
struct CoreDataPropertyContext: TemplateRecord, Hashable {
    var objectiveCAttribute: String
    var name: String
    var type: String

    static let fields: TemplateFields<Self> = [
        .init(
            "objectiveCAttribute", \.objectiveCAttribute,
            "`@objc(…)` with the name in the model and a space after it, where the Swift name is another; else empty."),
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
    ]

    /// - Parameter name: As it stands in source.
    init(_ modelName: String, name: String, type: String) {
        objectiveCAttribute = name == SwiftIdentifier.escaped(modelName) ? "" : "@objc(\(modelName)) "
        self.name = name
        self.type = type
    }
}
