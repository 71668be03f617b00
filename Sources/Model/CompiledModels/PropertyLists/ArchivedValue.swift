/// A value of a keyed archive: an object with members, or a plain one.
package struct ArchivedValue {
    /// The number of the value, which identifies it.
    package let node: Int
    let archive: KeyedArchive

    /// The member of an object with a key; nil if there is none, or it is nil.
    package subscript(key: ArchiveKey) -> ArchivedValue? {
        guard case .dictionary(let keys, let values) = archive[node], archive.spend(keys.count) else { return nil }
        for (place, number) in keys.enumerated() {
            if case .string(key.rawValue) = archive[number] { return archive.value(of: values[place]) }
        }
        return nil
    }

    /// The value itself, if it is a plain one. It costs no steps, so read the same value only once.
    package var content: PropertyListNode { archive[node] }

    /// Uses up steps that reading values does not; returns false if none are left.
    func spend(_ count: Int) -> Bool { archive.spend(count) }

    /// The name of the object's class; nil for a plain value.
    package var className: String? { self[.objectClass]?[.className]?.plainText }

    /// A text, plain or of a string object.
    package var text: String? {
        if let plainText { return plainText }
        if let string = self[.string]?.plainText { return string }
        return self[.bytes]?.bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// An integer; true is 1.
    package var integer: Int64? {
        switch archive[node] {
        case .integer(let value): value
        case .unsigned(let value): Int64(bitPattern: value)
        case .boolean(let value): value ? 1 : 0
        case .real(let value): Int64(exactly: value)
        case .single(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// A number with or without a fraction.
    package var real: Double? {
        switch archive[node] {
        case .real(let value): value
        case .single(let value): Double(value)
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        default: nil
        }
    }

    /// A number of 32 bits that can have a fraction; nil for other values.
    var single: Float? { if case .single(let value) = archive[node] { value } else { nil } }

    /// True or false; a number other than 0 is true.
    package var boolean: Bool? { integer.map { $0 != 0 } }

    /// Whether the value is true or false, and not a number.
    package var isBoolean: Bool { if case .boolean = archive[node] { true } else { false } }

    /// Whether the value is a number that can have a fraction.
    package var isReal: Bool {
        switch archive[node] {
        case .real, .single: true
        default: false
        }
    }

    /// A point in time: seconds since 2001-01-01 00:00:00 UTC.
    package var date: Double? {
        if case .date(let seconds) = archive[node] { return seconds }
        return self[.time]?.real
    }

    /// Bytes, plain or of a data object.
    package var bytes: [UInt8]? { plainBytes ?? self[.data]?.plainBytes }

    /// The members of an array or a set, without nil; nil for other values.
    package var elements: [ArchivedValue]? {
        switch archive[node] {
        case .array(let members), .set(let members):
            return archive.spend(members.count) ? members.compactMap(archive.value) : nil
        case .dictionary:
            guard let members = self[.objects], case .array = archive[members.node] else { return nil }
            return members.elements
        default: return nil
        }
    }

    /// The entries of a dictionary object whose keys are text; nil for other values.
    package var entries: [(key: String, value: ArchivedValue)]? {
        let isKnownKeys = self[.knownKeysMapping] != nil
        guard let keys = (isKnownKeys ? self[.knownKeysMapping]?[.knownKeys] : self[.keys])?.elements,
            let values = self[isKnownKeys ? .knownValues : .objects]?.elements
        else { return nil }
        // The elements omit nil keys and values, so it is unknown which ones belong together.
        guard keys.count == values.count else { return nil }
        return zip(keys, values).compactMap { key, value in key.text.map { ($0, value) } }
    }

    /// The values of an object's own members, by key, without nil.
    package var members: [(key: String, value: ArchivedValue)] {
        guard case .dictionary(let keys, let values) = archive[node], archive.spend(keys.count) else { return [] }
        return zip(keys, values).compactMap { key, member in
            guard case .string(let name) = archive[key], let value = archive.value(of: member) else { return nil }
            return (name, value)
        }
    }

    /// The digits of a decimal number; nil for other values.
    package var decimalText: String? { ArchivedNumbers.decimal(self) }

    // Long values cost more, because each reference can lead to a comparison or a copy.

    private var plainText: String? {
        guard case .string(let text) = archive[node] else { return nil }
        return archive.spend(text.utf8.count / Self.bytesPerStep) ? text : nil
    }

    private var plainBytes: [UInt8]? {
        guard case .data(let bytes) = archive[node] else { return nil }
        return archive.spend(bytes.count / Self.bytesPerStep) ? bytes : nil
    }

    private static let bytesPerStep = 32
}
