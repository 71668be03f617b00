import ModelDiagnostics
import ModelEvolution
import ModelSchema
import ModelText
import TestSupport
import Testing
import XCDataModel

/// Every form of a model says every setting, since all are made from one table, and the table has every property.
@Suite struct SettingTests {
    /// Where elements of a kind stand in a model.
    private struct Place<Element: SettableElement & Equatable> {
        let element: Element
        let model: (Element) -> Model
        let find: (Model) -> Element?
        /// The properties that hold other elements.
        var parts: Set<String> = []
    }

    @Test("Every form of a model has all settings of attributes")
    func ofAttributes() throws {
        try check(
            Place(element: Attribute(name: "a", type: .string)) {
                Model(name: "M", entities: [Entity(name: "E", attributes: [$0])])
            } find: {
                $0.entities.first?.attributes.first
            })
    }

    @Test("Every form of a model has all settings of composite members")
    func ofMembersOfComposites() throws {
        try check(
            Place(element: Attribute(name: "a", type: .string)) {
                Model(name: "M", composites: [Composite(name: "C", attributes: [$0])])
            } find: {
                $0.composites.first?.attributes.first
            })
    }

    @Test("Every form of a model has all settings of relationships")
    func ofRelationships() throws {
        try check(
            Place(element: Relationship(name: "r", isToMany: true, destinationName: "E", inverseName: "s")) {
                Model(name: "M", entities: [Entity(name: "E", relationships: [$0])])
            } find: {
                $0.entities.first?.relationships.first
            })
    }

    @Test("Every form of a model has all settings of entities")
    func ofEntities() throws {
        try check(
            Place(
                element: Entity(name: "E"), model: { Model(name: "M", entities: [$0]) }, find: \.entities.first,
                parts: [
                    "attributes", "relationships", "fetchedProperties", "indexes", "compoundIndexes",
                    "uniquenessConstraints",
                ]))
    }

    @Test("Every form of a model has all settings of fetched properties")
    func ofFetchedProperties() throws {
        let request = FetchRequestTemplate(name: "f", entityName: "E", predicateString: "a = 1")
        try check(
            Place(element: FetchedProperty(name: "p", fetchRequest: request)) {
                Model(name: "M", entities: [Entity(name: "E", fetchedProperties: [$0])])
            } find: {
                $0.entities.first?.fetchedProperties.first
            })
    }

    @Test("Every form of a model has all settings of fetch requests")
    func ofFetchRequests() throws {
        try check(
            Place(element: FetchRequestTemplate(name: "f", entityName: "E")) {
                Model(name: "M", fetchRequestTemplates: [$0])
            } find: {
                $0.fetchRequestTemplates.first
            })
    }

    @Test("Every form of a model has all settings of indexes")
    func ofIndexes() throws {
        try check(
            Place(element: FetchIndex(name: "i", elements: [.init(propertyName: "a")])) {
                Model(name: "M", entities: [Entity(name: "E", indexes: [$0])])
            } find: {
                $0.entities.first?.indexes.first
            })
    }

    @Test("Every form of a model has all settings of index elements")
    func ofColumnsOfIndexes() throws {
        try check(
            Place(element: FetchIndex.Element(propertyName: "a")) {
                Model(name: "M", entities: [Entity(name: "E", indexes: [FetchIndex(name: "i", elements: [$0])])])
            } find: {
                $0.entities.first?.indexes.first?.elements.first
            })
    }

    @Test("Every form of a model has all settings of composites and configurations")
    func ofCompositesAndConfigurations() throws {
        try check(
            Place(
                element: Composite(name: "C", attributes: []), model: { Model(name: "M", composites: [$0]) },
                find: \.composites.first, parts: ["attributes"]))
        try check(
            Place(
                element: Configuration(name: "C", entityNames: ["E"]),
                model: { Model(name: "M", configurations: [$0]) }, find: \.configurations.first))
    }

    @Test("Every form of a model has all settings of the model")
    func ofModels() throws {
        try check(
            Place(
                element: Model(name: "M"), model: \.self, find: \.self,
                parts: ["entities", "fetchRequestTemplates", "configurations", "composites"]))
    }

    // MARK: - What holds for every kind

    private func check<Element: SettableElement & Equatable>(_ place: Place<Element>) throws {
        let properties = Set(Mirror(reflecting: place.element).children.compactMap(\.label))
        var changed: Set<String> = []
        for field in Element.fields {
            for value in field.otherValues(of: place.element) {
                var element = place.element
                try #require(field.write(&element, value), "\(field.setting) does not take \(value)")
                #expect(field.read(element) == value, "\(field.setting)")
                changed.formUnion(differences(element, place.element))
                if ![.name, .modelName].contains(field.setting) { try check(element, field, place) }
            }
        }
        #expect(changed == properties.subtracting(place.parts), "each property has a setting")
        #expect(Set(Element.fields.map(\.setting)).count == Element.fields.count)
    }

    private func check<Element: SettableElement & Equatable>(
        _ element: Element, _ field: SettingField<Element>, _ place: Place<Element>
    ) throws {
        let model = place.model(element)
        let comment = Comment(rawValue: "\(Element.self).\(field.setting) = \(field.read(element))")

        var diagnostics: [Diagnostic] = []
        let file = try #require(XCDataModelWriter().write(model, into: &diagnostics), comment)
        let read = XCDataModelReader().read(file, named: "M", into: &diagnostics)?.model
        #expect(read.flatMap(place.find) == element, comment)

        let text = ModelText(name: "M", currentName: nil, versions: [.init(name: "M", document: ModelDocument(model))])
        var located: [LocatedDiagnostic] = []
        let reread = ModelTextReader().read(Array(text.yaml.utf8), named: "M", at: "M.yaml", into: &located)
        #expect(reread?.versions.first.flatMap { place.find($0.document.model) } == element, comment)

        let before = place.model(place.element)
        #expect(ModelDump(model).json != ModelDump(before).json, comment)
        #expect(!ModelDiff(from: before, to: model).changes.isEmpty, comment)

        let schema = try SchemaTextReader.model(from: SchemaTextWriter.lines(of: model).joined(separator: "\n"))
        let atRunTime = try #require(place.find(schema), comment)
        let isSaid = field.setting.names.schemaWord != nil || field.isAlwaysWritten
        #expect(field.read(atRunTime) == field.read(isSaid ? element : Element.usual(like: element)), comment)
    }

    private func differences<Element>(_ left: Element, _ right: Element) -> Set<String> {
        let labels = zip(Mirror(reflecting: left).children, Mirror(reflecting: right).children)
            .filter { String(reflecting: $0.value) != String(reflecting: $1.value) }.compactMap(\.0.label)
        return Set(labels)
    }
}
