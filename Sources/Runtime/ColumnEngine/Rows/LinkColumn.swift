/// The destinations of one relationship for the rows of a chunk.
@usableFromInline
package enum LinkColumn: Sendable {
    case toOne([ObjectReference])
    case toMany([ReferenceList])
    /// For rows from a store, whose destinations may not have been read.
    case deferred([Links])

    /// An empty column for a relationship.
    package init(for relationship: RelationshipDescription) {
        self = relationship.isToMany ? .toMany([]) : .toOne([])
    }

    /// The destinations of a row, as far as they have been read. O(1): lists are shared.
    @inlinable
    package subscript(row: Int) -> Links {
        switch self {
        case .toOne(let references): .toOne(references[row])
        case .toMany(let lists): .toMany(lists[row])
        case .deferred(let links): links[row]
        }
    }

    /// Whether no row has a destination; false if that is not known. O(1) if the first row has.
    package var hasNoDestinations: Bool {
        switch self {
        case .toOne(let references): references.allSatisfy(\.isNone)
        case .toMany(let lists): lists.allSatisfy(\.isEmpty)
        case .deferred: false
        }
    }

    /// Whether a row certainly has the destinations of another column's row. O(1).
    func shares(at row: Int, with other: LinkColumn, at otherRow: Int) -> Bool {
        switch (self, other) {
        case (.toOne(let references), .toOne(let others)): references[row] == others[otherRow]
        case (.toMany(let lists), .toMany(let others)): lists[row].isIdentical(to: others[otherRow])
        case (.deferred(let links), .deferred(let others)):
            switch (links[row], others[otherRow]) {
            case (.toOne(let reference), .toOne(let other)): reference == other
            case (.toMany(let list), .toMany(let other)): list.isIdentical(to: other)
            case (.deferred(let deferred), .deferred(let other)): deferred === other
            default: false
            }
        default: false
        }
    }

    /// Changes the destinations of a row in place.
    package mutating func change(at row: Int, _ body: (inout Links) -> Void) {
        switch self {
        case .toOne(var references):
            self = .toOne([])
            var links = Links.toOne(references[row])
            body(&links)
            if case .toOne(let reference) = links { references[row] = reference }
            self = .toOne(references)
        case .toMany(var lists):
            self = .toOne([])
            var links = Links.toMany(lists[row])
            lists[row] = ReferenceList()
            body(&links)
            if case .toMany(let list) = links { lists[row] = list }
            self = .toMany(lists)
        case .deferred(var links):
            self = .toOne([])
            links[row] = links[row].resolved
            body(&links[row])
            self = .deferred(links)
        }
    }

    /// Adds several rows at the end.
    package mutating func append(contentsOf added: some Collection<Links>) {
        switch self {
        case .toOne(var references):
            self = .toOne([])
            references.reserveCapacity(references.count + added.count)
            for place in added.indices {
                if case .toOne(let reference) = added[place] { references.append(reference) }
            }
            self = .toOne(references)
        case .toMany(var lists):
            self = .toOne([])
            lists.reserveCapacity(lists.count + added.count)
            for place in added.indices {
                if case .toMany(let list) = added[place] { lists.append(list) }
            }
            self = .toMany(lists)
        case .deferred(var links):
            self = .toOne([])
            links += added
            self = .deferred(links)
        }
    }

    /// Reserves capacity for a total number of rows.
    mutating func reserveCapacity(_ count: Int) {
        switch self {
        case .toOne(var references):
            self = .toOne([])
            references.reserveCapacity(count)
            self = .toOne(references)
        case .toMany(var lists):
            self = .toOne([])
            lists.reserveCapacity(count)
            self = .toMany(lists)
        case .deferred(var column):
            self = .toOne([])
            column.reserveCapacity(count)
            self = .deferred(column)
        }
    }

    /// Adds a row before another one, or at the end.
    package mutating func insert(_ links: Links, at row: Int) {
        switch (self, links) {
        case (.toOne(var references), .toOne(let reference)):
            self = .toOne([])
            references.insert(reference, at: row)
            self = .toOne(references)
        case (.toMany(var lists), .toMany(let list)):
            self = .toOne([])
            lists.insert(list, at: row)
            self = .toMany(lists)
        case (.deferred(var column), _):
            self = .toOne([])
            column.insert(links, at: row)
            self = .deferred(column)
        case (.toOne, .deferred(let deferred)), (.toMany, .deferred(let deferred)): insert(deferred.links, at: row)
        default: endProgram("a to-one column cannot contain to-many values, or the reverse")
        }
    }

    /// Keeps only some rows, given by their positions in ascending order.
    package mutating func keep(_ rows: [Int]) {
        switch self {
        case .toOne(let references): self = .toOne(rows.map { references[$0] })
        case .toMany(let lists): self = .toMany(rows.map { lists[$0] })
        case .deferred(let links): self = .deferred(rows.map { links[$0] })
        }
    }
}
