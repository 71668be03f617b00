import Foundation
import ModelExpressions
import Synchronization

/// Methods of Foundation's classes that this module replaces for the whole program, as a category of Objective-C can.
///
/// Off Apple's platforms, compound predicates print `FALSEPREDICATE` and are all equal, and equal sort descriptors differ. Programs
/// create both with Foundation's own initializers and classes, so a subclass would not reach them, and a member of the same name in
/// an extension would be ambiguous in every file that imports Foundation.
///
/// A class of Swift has a table of its methods. Here, the entries of the methods that a subclass overrides replace those of
/// Foundation's class. The subclasses have no properties of their own, do not call `super`, and so work on objects of the class.
/// An entry is replaced only if a subclass without overrides has the same one as Foundation's class, so that anything unexpected
/// leaves Foundation's methods as they are.
enum FoundationMethods {
    /// Replaces the methods, once.
    static func replace() { _ = isReplaced }

    private static let isReplaced: Bool = {
        #if os(Linux) && _pointerBitWidth(_64)
            MethodTable(of: NSCompoundPredicate.self).takeOverrides(
                of: PrintingCompound.self, unlike: PlainCompound.self)
            MethodTable(of: NSSortDescriptor.self).takeOverrides(
                of: ComparingDescriptor.self, unlike: PlainDescriptor.self)
            return true
        #else
            return false
        #endif
    }()
}

/// The table of the methods of a class, in its metadata.
private struct MethodTable {
    private let words: UnsafeMutablePointer<UInt>
    /// The indexes of the methods: those after the destructor of the properties, up to the end of the metadata.
    private let indexes: Range<Int>

    init(of type: AnyClass) {
        words = unsafeBitCast(type, to: UnsafeMutablePointer<UInt>.self)
        // Two numbers of 32 bits each: the size of the metadata, and what of it is before the address.
        let (sizeBytes, prefixBytes) = (Int(words[4] & 0xFFFF_FFFF), Int(words[4] >> 32))
        let first = 7
        indexes = first..<max(first, (sizeBytes - prefixBytes) / MemoryLayout<UInt>.size)
    }

    /// Takes the methods that one subclass overrides, and another one does not.
    func takeOverrides(of overriding: AnyClass, unlike plain: AnyClass) {
        let (overriding, plain) = (MethodTable(of: overriding), MethodTable(of: plain))
        guard overriding.indexes == indexes, plain.indexes == indexes else { return }
        for index in indexes where plain.words[index] == words[index] && overriding.words[index] != words[index] {
            words[index] = overriding.words[index]
        }
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

    /// Returns whether both combine equal predicates in the same way. For Foundation, all compound predicates are equal.
    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSCompoundPredicate else { return false }
        return other === self
            || compoundPredicateType == other.compoundPredicateType
                && subpredicates.elementsEqual(other.subpredicates) { $0.isEqual($1) }
    }

    override var hash: Int {
        var hasher = Hasher()
        hasher.combine(compoundPredicateType)
        for predicate in subpredicates { hasher.combine(predicate.hash) }
        return hasher.finalize()
    }
}

extension NSCompoundPredicate {
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

/// A predicate that prints its format. Foundation's property is deprecated off Apple's platforms, where it prints no format.
private protocol PredicatePrinting {
    var predicateFormat: String { get }
}

extension NSPredicate: PredicatePrinting {}

// MARK: - Sort descriptors

private final class PlainDescriptor: NSSortDescriptor {}

private final class ComparingDescriptor: NSSortDescriptor {
    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSSortDescriptor else { return false }
        if other === self { return true }
        guard let sortKey, let otherKey = other.sortKey else { return false }
        return ascending == other.ascending && sortKey == otherKey
    }

    override var hash: Int { sortKey?.hashValue ?? ObjectIdentifier(self).hashValue }

    override var description: String {
        "(\(sortKey?.key ?? "\(keyPath)"), \(ascending ? "ascending" : "descending"), compare:)"
    }
}
