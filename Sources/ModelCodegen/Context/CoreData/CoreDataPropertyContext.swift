import ModelSchema
import StencilTemplates
import SwiftNames

/// A property of an entity, for its line of code.
struct CoreDataPropertyContext: TemplateRecord, Hashable {
    var objectiveCAttribute: String
    var name: String
    var type: String
    var getter: String
    var setter: String

    static let fields: TemplateFields<Self> = [
        .init(
            "objectiveCAttribute", \.objectiveCAttribute,
            "`@objc(…)` with the name in the model, followed by a space, if the Swift name differs; otherwise empty."),
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("getter", \.getter, "The expression that reads the value without `@NSManaged`."),
        .init("setter", \.setter, "The statement that sets the value without `@NSManaged`; empty if it cannot be set."),
    ]

    /// - Parameters:
    ///   - name: The name in source code.
    ///   - access: The arguments of the runtime's subscript for the property.
    ///   - isReadOnly: Whether the value cannot be set.
    init(_ modelName: String, name: String, type: String, access: String, isReadOnly: Bool = false) {
        getter = "self[\(access)]"
        setter = isReadOnly ? "" : "self[\(access)] = newValue"
        objectiveCAttribute = name == SwiftIdentifier.escaped(modelName) ? "" : "@objc(\(modelName)) "
        self.name = name
        self.type = type
    }
}
