import ModelProjects
import ModelSchema
import Testing

/// The examples in the doc comments of edits.
@Suite struct EditingExampleTests {
    private let library = Model(
        name: "Library",
        entities: [
            Entity(name: "Author"),
            Entity(name: "Book", attributes: [Attribute(name: "title", type: .string, isOptional: true)]),
        ])

    @Test("The examples of edits rename, change, and connect what a path names")
    func edits() throws {
        var model = library
        // Example: ElementPath
        if let title = ElementPath("Book/title") {
            try model.rename(title, to: "name")
        }
        // End
        #expect(model.entities[1].attributes.map(\.name) == ["name"])
        #expect(model.entities[1].attributes.map(\.renamingIdentifier) == ["title"])
        // Example: Model.set
        if let name = ElementPath("Book/name") {
            try model.set([("optional", "NO"), ("defaultValueString", "Untitled")], of: name)
        }
        // End
        #expect(model.entities[1].attributes.map(\.defaultValueString) == ["Untitled"])
        #expect(model.entities[1].attributes.map(\.isOptional) == [false])
        // Example: Model.add
        try model.add(
            Relationship(name: "author", isOptional: true, destinationName: "Author"), to: "Book",
            inverse: Relationship(name: "books", isOptional: true, isToMany: true, destinationName: "Book"))
        // End
        #expect(model.entities[0].relationships.map(\.inverseName) == ["author"])
        #expect(model.entities[1].relationships.map(\.inverseName) == ["books"])
    }

    @Test("The examples of changes of an index and a configuration keep what they leave out")
    func changes() throws {
        var model = library
        let element = FetchIndex.Element(propertyName: "title")
        try model.add(FetchIndex(name: "byTitle", elements: [element]), to: "Book")
        // Example: Model.setIndex
        try model.setIndex(
            "byTitle", of: "Book", elements: nil, partialIndexPredicate: "title != nil", newName: "titled")
        // End
        let index = FetchIndex(name: "titled", elements: [element], partialIndexPredicate: "title != nil")
        #expect(model.entities[1].indexes == [index])
        try model.add(Configuration(name: "Archive", entityNames: ["Book"]))
        // Example: Model.setConfiguration
        try model.setConfiguration("Archive", entityNames: nil, adding: ["Author"], isUsedWithCloudKit: nil)
        // End
        #expect(model.configurations == [Configuration(name: "Archive", entityNames: ["Author", "Book"])])
    }

    @Test("The example of an error finds the entity that was meant")
    func anError() {
        var model = library
        // Example: EditError
        do {
            try model.add(Attribute(name: "pageCount", type: .integer32), to: "Bok")
        } catch {
            print(error)  // the model has no entity 'Bok'; did you mean 'Book'?
        }
        // End
        let error = #expect(throws: EditError.self) {
            try model.add(Attribute(name: "pageCount", type: .integer32), to: "Bok")
        }
        #expect(error?.description == "the model has no entity 'Bok'; did you mean 'Book'?")
        #expect(model == library)
    }
}
