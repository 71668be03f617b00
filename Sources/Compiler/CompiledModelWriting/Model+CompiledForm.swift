import CompiledModels
import ModelExpressions
public import ModelSchema

extension Model {
    /// The model with what compiled models keep, in the form in which they are read.
    ///
    /// Compiled models lack what only editors and code generators need: the order of the file, code generation, scalar
    /// types, CloudKit, and the names of composites. Defaults and predicates mean the same in one form only. Two models
    /// with equal forms give equal files, except for the order of lists without a meaning.
    public var compiledForm: Model {
        let writer = CompiledForm(of: self)
        return writer.model
    }
}

/// Reduces a model to what compiled models keep.
private struct CompiledForm {
    private(set) var model: Model
    private let lookup: ModelLookup
    private var composites: [Composite] = []
    /// The number of elements of composites so far.
    private var elementCount = 0

    init(of source: Model) {
        lookup = ModelLookup(source)
        model = Model(name: source.name, versionIdentifier: source.versionIdentifier)
        model.entities = source.entities.sorted { $0.name < $1.name }.map { entity($0) }
        model.composites = composites
        model.configurations = source.configurations.sorted { $0.name < $1.name }.map { configuration in
            Configuration(name: configuration.name, entityNames: configuration.entityNames.sorted())
        }
        model.fetchRequestTemplates = source.fetchRequestTemplates.sorted { $0.name < $1.name }.map {
            Self.fetch($0, named: $0.name)
        }
    }

    private mutating func entity(_ source: Entity) -> Entity {
        let className = source.representedClassName ?? ""
        var entity = Entity(
            name: source.name, representedClassName: className.isEmpty ? "NSManagedObject" : className,
            isAbstract: source.isAbstract, parentName: source.parentName,
            renamingIdentifier: source.renamingIdentifier == source.name ? nil : source.renamingIdentifier,
            versionHashModifier: source.versionHashModifier, uniquenessConstraints: source.uniquenessConstraints,
            userInfo: Self.userInfo(source.userInfo))
        entity.attributes = source.attributes.sorted { $0.name < $1.name }.map {
            attribute($0, at: "\(source.name)/\($0.name)")
        }
        entity.relationships = source.relationships.sorted { $0.name < $1.name }.map(Self.relationship)
        entity.fetchedProperties = source.fetchedProperties.sorted { $0.name < $1.name }.map { fetched in
            FetchedProperty(
                name: fetched.name, isOptional: fetched.isOptional,
                fetchRequest: Self.fetch(fetched.fetchRequest, named: FetchRequestTemplate.nameInProperties),
                userInfo: Self.userInfo(fetched.userInfo))
        }
        entity.indexes = source.indexes.map(Self.index)
        entity.indexes += source.compoundIndexes.map { names in
            FetchIndex(
                name: names.joined(separator: "_"), elements: names.map { FetchIndex.Element(propertyName: $0) })
        }
        return entity
    }

    /// A later entry with the same key replaces an earlier one.
    private static func userInfo(_ source: UserInfo) -> UserInfo {
        let values = Dictionary(source.entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        return UserInfo(entries: values.sorted { $0.key < $1.key }.map { UserInfo.Entry(key: $0.key, value: $0.value) })
    }

    private static func index(_ source: FetchIndex) -> FetchIndex {
        var index = source
        index.partialIndexPredicate = source.partialIndexPredicate.map(predicate)
        index.elements = source.elements.map { element in
            FetchIndex.Element(propertyName: element.propertyName, kind: element.kind, order: element.order)
        }
        return index
    }

    // MARK: Attributes

    private mutating func attribute(_ source: Attribute, at place: String, depth: Int = 0) -> Attribute {
        var attribute = source
        let (text, date) = ArchivedDefaults.texts(of: source)
        attribute.defaultValueString = text
        attribute.defaultDateTimeInterval = date
        (attribute.minValueString, attribute.maxValueString) = (nil, nil)
        (attribute.minDateTimeInterval, attribute.maxDateTimeInterval) = (nil, nil)
        if source.type == .date {
            attribute.minDateTimeInterval = Self.bound(source.minDateTimeInterval)
            attribute.maxDateTimeInterval = Self.bound(source.maxDateTimeInterval)
        } else {
            attribute.minValueString = Self.bound(source.minValueString)
            attribute.maxValueString = Self.bound(source.maxValueString)
        }
        attribute.derivationExpression = source.isDerived ? source.derivationExpression.map(Self.derivation) : nil
        attribute.valueTransformerName = ArchivedProperties.transformerName(of: source)
        if source.regularExpressionString?.isEmpty == true { attribute.regularExpressionString = nil }
        if source.type != .transformable { attribute.customClassName = nil }
        if source.renamingIdentifier == source.name { attribute.renamingIdentifier = nil }
        attribute.compositeName = nil
        attribute.usesScalarValueType = nil
        attribute.allowsCloudEncryption = false
        attribute.isStoredInTruthFile = false
        attribute.isSyncable = false
        attribute.userInfo = Self.userInfo(source.userInfo)
        if source.type == .composite, depth < KeyedArchive.maximumCompositeDepth {
            var members = source.compositeName.flatMap(lookup.composite(named:))?.attributes ?? []
            elementCount += members.count
            // No compiled model has more, so the form equals that of none.
            if elementCount > ArchivedProperties.maximumElementCount { members = [] }
            let composite = Composite(
                name: place.split(separator: "/").joined(separator: "_"),
                attributes: members.map { self.attribute($0, at: "\(place)/\($0.name)", depth: depth + 1) })
            attribute.compositeName = composite.name
            composites.append(composite)
        }
        return attribute
    }

    private static func bound(_ text: String?) -> String? {
        text.flatMap { text in
            Int64(text).map { String($0) } ?? Double(text).flatMap { ConstantValue.real($0).boundText }
        }
    }

    // MARK: Relationships and fetches

    private static func relationship(_ source: Relationship) -> Relationship {
        Relationship(
            name: source.name, isOptional: source.isOptional, isTransient: source.isTransient,
            isToMany: source.maximumCount != 1, minimumCount: source.minimumCount, maximumCount: source.maximumCount,
            isOrdered: source.isToMany && source.isOrdered, deleteRule: source.deleteRule,
            destinationName: source.destinationName, inverseName: source.inverseName,
            renamingIdentifier: source.renamingIdentifier == source.name ? nil : source.renamingIdentifier,
            versionHashModifier: source.versionHashModifier, isIndexed: source.isIndexed,
            userInfo: userInfo(source.userInfo))
    }

    private static func fetch(_ source: FetchRequestTemplate, named name: String) -> FetchRequestTemplate {
        let text = source.predicateString.flatMap { $0.isEmpty ? nil : $0 }
        return FetchRequestTemplate(
            name: name, entityName: source.entityName, predicateString: text.map(predicate),
            resultType: source.resultType, fetchLimit: source.fetchLimit, fetchBatchSize: source.fetchBatchSize,
            includesSubentities: source.includesSubentities == false ? false : nil,
            includesPropertyValues: source.includesPropertyValues == false && source.resultType != .objectIDs
                ? false : nil,
            includesPendingChanges: source.includesPendingChanges == false && source.resultType != .dictionaries
                ? false : nil,
            returnsObjectsAsFaults: source.returnsObjectsAsFaults == false ? false : nil,
            returnsDistinctResults: source.returnsDistinctResults == true ? true : nil)
    }

    /// A predicate as it is printed; the text itself if it is not valid.
    private static func predicate(_ text: String) -> String {
        (try? ModelPredicate(format: text))?.printed.format ?? text
    }

    private static func derivation(_ text: String) -> String {
        (try? ModelExpression(format: text))?.asDerivation.printed.format ?? text
    }
}
