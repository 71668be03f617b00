package import ModelSchema

/// Reads what ``SchemaTextWriter`` writes. Spaces before a line's first word and empty lines are passed over.
package struct SchemaTextReader {
    private var scanner: SchemaScanner
    /// What the lines of properties belong to; nil before the first entity.
    private var owner: Owner?

    private enum Owner {
        case entity, composite
    }

    /// The model that a text describes. O(*n*) in the text's length.
    ///
    /// - Throws: ``SchemaTextError`` for the first line that is none of a schema's.
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

    private init(scanner: SchemaScanner) {
        self.scanner = scanner
    }

    private mutating func read() throws(SchemaTextError) -> Model {
        guard scanner.nextLine(), try scanner.nextField() == .model else {
            throw scanner.failure("the text does not begin with a model")
        }
        var model = try readHeader()
        while scanner.nextLine() {
            guard let field = try scanner.nextField() else { continue }
            switch field {
            case .entity:
                model.entities.append(try readEntity())
                owner = .entity
            case .composite:
                model.composites.append(Composite(name: try scanner.word("a name"), attributes: []))
                owner = .composite
                try endLine()
            case .attribute:
                let attribute = try readAttribute()
                switch owner {
                case .entity: model.entities[model.entities.count - 1].attributes.append(attribute)
                case .composite: model.composites[model.composites.count - 1].attributes.append(attribute)
                case nil: throw scanner.failure("an attribute comes before the first entity")
                }
            case .relationship, .fetched, .index, .unique:
                guard owner == .entity else { throw scanner.failure("\(field) is outside an entity") }
                try readProperty(field, into: &model.entities[model.entities.count - 1])
            case .configuration:
                model.configurations.append(try readConfiguration())
            case .request:
                model.fetchRequestTemplates.append(try readRequest())
            default:
                throw scanner.failure("a line cannot begin with '\(field.rawValue)'")
            }
        }
        return model
    }

    private mutating func readHeader() throws(SchemaTextError) -> Model {
        var model = Model(name: try scanner.word("a name"))
        while let field = try scanner.nextField() {
            switch field {
            case .version: model.versionIdentifier = try value(of: field)
            case .cloudKit: model.isUsedWithCloudKit = true
            default: throw unexpected(field, in: .model)
            }
        }
        return model
    }

    private mutating func readEntity() throws(SchemaTextError) -> Entity {
        var entity = Entity(name: try scanner.word("a name"))
        while let field = try scanner.nextField() {
            switch field {
            case .class: entity.representedClassName = try value(of: field)
            case .abstract: entity.isAbstract = true
            case .parent: entity.parentName = try value(of: field)
            case .renamed: entity.renamingIdentifier = try value(of: field)
            case .hash: entity.versionHashModifier = try value(of: field)
            case .info: entity.userInfo.entries.append(try readUserInfoEntry())
            default: throw unexpected(field, in: .entity)
            }
        }
        return entity
    }

    private mutating func readAttribute() throws(SchemaTextError) -> Attribute {
        let name = try scanner.word("a name")
        let typeName = try scanner.word("a type")
        guard let type = Self.attributeTypes[typeName] else {
            throw scanner.failure("'\(typeName)' is not an attribute type")
        }
        var attribute = Attribute(name: name, type: type)
        while let field = try scanner.nextField() {
            switch field {
            case .optional: attribute.isOptional = true
            case .transient: attribute.isTransient = true
            case .derived: attribute.isDerived = true
            case .expression: attribute.derivationExpression = try value(of: field)
            case .default: attribute.defaultValueString = try value(of: field)
            case .date: attribute.defaultDateTimeInterval = try value(of: field)
            case .min: attribute.minValueString = try value(of: field)
            case .max: attribute.maxValueString = try value(of: field)
            case .minDate: attribute.minDateTimeInterval = try value(of: field)
            case .maxDate: attribute.maxDateTimeInterval = try value(of: field)
            case .pattern: attribute.regularExpressionString = try value(of: field)
            case .transformer: attribute.valueTransformerName = try value(of: field)
            case .class: attribute.customClassName = try value(of: field)
            case .of: attribute.compositeName = try value(of: field)
            case .external: attribute.allowsExternalBinaryDataStorage = true
            case .preserved: attribute.preservesValueInHistoryOnDeletion = true
            case .renamed: attribute.renamingIdentifier = try value(of: field)
            case .hash: attribute.versionHashModifier = try value(of: field)
            case .info: attribute.userInfo.entries.append(try readUserInfoEntry())
            default: throw unexpected(field, in: .attribute)
            }
        }
        return attribute
    }

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
        var relationship = Relationship(name: try scanner.word("a name"), destinationName: nil)
        var maximumCount: Int?
        var inverseEntityName: String?
        while let field = try scanner.nextField() {
            switch field {
            case .optional: relationship.isOptional = true
            case .transient: relationship.isTransient = true
            case .many: relationship.isToMany = true
            case .ordered: relationship.isOrdered = true
            case .min: relationship.minimumCount = try number(of: field)
            case .max: maximumCount = try number(of: field)
            case .to: relationship.destinationName = try value(of: field)
            case .inverse: relationship.inverseName = try value(of: field)
            case .inverseEntity: inverseEntityName = try value(of: field)
            case .delete: relationship.deleteRule = try choice(of: field, among: Self.deleteRules)
            case .renamed: relationship.renamingIdentifier = try value(of: field)
            case .hash: relationship.versionHashModifier = try value(of: field)
            case .info: relationship.userInfo.entries.append(try readUserInfoEntry())
            default: throw unexpected(field, in: .relationship)
            }
        }
        relationship.maximumCount = maximumCount ?? (relationship.isToMany ? 0 : 1)
        relationship.inverseEntityName =
            relationship.inverseName == nil ? nil : inverseEntityName ?? relationship.destinationName
        return relationship
    }

    private mutating func readFetchedProperty() throws(SchemaTextError) -> FetchedProperty {
        var property = FetchedProperty(
            name: try scanner.word("a name"), fetchRequest: FetchRequestTemplate(name: "", entityName: nil))
        while let field = try scanner.nextField() {
            switch field {
            case .optional: property.isOptional = true
            case .name: property.fetchRequest.name = try value(of: field)
            case .info: property.userInfo.entries.append(try readUserInfoEntry())
            default: try read(field, into: &property.fetchRequest)
            }
        }
        return property
    }

    private mutating func readRequest() throws(SchemaTextError) -> FetchRequestTemplate {
        var request = FetchRequestTemplate(name: try scanner.word("a name"), entityName: nil)
        while let field = try scanner.nextField() { try read(field, into: &request) }
        return request
    }

    private mutating func read(
        _ field: SchemaField, into request: inout FetchRequestTemplate
    ) throws(SchemaTextError) {
        switch field {
        case .of: request.entityName = try value(of: field)
        case .predicate: request.predicateString = try value(of: field)
        case .result: request.resultType = try choice(of: field, among: Self.resultTypes)
        case .limit: request.fetchLimit = try number(of: field)
        case .batch: request.fetchBatchSize = try number(of: field)
        case .subentities: request.includesSubentities = try yesOrNo(of: field)
        case .values: request.includesPropertyValues = try yesOrNo(of: field)
        case .pending: request.includesPendingChanges = try yesOrNo(of: field)
        case .faults: request.returnsObjectsAsFaults = try yesOrNo(of: field)
        case .distinct: request.returnsDistinctResults = try yesOrNo(of: field)
        default: throw unexpected(field, in: .request)
        }
    }

    private mutating func readIndex() throws(SchemaTextError) -> FetchIndex {
        var index = FetchIndex(name: try scanner.word("a name"), elements: [])
        while let field = try scanner.nextField() {
            switch field {
            case .where:
                index.partialIndexPredicate = try value(of: field)
                continue
            case .column:
                index.elements.append(FetchIndex.Element(propertyName: nil))
                continue
            default: break
            }
            guard !index.elements.isEmpty else { throw unexpected(field, in: .index) }
            let last = index.elements.count - 1
            switch field {
            case .on: index.elements[last].propertyName = try value(of: field)
            case .expression: index.elements[last].expression = try value(of: field)
            case .type: index.elements[last].expressionType = try value(of: field)
            case .rTree: index.elements[last].kind = .rTree
            case .descending: index.elements[last].order = .descending
            default: throw unexpected(field, in: .index)
            }
        }
        return index
    }

    private mutating func readConfiguration() throws(SchemaTextError) -> Configuration {
        var configuration = Configuration(name: try scanner.word("a name"), entityNames: [])
        while let field = try scanner.nextField() {
            switch field {
            case .cloudKit: configuration.isUsedWithCloudKit = true
            case .of: configuration.entityNames.append(try value(of: field))
            default: throw unexpected(field, in: .configuration)
            }
        }
        return configuration
    }
}

// MARK: Words

extension SchemaTextReader {
    private static let attributeTypes = AttributeType.casesByWord
    private static let deleteRules = DeleteRule.casesByWord
    private static let resultTypes = FetchRequestTemplate.ResultType.casesByWord

    private mutating func value(of field: SchemaField) throws(SchemaTextError) -> String {
        try scanner.word("the value of '\(field.rawValue)'")
    }

    private mutating func number(of field: SchemaField) throws(SchemaTextError) -> Int {
        let text = try value(of: field)
        guard let number = Int(text) else { throw scanner.failure("'\(text)' is not a number") }
        return number
    }

    private mutating func yesOrNo(of field: SchemaField) throws(SchemaTextError) -> Bool {
        let text = try value(of: field)
        guard text == "yes" || text == "no" else { throw scanner.failure("'\(text)' is neither yes nor no") }
        return text == "yes"
    }

    private mutating func choice<Choice>(
        of field: SchemaField, among choices: [String: Choice]
    ) throws(SchemaTextError) -> Choice {
        let text = try value(of: field)
        guard let choice = choices[text] else {
            throw scanner.failure("'\(text)' is not a valid \(field.rawValue)")
        }
        return choice
    }

    private mutating func readUserInfoEntry() throws(SchemaTextError) -> UserInfo.Entry {
        UserInfo.Entry(key: try value(of: .info), value: try value(of: .info))
    }

    private mutating func endLine() throws(SchemaTextError) {
        guard let word = try scanner.nextWord() else { return }
        throw scanner.failure("unexpected word '\(word)'")
    }

    private func unexpected(_ field: SchemaField, in owner: SchemaField) -> SchemaTextError {
        scanner.failure("'\(field.rawValue)' does not apply to '\(owner.rawValue)'")
    }
}
