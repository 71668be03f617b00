/// How an ordered collection changes, with Foundation's numbers. Foundation has no type of this name off Apple's
/// platforms.
///
/// ```swift
/// let pages = NSMutableOrderedSet(orderedSet: entry.pages ?? [])
/// pages.insert(page, at: 0)
/// entry.willChange(.insertion, valuesAt: [0], forKey: "pages")
/// entry.setPrimitiveValue(pages, forKey: "pages")
/// entry.didChange(.insertion, valuesAt: [0], forKey: "pages")
/// ```
public enum NSKeyValueChange: UInt, Sendable {
    /// The collection is replaced.
    case setting = 1
    /// Members are inserted.
    case insertion = 2
    /// Members are removed.
    case removal = 3
    /// Members are replaced.
    case replacement = 4
}

/// How a set changes, with Foundation's numbers. Foundation has no type of this name off Apple's platforms.
///
/// ```swift
/// let added: Set<AnyHashable> = [team]
/// hero.willChangeValue(forKey: "teams", withSetMutation: .union, using: added)
/// (hero.primitiveValue(forKey: "teams") as? NSMutableSet)?.union(added)
/// hero.didChangeValue(forKey: "teams", withSetMutation: .union, using: added)
/// ```
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Members are added.
    case union = 1
    /// Members are removed.
    case minus = 2
    /// All but these members are removed.
    case intersect = 3
    /// The set is replaced.
    case set = 4
}
