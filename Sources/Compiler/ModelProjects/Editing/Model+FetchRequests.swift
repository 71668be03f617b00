public import ModelSchema

extension Model {
    /// Adds a fetch request template, in the order of the model editor.
    ///
    /// - Throws: ``EditError`` if a template with this name exists, or its entity does not exist.
    public mutating func add(_ template: FetchRequestTemplate) throws(EditError) {
        try checkNewName(template.name, ofFetchRequest: nil)
        if let name = template.entityName { _ = try index(ofEntity: name) }
        fetchRequestTemplates.insert(template, inOrder: \.name)
    }

    /// Changes settings of a fetch request template, in their order, by the rules of ``set(_:of:)``.
    ///
    /// - Parameter newName: The new name; nil to keep the current one.
    /// - Throws: ``EditError`` if the template or a setting does not exist, a setting does not accept its value, or
    ///   a template with the new name exists. The model does not change then.
    public mutating func setFetchRequest(
        _ name: String, _ settings: [(name: String, value: String?)], newName: String?
    ) throws(EditError) {
        let place = try index(ofFetchRequest: name)
        var template = fetchRequestTemplates[place]
        for setting in settings {
            template = try template.setting(setting.name, to: setting.value, of: "fetch request '\(name)'")
        }
        if let newName {
            try checkNewName(newName, ofFetchRequest: name)
            template.name = newName
        }
        if let name = template.entityName, name != fetchRequestTemplates[place].entityName {
            _ = try index(ofEntity: name)
        }
        fetchRequestTemplates[place] = template
    }

    /// Removes a fetch request template.
    ///
    /// - Throws: ``EditError`` if the template does not exist.
    public mutating func removeFetchRequest(_ name: String) throws(EditError) {
        fetchRequestTemplates.remove(at: try index(ofFetchRequest: name))
    }

    private func checkNewName(_ name: String, ofFetchRequest oldName: String?) throws(EditError) {
        try Self.checkName(name)
        guard name == oldName || !fetchRequestTemplates.contains(where: { $0.name == name }) else {
            throw EditError("fetch request '\(name)' already exists")
        }
    }

    private func index(ofFetchRequest name: String) throws(EditError) -> Int {
        if let index = fetchRequestTemplates.firstIndex(where: { $0.name == name }) { return index }
        throw EditError(
            "the model has no fetch request '\(name)'"
                + Self.suggestion(for: name, among: fetchRequestTemplates.map(\.name)))
    }
}
