/// Reads the text of ``SchemaTextWriter``. Ignores indentation and empty lines.
package struct SchemaTextReader {
    private var scanner: SchemaScanner
    /// The owner of the following properties; nil before the first entity.
    private var owner: Owner?

    private enum Owner {
        case entity, composite
    }

    /// Returns the model in a text. O(*n*) in the length of the text.
    ///
    /// - Throws: ``SchemaTextError`` for the first invalid line.
    package static func model(from text: String) throws(SchemaTextError) -> Model {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(SchemaTextError) in
                var reader = SchemaTextReader(scanner: SchemaScanner(bytes))
                return try reader.read()
            }
        }
        return try result.get()
    }

    private init(scanner: SchemaScanner) { self.scanner = scanner }

    private mutating func read() throws(SchemaTextError) -> Model {
        guard scanner.nextLine(), try scanner.nextField() == .model else {
            throw scanner.error("the text does not begin with a model")
        }
        var model: Model = try readElement(.model)
        while scanner.nextLine() {
            guard let field = try scanner.nextField() else { continue }
            switch field {
            case .entity:
                model.entities.append(try readElement(field))
                owner = .entity
            case .composite:
                model.composites.append(try readElement(field))
                owner = .composite
            case .attribute:
                let attribute = try readAttribute()
                switch owner {
                case .entity: model.entities[model.entities.count - 1].attributes.append(attribute)
                case .composite: model.composites[model.composites.count - 1].attributes.append(attribute)
                case nil: throw scanner.error("an attribute comes before the first entity")
                }
            case .relationship, .fetched, .index, .unique:
                guard owner == .entity else { throw scanner.error("\(field) is outside an entity") }
                try readProperty(field, into: &model.entities[model.entities.count - 1])
            case .configuration: model.configurations.append(try readElement(field))
            case .request: model.fetchRequestTemplates.append(try readElement(field))
            default: throw scanner.error("a line cannot begin with '\(field.rawValue)'")
            }
        }
        // A hostile text; no program can have such a model.
        if let name = model.recursiveCompositeName {
            throw scanner.error("the composite '\(name)' contains itself")
        }
        return model
    }

    private mutating func readElement<Element: NamedElement>(
        _ field: SchemaField
    ) throws(SchemaTextError) -> Element {
        var element = Element(defaultsNamed: try scanner.word("a name"))
        try readSettings(of: &element, field)
        return element
    }

    private mutating func readAttribute() throws(SchemaTextError) -> Attribute {
        let name = try scanner.word("a name")
        let typeName = try scanner.word("a type")
        guard let type = Self.attributeTypes[typeName] else {
            throw scanner.error("'\(typeName)' is not an attribute type")
        }
        var attribute = Attribute(name: name, type: type)
        try readSettings(of: &attribute, .attribute)
        return attribute
    }

    private static let attributeTypes = AttributeType.casesByWord

    private mutating func readProperty(
        _ field: SchemaField, into entity: inout Entity
    ) throws(SchemaTextError) {
        switch field {
        case .relationship: entity.relationships.append(try readRelationship())
        case .fetched: entity.fetchedProperties.append(try readFetchedProperty())
        case .index: entity.indexes.append(try readIndex())
        default:
            var names: [String] = []
            while let name = try scanner.nextWord() { names.append(name) }
            entity.uniquenessConstraints.append(UniquenessConstraint(names))
        }
    }

    private mutating func readRelationship() throws(SchemaTextError) -> Relationship {
        // A count that no text can contain means that the text does not specify it.
        var relationship = Relationship(name: try scanner.word("a name"), maximumCount: Int.min, destinationName: nil)
        try readSettings(of: &relationship, .relationship)
        let usual = Relationship.usual(like: relationship)
        if relationship.maximumCount == Int.min { relationship.maximumCount = usual.maximumCount }
        if relationship.inverseName == nil || relationship.inverseEntityName == nil {
            relationship.inverseEntityName = usual.inverseEntityName
        }
        return relationship
    }

    private mutating func readFetchedProperty() throws(SchemaTextError) -> FetchedProperty {
        var property = FetchedProperty(
            name: try scanner.word("a name"), fetchRequest: FetchRequestTemplate(name: "", entityName: nil))
        var lists = Lists()
        while let word = try scanner.nextWord() {
            if let field = FetchedProperty.settings[schemaWord: word] {
                try read(field, word, into: &property, &lists)
            } else if let field = FetchRequestTemplate.settings[schemaWord: word] {
                try read(field, word, into: &property.fetchRequest, &lists)
            } else if word == SchemaField.name.rawValue {
                property.fetchRequest.name = try value(of: word)
            } else {
                throw unexpected(word, in: .fetched)
            }
        }
        lists.write(to: &property)
        return property
    }

    private mutating func readIndex() throws(SchemaTextError) -> FetchIndex {
        var index = FetchIndex(defaultsNamed: try scanner.word("a name"))
        var lists = Lists()
        while let word = try scanner.nextWord() {
            if word == SchemaField.column.rawValue {
                index.elements.append(FetchIndex.Element(propertyName: nil))
            } else if let field = FetchIndex.settings[schemaWord: word] {
                try read(field, word, into: &index, &lists)
            } else if let field = FetchIndex.Element.settings[schemaWord: word], !index.elements.isEmpty {
                try read(field, word, into: &index.elements[index.elements.count - 1], &lists)
            } else {
                throw unexpected(word, in: .index)
            }
        }
        return index
    }
}

// MARK: Settings

extension SchemaTextReader {
    /// The values in a line that can occur several times.
    private struct Lists {
        var userInfo = UserInfo()
        var names: [String] = []
        var namesSetting: ModelSetting?

        /// Writes the values to an element.
        func write<Element: SettableElement>(to element: inout Element) {
            if !userInfo.isEmpty { _ = Element.settings[.userInfo]?.write(&element, .userInfo(userInfo)) }
            if let namesSetting { _ = Element.settings[namesSetting]?.write(&element, .names(names)) }
        }
    }

    /// Reads the rest of a line.
    private mutating func readSettings<Element: SettableElement>(
        of element: inout Element, _ owner: SchemaField
    ) throws(SchemaTextError) {
        var lists = Lists()
        while let word = try scanner.nextWord() {
            guard let field = Element.settings[schemaWord: word] else { throw unexpected(word, in: owner) }
            try read(field, word, into: &element, &lists)
        }
        lists.write(to: &element)
    }

    private mutating func read<Element>(
        _ field: SettingField<Element>, _ word: String, into element: inout Element, _ lists: inout Lists
    ) throws(SchemaTextError) {
        switch field.kind {
        case .text: _ = field.write(&element, .text(try value(of: word)))
        case .flag(isOptional: false): _ = field.write(&element, .flag(true))
        case .flag(isOptional: true): _ = field.write(&element, .flag(try yesOrNo(of: word)))
        case .count: _ = field.write(&element, .number(try number(of: word)))
        case .word(let choices):
            let text = choices.contains { $0.schemaWord == word } ? word : try value(of: word)
            guard let choice = choices.first(where: { $0.schemaWord == text }) else {
                throw scanner.error("'\(text)' is not a valid \(word)")
            }
            _ = field.write(&element, choice.value)
        case .names:
            lists.names.append(try value(of: word))
            lists.namesSetting = field.setting
        case .userInfo:
            lists.userInfo.entries.append(UserInfo.Entry(key: try value(of: word), value: try value(of: word)))
        case .indexElements, .fetchRequest: break
        }
    }

    private mutating func value(of word: String) throws(SchemaTextError) -> String {
        try scanner.word("the value of '\(word)'")
    }

    private mutating func number(of word: String) throws(SchemaTextError) -> Int {
        let text = try value(of: word)
        guard let number = Int(text) else { throw scanner.error("'\(text)' is not a number") }
        return number
    }

    private mutating func yesOrNo(of word: String) throws(SchemaTextError) -> Bool {
        let text = try value(of: word)
        guard text == "yes" || text == "no" else { throw scanner.error("'\(text)' is neither yes nor no") }
        return text == "yes"
    }

    private func unexpected(_ word: String, in owner: SchemaField) -> SchemaTextError {
        scanner.error(
            SchemaField.isKnown(word)
                ? "'\(word)' does not apply to '\(owner.rawValue)'" : "'\(word)' is not a field of a schema")
    }
}

/// An error that occurs if a text is not a valid schema text.
package struct SchemaTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    package var line: Int
    /// The problem: one clause in lower case, without a full stop.
    package var message: String

    package var description: String { "line \(line): \(message)" }
}
