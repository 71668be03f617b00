import ModelDiagnostics
import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct SwiftNamerTests {
    private func namer(_ entities: [Entity], _ options: GenerationOptions = GenerationOptions()) -> SwiftNamer {
        SwiftNamer(for: Model(name: "M", entities: entities), options: options)
    }

    private func strings(_ names: String...) -> [Attribute] {
        names.map { Attribute(name: $0, type: .string) }
    }

    @Test(
        "Property names are escaped or changed where Swift requires it",
        arguments: [
            ("name", "name"), ("private", "`private`"), ("self", "self_"), ("Type", "Type_"), ("init", "`init`"),
            ("objectID", "objectID_"), ("id", "id"), ("value", "value"), ("description", "description_"),
            ("größe", "größe"), ("some", "some"),
        ])
    func propertyNames(model: String, swift: String) {
        let hero = Entity(name: "Hero", attributes: strings(model))
        #expect(namer([hero]).propertyName(model, of: hero) == swift)
    }

    @Test(
        "Property names are converted to camel case",
        arguments: [
            ("first_name", "firstName"), ("URL", "url"), ("userID", "userID"), ("HTMLBody", "htmlBody"),
            ("user_URL", "userURL"), ("FIRST_NAME", "firstName"), ("_first_name_", "_firstName_"), ("line_2", "line2"),
            ("name", "name"), ("__", "__"), ("self_", "self_"), ("class", "`class`"),
            ("a_b", "aB"), ("x_y_z", "xYZ"), ("A_B", "aB"), ("iOS", "iOS"), ("iOS_version", "iOSVersion"),
            ("aURL", "aURL"), ("URLs", "urls"), ("IDs", "ids"), ("PDFs_list", "pdfsList"), ("IDsOfTeams", "idsOfTeams"),
            ("URLSession", "urlSession"), ("URLsession", "urLsession"), ("HTML5_page", "html5Page"),
            ("__a_b__", "__aB__"), ("A", "a"), ("Äpfel_ÖL", "äpfelÖL"),
        ])
    func camelCase(model: String, swift: String) {
        let hero = Entity(name: "Hero", attributes: strings(model))
        #expect(namer([hero], GenerationOptions(propertyNaming: .camelCase)).propertyName(model, of: hero) == swift)
    }

    @Test("A property whose name is available keeps it")
    func whoNeedsNoOtherNameKeepsIt() {
        let hero = Entity(name: "Hero", attributes: strings("description", "description_", "description__"))
        let namer = namer([hero])
        #expect(namer.propertyName("description", of: hero) == "description___")
        #expect(namer.propertyName("description_", of: hero) == "description_")
        #expect(namer.renamings.map(\.name) == ["description___"])
    }

    @Test("A camel-case name that is already used gets an underscore and a note")
    func camelCaseCollisions() {
        let hero = Entity(name: "Hero", attributes: strings("firstName", "first_name"))
        let namer = namer([hero], GenerationOptions(propertyNaming: .camelCase))
        #expect(namer.propertyName("firstName", of: hero) == "firstName")
        #expect(namer.propertyName("first_name", of: hero) == "firstName_")
        #expect(
            namer.renamings.map(\.holder) == [.element(.entity("Hero").attribute("firstName"))])
    }

    @Test("Functions of relationships that differ only in case have distinct names")
    func namesThatDifferInCase() {
        let order = Entity(
            name: "Order",
            relationships: [
                Relationship(name: "Items", isToMany: true, destinationName: "Order"),
                Relationship(name: "items", isToMany: true, destinationName: "Order"),
            ])
        let namer = namer([order])
        #expect(namer.collectionSuffix(order.relationships[0], of: order) == "Items")
        #expect(namer.collectionSuffix(order.relationships[1], of: order) == "Items_")
        #expect(namer.propertyName("items", of: order) == "items")
    }

    @Test("Inherited names are not used again")
    func inheritedNamesAreTaken() {
        let parent = Entity(
            name: "Base", relationships: [Relationship(name: "parts", isToMany: true, destinationName: "Base")])
        let child = Entity(
            name: "Child", parentName: "Base",
            relationships: [Relationship(name: "Parts", isToMany: true, destinationName: "Base")])
        let stranger = Entity(
            name: "Stranger", relationships: [Relationship(name: "Parts", isToMany: true, destinationName: "Base")])
        let namer = namer([parent, child, stranger])
        #expect(namer.collectionSuffix(child.relationships[0], of: child) == "Parts_")
        #expect(namer.collectionSuffix(stranger.relationships[0], of: stranger) == "Parts")
    }

    @Test("Additional accessors of enums have distinct names")
    func secondAccessorsOfEnumsStayApart() {
        let wrapped: UserInfo = ["modelgen.enum": "Kind", "modelgen.enum.accessor": "kind"]
        let hero = Entity(
            name: "Hero",
            attributes: [
                Attribute(name: "a", type: .string, userInfo: wrapped),
                Attribute(name: "b", type: .string, userInfo: wrapped),
                Attribute(name: "c", type: .string, userInfo: ["modelgen.enum": "Kind"]),
                Attribute(name: "cRawValue", type: .string),
            ])
        let namer = namer([hero])
        #expect(namer.memberName(.enumeration, "a", of: hero) == "kind")
        #expect(namer.memberName(.enumeration, "b", of: hero) == "kind_")
        #expect(namer.memberName(.rawValue, "c", of: hero) == "cRawValue_")
    }

    @Test(
        "The name of a model becomes the name of its constant",
        arguments: [
            ("Superheroes", "superheroes"), ("WooCommerce", "wooCommerce"), ("URLStore", "urlStore"), ("DB", "db"),
            ("Model 117", "model117"), ("3lvis", "_3lvis"), ("my-model.v2", "myModelV2"), ("", "model"),
            ("default", "`default`"), ("self", "self_"),
        ])
    func modelAccessorNames(model: String, swift: String) {
        #expect(SwiftNamer(for: Model(name: model)).modelAccessorName == swift)
    }

    @Test("Library types are qualified if the model hides them")
    func hiddenLibraryTypes() {
        let namer = namer([Entity(name: "Data"), Entity(name: "Hero")])
        #expect(namer.type("Data", in: .foundation) == "Foundation.Data")
        #expect(namer.type("Date", in: .foundation) == "Date")
    }

    @Test("No class has the name of a module")
    func noClassIsCalledLikeAModule() {
        let entities = ["ObjectGraph", "Swift", "Foundation", "Swift_"].map { Entity(name: $0) }
        let namer = namer(entities)
        #expect(entities.map(namer.className) == ["ObjectGraph_", "Swift__", "Foundation_", "Swift_"])
    }

    @Test(
        "No class and no composite has the name of a type inside of every class",
        arguments: GenerationOptions.Style.allCases)
    func noTypeHasTheNameOfAnInnerType(style: GenerationOptions.Style) {
        let entities = [Entity(name: "ID"), Entity(name: "Hero", representedClassName: "ID_")]
        let model = Model(name: "M", entities: entities, composites: [Composite(name: "ID", attributes: [])])
        let namer = SwiftNamer(for: model, options: GenerationOptions(style: style))
        #expect(entities.map(namer.className) == ["ID__", "ID_"])
        #expect(namer.compositeName("ID") == "ID___")
        #expect(
            namer.renamings.map { Diagnostic.renamed($0).message } == [
                "the class of entity 'ID' is named 'ID__', because 'ID' has another meaning in generated code",
                "the struct of composite 'ID' is named 'ID___', because 'ID' has another meaning in generated code",
            ])
    }

    @Test("No composite, and with snapshots no class, has the name of a type inside of every struct")
    func noTypeHasTheNameOfATypeOfStructs() {
        let entity = Entity(name: "CodingKeys")
        #expect(namer([entity]).className(of: entity) == "CodingKeys")
        #expect(namer([entity], GenerationOptions(generatesSnapshots: true)).className(of: entity) == "CodingKeys_")
        let model = Model(name: "M", composites: [Composite(name: "CodingKeys", attributes: [])])
        #expect(SwiftNamer(for: model).compositeName("CodingKeys") == "CodingKeys_")
        #expect(
            SwiftNamer(for: model, options: GenerationOptions(style: .swiftData)).compositeName("CodingKeys")
                == "CodingKeys_")
    }

    @Test("Class names get the prefix and suffix")
    func classesGetPrefixAndSuffix() {
        let entities = [Entity(name: "Hero", representedClassName: "App.Man"), Entity(name: "Pet", parentName: "Hero")]
        let namer = namer(entities, GenerationOptions(classPrefix: "CD", classSuffix: "Object"))
        #expect(entities.map(namer.className) == ["CDManObject", "CDPetObject"])
        #expect(namer.superclassName(of: entities[1]) == "CDManObject")
    }

    @Test("Entities with the same class share one class")
    func entitiesThatShareAClassBecomeOne() {
        let entities = [
            Entity(name: "Base", representedClassName: "Thing", attributes: strings("name")),
            Entity(name: "B", representedClassName: "Thing", parentName: "Base", attributes: strings("size")),
            Entity(name: "A", parentName: "B"),
        ]
        let namer = namer(entities)
        #expect(namer.classes.map(\.name) == ["Thing", "A"])
        #expect(namer.classes[0].entity.attributes.map(\.name) == ["name", "size"])
        #expect(namer.superclassName(of: entities[1]) == nil)
        #expect(namer.superclassName(of: entities[2]) == "Thing")
        #expect(namer.isShared(entities[0]))
        #expect(!namer.isShared(entities[2]))
    }

    @Test("File names are distinct in file systems that ignore case")
    func fileNames() {
        let entities = [Entity(name: "LineItem"), Entity(name: "Lineitem")]
        #expect(entities.map(namer(entities).fileStem) == ["LineItem", "Lineitem_"])
    }

    @Test("Parameters are named after their class")
    func parametersAreCalledAfterTheirClass() {
        #expect(namer([]).parameterName(forObjectOf: Entity(name: "Hero")) == "hero")
        #expect(namer([]).parameterName(forObjectOf: Entity(name: "E", representedClassName: "App.Case")) == "`case`")
        #expect(namer([]).parameterName(forObjectOf: Entity(name: "Var")) == "var_")
    }
}
