import CompiledModels
import Foundation

/// Decodes Foundation's values and collections, whose own initializers take only Foundation's unarchiver, or end the
/// program for members that don't belong together.
struct ArchivedFoundationObjects {
    private let value: ArchivedValue
    private let members: [String: ArchivedValue]
    private let decode: (ArchivedValue) throws -> NSObject

    /// - Parameters:
    ///   - value: The object.
    ///   - members: Its members.
    ///   - decode: Decodes a member that is an object.
    init(
        _ value: ArchivedValue, _ members: [String: ArchivedValue],
        _ decode: @escaping (ArchivedValue) throws -> NSObject
    ) {
        self.value = value
        self.members = members
        self.decode = decode
    }

    /// Returns the object; nil if the class decodes itself.
    ///
    /// - Throws: An `ArchiveDecoder.Refusal`, or the error of a member.
    func object(of found: AnyClass) throws -> NSObject? {
        switch ObjectIdentifier(found) {
        case ObjectIdentifier(NSArray.self): return try NSArray(array: elements())
        case ObjectIdentifier(NSMutableArray.self): return try NSMutableArray(array: elements())
        case ObjectIdentifier(NSSet.self): return try NSSet(array: elements())
        case ObjectIdentifier(NSMutableSet.self): return try NSMutableSet(array: elements())
        case ObjectIdentifier(NSOrderedSet.self): return try NSOrderedSet(array: elements())
        case ObjectIdentifier(NSMutableOrderedSet.self): return try NSMutableOrderedSet(array: elements())
        case ObjectIdentifier(NSDictionary.self):
            let (keys, objects) = try entries()
            return NSDictionary(objects: objects, forKeys: keys)
        case ObjectIdentifier(NSMutableDictionary.self):
            let (keys, objects) = try entries()
            return NSMutableDictionary(objects: objects, forKeys: keys)
        case ObjectIdentifier(NSString.self): return try NSString(string: text())
        case ObjectIdentifier(NSMutableString.self): return try NSMutableString(string: text())
        case ObjectIdentifier(NSData.self): return try NSData(data: data())
        case ObjectIdentifier(NSMutableData.self): return try NSMutableData(data: data())
        case ObjectIdentifier(NSNumber.self): return try number()
        case ObjectIdentifier(NSDecimalNumber.self):
            return try value.decimalText.flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
                .map { NSDecimalNumber(decimal: $0) } ?? refuse(found)
        case ObjectIdentifier(NSDate.self):
            guard let seconds = members["NS.time"]?.real, seconds.isFinite else { return try refuse(found) }
            return NSDate(timeIntervalSinceReferenceDate: seconds)
        case ObjectIdentifier(NSURL.self): return try url()
        case ObjectIdentifier(NSUUID.self):
            guard case .data(let bytes) = members["NS.uuidbytes"]?.content, bytes.count == 16 else {
                return try refuse(found)
            }
            return NSUUID(uuidBytes: bytes)
        case ObjectIdentifier(NSNull.self): return NSNull()
        default:
            // Subclasses inherit initializers that take only Foundation's unarchiver.
            let isCollection = [
                NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSData.self,
                NSNumber.self,
            ].contains { (found as? NSObject.Type)?.isSubclass(of: $0) == true }
            // Its initializer ends the program if the domain is not a text.
            let isIncompleteError = try found is NSError.Type && !(members["NSDomain"].map(decode) is NSString)
            return isCollection || isIncompleteError ? try refuse(found) : nil
        }
    }

    private func refuse(_ found: AnyClass) throws -> NSObject {
        throw ArchiveDecoder.Refusal(reason: "an object of the class \(found) is damaged, or can't be decoded")
    }

    /// The members of an array or a set.
    private func elements() throws -> [NSObject] {
        if let list = members["NS.objects"] { return try objects(in: list) }
        // As ordered sets have them.
        var objects: [NSObject] = []
        while let member = members["NS.object.\(objects.count)"] { objects.append(try decode(member)) }
        return objects
    }

    private func entries() throws -> (keys: [NSObject], objects: [NSObject]) {
        guard let keys = members["NS.keys"], let values = members["NS.objects"] else { return ([], []) }
        let entries = try (keys: objects(in: keys), objects: objects(in: values))
        guard entries.keys.count == entries.objects.count else {
            throw ArchiveDecoder.Refusal(reason: "a dictionary has keys without values")
        }
        return entries
    }

    private func objects(in list: ArchivedValue) throws -> [NSObject] {
        guard case .array = list.content, let elements = list.elements else {
            throw ArchiveDecoder.Refusal(reason: "a collection is damaged")
        }
        return try elements.map(decode)
    }

    private func text() throws -> String {
        switch (members["NS.string"] ?? members["NS.bytes"])?.content {
        case .string(let text): return text
        case .data(let bytes): return String(decoding: bytes, as: UTF8.self)
        default: throw ArchiveDecoder.Refusal(reason: "a text is damaged")
        }
    }

    private func data() throws -> Data {
        guard case .data(let bytes) = (members["NS.data"] ?? members["NS.bytes"])?.content else {
            throw ArchiveDecoder.Refusal(reason: "data is damaged")
        }
        return Data(bytes)
    }

    private func number() throws -> NSObject {
        let keys = ["NS.number", "NS.boolval", "NS.intval", "NS.dblval"]
        guard let content = keys.lazy.compactMap({ members[$0] }).first?.content,
            let number = try Self.plain(content) as? NSNumber
        else { throw ArchiveDecoder.Refusal(reason: "a number is damaged") }
        return number
    }

    private func url() throws -> NSURL {
        let base = try members["NS.base"].map(decode)
        guard let text = try members["NS.relative"].map(decode) as? NSString, base == nil || base is NSURL,
            let url = URL(string: String(describing: text), relativeTo: (base as? NSURL).map { $0 as URL })
        else { throw ArchiveDecoder.Refusal(reason: "a URL is damaged") }
        return url as NSURL
    }

    /// Returns a value that archives contain without a class.
    ///
    /// - Throws: An `ArchiveDecoder.Refusal` for a collection, which archives don't contain so.
    static func plain(_ content: PropertyListNode) throws -> NSObject {
        switch content {
        case .boolean(let value): return NSNumber(value: value)
        case .integer(let value): return NSNumber(value: value)
        case .unsigned(let value): return NSNumber(value: value)
        case .real(let value): return NSNumber(value: value)
        case .single(let value): return NSNumber(value: value)
        case .string(let text): return NSString(string: text)
        case .data(let bytes): return NSData(data: Data(bytes))
        case .date(let seconds) where seconds.isFinite: return NSDate(timeIntervalSinceReferenceDate: seconds)
        case .null, .date, .reference, .array, .set, .dictionary:
            throw ArchiveDecoder.Refusal(reason: "a value is not one of an archive")
        }
    }
}
