import CompiledModels
import Foundation
import JSONTokens
import ObjectGraph

/// A stored Transformable as text for editing, which is stored again in its original form.
struct TransformableText {
    private enum Form {
        /// JSON text, the form for values of `Codable` types.
        case json
        case bytesOfJSON
        case propertyList(PropertyListSerialization.PropertyListFormat)
    }

    /// The reason why a value cannot be edited, or a text is not a value.
    struct UnreadableValueError: Error, CustomStringConvertible {
        var description: String
    }

    private let form: Form
    let text: String

    /// The maximum size of an editable text.
    private static let maximumCount = 200_000

    /// - Returns: The text, or the reason why there is none.
    static func of(_ value: AttributeValue) -> Result<TransformableText, UnreadableValueError> {
        switch value {
        case .null:
            .failure(
                UnreadableValueError(description: "No value is stored, so the form that the app expects is unknown."))
        case .string(let text) where text.utf8.count <= maximumCount:
            .success(TransformableText(form: .json, text: text))
        case .binary(let data) where data.count <= maximumCount: of(data)
        default: .failure(UnreadableValueError(description: "The value is too large to edit here."))
        }
    }

    private static func of(_ data: Data) -> Result<TransformableText, UnreadableValueError> {
        // Foundation also reads other encodings, and byte order marks, which the field would not keep.
        if (try? data.withUnsafeBytes { try JSONScanner.scan($0) { try $0.skipValue() } }) != nil,
            (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
        {
            return .success(TransformableText(form: .bytesOfJSON, text: String(decoding: data, as: UTF8.self)))
        }
        guard data.starts(with: Data("bplist00".utf8)) || data.starts(with: Data("<?xml".utf8)),
            let contents = PropertyListContents(Array(data))
        else { return .failure(UnreadableValueError(description: "Only the app knows what the bytes mean.")) }
        if contents.isArchive {
            return .failure(
                UnreadableValueError(description: "The value is a keyed archive, which only the app can create."))
        }
        guard let list = contents.value?.object,
            let json = try? JSONSerialization.data(
                withJSONObject: list,
                options: [.fragmentsAllowed, .prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else {
            return .failure(
                UnreadableValueError(
                    description: "The value is a property list with values that JSON cannot express, or with too many."
                ))
        }
        guard json.count <= maximumCount else {
            return .failure(UnreadableValueError(description: "The value is too large to edit here."))
        }
        guard isKept(list, by: json) else {
            return .failure(
                UnreadableValueError(
                    description: "The value is a property list with real numbers that JSON would turn into integers."))
        }
        return .success(
            TransformableText(
                form: .propertyList(contents.isBinary ? .binary : .xml), text: String(decoding: json, as: UTF8.self)))
    }

    /// Whether a list keeps the types of all its values in JSON.
    private static func isKept(_ list: Any, by json: Data) -> Bool {
        guard let back = try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed) else { return false }
        let texts = [list, back].map {
            try? PropertyListSerialization.data(fromPropertyList: $0, format: .xml, options: 0)
        }
        return texts[0] != nil && texts[0] == texts[1]
    }

    /// Another text in the same form.
    ///
    /// - Throws: ``UnreadableValueError`` for a text that is not JSON, or that the form cannot represent.
    func value(of text: String) throws -> AttributeValue {
        let data = Data(text.utf8)
        let parsed: Any
        do {
            // The scanner reports positions of problems, and rejects text that JSON readers interpret differently.
            _ = try data.withUnsafeBytes { try JSONScanner.scan($0) { try $0.skipValue() } }
            parsed = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch let error as JSONError {
            throw UnreadableValueError(description: "this is not JSON: \(error)")
        } catch {
            throw UnreadableValueError(description: "this is not JSON")
        }
        switch form {
        case .json: return .string(text)
        case .bytesOfJSON: return .binary(data)
        case .propertyList(let format):
            guard PropertyListSerialization.propertyList(parsed, isValidFor: format),
                let list = try? PropertyListSerialization.data(fromPropertyList: parsed, format: format, options: 0)
            else { throw UnreadableValueError(description: "a property list cannot contain null") }
            return .binary(list)
        }
    }
}

extension PropertyListContents.Value {
    /// The value as Foundation has it.
    fileprivate var object: Any {
        switch self {
        case .boolean(let value): value
        case .integer(let value): Int(value)
        case .real(let value): value
        case .string(let text): text
        case .array(let values): values.map(\.object)
        case .dictionary(let values): values.mapValues(\.object)
        }
    }
}
