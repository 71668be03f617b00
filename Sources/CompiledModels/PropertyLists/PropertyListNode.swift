/// A value of a binary property list. Containers hold the numbers of their members, so a list is flat.
enum PropertyListNode {
    /// No value.
    case null
    /// True or false.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Text.
    case string(String)
    /// A reference in a keyed archive: an index of its objects.
    case reference(Int)
    /// An array or a set: its members, by number.
    case array([Int])
    /// Keys and values, by number, in the order of the file.
    case dictionary(keys: [Int], values: [Int])
}
