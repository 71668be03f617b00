import ModelDiagnostics
import ModelSchema

extension Model {
    func index(ofEntity name: String) throws(EditFailure) -> Int {
        if let index = entities.firstIndex(where: { $0.name == name }) { return index }
        throw EditFailure("there is no entity '\(name)'" + Self.suggestion(for: name, among: entities.map(\.name)))
    }

    /// The failure to find a property.
    func missingProperty(_ name: String, of entity: Entity) -> EditFailure {
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        return EditFailure(
            "there is no attribute or relationship '\(entity.name)/\(name)'" + Self.suggestion(for: name, among: names))
    }

    private static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}
