/// Where a relationship of one object leads.
@usableFromInline
package enum Links: Sendable {
    /// ``ObjectReference/none`` for nowhere.
    case toOne(ObjectReference)
    case toMany(ReferenceList)
    /// In a store, and read when someone looks at them.
    case deferred(DeferredLinks)

    /// What reads them; nil for what is here.
    package var deferred: DeferredLinks? {
        if case .deferred(let deferred) = self { deferred } else { nil }
    }

    /// What there is, read where it has not been.
    @inlinable
    package var resolved: Links {
        if case .deferred(let deferred) = self { deferred.links } else { self }
    }

    /// No destinations.
    @inlinable
    package init(noneOf relationship: RelationshipDescription) {
        self = relationship.isToMany ? .toMany(ReferenceList()) : .toOne(.none)
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

    /// Whether a destination is among them: O(log *n*), of an ordered to-many O(*n*).
    package func contains(_ reference: ObjectReference, isOrdered: Bool) -> Bool {
        switch self {
        case .toOne(let own): own == reference
        case .toMany(let list): isOrdered ? list.contains(reference) : list.containsSorted(reference)
        case .deferred(let deferred): deferred.links.contains(reference, isOrdered: isOrdered)
        }
    }

    /// Adds a destination: in the place of the one of a to-one, at the end of an ordered to-many, else where it sorts.
    ///
    /// - Precondition: An ordered to-many does not hold it yet.
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

    /// Removes a destination; without effect for one that is not there.
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

    /// The same destinations under other identities; those that map to nil are left out.
    ///
    /// - Parameter base: Destinations of which none changes its identity, and which are not looked at where both share
    ///   them; nil for none.
    package func mapping(
        since base: Links? = nil, isOrdered: Bool, _ transform: (ObjectReference) -> ObjectReference?
    ) -> Links {
        switch self {
        case .toOne(let reference): return .toOne(reference.isNone ? .none : transform(reference) ?? .none)
        case .toMany(let list):
            let known = if case .toMany(let known) = base?.resolved { known } else { ReferenceList() }
            return .toMany(list.mapping(since: known, isOrdered: isOrdered, transform))
        case .deferred(let deferred):
            // What the store leads to has its identity already.
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
        // What nobody has read has not changed.
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
    /// Where a new object's relationships lead. A layout has this ready for many objects.
    package var noLinks: [Links] { relationships.map(Links.init(noneOf:)) }
}
