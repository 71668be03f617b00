public import ModelSchema
import StructuredText

/// A model as text for other programs: JSON or YAML in a documented format with a version number.
///
/// Entities, properties and whatever else has no order of its own come by name, so that two dumps differ only where
/// the models do. What is left out has its default: false, zero, none.
public struct ModelDump: Sendable {
    /// The version of the format. It rises when a reader of the version before would misread something; new keys do
    /// not raise it.
    public static let formatVersion = 1

    private let value: StructuredValue

    /// Puts a model, sound or not, into the form of the format.
    public init(_ model: Model) {
        value = .members(
            .init("format", "modelgen-model"), .init("version", .number(Self.formatVersion)),
            .init("model", StructuredValue(model)))
    }

    /// JSON with two spaces of indentation, ended by a line feed.
    public var json: String { JSONText.text(of: value) }

    /// YAML in block style, ended by a line feed. Strings are always quoted, so no value can be taken for another.
    public var yaml: String { YAMLText.text(of: value) }
}
