import ModelConfiguration
import StructuredText

/// The JSON Schema of `modelgen.yml`, with which editors complete keys and mark errors.
///
/// It is made from the same table of keys that the reader uses.
///
/// ```swift
/// let schema = ConfigurationSchema.text
/// try Data(schema.utf8).write(to: folder.appending(path: "modelgen.schema.json"))  // For completion in an editor
/// ```
public enum ConfigurationSchema {
    /// The schema as a JSON document.
    ///
    /// Source: JSON Schema, draft 7, which the YAML plugins of editors support.
    public static var text: String {
        let heading: [StructuredValue.Member?] = [
            .init("$schema", "http://json-schema.org/draft-07/schema#"), .init("title", "modelgen.yml"),
        ]
        return JSONText.text(of: .object(heading.compactMap { $0 } + members(of: .section(KeyDescription.all))))
    }

    private static func members(of form: ValueForm) -> [StructuredValue.Member] {
        let members: [StructuredValue.Member?] =
            switch form {
            case .choice(let words): [.init("enum", .array(words.map(StructuredValue.string)))]
            // The reader accepts a number without quotes as a string.
            case .text: [.init("type", .array(["string", "number", "boolean"]))]
            case .path: [.init("type", "string")]
            case .boolean: [.init("type", "boolean")]
            case .list(let form): [.init("type", "array"), .init("items", .object(self.members(of: form)))]
            case .map(let form):
                [.init("type", "object"), .init("additionalProperties", .object(self.members(of: form)))]
            case .value: []
            case .either(let forms): [.init("anyOf", .array(forms.map { .object(self.members(of: $0)) }))]
            case .section(let keys):
                [
                    .init("type", "object"), .init("additionalProperties", .boolean(false)),
                    .init("required", required(among: keys)),
                    .init("properties", .object(keys.compactMap(property))),
                ]
            }
        return members.compactMap { $0 }
    }

    private static func required(among keys: [KeyDescription]) -> StructuredValue? {
        let names = keys.filter(\.isRequired).map { StructuredValue.string($0.name) }
        return names.isEmpty ? nil : .array(names)
    }

    private static func property(_ key: KeyDescription) -> StructuredValue.Member? {
        let standard: StructuredValue? = key.defaultText.map { text in
            key.form == .boolean ? .boolean(text == "true") : .string(text)
        }
        let words: [StructuredValue.Member?] = [
            .init("description", .string(key.summary)), .init("default", standard),
        ]
        return .init(key.name, .object(words.compactMap { $0 } + members(of: key.form)))
    }
}
