import ModelSchema

/// A member of a composite.
struct CompositeMember: Hashable {
    var composite: String
    var name: String
}

/// The paths into composites, such as `address.city`, that indexes and constraints of a model contain.
struct PropertyPaths {
    private let lookup: ModelLookup
    private let model: Model

    init(of model: Model) {
        self.model = model
        lookup = ModelLookup(model)
    }

    /// Whether a path leads through a member of a composite.
    func containsMember(_ member: CompositeMember, in path: String, of entity: Entity) -> Bool {
        !places(of: member, in: path.names, of: entity).isEmpty
    }

    /// Returns a path with another name for a member of a composite.
    func renaming(_ member: CompositeMember, to newName: String, in path: String, of entity: Entity) -> String {
        var names = path.names
        for place in places(of: member, in: names, of: entity) { names[place] = newName }
        return names.joined(separator: ".")
    }

    private func places(of member: CompositeMember, in names: [String], of entity: Entity) -> [Int] {
        var places: [Int] = []
        var attribute = names.first.flatMap { lookup.attribute(named: $0, of: entity) }
        for place in names.indices.dropFirst() {
            guard let composite = attribute?.compositeName.flatMap(model.composite) else { break }
            if composite.name == member.composite, names[place] == member.name { places.append(place) }
            attribute = composite.attributes.first { $0.name == names[place] }
        }
        return places
    }
}

extension String {
    fileprivate var names: [String] { split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
}
