import ObjectGraph
import StoreMigration
import TestSupport
import Testing

/// Texts that look the same, but are composed of other code points.
@Suite struct EquivalentTextTests {
    private let composed = "\u{E9}"
    private let decomposed = "e\u{301}"

    private static let entities = """
        <entity name="Author">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify"
                destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        </entity>
        <entity name="Book">
            <attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            <attribute name="authorName" optional="YES" attributeType="String" derived="YES"
                derivationExpression="author.name"/>
            <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/></composite>
        """

    private func scalars(_ value: Any?) -> [UInt32] { (value as? String ?? "").unicodeScalars.map(\.value) }

    @Test(
        "Replacing a text by one of other code points is a change, though both are equal elsewhere (STO-26)",
        arguments: StoreKind.allCases)
    func changes(_ kind: StoreKind) throws {
        let model = try ManagedObjectModel.version(Self.entities)
        let store = try MigratedStore(kind)
        try store.session(model) { context in
            let author = try context.make("Author", ["name": composed])
            try context.make("Book", ["title": composed, "place": ["city": composed], "author": author])
            try context.save()
        }
        try store.session(model) { context in
            let book = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Book")).first)
            book.setValue(composed, forKey: "title")
            #expect(!book.hasPersistentChangedValues, "the same text is no change")
            book.setValue(decomposed, forKey: "title")
            book.setValue(["city": decomposed], forKey: "place")
            (book.value(forKey: "author") as? ManagedObject)?.setValue(decomposed, forKey: "name")
            #expect(book.hasPersistentChangedValues)
            #expect(Set(book.changedValues().keys).isSuperset(of: ["title", "place"]))
            #expect(scalars(book.committedValues(forKeys: ["title"])["title"]) == [0xE9])
            try context.save()
        }
        try store.session(model) { context in
            let request = FetchRequest<ManagedObject>(
                entityName: "Book", predicate: try .format("title == %@", composed))
            let book = try #require(try context.fetch(request).first, "a predicate finds it by either text")
            #expect(scalars(book.value(forKey: "title")) == [0x65, 0x301])
            #expect(scalars((book.value(forKey: "place") as? [String: Any])?["city"]) == [0x65, 0x301])
            #expect(scalars(book.value(forKey: "authorName")) == [0x65, 0x301])
            try context.make("Book", ["title": composed])
            #expect(throws: ConstraintConflictError.self) { try context.save() }
            context.rollback()
        }
    }
}
