import ModelSchema
import Testing

/// The examples in the doc comments of models.
@Suite struct DocumentationExampleTests {
    private let model: Model
    private let (book, author): (Entity, Entity)

    /// Books and authors of a library.
    init() {
        // Example: Model
        let title = Attribute(name: "title", type: .string, isOptional: true)
        let writer = Relationship(name: "author", isOptional: true, destinationName: "Author", inverseName: "books")
        let books = Relationship(
            name: "books", isOptional: true, isToMany: true, destinationName: "Book", inverseName: "author")
        let model = Model(
            name: "Library",
            entities: [
                Entity(name: "Book", attributes: [title], relationships: [writer]),
                Entity(name: "Author", relationships: [books]),
            ])
        // End
        self.model = model
        (book, author) = (model.entities[0], model.entities[1])
    }

    @Test("The example of a model has both sides of a relationship")
    func aModel() {
        #expect(ModelLookup(model).inverse(of: book.relationships[0])?.name == "books")
    }

    @Test("The examples of entities and their parts describe them")
    func entities() {
        // Example: Entity
        let novel = Entity(
            name: "Novel", representedClassName: "Novel", parentName: "Book",
            attributes: [Attribute(name: "genre", type: .string, isOptional: true)],
            uniquenessConstraints: [UniquenessConstraint(["genre"])])
        // End
        #expect(novel.parentName == "Book")
        // Example: CodeGeneration
        let isWrittenByHand = novel.codeGeneration ?? .manual == .manual  // As in Xcode, nothing means manual.
        // End
        #expect(isWrittenByHand)
        // Example: Attribute
        let rating = Attribute(
            name: "rating", type: .integer16, defaultValueString: "3", minValueString: "1", maxValueString: "5")
        // End
        // Example: AttributeDefault
        if case .integer(let stars)? = rating.defaultValue { print(stars) }  // 3
        // End
        #expect(rating.defaultValue == .integer(3))
        // Example: AttributeType
        let numbers = [book, novel].flatMap(\.attributes).filter { $0.type.integerRange != nil }
        // End
        #expect(numbers.isEmpty)
        // Example: Composite
        let place = Composite(
            name: "Place",
            attributes: [Attribute(name: "city", type: .string), Attribute(name: "street", type: .string)])
        let origin = Attribute(name: "origin", type: .composite, isOptional: true, compositeName: place.name)
        // End
        #expect(origin.compositeName == "Place")
        // Example: UniquenessConstraint
        let isbn = UniquenessConstraint(["isbn"])
        let position = UniquenessConstraint(["shelf", "number"])  // Unique together
        // End
        #expect(isbn != position)
        // Example: FetchIndex
        let byShelf = FetchIndex(
            name: "byShelf",
            elements: [
                FetchIndex.Element(propertyName: "shelf"),
                FetchIndex.Element(propertyName: "added", order: .descending),
            ], partialIndexPredicate: "shelf != nil")
        // End
        #expect(byShelf.elements.count == 2)
    }

    @Test("The examples of relationships, fetches, and configurations describe them")
    func partsOfModels() {
        // Example: Relationship
        let chapters = Relationship(
            name: "chapters", isOptional: true, isToMany: true, isOrdered: true, deleteRule: .cascade,
            destinationName: "Chapter", inverseName: "book")
        // End
        // Example: DeleteRule
        let isOwner = chapters.deleteRule == .cascade  // The chapters of a deleted book are also deleted.
        // End
        #expect(isOwner)
        // Example: FetchRequestTemplate
        let unread = FetchRequestTemplate(
            name: "unread", entityName: "Book", predicateString: "readAt == nil AND added > $DATE", fetchLimit: 20)
        // End
        #expect(unread.resultType == .objects)
        // Example: FetchedProperty
        let sameTitle = FetchRequestTemplate(
            name: "sameTitle", entityName: "Book", predicateString: "title == $FETCH_SOURCE.title")
        let others = FetchedProperty(name: "otherEditions", fetchRequest: sameTitle)
        // End
        #expect(others.fetchRequest.entityName == "Book")
        // Example: Configuration
        let archive = Configuration(name: "Archive", entityNames: ["Book", "Author"])  // For a store of its own
        // End
        #expect(archive.entityNames.count == 2)
    }

    @Test("The examples of user info and enums read what a model's author has written")
    func userInfo() {
        // Example: UserInfo
        let info: UserInfo = ["modelgen.enum": "Genre", "modelgen.enum.cases": "novel = 0, poem = 1"]
        let name = info["modelgen.enum"]  // "Genre"
        // End
        #expect(name == "Genre")
        // Example: AttributeEnumeration
        let genre = Attribute(name: "genre", type: .integer16, userInfo: info)
        for choice in genre.enumeration?.cases ?? [] { print(choice.name, choice.rawValue) }  // novel integer(0)
        // End
        #expect(genre.enumeration?.cases?.map(\.name) == ["novel", "poem"])
    }

    @Test("The example of a lookup resolves names, with what is inherited")
    func lookups() {
        // Example: ModelLookup
        let lookup = ModelLookup(model)
        guard let book = lookup.entity(named: "Book") else { return }
        let names = lookup.attributes(of: book).map(\.name)  // Own and inherited ones
        let inverse = lookup.relationship(named: "author", of: book).flatMap(lookup.inverse)
        // End
        #expect(names == ["title"] && inverse?.name == "books")
    }

    @Test("The example of a path names an element of a model")
    func paths() {
        // Example: SchemaPath
        let path = SchemaPath.entity("Book").relationship("author").setting("deletionRule")
        print(path)  // Book/author
        // End
        #expect("\(path)" == "Book/author")
    }

    @Test("The examples of settings name them, and print their values")
    func settings() {
        // Example: ModelSetting
        let setting = ModelSetting(rawValue: "deletionRule")  // As in the model file
        print(setting?.label ?? "unknown")  // delete rule
        // End
        #expect(setting?.label == "delete rule")
        // Example: ModelSettingValue
        let values: [ModelSettingValue] = [.none, .flag(true), .number(5), .names(["title", "isbn"])]
        print(values.map(\.description))  // ["none", "yes", "5", "title, isbn"]
        // End
        #expect(values.map(\.description) == ["none", "yes", "5", "title, isbn"])
    }

    @Test("The examples of hashes tell versions apart that stores can't share")
    func hashes() throws {
        var newer = model
        newer.entities[0].attributes[0].isOptional = false
        // Example: VersionHash
        let (old, new) = (ModelLookup(model).versionHashes, ModelLookup(newer).versionHashes)
        let changed = new.keys.filter { old[$0] != new[$0] }.sorted()  // The entities that need a migration
        // End
        #expect(changed == ["Book"])
        // Example: CoreDataVersionHash
        let hashes = ModelLookup(model).coreDataVersionHashes
        print(hashes["Book"]?.base64 ?? "none")  // As in the output of Apple's tools
        // End
        #expect(hashes["Book"]?.base64.count == 44)
        // Example: CoreDataVersionDigest
        let checksum = CoreDataVersionDigest(of: hashes).checksum  // As in the metadata of a store
        // End
        #expect(checksum.count == 44)
    }
}
