import ModelSchema
import SwiftNames

/// A property of an entity: what stands on its line.
struct CoreDataPropertyContext: TemplateRecord, Hashable {
    var objectiveCAttribute: String
    var name: String
    var type: String
    var getter: String
    var setter: String

    static let fields: TemplateFields<Self> = [
        .init(
            "objectiveCAttribute", \.objectiveCAttribute,
            "`@objc(…)` with the name in the model and a space after it, where the Swift name is another; else empty."),
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("getter", \.getter, "The expression that reads the value where there is no `@NSManaged`."),
        .init("setter", \.setter, "The statement that sets it there; empty for what is not set."),
    ]

    /// - Parameters:
    ///   - name: As it stands in source.
    ///   - access: The arguments of the runtime's subscript for the property.
    ///   - isReadOnly: Whether the value is not set.
    init(_ modelName: String, name: String, type: String, access: String, isReadOnly: Bool = false) {
        getter = "self[\(access)]"
        setter = isReadOnly ? "" : "self[\(access)] = newValue"
        objectiveCAttribute = name == SwiftIdentifier.escaped(modelName) ? "" : "@objc(\(modelName)) "
        self.name = name
        self.type = type
    }
}
