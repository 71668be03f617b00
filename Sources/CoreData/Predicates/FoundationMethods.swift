import Foundation
import ModelExpressions

/// Methods of Foundation's compound predicates that this module replaces for the whole program, as a category of
/// Objective-C can.
///
/// Off Apple's platforms, compound predicates print `FALSEPREDICATE`, their copies are always false, and all of them
/// are equal. Programs create them with Foundation's own initializers, so a subclass would not reach them, and a member
/// of the same name in an extension would be ambiguous in every file that imports Foundation.
///
/// A class of Swift has a table of its methods. Here, the entries of the methods that a subclass overrides replace
/// those of Foundation's class. The subclass has no properties of its own, does not call `super`, and so works on
/// objects of the class.
///
/// Before anything is replaced, the tables are compared: that of a subclass without overrides must have the same
/// entries as that of Foundation's class, one with overrides must differ in exactly the methods that it overrides, and
/// the system must permit writing to the table. Otherwise, Foundation's methods stay as they are,
/// and ``isReplaced`` is false.
enum FoundationMethods {
    /// Replaces the methods, once.
    static func replace() { _ = isReplaced }

    /// Whether the methods are replaced.
    static let isReplaced: Bool = {
        #if os(Linux) && _pointerBitWidth(_64)
            // The getters of two properties, two methods, and the getter of the hash.
            MethodTable(of: NSCompoundPredicate.self).takeOverrides(
                of: PrintingCompound.self, unlike: PlainCompound.self, count: 5)
        #else
            false
        #endif
    }()
}

/// The table of the methods of a class, in its metadata.
struct MethodTable {
    private let words: UnsafeMutablePointer<UInt>
    /// The indexes of the methods: those after the destructor of the properties, up to the end of the metadata.
    private let indexes: Range<Int>

    /// Finds the table of a class. It is empty for metadata that is not arranged as expected.
    init(of type: AnyClass) {
        // Safe: a class of Swift is a pointer to its metadata, of which only the words that every class has are read
        // before their size is checked.
        words = unsafeBitCast(type, to: UnsafeMutablePointer<UInt>.self)
        // Two numbers of 32 bits each: the size of the metadata, and what of it is before the address.
        let (sizeBytes, prefixBytes) = (Int(words[4] & 0xFFFF_FFFF), Int(words[4] >> 32))
        let first = 7
        let isPlausible = prefixBytes >= 0 && prefixBytes < sizeBytes && sizeBytes < 65_536
        indexes = isPlausible ? first..<max(first, (sizeBytes - prefixBytes) / MemoryLayout<UInt>.size) : first..<first
    }

    /// Takes the methods that one subclass overrides, and another one does not.
    ///
    /// - Parameter count: The number of methods that it overrides.
    /// - Returns: Whether the methods are taken. If the tables are not as expected, nothing changes.
    func takeOverrides(of overriding: AnyClass, unlike plain: AnyClass, count: Int) -> Bool {
        let replaced = overrides(in: overriding, unlike: plain)
        guard replaced.count == count, replaced.allSatisfy(isWritable) else { return false }
        let words = MethodTable(of: overriding).words
        for index in replaced { self.words[index] = words[index] }
        return true
    }

    /// Returns the indexes of the methods that one subclass overrides, and another one does not; none if the tables are
    /// not as expected.
    func overrides(in overriding: AnyClass, unlike plain: AnyClass) -> [Int] {
        let (overriding, plain) = (MethodTable(of: overriding), MethodTable(of: plain))
        guard !indexes.isEmpty, overriding.indexes == indexes, plain.indexes == indexes,
            // Either is a subclass.
            overriding.words[1] == UInt(bitPattern: words), plain.words[1] == UInt(bitPattern: words)
        else { return [] }
        // A subclass has initializers, a destructor, and the like of its own, which the plain one has as well.
        return indexes.filter { plain.words[$0] == words[$0] && overriding.words[$0] != words[$0] }
    }

    /// Returns whether a subclass at any depth has another method than this class at an index.
    func isOverridden(at index: Int, in subclass: AnyClass) -> Bool {
        let other = MethodTable(of: subclass)
        return !other.indexes.contains(index) || other.words[index] != words[index]
    }

    /// Whether the system permits writing to an entry. It is asked to write what the entry contains,
    /// and returns an error otherwise.
    private func isWritable(_ index: Int) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        defer { for end in ends { close(end) } }
        let size = MemoryLayout<UInt>.size
        return write(ends[1], words + index, size) == size && read(ends[0], words + index, size) == size
    }
}

// MARK: - Compound predicates

private final class PlainCompound: NSCompoundPredicate {}

private final class PrintingCompound: NSCompoundPredicate {
    override var predicateFormat: String { format }
    override var description: String { format }

    /// Returns an equal predicate. Foundation's copy is a predicate that is always false.
    override func copy(with zone: NSZone? = nil) -> Any {
        NSCompoundPredicate(type: compoundPredicateType, subpredicates: subpredicates)
    }

    override func isEqual(_ object: Any?) -> Bool { isEqualCompound(to: object) }

    override var hash: Int { hashOfParts }
}

extension NSCompoundPredicate {
    /// Returns whether both combine equal predicates in the same way.
    /// For Foundation, all compound predicates are equal.
    func isEqualCompound(to object: Any?) -> Bool {
        guard let other = object as? NSCompoundPredicate else { return false }
        return other === self
            || compoundPredicateType == other.compoundPredicateType
                && subpredicates.elementsEqual(other.subpredicates) { $0.isEqual($1) }
    }

    /// The hash of the combined predicates, which equal predicates have in common.
    var hashOfParts: Int {
        var hasher = Hasher()
        hasher.combine(compoundPredicateType)
        for predicate in subpredicates { hasher.combine(predicate.hash) }
        return hasher.finalize()
    }

    /// The format of the predicate: that of its tree, or if a block is part of it, those of its parts.
    fileprivate var format: String {
        let isOfNone = subpredicates.isEmpty && compoundPredicateType != .not
        if isOfNone { return compoundPredicateType == .and ? "TRUEPREDICATE" : "FALSEPREDICATE" }
        if let modelPredicate { return modelPredicate.description }
        let parts = subpredicates.map { part in
            let format = (part as any PredicatePrinting).predicateFormat
            return part is NSCompoundPredicate ? "(\(format))" : format
        }
        switch compoundPredicateType {
        case .and: return parts.joined(separator: " AND ")
        case .or: return parts.joined(separator: " OR ")
        case .not: return "NOT \(parts.joined())"
        }
    }
}

/// A predicate that prints its format. Foundation's property is deprecated off Apple's platforms,
/// where it prints no format.
private protocol PredicatePrinting {
    var predicateFormat: String { get }
}

extension NSPredicate: PredicatePrinting {}
