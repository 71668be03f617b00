import ObjectGraph

/// The rows that other rows point to by the numbers of an export, which new objects do not keep.
struct RowLinks {
    /// The number of a row's object in its store. Objects of a hierarchy share their numbers.
    struct Name: Hashable {
        private let root: String
        private let number: Int64

        init(of number: Int64, in entity: EntityDescription) {
            root = entity.rootName
            self.number = number
        }
    }

    enum Destination {
        case object(ManagedObject)
        /// The object of a row, which may not exist yet.
        case row(Name)
    }

    /// A relationship of a row's object to set.
    struct Link {
        /// The row, by its index in the import.
        var row: Int
        var object: ManagedObject
        var relationship: RelationshipDescription
        var destinations: [Destination]

        /// The destinations; nil if one is the object of a row.
        var objects: [ManagedObject]? {
            var objects: [ManagedObject] = []
            for destination in destinations {
                guard case .object(let object) = destination else { return nil }
                objects.append(object)
            }
            return objects
        }
    }

    /// The links to the objects of rows that are not set yet.
    var pending: [Link] = []
    private var rows: [Name: [Int]] = [:]
    private var objects: [Int: ManagedObject] = [:]

    /// Records the number that a row has for its object.
    mutating func note(_ row: Int, named name: Name) { rows[name, default: []].append(row) }

    /// Records the object of a row.
    mutating func note(_ object: ManagedObject, ofRow row: Int) { objects[row] = object }

    /// Forgets the objects, but not the numbers of rows.
    mutating func forgetObjects() {
        pending = []
        objects = [:]
    }

    /// Whether a row has a number, so it means this row and not an object of the store.
    func hasRow(named name: Name) -> Bool { rows[name] != nil }

    /// Returns the rows that point to rejected ones, directly or through other rows, with the reasons.
    ///
    /// - Parameters:
    ///   - rejected: The rejected rows, by their indexes in the import.
    ///   - links: The links to the objects of rows.
    func rows(pointingTo rejected: some Sequence<Int>, by links: [Link]) -> [Int: [String]] {
        var pointing: [Int: [Int]] = [:]
        for link in links {
            for row in destinationRows(of: link) { pointing[row, default: []].append(link.row) }
        }
        let known = Set(rejected)
        var found = known
        var next = Array(known)
        while let row = next.popLast() {
            for other in pointing[row] ?? [] where found.insert(other).inserted { next.append(other) }
        }
        var reasons: [Int: [String]] = [:]
        for link in links where found.contains(link.row) && !known.contains(link.row) {
            guard destinationRows(of: link).contains(where: found.contains) else { continue }
            reasons[link.row, default: []].append(ImportError.missingDestination(of: link.relationship).message)
        }
        return reasons
    }

    /// The rows whose objects a link has as destinations. A number that several rows have names none of them: its link
    /// is an error of its own, and all pairs of such rows and links could be more than fit into memory.
    private func destinationRows(of link: Link) -> [Int] {
        link.destinations.compactMap { destination in
            guard case .row(let name) = destination, let rows = rows[name], rows.count == 1 else { return nil }
            return rows[0]
        }
    }

    /// The destinations of a link.
    ///
    /// - Throws: ``ImportError`` if a row was rejected, or is not the only one with its number.
    func objects(of link: Link) throws(ImportError) -> [ManagedObject] {
        var found: [ManagedObject] = []
        for destination in link.destinations {
            switch destination {
            case .object(let object): found.append(object)
            case .row(let name):
                let rows = rows[name] ?? []
                guard rows.count == 1 else {
                    throw ImportError("'\(link.relationship.name)' names a number that several rows have")
                }
                guard let object = objects[rows[0]], object.entity.isA(link.relationship.destinationName) else {
                    throw .missingDestination(of: link.relationship)
                }
                found.append(object)
            }
        }
        return found
    }
}

extension EntityDescription {
    /// Whether the entity has a name, or descends from one that has it.
    fileprivate func isA(_ name: String) -> Bool { self.name == name || ancestorNames.contains(name) }
}

extension ImportError {
    static func missingDestination(of relationship: RelationshipDescription) -> ImportError {
        ImportError(
            "'\(relationship.name)' names an object of '\(relationship.destinationName)' that does not exist")
    }
}
