public import ModelSchema
import StructuredText

/// A model as JSON or YAML for other programs, in a documented and versioned format.
///
/// Entities, properties, and other elements without a significant order are sorted by name, so that two dumps differ
/// only if the models do. Values that are left out have their default: false, zero, or none.
///
/// ```swift
/// let dump = ModelDump(model)
/// try Data(dump.json.utf8).write(to: file)
/// ```
public struct ModelDump: Sendable {
    /// The version of the format. It increases if a reader of the previous version would misread something, but not for
    /// new keys.
    public static let formatVersion = 1

    private let value: StructuredValue

    /// Creates a dump of a valid or invalid model.
    public init(_ model: Model) {
        value = .members(
            .init("format", "modelgen-model"), .init("version", .number(Self.formatVersion)),
            .init("model", StructuredValue(model)))
    }

    /// The dump as JSON, indented by two spaces, with a final line feed.
    public var json: String { JSONText.text(of: value) }

    /// The dump as YAML in block style, with a final line feed. Strings are always quoted, so values are unambiguous.
    public var yaml: String { YAMLText.text(of: value) }
}
