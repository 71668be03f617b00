import ColumnEngine
import Foundation
import JSONTokens

/// Reads the value of one attribute in the form of its type.
enum AttributeReader {
    /// The key of the only member of an object with the JSON text of a Codable value.
    static let jsonKey = "json"
    /// The keys of an object with the file and the size of a binary value.
    static let externalKey = "external"
    static let sizeKey = "bytes"

    static func read(
        _ scanner: inout JSONScanner, _ attribute: Attribute, of entity: EntityDescription, _ external: ExternalData
    ) throws -> AttributeValue {
        if try scanner.readNull() { return .null }
        let offset = scanner.offset
        func refuse(_ scanner: borrowing JSONScanner) -> JSONError {
            scanner.error(mismatch(of: attribute, entity), at: offset)
        }
        switch attribute.type {
        case .boolean: return .boolean(try scanner.readBoolean())
        case .integer16, .integer32, .integer64:
            let number = try scanner.readInteger()
            guard attribute.type.integerRange?.contains(number) == true else { throw refuse(scanner) }
            return .integer(number)
        case .float: return .float(try scanner.readFloat())
        case .double: return .double(try scanner.readDouble())
        case .decimal:
            guard let number = Decimal(exactly: try scanner.readString()) else { throw refuse(scanner) }
            return .decimal(number)
        case .string: return .string(try scanner.readString())
        case .date: return .date(Date(timeIntervalSinceReferenceDate: try scanner.readDate()))
        case .binary: return .binary(try readBinary(&scanner, external))
        case .transformable:
            guard try scanner.peek() == .object else { return .binary(Data(try scanner.readBase64())) }
            guard let text = try readJSONText(&scanner) else { throw refuse(scanner) }
            return .string(text)
        case .composite: return .composite(try readMembers(&scanner, attribute, of: entity, external))
        case .uuid:
            guard let uuid = UUID(text: try scanner.readString()) else { throw refuse(scanner) }
            return .uuid(uuid)
        case .uri:
            guard let url = URL(exactly: try scanner.readString()) else { throw refuse(scanner) }
            return .uri(url)
        case .objectID, .undefined: throw refuse(scanner)
        }
    }

    /// The message about a value that an attribute cannot have.
    static func mismatch(of attribute: Attribute, _ entity: EntityDescription) -> String {
        let message = "the value of '\(entity.name).\(attribute.name)' is not a valid \(attribute.type.rawValue)"
        return attribute.type == .uri ? "\(message); percent-encode spaces and characters beyond ASCII" : message
    }

    /// A binary value: Base64, or an object that refers to its file.
    static func readBinary(_ scanner: inout JSONScanner, _ external: ExternalData) throws -> Data {
        guard try scanner.peek() == .object else { return Data(try scanner.readBase64()) }
        let offset = scanner.offset
        var name: String?
        var sizeBytes: Int64?
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            switch key {
            case externalKey where name == nil: name = try scanner.readString()
            case sizeKey where sizeBytes == nil: sizeBytes = try scanner.readInteger()
            default: throw scanner.error("the key '\(key)' does not belong to a value's file", at: scanner.keyOffset)
            }
        }
        guard let name, let sizeBytes, let data = try external.data(named: name, sizeBytes: Int(sizeBytes)) else {
            throw scanner.error(
                "the file of a value is not in \(external.folder), or has a different size; restore it", at: offset)
        }
        return data
    }

    /// The text of a Codable value in the file; nil for an object of another form.
    private static func readJSONText(_ scanner: inout JSONScanner) throws -> String? {
        var text: String?
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            guard key == jsonKey, text == nil else { return nil }
            text = String(decoding: try scanner.captureValue(), as: UTF8.self)
        }
        return text
    }

    private static func readMembers(
        _ scanner: inout JSONScanner, _ attribute: Attribute, of entity: EntityDescription, _ external: ExternalData
    ) throws -> [String: AttributeValue] {
        let members = entity.composite(of: attribute)?.attributes ?? []
        var values: [String: AttributeValue] = [:]
        var namesRead: Set<String> = []
        try scanner.beginObject()
        while let name = try scanner.nextKey() {
            guard let member = members.first(where: { $0.name == name }) else {
                throw scanner.error(
                    "the composite '\(entity.name).\(attribute.name)' has no member '\(name)'", at: scanner.keyOffset)
            }
            guard namesRead.insert(name).inserted else {
                throw scanner.error("duplicate key '\(name)'", at: scanner.keyOffset)
            }
            let value = try read(&scanner, member, of: entity, external)
            if !value.isNull { values[name] = value }
        }
        return values
    }
}
