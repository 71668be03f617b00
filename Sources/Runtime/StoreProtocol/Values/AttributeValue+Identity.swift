import Foundation

extension AttributeValue {
    /// Whether both are the same value to a store: texts are if their bytes are.
    ///
    /// With `==`, as in predicates and in the values of uniqueness constraints, texts are equal if they look the same,
    /// whatever code points they are composed of. But a store keeps text without normalization (rule STO-26), so
    /// replacing one by the other is a change.
    package func isIdentical(to other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.string(let own), .string(let other)): own.hasSameBytes(as: other)
        case (.composite(let own), .composite(let other)):
            own.count == other.count
                && own.allSatisfy { name, member in other[name].map(member.isIdentical) ?? false }
        default: self == other
        }
    }
}

extension String {
    fileprivate func hasSameBytes(as other: String) -> Bool {
        let (own, other) = (utf8, other.utf8)
        guard own.count == other.count else { return false }
        let areSame = own.withContiguousStorageIfAvailable { own in
            other.withContiguousStorageIfAvailable { other in
                guard let start = own.baseAddress, let otherStart = other.baseAddress else { return true }
                return memcmp(start, otherStart, own.count) == 0
            }
        }
        // A string that is bridged from Objective-C has no bytes in memory.
        return (areSame ?? nil) ?? own.elementsEqual(other)
    }
}
