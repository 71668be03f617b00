import CompiledModels
import ModelExpressions
import ModelSchema

/// Archives the properties, constraints, and indexes of entities, and fetches.
struct ArchivedProperties {
    /// The maximum number of elements in the composites of a model, because archives repeat a composite wherever it is
    /// used: the size of an archive would be exponential in the depth of composites in composites.
    static let maximumElementCount = 100_000

    private let tools: CompilerTools
    private let composites: ModelLookup
    private let entities: [String: ArchivedObject]
    /// The relationships, by entity and name. An inverse can be archived before its entity is filled.
    private let relationships: [String: [String: ArchivedObject]]
    private let parents: [String: String?]
    /// The one user info of all entities without any.
    private let emptyUserInfo = ArchivedObject.table(.dictionary, [])
    /// The number of elements of composites so far.
    private var elementCount = 0
    private(set) var findings: [CompilationFinding] = []

    init(tools: CompilerTools, model: Model, entities: [String: ArchivedObject]) {
        self.tools = tools
        self.entities = entities
        composites = ModelLookup(model)
        relationships = Dictionary(
            model.entities.map { entity in
                let named = entity.relationships.map { ($0.name, ArchivedObject(.relationship)) }
                return (entity.name, Dictionary(named, uniquingKeysWith: { first, _ in first }))
            }, uniquingKeysWith: { first, _ in first })
        parents = Dictionary(model.entities.map { ($0.name, $0.parentName) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func report(_ path: SchemaPath, _ message: String, isError: Bool = false) {
        findings.append(CompilationFinding(path: path, message: message, isError: isError))
    }

    /// Reports that no public archive contains something.
    private mutating func reportUnknown(_ path: SchemaPath, _ subject: String) {
        report(path, "the form of \(subject) in compiled models is not known from Apple's files")
    }

    /// Adds everything to an entity's object that follows its place in the hierarchy.
    mutating func fill(_ object: ArchivedObject, with entity: Entity) {
        let path = SchemaPath.entity(entity.name)
        if entity.representedClassName?.isEmpty != false { reportUnknown(path, "an entity without a class") }
        if entity.spotlightDisplayNameExpression?.isEmpty == false {
            report(path, "the display name in Spotlight is left out, because its form is not known")
        }
        var properties: [String: ArchivedObject] = [:]
        for attribute in entity.attributes {
            properties[attribute.name] = self.attribute(
                attribute, of: entity, object, at: path.attribute(attribute.name))
        }
        for relationship in entity.relationships {
            properties[relationship.name] = self.relationship(relationship, of: entity, object)
        }
        for fetched in entity.fetchedProperties {
            properties[fetched.name] = fetchedProperty(
                fetched, of: object, at: path.appending(.fetchedProperty, fetched.name))
        }
        let sorted = properties.sorted { $0.key.isBefore($1.key) }
        object.members += [
            (.properties, .object(.table(.mutableDictionary, sorted.map { ($0.key, .object($0.value)) }))),
            (.userInfo, .object(entity.userInfo.isEmpty ? emptyUserInfo : Self.userInfo(entity.userInfo))),
            (.versionHashModifier, .string(orNull: entity.versionHashModifier)),
            (.renamingIdentifier, .string(entity.renamingIdentifier ?? entity.name)),
        ]
        let constraints = entity.uniquenessConstraints.map { Self.names($0.propertyNames, in: .mutableArray) }
        if !constraints.isEmpty {
            object.members.append((.uniqueTuples, .object(.list(.mutableArray, constraints))))
        }
        addIndexes(of: entity, to: object, at: path)
        object.set(.isAbstract, if: entity.isAbstract)
    }

    private static func names(_ names: [String], in list: ArchiveClass) -> ArchivedMember {
        .object(.list(list, names.map(ArchivedMember.string)))
    }

    private static func userInfo(_ userInfo: UserInfo) -> ArchivedObject {
        let values = Dictionary(userInfo.entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        return .table(.dictionary, values.sorted { $0.key.isBefore($1.key) }.map { ($0.key, .string($0.value)) })
    }

    // MARK: Indexes

    private mutating func addIndexes(of entity: Entity, to object: ArchivedObject, at path: SchemaPath) {
        guard tools.writesFetchIndexes else {
            let compound = entity.compoundIndexes + entity.indexes.map { $0.elements.compactMap(\.propertyName) }
            let lists = compound.filter { $0.count > 1 }.map { Self.names($0, in: .mutableArray) }
            if !lists.isEmpty { object.members.append((.compoundIndexes, .object(.list(.mutableArray, lists)))) }
            return
        }
        var indexes: [ArchivedMember] = entity.attributes.filter(\.isIndexed).map { attribute in
            let element = FetchIndex.Element(propertyName: attribute.name)
            return .object(index(FetchIndex(name: attribute.name, elements: [element]), of: nil, at: path))
        }
        indexes += entity.indexes.map { index in
            .object(self.index(index, of: object, at: path.appending(.fetchIndex, index.name)))
        }
        for names in entity.compoundIndexes {
            reportUnknown(path, "a compound index")
            let index = FetchIndex(
                name: names.joined(separator: "_"), elements: names.map { FetchIndex.Element(propertyName: $0) })
            indexes.append(.object(self.index(index, of: object, at: path)))
        }
        guard !indexes.isEmpty else { return }
        let lists = (entity.indexes.map { $0.elements.compactMap(\.propertyName) } + entity.compoundIndexes)
            .filter { $0.count > 1 }
        object.members += [
            (.fetchIndexDescriptions, .object(.list(.mutableArray, indexes))),
            (.compoundIndexes, .object(.list(.mutableArray, lists.map { Self.names($0, in: .mutableArray) }))),
        ]
    }

    private mutating func index(_ index: FetchIndex, of entity: ArchivedObject?, at path: SchemaPath) -> ArchivedObject
    {
        let object = ArchivedObject(.fetchIndex)
        let elements = index.elements.map { element in
            if element.kind == .rTree { reportUnknown(path, "an R-tree index") }
            if element.propertyName == nil {
                report(path, "index '\(index.name)' is on an expression, which cannot be compiled", isError: true)
            }
            return ArchivedMember.object(
                ArchivedObject(
                    .fetchIndexElement,
                    [
                        (.propertyName, .string(element.propertyName ?? "")),
                        (.fetchIndexElementType, .integer(element.kind == .rTree ? 1 : 0)),
                        (.ascending, .boolean(element.order == .ascending)),
                        (.fetchIndexDescription, .reference(object)),
                    ]))
        }
        if index.partialIndexPredicate != nil { reportUnknown(path, "the predicate of an index") }
        let predicate = index.partialIndexPredicate.flatMap { self.predicate($0, at: path) }
        object.members = [
            (.indexName, .string(index.name)), (.indexElements, .object(.list(.array, elements))),
            (.partialIndexPredicate, predicate.map(ArchivedMember.object) ?? .null),
            (.entity, entity.map(ArchivedMember.reference) ?? .null),
        ]
        return object
    }

    // MARK: Properties

    /// Adds the members of every property.
    ///
    /// - Parameter flags: The flags of the kind of property.
    private func fill(
        _ object: ArchivedObject, named name: String, of entity: ArchivedObject, renamingIdentifier: String?,
        userInfo: UserInfo, modifier: String?, isOptional: Bool, isTransient: Bool, isReadOnly: Bool = false,
        flags: Int64 = 0, validation: [(ArchivedObject, Int64)] = []
    ) {
        object.members += [(.entity, .reference(entity)), (.propertyName, .string(name))]
        if !validation.isEmpty {
            object.members += [
                (.validationPredicates, .object(.list(.array, validation.map { .object($0.0) }))),
                (.validationWarnings, .object(.list(.array, validation.map { .numberObject(.integer($0.1)) }))),
            ]
        }
        object.members.append((.renamingIdentifier, .string(renamingIdentifier ?? name)))
        if !userInfo.isEmpty { object.members.append((.userInfo, .object(Self.userInfo(userInfo)))) }
        if let modifier { object.members.append((.versionHashModifier, .string(modifier))) }
        object.set(.isOptional, if: isOptional)
        object.set(.isTransient, if: isTransient)
        object.set(.isReadOnly, if: isReadOnly)
        var flags = flags | 1
        if isOptional { flags |= 2 }
        if isReadOnly { flags |= 4 }
        if isTransient { flags |= 8 }
        if validation.isEmpty { flags |= 16 | 32 }
        if userInfo.isEmpty { flags |= 64 }
        if modifier == nil { flags |= 128 }
        object.members.append((.propertyFlags, .integer(flags)))
    }

    private mutating func attribute(
        _ attribute: Attribute, of entity: Entity?, _ owner: ArchivedObject, at path: SchemaPath, depth: Int = 0
    ) -> ArchivedObject {
        let object = ArchivedObject(
            attribute.isDerived
                ? .derivedAttribute : attribute.type == .composite ? .compositeAttribute : .attribute)
        fill(
            object, named: attribute.name, of: owner, renamingIdentifier: attribute.renamingIdentifier,
            userInfo: attribute.userInfo, modifier: attribute.versionHashModifier, isOptional: attribute.isOptional,
            isTransient: attribute.isTransient, isReadOnly: attribute.isDerived,
            flags: attribute.isIndexedBySpotlight ? 256 : 0, validation: validation(of: attribute, at: path))
        let isOnlyElement = entity?.indexes.contains { $0.elements.map(\.propertyName) == [attribute.name] } == true
        object.set(.isIndexed, if: attribute.isIndexed || (tools.writesFetchIndexes && isOnlyElement))
        object.set(.isIndexedBySpotlight, if: attribute.isIndexedBySpotlight)
        object.members += [
            (.attributeType, .integer(Int64(attribute.type.coreDataNumber))),
            (.attributeValueClassName, .string(orNull: Self.className(of: attribute))),
            (.defaultValue, attribute.isDerived ? .null : defaultValue(of: attribute, at: path)),
            (.valueTransformerName, .string(orNull: Self.transformerName(of: attribute))),
            (
                .attributeFlags,
                .integer(
                    (attribute.allowsExternalBinaryDataStorage ? 4 : 0)
                        | (attribute.preservesValueInHistoryOnDeletion ? 16 : 0))
            ),
        ]
        if attribute.allowsCloudEncryption { reportUnknown(path, "CloudKit encryption") }
        if attribute.isDerived {
            object.members += [
                (.derivationExpression, derivation(of: attribute, at: path)), (.filteringPredicate, .null),
            ]
        }
        if attribute.type == .composite, depth < KeyedArchive.maximumCompositeDepth {
            if depth == 0 { reportUnknown(path, "a composite attribute") }
            let elements = elements(of: attribute, at: path).map { element in
                ArchivedMember.object(self.attribute(element, of: nil, owner, at: path, depth: depth + 1))
            }
            object.members.append((.compositeElements, .object(.list(.array, elements))))
        }
        return object
    }

    /// The elements of a composite attribute; empty if the model has too many.
    private mutating func elements(of attribute: Attribute, at path: SchemaPath) -> [Attribute] {
        guard elementCount <= Self.maximumElementCount else { return [] }
        guard let composite = attribute.compositeName.flatMap(composites.composite(named:)) else {
            report(path, "the composite of '\(attribute.name)' does not exist", isError: true)
            return []
        }
        elementCount += composite.attributes.count
        guard elementCount <= Self.maximumElementCount else {
            report(
                path,
                "compiled models repeat the elements of a composite wherever it is used, which makes more than "
                    + "\(Self.maximumElementCount) elements here; use fewer composites in composites",
                isError: true)
            return []
        }
        return composite.attributes
    }

    private mutating func defaultValue(of attribute: Attribute, at path: SchemaPath) -> ArchivedMember {
        do throws(ArchivedDefaults.InvalidDefaultError) {
            let (member, isKnown) = try ArchivedDefaults.value(of: attribute)
            if !isKnown { reportUnknown(path, "such a default of type \(attribute.type.rawValue)") }
            return member
        } catch {
            let text = attribute.defaultValueString ?? attribute.defaultDateTimeInterval ?? ""
            report(
                path, "the default '\(text)' of '\(attribute.name)' is not a \(attribute.type.rawValue)", isError: true)
            return .null
        }
    }

    /// The name of the transformer. Editors write the name of a constant of Foundation, compilers its value.
    static func transformerName(of attribute: Attribute) -> String? {
        let name = attribute.valueTransformerName
        return name == "NSSecureUnarchiveFromDataTransformerName" ? "NSSecureUnarchiveFromData" : name
    }

    private static func className(of attribute: Attribute) -> String? {
        switch attribute.type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .string: "NSString"
        case .date: "NSDate"
        case .binary: "NSData"
        case .uuid: "NSUUID"
        case .uri: "NSURL"
        case .transformable: attribute.customClassName
        case .objectID: "NSManagedObjectID"
        case .composite: "NSDictionary"
        case .undefined: nil
        }
    }

    /// The predicates of the bounds, with the codes of the errors that they cause.
    ///
    /// Source: minima of numbers in public archives; the codes are those of Apple's documentation.
    private mutating func validation(of attribute: Attribute, at path: SchemaPath) -> [(ArchivedObject, Int64)] {
        let isDate = attribute.type == .date
        let isText = attribute.type == .string
        let bounds: [(String?, ComparisonOperator, Int64)] = [
            (
                isDate ? attribute.minDateTimeInterval : attribute.minValueString, .greaterThanOrEqualTo,
                isDate ? 1640 : isText ? 1670 : 1620
            ),
            (
                isDate ? attribute.maxDateTimeInterval : attribute.maxValueString, .lessThanOrEqualTo,
                isDate ? 1630 : isText ? 1660 : 1610
            ),
        ]
        var result: [(ArchivedObject, Int64)] = []
        var expressions = ArchivedExpressions()
        for (text, comparisonOperator, code) in bounds {
            // An editor can leave an empty bound, which is none.
            guard let text, !text.isEmpty else { continue }
            guard let number = Double(text) else {
                report(path, "the bound '\(text)' of '\(attribute.name)' is not a number", isError: true)
                continue
            }
            if code != 1620 || attribute.type != .double { reportUnknown(path, "this bound of '\(attribute.name)'") }
            let constant: ConstantValue =
                switch attribute.type {
                case .date: .date(number)
                case .integer16, .integer32, .integer64, .string:
                    (Int64(text) ?? Int64(exactly: number)).map(ConstantValue.integer) ?? .real(number)
                default: .real(number)
                }
            let subject: ModelExpression =
                isText ? .keyPath(ModelKeyPath([.key("length")]), of: .evaluatedObject) : .evaluatedObject
            let comparison = ModelComparison(subject, comparisonOperator, .constant(constant))
            guard let predicate = try? expressions.predicate(.comparison(comparison)) else { continue }
            result.append((predicate, code))
        }
        if attribute.regularExpressionString?.isEmpty == false {
            report(
                path, "the pattern of '\(attribute.name)' cannot be compiled, because its form is not known",
                isError: true)
        }
        return result
    }

    private mutating func relationship(
        _ relationship: Relationship, of entity: Entity, _ owner: ArchivedObject
    ) -> ArchivedObject {
        let object = relationships[entity.name]?[relationship.name] ?? ArchivedObject(.relationship)
        fill(
            object, named: relationship.name, of: owner, renamingIdentifier: relationship.renamingIdentifier,
            userInfo: relationship.userInfo, modifier: relationship.versionHashModifier,
            isOptional: relationship.isOptional, isTransient: relationship.isTransient,
            flags: relationship.isToMany && relationship.isOrdered ? 1024 : 0)
        let destination = relationship.destinationName
        let rules: [DeleteRule: Int64] = [.noAction: 0, .nullify: 1, .cascade: 2, .deny: 3]
        object.members += [
            (.destinationEntity, destination.flatMap { entities[$0] }.map(ArchivedMember.reference) ?? .null),
            (.inverseRelationship, inverse(of: relationship).map(ArchivedMember.reference) ?? .null),
            (.destinationEntityName, .string(orNull: destination)),
            (.inverseRelationshipName, .string(orNull: relationship.inverseName)),
            (.deleteRule, .integer(rules[relationship.deleteRule] ?? 1)),
            (.minCount, .integer(Int64(relationship.minimumCount))),
            (.maxCount, .integer(Int64(relationship.maximumCount))),
        ]
        object.set(.isOrdered, if: relationship.isToMany && relationship.isOrdered)
        object.set(.isIndexed, if: relationship.isIndexed)
        return object
    }

    /// The relationship of the destination or of an ancestor of it.
    private func inverse(of relationship: Relationship) -> ArchivedObject? {
        guard let name = relationship.inverseName else { return nil }
        var next = relationship.destinationName
        // The hierarchy has been checked.
        while let entityName = next {
            if let inverse = relationships[entityName]?[name] { return inverse }
            next = parents[entityName] ?? nil
        }
        return nil
    }

    // MARK: Fetches

    private mutating func fetchedProperty(
        _ fetched: FetchedProperty, of owner: ArchivedObject, at path: SchemaPath
    ) -> ArchivedObject {
        let object = ArchivedObject(.fetchedProperty)
        fill(
            object, named: fetched.name, of: owner, renamingIdentifier: nil, userInfo: fetched.userInfo, modifier: nil,
            isOptional: fetched.isOptional, isTransient: true, isReadOnly: true)
        let request = fetchRequest(fetched.fetchRequest, at: path)
        object.members += [
            (.fetchRequest, request.map(ArchivedMember.object) ?? .null),
            (.fetchRequestEntityName, .string(orNull: fetched.fetchRequest.entityName)),
        ]
        return object
    }

    /// A fetch; nil if its predicate or its entity prevents compiling.
    mutating func fetchRequest(_ fetch: FetchRequestTemplate, at path: SchemaPath) -> ArchivedObject? {
        guard let name = fetch.entityName, let entity = entities[name] else {
            report(path, "the entity of fetch request '\(fetch.name)' does not exist", isError: true)
            return nil
        }
        var predicate: ArchivedObject?
        if let text = fetch.predicateString, !text.isEmpty {
            predicate = self.predicate(text, at: path)
            if predicate == nil { return nil }
        }
        if fetch.includesSubentities == false || fetch.returnsObjectsAsFaults == false {
            reportUnknown(path, "a fetch without subentities or faults")
        }
        var flags: FetchFlags = []
        if fetch.returnsDistinctResults == true { flags.insert(.distinct) }
        if fetch.includesSubentities != false { flags.insert(.subentities) }
        if fetch.includesPropertyValues != false, fetch.resultType != .objectIDs { flags.insert(.propertyValues) }
        if fetch.returnsObjectsAsFaults != false { flags.insert(.faults) }
        if fetch.includesPendingChanges != false, fetch.resultType != .dictionaries { flags.insert(.pendingChanges) }
        let object = ArchivedObject(
            .fetchRequest,
            [
                (.entity, .reference(entity)), (.predicate, predicate.map(ArchivedMember.object) ?? .null),
                (.hasFetchRequestFlags, .boolean(true)), (.fetchRequestFlags, .integer(flags.rawValue)),
                (.resultType, .integer(Int64(fetch.resultType.rawValue))), (.fetchOffset, .integer(0)),
                (.fetchLimit, .integer(Int64(fetch.fetchLimit))), (.batchSize, .integer(Int64(fetch.fetchBatchSize))),
                (.sortDescriptors, .null), (.valuesToFetch, .null), (.valuesToGroupBy, .null),
                (.havingPredicate, .null), (.prefetchedKeyPaths, .null),
            ])
        if tools.writesAllocationType { object.members.append((.allocationType, .integer(0))) }
        return object
    }

    // MARK: Predicates and expressions

    private mutating func predicate(_ text: String, at path: SchemaPath) -> ArchivedObject? {
        archived(text, at: path) { expressions in
            try expressions.predicate(ModelPredicate(format: text))
        }
    }

    private mutating func derivation(of attribute: Attribute, at path: SchemaPath) -> ArchivedMember {
        let text = attribute.derivationExpression ?? ""
        let object = archived(text, at: path) { expressions in
            try expressions.derivation(ModelExpression(format: text))
        }
        return object.map(ArchivedMember.object) ?? .null
    }

    private mutating func archived(
        _ text: String, at path: SchemaPath, _ archive: (inout ArchivedExpressions) throws -> ArchivedObject
    ) -> ArchivedObject? {
        var expressions = ArchivedExpressions()
        do {
            let object = try archive(&expressions)
            for form in expressions.unknownForms { reportUnknown(path, form) }
            return object
        } catch let error as ArchivedExpressions.UnsupportedExpressionError {
            report(path, "'\(text)' cannot be compiled, because the form of \(error.form) is not known", isError: true)
        } catch {
            report(path, "'\(text)' is not valid: \(error)", isError: true)
        }
        return nil
    }
}
