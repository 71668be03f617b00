/// The destinations of a relationship of one object.
@usableFromInline
package enum Links: Sendable {
    /// ``ObjectReference/none`` if there is no destination.
    case toOne(ObjectReference)
    case toMany(ReferenceList)
    /// In a store, and read on first access.
    case deferred(DeferredLinks)

    /// The deferred links; nil if they are in memory.
    package var deferred: DeferredLinks? {
        if case .deferred(let deferred) = self { deferred } else { nil }
    }

    /// The destinations, which are read if necessary.
    @inlinable
    package var resolved: Links {
        if case .deferred(let deferred) = self { deferred.links } else { self }
    }

    /// The destinations, which are read if necessary.
    ///
    /// - Throws: The error of the store that is queried.
    @inlinable
    package func read() throws -> Links {
        if case .deferred(let deferred) = self { try deferred.read() } else { self }
    }

    /// No destinations.
    @inlinable
    package init(noneOf relationship: RelationshipDescription) {
        self = relationship.isToMany ? .toMany(ReferenceList()) : .toOne(.none)
    }

    /// Some destinations, sorted unless the relationship is ordered.
    package init(_ references: [ObjectReference], of relationship: RelationshipDescription) {
        self =
            relationship.isToMany
            ? .toMany(ReferenceList(relationship.isOrdered ? references : references.sorted()))
            : .toOne(references.first ?? .none)
    }

    /// The number of destinations. O(1).
    @inlinable
    package var count: Int {
        switch self {
        case .toOne(let reference): reference.isNone ? 0 : 1
        case .toMany(let list): list.count
        case .deferred(let deferred): deferred.links.count
        }
    }

    /// Whether it has no destination.
    @inlinable
    package var isEmpty: Bool { count == 0 }

    /// The destinations, in order.
    package var references: [ObjectReference] {
        switch self {
        case .toOne(let reference): reference.isNone ? [] : [reference]
        case .toMany(let list): Array(list)
        case .deferred(let deferred): deferred.links.references
        }
    }

    /// Whether the links contain a destination. O(log *n*), or O(*n*) for an ordered to-many relationship.
    package func contains(_ reference: ObjectReference, isOrdered: Bool) -> Bool {
        switch self {
        case .toOne(let own): own == reference
        case .toMany(let list): isOrdered ? list.contains(reference) : list.containsSorted(reference)
        case .deferred(let deferred): deferred.links.contains(reference, isOrdered: isOrdered)
        }
    }

    /// Adds a destination. It replaces that of a to-one relationship, goes to the end of an ordered to-many, and
    /// otherwise to its position by order.
    ///
    /// - Precondition: An ordered to-many relationship does not contain it yet.
    package mutating func add(_ reference: ObjectReference, isOrdered: Bool) {
        switch self {
        case .toOne: self = .toOne(reference)
        case .toMany(var list):
            self = .toOne(.none)
            if isOrdered { list.append(reference) } else { _ = list.insertSorted(reference) }
            self = .toMany(list)
        case .deferred(let deferred):
            self = deferred.links
            add(reference, isOrdered: isOrdered)
        }
    }

    /// Removes a destination, if the links contain it.
    package mutating func remove(_ reference: ObjectReference, isOrdered: Bool) {
        switch self {
        case .toOne(let own): if own == reference { self = .toOne(.none) }
        case .toMany(var list):
            self = .toOne(.none)
            _ = isOrdered ? list.remove(reference) : list.removeSorted(reference)
            self = .toMany(list)
        case .deferred(let deferred):
            self = deferred.links
            remove(reference, isOrdered: isOrdered)
        }
    }

    /// The same destinations under other identities, without those that map to nil.
    ///
    /// - Parameter base: Destinations that keep their identities, and are skipped where both share them; nil for none.
    package func mapping(
        since base: Links? = nil, isOrdered: Bool, _ transform: (ObjectReference) -> ObjectReference?
    ) -> Links {
        switch self {
        case .toOne(let reference): return .toOne(reference.isNone ? .none : transform(reference) ?? .none)
        case .toMany(let list):
            let known = if case .toMany(let known) = base?.resolved { known } else { ReferenceList() }
            return .toMany(list.mapping(since: known, isOrdered: isOrdered, transform))
        case .deferred(let deferred):
            // Destinations from the store already have their identities.
            guard let known = deferred.known else { return self }
            return known.mapping(since: base, isOrdered: isOrdered, transform)
        }
    }
}

extension Links: Hashable {
    @usableFromInline
    package static func == (left: Links, right: Links) -> Bool {
        switch (left, right) {
        case (.toOne(let own), .toOne(let other)): own == other
        case (.toMany(let own), .toMany(let other)): own == other
        // Unread destinations have not changed.
        case (.deferred(let own), .deferred(let other)) where own === other: true
        case (.deferred(let own), _): own.links == right
        case (_, .deferred(let other)): left == other.links
        default: false
        }
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .toOne(let reference): hasher.combine(reference)
        case .toMany(let list): hasher.combine(list)
        case .deferred(let deferred): deferred.links.hash(into: &hasher)
        }
    }
}

extension EntityDescription {
    /// The links of a new object. A layout prepares these for many objects.
    package var noLinks: [Links] { relationships.map(Links.init(noneOf:)) }
}
