import Foundation
import JSONStore
import JSONTokens
import ObjectGraph
import SQLiteStore

/// The metadata that programs add to the stores of this package, in the stores' files (rule STO-12).
///
/// What the stores themselves note, such as the hashes of the model, is not part of it.
struct ProgramMetadata {
    /// The values by their keys.
    var values: [String: Any]

    /// - Parameter values: The values by their keys; values of the stores themselves are left out.
    init(_ values: [String: Any]) {
        self.values = values.filter { SQLiteStore.isOfProgram(metadataKey: $0.key) }
    }

    /// Reads the metadata in an open store: none for one in memory.
    init(of store: any PersistentStore) throws {
        switch store {
        case let store as SQLiteStore: self.init(try SQLiteStore.programMetadata(at: store.url))
        case let store as JSONStore: self.init(json: store.metadata)
        default: self.init([:])
        }
    }

    /// Writes the metadata to an open store, in place of what it has.
    ///
    /// - Throws: The store's error, or one with the code 134030 for a value that the store cannot keep. Nothing has
    ///   changed then.
    func write(to store: any PersistentStore) throws {
        switch store {
        case let store as SQLiteStore: try store.setProgramMetadata(try propertyList(at: store.url))
        case let store as JSONStore: try store.setMetadata(try json(at: store.url))
        default: break
        }
    }

    /// Checks that an open store can keep the metadata.
    ///
    /// - Throws: An error with the code 134030 for a value that the store cannot keep.
    func check(for store: any PersistentStore) throws {
        switch store {
        case let store as SQLiteStore: _ = try propertyList(at: store.url)
        case let store as JSONStore: _ = try json(at: store.url)
        default: break
        }
    }

    /// Writes the metadata to a store that is not open, in place of what it has.
    ///
    /// - Throws: The errors of ``write(to:)``, or one with the code 134000 for a type without files.
    func write(toStoreOfType type: String, at url: URL) throws {
        switch type {
        case NSSQLiteStoreType: try SQLiteStore.setProgramMetadata(try propertyList(at: url), at: url)
        case NSJSONStoreType, NSBinaryStoreType: try write(to: try JSONStore(at: url, model: JSONStore.model(at: url)))
        case NSInMemoryStoreType:
            throw NSError(
                code: NSPersistentStoreInvalidTypeError,
                "a store in memory has metadata only while it is open; use setMetadata(_:for:)")
        default: throw NSError(unknownStoreType: type)
        }
    }

    // MARK: - Property lists

    private func propertyList(at url: URL) throws -> Data {
        for (key, value) in values where !PropertyListSerialization.propertyList(value, isValidFor: .binary) {
            throw NSError(unsupportedMetadataKey: key, at: url)
        }
        return try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
    }

    // MARK: - JSON

    /// The names of values that JSON lacks, each the only key of an object.
    private enum Tag {
        static let date = "date"
        static let data = "data"
        /// A dictionary that would be taken for one of these.
        static let dictionary = "dictionary"
        static let all: Set = [date, data, dictionary]
    }

    private init(json: Data) {
        self.init((JSONTree(json)?.members ?? [:]).mapValues(Self.value))
    }

    private static func value(ofJSON json: JSONTree) -> Any {
        switch json {
        case .null: return NSNull()
        case .boolean(let flag): return NSNumber(value: flag)
        case .number(let text): return number(text)
        case .string(let text): return text
        case .array(let members): return members.map(value)
        case .object(let members):
            guard members.count == 1, let (tag, content) = members.first else { return members.mapValues(value) }
            switch (tag, content) {
            case (Tag.date, .number(let text)):
                return Date(timeIntervalSinceReferenceDate: number(text).doubleValue)
            case (Tag.data, .string(let text)):
                if let data = Data(base64Encoded: text) { return data }
            case (Tag.dictionary, .object(let members)): return members.mapValues(value)
            default: break
            }
            return members.mapValues(value)
        }
    }

    /// The number that Foundation creates for a number in JSON: of the narrowest type that keeps its digits.
    private static func number(_ text: String) -> NSNumber {
        if let integer = Int64(text) { return NSNumber(value: integer) }
        if let integer = UInt64(text) { return NSNumber(value: integer) }
        let number = Double(text) ?? .nan
        // A Decimal has more digits than a Double, but a smaller range.
        if text.utf8.count > 17, 1e-100...1e100 ~= number.magnitude, let decimal = Decimal(string: text) {
            return NSDecimalNumber(decimal: decimal)
        }
        return NSNumber(value: number)
    }

    private func json(at url: URL) throws -> Data {
        var object: [String: Any] = [:]
        for (key, value) in values {
            guard let json = Self.json(of: value) else { throw NSError(unsupportedMetadataKey: key, at: url) }
            object[key] = json
        }
        return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    }

    /// A value as JSON; nil if JSON cannot represent it.
    private static func json(of value: Any) -> Any? {
        switch value {
        case let text as String: return text
        case let date as Date: return [Tag.date: date.timeIntervalSinceReferenceDate]
        case let data as Data: return [Tag.data: data.base64EncodedString()]
        case let number as NSNumber: return number.doubleValue.isFinite ? number : nil
        case is NSNull: return NSNull()
        case let members as [Any]:
            let values = members.compactMap(json)
            return values.count == members.count ? values : nil
        case let members as [String: Any]:
            let values = members.compactMapValues(json)
            guard values.count == members.count else { return nil }
            return values.count == 1 && values.keys.contains(where: Tag.all.contains)
                ? [Tag.dictionary: values] : values
        default: return JSONSerialization.isValidJSONObject([value]) ? value : nil
        }
    }
}

extension NSError {
    /// The error for a value that a store's metadata cannot contain.
    fileprivate convenience init(unsupportedMetadataKey key: String, at url: URL) {
        self.init(
            code: NSPersistentStoreSaveError, at: url,
            "the store's metadata cannot keep the value of '\(key)'; use strings, numbers, dates, data, arrays, and "
                + "dictionaries of them")
    }
}
