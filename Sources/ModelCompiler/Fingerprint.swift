import GeneratedOutput

/// The hash of some values. No two lists of values have the same.
struct Fingerprint {
    private var bytes: [UInt8] = []

    var hash: ContentHash { ContentHash(of: bytes) }

    mutating func add(_ text: String) {
        add(Array(text.utf8))
    }

    mutating func add(_ more: [UInt8]) {
        bytes += Array("\(more.count):".utf8)
        bytes += more
    }

    /// Adds everything that a value holds, so that a field that it gets later cannot be forgotten here.
    mutating func add(contentsOf value: Any) {
        if let text = value as? String { return add(text) }
        let mirror = Mirror(reflecting: value)
        add(String(reflecting: mirror.subjectType))
        let children = mirror.children.map { child in
            var fingerprint = Fingerprint()
            fingerprint.add(child.label ?? "")
            fingerprint.add(contentsOf: child.value)
            return fingerprint.hash.description
        }
        switch mirror.displayStyle {
        // The order of these is another one in every process.
        case .dictionary, .set: add(children.sorted().joined())
        // A case without values has no children, and neither has a number.
        default: children.isEmpty ? add(String(reflecting: value)) : add(children.joined())
        }
    }
}
