import CompiledModels
import Foundation

/// Decodes the object of a keyed archive that a store contains.
///
/// Foundation's unarchiver off Apple's platforms ends the program for archives that anyone can write: damaged ones,
/// those whose objects contain one another in a circle or are nested deeply, dictionaries with a value that can't be
/// decoded, and secure archives with an object of another class than the reader expects. This decoder reads the same
/// archives, but returns nil for these.
final class ArchiveDecoder: NSCoder {
    private let archive: KeyedArchive
    private let isSecure: Bool
    /// The objects that are being decoded, each a member of the one before.
    private var open: [OpenObject] = []
    /// The classes that may be decoded; the last ones count.
    private var allowed: [[AnyClass]]
    /// What has been decoded, by the numbers of values.
    private var decoded: [Int: (object: NSObject, size: Int)] = [:]
    private var failure: (any Error)?
    private let maximumSize: Int

    private struct OpenObject {
        var number: Int
        var members: [String: ArchivedValue]
        /// The number of values in the object, each as often as it occurs.
        var size = 1
        var nextGenericKey = 0
    }

    /// The maximum number of values in a small archive. A larger one can have as many values as bytes, which only
    /// archives that repeat collections exceed.
    private static let leastMaximumSize = 1_000_000

    /// Returns the object of an archive; nil for damaged data, and for an object that is not allowed or that its class
    /// can't decode.
    ///
    /// - Parameters:
    ///   - data: The archive.
    ///   - classes: The classes that a secure archive may contain; nil for any class.
    static func object(in data: Data, of classes: [AnyClass]?) -> Any? {
        guard let archive = try? KeyedArchive(Array(data)), archive.hasRoot else { return nil }
        let decoder = ArchiveDecoder(archive, classes, maximumSize: max(data.count, leastMaximumSize))
        let found = decoder.attempt { try decoder.object(of: archive.rootValue) }
        return archive.isExhausted || decoder.failure != nil ? nil : found
    }

    private init(_ archive: KeyedArchive, _ classes: [AnyClass]?, maximumSize: Int) {
        self.archive = archive
        self.maximumSize = maximumSize
        isSecure = classes != nil
        allowed = classes.map { [$0] } ?? []
    }

    // MARK: - Objects

    /// The reason why an object can't be decoded.
    struct UnreadableArchiveError: Error {
        var reason: String
    }

    private func object(of value: ArchivedValue) throws -> NSObject {
        // What is decoded after a failure is discarded.
        if let failure { throw failure }
        if let known = decoded[value.node] {
            guard !isSecure || isPlain(value) || isAllowed(type(of: known.object)) else {
                throw UnreadableArchiveError(reason: "an object is of a class that is not allowed")
            }
            try count(known.size)
            return known.object
        }
        guard !open.contains(where: { $0.number == value.node }), open.count < ArchiveNesting.maximumDepth else {
            throw UnreadableArchiveError(reason: "the objects contain one another, or are nested too deeply")
        }
        let object: NSObject
        var size = 1
        if isPlain(value) {
            object = try ArchivedFoundationObjects.plain(value.content)
        } else {
            guard let name = value.className, let found = Self.class(named: name), !isSecure || isAllowed(found) else {
                throw UnreadableArchiveError(reason: "an object is of a class that does not exist or is not allowed")
            }
            let members = Dictionary(value.members, uniquingKeysWith: { first, _ in first })
            open.append(OpenObject(number: value.node, members: members))
            defer { open.removeLast() }
            let foundation = ArchivedFoundationObjects(value, members) { [unowned self] in try self.object(of: $0) }
            object = try foundation.object(of: found) ?? instance(of: found)
            if let failure { throw failure }
            size = open.last?.size ?? 1
        }
        decoded[value.node] = (object, size)
        // The object itself no longer counts as open.
        try count(size)
        return object
    }

    /// Adds the values of a member to those of the object that contains it.
    private func count(_ size: Int) throws {
        guard let last = open.indices.last else { return }
        open[last].size += size
        guard open[last].size <= maximumSize else {
            throw UnreadableArchiveError(reason: "the objects repeat their members too often")
        }
    }

    private func isPlain(_ value: ArchivedValue) -> Bool {
        if case .dictionary = value.content { false } else { true }
    }

    /// An object of a class that decodes itself.
    private func instance(of found: AnyClass) throws -> NSObject {
        let substitute: AnyClass = (found as? NSObject.Type)?.classForKeyedUnarchiver() ?? found
        guard let coding = substitute as? any NSCoding.Type,
            !isSecure || (substitute as? any NSSecureCoding.Type)?.supportsSecureCoding == true,
            let object = coding.init(coder: self) as? NSObject
        else { throw UnreadableArchiveError(reason: "an object of the class \(found) can't be decoded") }
        return object
    }

    private static func `class`(named name: String) -> AnyClass? {
        NSKeyedUnarchiver.class(forClassName: name) ?? ClassDirectory.anyClass(named: name)
    }

    private func isAllowed(_ found: AnyClass) -> Bool {
        guard let found = found as? NSObject.Type else { return false }
        return (allowed.last ?? []).contains { found.isSubclass(of: $0) }
    }

    private func attempt(_ body: () throws -> NSObject?) -> NSObject? {
        do {
            return try body()
        } catch {
            failWithError(error)
            return nil
        }
    }

    private func member(_ key: String) -> ArchivedValue? {
        // Keys with this first character are Foundation's own.
        open.last?.members[key.hasPrefix("$") ? "$\(key)" : key]
    }

    // MARK: - What classes call

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { isSecure }
    override var allowedClasses: [AnyClass]? { allowed.last }
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
    override var error: (any Error)? { failure }

    override func failWithError(_ error: any Error) { if failure == nil { failure = error } }

    override func containsValue(forKey key: String) -> Bool { member(key) != nil }

    override func decodeObject(forKey key: String) -> Any? {
        member(key).flatMap { value in attempt { try object(of: value) } }
    }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        guard let classes else { return nil }
        allowed.append(classes)
        defer { allowed.removeLast() }
        return decodeObject(forKey: key)
    }

    override func decodeObject<T: NSObject & NSCoding>(of cls: T.Type, forKey key: String) -> T? {
        decodeObject(of: [cls], forKey: key) as? T
    }

    override func decodeObject() -> Any? {
        guard let last = open.indices.last else { return nil }
        defer { open[last].nextGenericKey += 1 }
        guard let value = open[last].members["$\(open[last].nextGenericKey)"] else { return nil }
        return attempt { try object(of: value) }
    }

    override func decodeData() -> Data? { (decodeObject() as? NSData).map { Data(referencing: $0) } }

    private static var propertyListClasses: [AnyClass] {
        [NSArray.self, NSDictionary.self, NSString.self, NSData.self, NSDate.self, NSNumber.self]
    }

    override func decodePropertyList() -> Any? {
        allowed.append(Self.propertyListClasses)
        defer { allowed.removeLast() }
        return decodeObject()
    }

    override func decodePropertyList(forKey key: String) -> Any? {
        decodeObject(of: Self.propertyListClasses, forKey: key)
    }

    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
        failWithError(UnreadableArchiveError(reason: "values without keys can't be decoded"))
    }

    override func decodeBool(forKey key: String) -> Bool { member(key)?.boolean ?? false }

    override func decodeInteger(forKey key: String) -> Int { number(key)?.intValue ?? 0 }
    override func decodeInt32(forKey key: String) -> Int32 { number(key)?.int32Value ?? 0 }
    override func decodeInt64(forKey key: String) -> Int64 { number(key)?.int64Value ?? 0 }
    override func decodeFloat(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
    override func decodeDouble(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }

    private func number(_ key: String) -> NSNumber? {
        member(key).flatMap { try? ArchivedFoundationObjects.plain($0.content) as? NSNumber }
    }

    override func withDecodedUnsafeBytes<Result>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        guard case .data(let bytes) = member(key)?.content else { return try body(nil) }
        return try bytes.withUnsafeBytes { try body($0) }
    }

    override func withDecodedUnsafeBufferPointer<Result>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        guard case .data(let bytes) = member(key)?.content else { return try body(nil) }
        return try bytes.withUnsafeBufferPointer { try body($0) }
    }
}
