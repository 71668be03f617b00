import ColumnEngine
import FileAccess
import Foundation
import ModelSchema
import SecureHashes
import Synchronization

/// The folder next to a store that has its large binary values: a file for each, named after what it holds.
///
/// A file is complete before anything refers to it, is never changed, and goes when nothing refers to it any more. Values
/// that are equal share one.
final class ExternalData: Sendable {
    /// The folder, which need not be there.
    let folder: String
    private let names = Mutex<[Place: Known]>([:])

    /// Larger values go to files of their own, where the model allows it.
    static let thresholdBytes = 64 << 10

    /// Where a value is: hashing it again is dear.
    private struct Place: Hashable {
        var reference: ObjectReference
        var attribute: Int
    }

    private struct Known {
        /// Held, so that no other value can come to be in its memory.
        var data: Data
        var name: String
    }

    init(folder: String) {
        self.folder = folder
    }

    /// Whether a value goes to a file of its own.
    static func takes(_ data: Data, of attribute: Attribute) -> Bool {
        data.count > thresholdBytes && attribute.allowsExternalBinaryDataStorage && attribute.type == .binary
    }

    /// The name of the file for a value.
    static func name(of data: Data) -> String {
        var hash = SHA256()
        for start in stride(from: 0, to: data.count, by: 1 << 20) {
            hash.update([UInt8](data.dropFirst(start).prefix(1 << 20)))
        }
        return String(decoding: hash.finish().flatMap(Self.digits), as: UTF8.self)
    }

    /// The name of the file for the value of an attribute of an object. It is hashed when it is asked for first.
    func name(of data: Data, at attribute: Int, of reference: ObjectReference) -> String {
        let place = Place(reference: reference, attribute: attribute)
        if let known = names.withLock({ $0[place] }), Self.isSame(known.data, data) { return known.name }
        let name = Self.name(of: data)
        names.withLock { $0[place] = Known(data: data, name: name) }
        return name
    }

    /// Whether two values are one in memory.
    private static func isSame(_ left: Data, _ right: Data) -> Bool {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in left.baseAddress == right.baseAddress && left.count == right.count }
        }
    }

    func path(of name: String) -> String { "\(folder)/\(name)" }

    /// The value in a file; nil when there is no such file, or one of another size.
    func data(named name: String, sizeBytes: Int) -> Data? {
        // Names come from files that anybody may have written: they must not lead out of the folder.
        guard name.utf8.count == 64, name.utf8.allSatisfy(Self.isDigit),
            let stamp = FileStamp(path(of: name)), stamp.isFile, stamp.sizeBytes == sizeBytes
        else { return nil }
        // Read when it is looked at; the file is never changed.
        let url = URL(filePath: path(of: name))
        return (try? Data(contentsOf: url, options: .alwaysMapped)) ?? (try? Data(contentsOf: url))
    }

    private static func digits(of byte: UInt8) -> [UInt8] {
        [byte >> 4, byte & 15].map { $0 < 10 ? ASCII.zero + $0 : 0x61 + $0 - 10 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x66
    }

    /// Forgets what is known of objects that no longer exist.
    func forget(allBut present: (ObjectReference) -> Bool) {
        names.withLock { names in names = names.filter { present($0.key.reference) } }
    }
}
