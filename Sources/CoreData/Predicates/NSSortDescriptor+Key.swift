public import Foundation
import ModelExpressions
import ObjectGraph

/// The key of a sort descriptor, and how its values compare.
struct SortKey: Sendable, Hashable {
    var key: String
    var comparison: SortComparison
}

extension SortKey {
    /// The value for the key in an object or in a dictionary, such as custom stores keep, or with `self` the value
    /// itself; nil for anything else.
    fileprivate func value(in members: Any) -> Any? {
        if key == "self" { return members }
        return switch members {
        case let object as NSManagedObject: object.value(forKeyPath: key) ?? Any?.none as Any
        case let members as [String: Any]: Self.value(at: key, in: members) ?? Any?.none as Any
        case let members as NSDictionary:
            members[key] ?? (members as? [String: Any]).flatMap { Self.value(at: key, in: $0) } ?? Any?.none as Any
        default: nil
        }
    }

    /// The value at a key path in a dictionary. A row that was fetched has it under the whole path.
    private static func value(at path: String, in members: [String: Any]) -> Any? {
        if let value = members[path] { return value }
        guard let dot = path.firstIndex(of: ".") else { return nil }
        let rest = String(path[path.index(after: dot)...])
        return switch members[String(path[..<dot])] {
        case let object as NSManagedObject: object.value(forKeyPath: rest)
        case let members as [String: Any]: value(at: rest, in: members)
        default: nil
        }
    }

    fileprivate func compare(_ left: Any, _ right: Any) -> ComparisonResult {
        guard let left = left as? String, let right = right as? String else {
            return NSSortDescriptor.compare(left, right)
        }
        return switch comparison {
        case .caseInsensitive: left.caseInsensitiveCompare(right)
        case .localized: left.localizedCompare(right)
        case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
        case .localizedStandard: left.localizedStandardCompare(right)
        default: NSSortDescriptor.compare(left, right)
        }
    }
}

/// Gives `NSSortDescriptor` initializers whose result is of a subclass.
public protocol SortDescriptorCreating {}

extension NSSortDescriptor: SortDescriptorCreating {}

// API that Foundation lacks off Apple's platforms. A descriptor created here compares objects by a comparator, so that
// it can sort arrays; stores are asked by its key.
extension SortDescriptorCreating where Self: NSSortDescriptor {
    /// Creates an order by the values of a property or a key path, such as `notebook.title`. Whether objects have it is
    /// checked when it is used.
    ///
    /// ```swift
    /// request.sortDescriptors = [
    ///     NSSortDescriptor(key: "universe", ascending: false), NSSortDescriptor(key: "name", ascending: true),
    /// ]
    /// ```
    ///
    /// With nil or `self` for the key, it sorts arrays of values, such as texts, by the values themselves.
    public init(key: String?, ascending: Bool) {
        self.init(key: key, ascending: ascending, comparison: .plain)
    }

    /// Creates a descriptor for a key, with a comparison of strings.
    ///
    /// - Parameters:
    ///   - key: A key path; nil for the values themselves.
    ///   - ascending: Whether the smallest comes first.
    ///   - comparison: Replaces a selector of `NSString`, which does not exist off Apple's platforms.
    public init(key: String?, ascending: Bool, comparison: NSSortDescriptor.TextComparison) {
        self.init(SortKey(key: key ?? "self", comparison: comparison.sortComparison), ascending: ascending)
    }

    /// Creates a descriptor for one of the runtime's sort keys, for custom stores.
    init(graphKey key: ObjectGraph.SortKey) {
        self.init(SortKey(key: key.path.description, comparison: key.comparison), ascending: key.ascending)
    }

    private init(_ sortKey: SortKey, ascending: Bool) {
        let descriptor: NSSortDescriptor = KeyDescriptor(sortKey, ascending: ascending)
        guard let typed = descriptor as? Self else {
            endProgram("a descriptor with a key is an NSSortDescriptor, not a \(Self.self)")
        }
        self = typed
    }
}

/// A descriptor that has a key, and equals others with the same.
private final class KeyDescriptor: NSSortDescriptor {
    let comparedKey: SortKey

    init(_ sortKey: SortKey, ascending: Bool) {
        comparedKey = sortKey
        let descriptor = ModelSortDescriptor<ManagedObject>(key: sortKey.key, comparison: sortKey.comparison)
        super.init(keyPath: \Any.self, ascending: ascending) { left, right in
            if let left = left as? ManagedObject, let right = right as? ManagedObject {
                return descriptor.compare(left, right)
            }
            guard let left = sortKey.value(in: left), let right = sortKey.value(in: right) else {
                endProgram("the sort key '\(sortKey.key)' applies only to managed objects and dictionaries")
            }
            return sortKey.compare(left, right)
        }
    }

    /// A descriptor with the same key in the opposite order.
    override var reversedSortDescriptor: Any { KeyDescriptor(comparedKey, ascending: !ascending) }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeyDescriptor else { return false }
        return other === self || (ascending == other.ascending && comparedKey == other.comparedKey)
    }

    override var hash: Int { comparedKey.hashValue }

    override var description: String {
        "(\(comparedKey.key), \(ascending ? "ascending" : "descending"), compare:)"
    }
}

extension NSSortDescriptor {
    /// Creates an order by the values of a property, which a block compares.
    ///
    /// A fetch with it reads all objects that match before it sorts them.
    ///
    /// - Parameters:
    ///   - key: A key path of managed objects, or a key of dictionaries; nil for the values themselves.
    ///   - ascending: Whether the smallest comes first.
    ///   - cmptr: Compares two values. A value that is nil is an `NSNull`.
    public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        let sortKey = SortKey(key: key ?? "self", comparison: .plain)
        self.init(keyPath: \Any.self, ascending: ascending) { left, right in
            guard let left = sortKey.value(in: left), let right = sortKey.value(in: right) else {
                endProgram("the sort key '\(sortKey.key)' applies only to managed objects and dictionaries")
            }
            return cmptr(Self.unwrapped(left) ?? NSNull(), Self.unwrapped(right) ?? NSNull())
        }
    }

    /// Creates an order by the values at one of Swift's key paths. Nil comes first.
    ///
    /// For a generated class, this is the same as an order by the property's name. Otherwise there is no ``key``, and a
    /// fetch reads all objects that match before it sorts them.
    public convenience init<Root: NSManagedObject, Value: Comparable>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(property: keyPath, ascending: ascending)
    }

    /// Does the same for a type that Foundation's own initializer does not take, such as an optional.
    ///
    /// - Precondition: Values can be compared.
    @_disfavoredOverload
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(property: keyPath, ascending: ascending)
    }

    private convenience init<Root, Value>(property keyPath: KeyPath<Root, Value>, ascending: Bool) {
        let managedObjectClass = Root.self as? NSManagedObject.Type
        let name = managedObjectClass.flatMap { GeneratedModels.propertyName(for: keyPath, of: $0) }
        if let name {
            self.init(key: name, ascending: ascending)
            return
        }
        // Unsafe: a key path does not change, but one with arguments is not marked so.
        nonisolated(unsafe) let keyPath = keyPath
        self.init(ascending: ascending) { (left: Root, right: Root) in
            Self.compare(left[keyPath: keyPath], right[keyPath: keyPath])
        }
    }

    /// Creates a descriptor from one of Swift's, such as `SortDescriptor(\Superhero.name, order: .reverse)`.
    ///
    /// For a property of a generated class, this is the same as an order by the property's name: off Apple's platforms,
    /// Foundation's descriptors compare texts plainly. With a comparator of its own, and for a computed property, there
    /// is no ``key``, and a fetch reads all objects that match before it sorts them.
    public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        let ascending = sortDescriptor.order == .forward
        let isPlain = sortDescriptor.stringComparator.map { $0 == .lexical } ?? true
        let managedObjectClass = Compared.self as? NSManagedObject.Type
        if isPlain, let keyPath = sortDescriptor.keyPath,
            let name = managedObjectClass.flatMap({ GeneratedModels.propertyName(for: keyPath, of: $0) })
        {
            self.init(key: name, ascending: ascending)
            return
        }
        self.init(ascending: ascending) { (left: Compared, right: Compared) in
            let result = sortDescriptor.compare(left, right)
            return ascending ? result : ComparisonResult(rawValue: -result.rawValue) ?? result
        }
    }

    private convenience init<Root>(ascending: Bool, _ compare: @escaping @Sendable (Root, Root) -> ComparisonResult) {
        self.init(keyPath: \Any.self, ascending: ascending) { left, right in
            guard let left = left as? Root, let right = right as? Root else {
                endProgram("the sort descriptor compares only objects of type \(Root.self)")
            }
            return compare(left, right)
        }
    }

    fileprivate static func compare(_ left: Any, _ right: Any) -> ComparisonResult {
        switch (unwrapped(left), unwrapped(right)) {
        case (nil, nil): return .orderedSame
        case (nil, _): return .orderedAscending
        case (_, nil): return .orderedDescending
        case (let left as any Comparable, let right?): return left.comparison(with: right)
        case (let left as NSNumber, let right as NSNumber): return left.compare(right)
        case (let left?, _): endProgram("values of \(type(of: left)) cannot be compared")
        }
    }

    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    /// The key path of the compared values, which is `self` for the values themselves; nil for a descriptor that
    /// compares by a block or by one of Swift's key paths.
    public var key: String? { sortKey?.key }
    /// The key for stores; nil for a descriptor that compares by itself.
    var sortKey: SortKey? { (self as? KeyDescriptor)?.comparedKey }

    /// The comparison of strings in an order.
    public enum TextComparison: Sendable {
        /// By character codes: `compare:`.
        case compare
        /// Ignoring case: `caseInsensitiveCompare:`.
        case caseInsensitiveCompare
        /// As the user's language orders: `localizedCompare:`.
        case localizedCompare
        /// As the user's language orders, ignoring case: `localizedCaseInsensitiveCompare:`.
        case localizedCaseInsensitiveCompare
        /// As lists of files are ordered: `localizedStandardCompare:`.
        case localizedStandardCompare
        /// By character codes.
        public static var plain: TextComparison { .compare }

        var sortComparison: SortComparison {
            switch self {
            case .compare: .plain
            case .caseInsensitiveCompare: .caseInsensitive
            case .localizedCompare: .localized
            case .localizedCaseInsensitiveCompare: .localizedCaseInsensitive
            case .localizedStandardCompare: .localizedStandard
            }
        }
    }
}

// Unchecked: Foundation's descriptors do not change, but are not marked so.
/// The order of a Foundation descriptor that has no key.
struct DescriptorComparator: SortComparator, @unchecked Sendable {
    let descriptor: NSSortDescriptor
    var order = SortOrder.forward

    func compare(_ left: ManagedObject, _ right: ManagedObject) -> ComparisonResult {
        let result = descriptor.compare(left, to: right)
        return order == .forward ? result : ComparisonResult(rawValue: -result.rawValue) ?? result
    }

    static func == (left: Self, right: Self) -> Bool {
        left.descriptor == right.descriptor && left.order == right.order
    }

    func hash(into hasher: inout Hasher) { hasher.combine(descriptor) }
}

extension NSSortDescriptor {
    /// The order as a comparator of the runtime.
    var graphComparator: any SortComparator<ManagedObject> {
        if let sortKey {
            return ModelSortDescriptor<ManagedObject>(
                key: sortKey.key, ascending: ascending, comparison: sortKey.comparison)
        }
        return DescriptorComparator(descriptor: self)
    }
}

extension Comparable {
    fileprivate func comparison(with other: Any) -> ComparisonResult {
        guard let other = other as? Self else { endProgram("\(type(of: other)) is not \(Self.self)") }
        return self < other ? .orderedAscending : other < self ? .orderedDescending : .orderedSame
    }
}
