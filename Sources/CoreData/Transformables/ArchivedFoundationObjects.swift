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
    /// - Throws: An `ArchiveDecoder.UnreadableArchiveError`, or the error of a member.
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
        case ObjectIdentifier(NSIndexPath.self): return try indexPath()
        case ObjectIdentifier(NSIndexSet.self): return NSIndexSet(indexSet: try indexes())
        case ObjectIdentifier(NSMutableIndexSet.self): return NSMutableIndexSet(indexSet: try indexes())
        case ObjectIdentifier(NSRegularExpression.self): return try regularExpression()
        case ObjectIdentifier(NSURLQueryItem.self):
            let value = try members["NS.value"].map(decode) as? NSString
            return NSURLQueryItem(name: try text(named: "NS.name"), value: value.map { String(describing: $0) })
        default:
            return try canDecodeItself(found) ? nil : refuse(found)
        }
    }

    /// Returns whether the initializer of a class takes these members. Those of some classes of Foundation end the
    /// program for others.
    ///
    /// - Throws: A refusal, for members that are damaged.
    private func canDecodeItself(_ found: AnyClass) throws -> Bool {
        guard let found = found as? NSObject.Type else { return true }
        func inherits(_ classes: NSObject.Type...) -> Bool { classes.contains { found.isSubclass(of: $0) } }
        // Subclasses inherit initializers that take only Foundation's unarchiver.
        if inherits(
            NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSData.self, NSNumber.self)
        {
            return false
        }
        let name = String(reflecting: found)
        if name.hasPrefix("Foundation.") {
            // No archive can be decoded as an object of these.
            if inherits(NSTextCheckingResult.self) || name == "Foundation.NSOrthography" { return false }
            // A range or a rectangle. Others are bytes of a type that only Foundation's unarchiver reads.
            if inherits(NSValue.self) { return found == NSValue.self && members["NS.special"] != nil }
        }
        if inherits(NSError.self) { return try members["NSDomain"].map(decode) is NSString }
        if inherits(NSNotification.self) {
            let sender = try members["NS.object"].map(decode)
            return try members["NS.name"].map(decode) is NSString && sender != nil
        }
        if inherits(NSDateInterval.self) {
            guard let start = time("NS.startDate"), let end = time("NS.endDate") else { return false }
            return start <= end
        }
        if inherits(NSIndexPath.self) { _ = try indexPath() }
        if inherits(NSIndexSet.self) { _ = try indexes() }
        if inherits(NSRegularExpression.self) { _ = try regularExpression() }
        if inherits(NSURLQueryItem.self) { _ = try text(named: "NS.name") }
        return true
    }

    /// The time of a date, which the class itself decodes later.
    private func time(_ key: String) -> Double? {
        let time = members[key]?.members.first { $0.0 == "NS.time" }?.1.real
        return time.flatMap { $0.isFinite ? $0 : nil }
    }

    private func refuse(_ found: AnyClass) throws -> NSObject {
        throw ArchiveDecoder.UnreadableArchiveError(
            reason: "an object of the class \(found) is damaged, or can't be decoded")
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
            throw ArchiveDecoder.UnreadableArchiveError(reason: "a dictionary has keys without values")
        }
        return entries
    }

    private func objects(in list: ArchivedValue) throws -> [NSObject] {
        guard case .array = list.content, let elements = list.elements else {
            throw ArchiveDecoder.UnreadableArchiveError(reason: "a collection is damaged")
        }
        return try elements.map(decode)
    }

    private func text() throws -> String {
        switch (members["NS.string"] ?? members["NS.bytes"])?.content {
        case .string(let text): return text
        case .data(let bytes): return String(decoding: bytes, as: UTF8.self)
        default: throw ArchiveDecoder.UnreadableArchiveError(reason: "a text is damaged")
        }
    }

    private func text(named key: String) throws -> String {
        guard let text = try members[key].map(decode) as? NSString else {
            throw ArchiveDecoder.UnreadableArchiveError(reason: "an object without a text is damaged")
        }
        return String(describing: text)
    }

    private func data() throws -> Data {
        guard case .data(let bytes) = (members["NS.data"] ?? members["NS.bytes"])?.content else {
            throw ArchiveDecoder.UnreadableArchiveError(reason: "data is damaged")
        }
        return Data(bytes)
    }

    private func number() throws -> NSObject {
        let keys = ["NS.number", "NS.boolval", "NS.intval", "NS.dblval"]
        guard let content = keys.lazy.compactMap({ members[$0] }).first?.content,
            let number = try Self.plain(content) as? NSNumber
        else { throw ArchiveDecoder.UnreadableArchiveError(reason: "a number is damaged") }
        return number
    }

    private func url() throws -> NSURL {
        let base = try members["NS.base"].map(decode)
        guard let text = try members["NS.relative"].map(decode) as? NSString, base == nil || base is NSURL,
            let url = URL(string: String(describing: text), relativeTo: (base as? NSURL).map { $0 as URL })
        else { throw ArchiveDecoder.UnreadableArchiveError(reason: "a URL is damaged") }
        return url as NSURL
    }

    private func indexPath() throws -> NSIndexPath {
        switch integer("NSIndexPathLength") {
        case 0: return NSIndexPath()
        case 1:
            guard let index = integer("NSIndexPathValue") else { break }
            return NSIndexPath(index: index)
        case let count?:
            let indexes = try packedIntegers("NSIndexPathData")
            if indexes.count == count { return NSIndexPath(indexes: indexes, length: count) }
        case nil: break
        }
        throw ArchiveDecoder.UnreadableArchiveError(reason: "an index path is damaged")
    }

    private func indexes() throws -> IndexSet {
        var numbers: [Int] = []
        switch integer("NSRangeCount") {
        case 0: break
        case 1: numbers = [integer("NSLocation"), integer("NSLength")].compactMap { $0 }
        default: numbers = try packedIntegers("NSRangeData")
        }
        guard numbers.count.isMultiple(of: 2), numbers.count / 2 == integer("NSRangeCount") ?? 0 else {
            throw ArchiveDecoder.UnreadableArchiveError(reason: "an index set is damaged")
        }
        var indexes = IndexSet()
        for place in stride(from: 0, to: numbers.count, by: 2) {
            let (end, isTooLarge) = numbers[place].addingReportingOverflow(numbers[place + 1])
            guard !isTooLarge, end < NSNotFound else {
                throw ArchiveDecoder.UnreadableArchiveError(reason: "an index set has indexes that are too large")
            }
            // Foundation writes them so. Others would be inserted before very many.
            guard place == 0 || numbers[place] >= numbers[place - 2] else {
                throw ArchiveDecoder.UnreadableArchiveError(reason: "an index set is not sorted")
            }
            indexes.insert(integersIn: numbers[place]..<end)
        }
        return indexes
    }

    /// A member that is an integer from 0.
    private func integer(_ key: String) -> Int? {
        switch members[key]?.content {
        case .integer(let number) where number >= 0: Int(exactly: number)
        case .unsigned(let number): Int(exactly: number)
        default: nil
        }
    }

    /// Integers of seven bits for each byte, the lowest first, where the highest bit says that another byte follows.
    private func packedIntegers(_ key: String) throws -> [Int] {
        guard let data = try members[key].map(decode) as? NSData else {
            throw ArchiveDecoder.UnreadableArchiveError(reason: "integers are missing")
        }
        var (integers, current, shift) = ([Int](), 0, 0)
        for byte in Data(referencing: data) {
            // An integer of 64 bits without a sign has 63.
            guard shift < 63 else { throw ArchiveDecoder.UnreadableArchiveError(reason: "an integer is too large") }
            current |= Int(byte & 0x7F) << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            integers.append(current)
            (current, shift) = (0, 0)
        }
        guard shift == 0 else { throw ArchiveDecoder.UnreadableArchiveError(reason: "an integer is incomplete") }
        return integers
    }

    private func regularExpression() throws -> NSRegularExpression {
        let options = try members["NSOptions"].map(decode) as? NSNumber
        guard let options, let bits = UInt16(exactly: options) else {
            throw ArchiveDecoder.UnreadableArchiveError(reason: "the options of a regular expression are damaged")
        }
        return try NSRegularExpression(
            pattern: try text(named: "NSPattern"), options: NSRegularExpression.Options(rawValue: UInt(bits)))
    }

    /// Returns a value that archives contain without a class.
    ///
    /// - Throws: An `ArchiveDecoder.UnreadableArchiveError` for a collection, which archives don't contain so.
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
            throw ArchiveDecoder.UnreadableArchiveError(reason: "a value is not one of an archive")
        }
    }
}
