import Foundation

extension String {
    /// The text without the names for Objective-C, which the compiler refuses where there is no Objective-C.
    ///
    /// The compiler's flag for a foreign runtime accepts them, and then refuses Foundation's classes as types.
    var withoutObjectiveCNames: String {
        var result = ""
        var rest = self[...]
        while let start = rest.range(of: "@objc("), let end = rest[start.upperBound...].firstIndex(of: ")") {
            result += rest[..<start.lowerBound]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
