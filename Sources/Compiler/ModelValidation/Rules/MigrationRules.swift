import ModelDiagnostics
import ModelSchema

/// Rules about renaming identifiers.
extension ValidationRule {
    static let migrationRules: [ValidationRule] = [renamingIdentifierDuplicate]

    static let renamingIdentifierDuplicate = ValidationRule(
        "renaming-identifier-duplicate", .warning,
        "Two elements claim the same name from the previous version, so migration cannot tell which one continues it."
    ) { model, findings in
        findings.checkOldNames(of: model.entities.map { ($0.name, $0.entity.renamingIdentifier, "entity", $0.path) })
        for entity in model.entities {
            findings.checkOldNames(of: entity.properties.map { ($0.name, $0.renamingIdentifier, $0.kindName, $0.path) })
        }
    }
}

extension Findings {
    fileprivate mutating func checkOldNames(
        of elements: [(name: String, renamingIdentifier: String?, kindName: String, path: SchemaPath)]
    ) {
        var claims: [String: (isExplicit: Bool, path: SchemaPath)] = [:]
        for (name, identifier, _, path) in elements where identifier ?? "" == "" || identifier == name {
            claims[name] = (false, path)
        }
        // Report by name, not by file order, so that moving elements changes nothing.
        let renamed = elements.filter { $0.renamingIdentifier ?? "" != "" && $0.renamingIdentifier != $0.name }
        for (_, identifier, kind, path) in renamed.sorted(by: { $0.name < $1.name }) {
            guard let identifier else { continue }
            if let claim = claims[identifier] {
                report(
                    "\(kind) '\(path)' claims the previous name '\(identifier)', as does '\(claim.path)'",
                    at: path.setting("elementID"),
                    notes: [
                        .init("the other is here", at: claim.isExplicit ? claim.path.setting("elementID") : claim.path)
                    ],
                    hint: "remove elementID from the one that is new")
            } else {
                claims[identifier] = (true, path)
            }
        }
    }
}
