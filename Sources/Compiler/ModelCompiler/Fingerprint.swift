import FileAccess

/// A checksum of values. Different lists of values have different bytes.
///
/// It need not resist forgery, since who can write a model can write what is generated from it, too.
struct Fingerprint {
    private var bytes: [UInt8] = []

    var checksum: Checksum { Checksum(of: bytes) }

    mutating func add(_ more: [UInt8]) {
        bytes += Array("\(more.count):".utf8)
        bytes += more
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }
    mutating func add(_ text: String?) { add(text.map { [$0] } ?? []) }

    mutating func add(_ texts: [String]) {
        add(String(texts.count))
        for text in texts { add(text) }
    }

    mutating func add(_ texts: [String: String]) {
        // The order of a dictionary differs between processes.
        add(texts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    }
}
