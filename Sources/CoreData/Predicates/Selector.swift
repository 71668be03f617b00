public import Foundation
import ObjectGraph

// Names of Apple's platforms with which a sort descriptor has a comparison, in code that also compiles there. The
// language has no `#selector` elsewhere.

/// The name of a method of the Objective-C runtime, such as `caseInsensitiveCompare:`.
///
/// On platforms without this runtime, only `NSSortDescriptor(key:ascending:selector:)` uses selectors: it knows the
/// comparisons of strings. `Selector(("compare:"))` has two pairs of parentheses,
/// so that Apple's compiler doesn't recommend `#selector`.
///
/// ```swift
/// let comparison = Selector(("localizedCaseInsensitiveCompare:"))
/// request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true, selector: comparison)]
/// ```
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, with a colon for each argument.
    public let description: String

    /// Creates a selector with a name.
    public init(_ name: String) { description = name }

    /// Creates a selector with a name.
    public init(stringLiteral value: String) { description = value }
}

/// Returns the name of a selector.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSStringFromSelector(_ selector: Selector) -> String { selector.description }

/// Returns the selector with a name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

extension SortDescriptorCreating where Self: NSSortDescriptor {
    /// Creates an order by the values of a property or a key path, with a comparison of strings.
    ///
    /// - Parameters:
    ///   - key: The key path.
    ///   - ascending: Whether the smallest value comes first.
    ///   - selector: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`, `localizedCaseInsensitiveCompare:`,
    ///     `localizedStandardCompare:`, or nil for the usual order.
    /// - Precondition: The key is not nil, and the selector is one of these.
    public init(key: String?, ascending: Bool, selector: Selector?) {
        switch selector?.description {
        case nil, "compare:": self.init(key: key, ascending: ascending)
        case "caseInsensitiveCompare:": self.init(key: key, ascending: ascending, comparison: .caseInsensitiveCompare)
        case "localizedCompare:": self.init(key: key, ascending: ascending, comparison: .localizedCompare)
        case "localizedCaseInsensitiveCompare:":
            self.init(key: key, ascending: ascending, comparison: .localizedCaseInsensitiveCompare)
        case "localizedStandardCompare:":
            self.init(key: key, ascending: ascending, comparison: .localizedStandardCompare)
        case let name?: endProgram("'\(name)' is not a comparison that sort descriptors have; use a comparator")
        }
    }
}
