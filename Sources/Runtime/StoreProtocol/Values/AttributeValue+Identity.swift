import Foundation

extension AttributeValue {
    /// Whether both are the same value to a store: texts are if their bytes are, and NaN is the same as NaN.
    ///
    /// With `==`, as in predicates and in the values of uniqueness constraints, texts are equal if they look the same,
    /// whatever code points they are composed of. But a store keeps text without normalization (rule STO-26), so
    /// replacing one by the other is a change. Zero and negative zero are the same, because stores keep zero for both.
    package func isIdentical(to other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.string(let own), .string(let other)): own.hasSameBytes(as: other)
        case (.double(let own), .double(let other)): own == other || own.isNaN && other.isNaN
        case (.float(let own), .float(let other)): own == other || own.isNaN && other.isNaN
        case (.decimal(let own), .decimal(let other)): own == other || own.isNaN && other.isNaN
        case (.date(let own), .date(let other)):
            own == other || own.timeIntervalSinceReferenceDate.isNaN && other.timeIntervalSinceReferenceDate.isNaN
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
