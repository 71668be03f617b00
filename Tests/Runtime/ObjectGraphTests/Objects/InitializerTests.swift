import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Generated initializers, which demand what the model requires.
struct InitializerTests {
    let context: ManagedObjectContext
    let author: Author

    init() throws {
        context = try makeContext(.objects)
        author = Author(context: context, name: "Ada")
    }

    @Test("The required values of an initializer are enough to save the object")
    func whatIsRequiredIsEnoughToSave() throws {
        let book = Book(context: context, author: author, genre: .poetry, isbn: "1", title: "Notes")
        #expect(book.title == "Notes")
        #expect(book.genre == .poetry)
        #expect(author.books == [book])
        try context.save()
    }

    @Test("Properties that are left out of an initializer have the model's default values")
    func whatIsLeftOutHoldsTheDefaultOfTheModel() {
        let book = Book(context: context, author: author, genre: .poetry, isbn: "1", title: "Notes")
        #expect(book.binding == .paperback)
        #expect(book.cover == "plain")
        #expect(book.inStock == false)
        #expect(book.identifier == UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
        #expect(book.link == URL(string: "https://example.com/"))
        #expect(book.price == Decimal(string: "9.99"))
        #expect(book.published == Date(timeIntervalSinceReferenceDate: 0))
        #expect(book.isOpen == nil)
        #expect(book.prequel == nil)
    }

    @Test("An initializer accepts a value for every property")
    func everythingCanBeGiven() {
        let first = Book(context: context, author: author, genre: .poetry, isbn: "1", title: "Notes")
        let identifier = UUID()
        let book = Book(
            context: context, author: author, genre: .science, isbn: "2", title: "More", binding: .hardcover,
            context: "a series", cover: nil, identifier: identifier, inStock: true, isOpen: true,
            link: URL(string: "https://example.org/"), prequel: first, price: 3,
            published: Date(timeIntervalSinceReferenceDate: 1))
        #expect(book.binding == .hardcover)
        #expect(book.context == "a series")
        #expect(book.cover == nil)
        #expect(book.identifier == identifier)
        #expect(book.inStock)
        #expect(book.isOpen == true)
        #expect(book.link.absoluteString == "https://example.org/")
        #expect(book.price == 3)
        #expect(book.published.timeIntervalSinceReferenceDate == 1)
        #expect(first.sequel === book)
    }

    @Test("A read-only attribute can be set in the initializer")
    func whatIsReadOnlyCanBeGivenOnce() {
        let book = Book(context: context, author: author, genre: .poetry, isbn: "1-2-3", title: "Notes")
        #expect(book.isbn == "1-2-3")
        #expect(book.value(forKey: "isbn") as? String == "1-2-3")
    }

    @Test("The initializer of a subentity requires its own and its parent's required values")
    func subentities() throws {
        let audiobook = Audiobook(
            context: context, author: author, genre: .poetry, isbn: "1", narrator: "Bo", title: "Notes")
        #expect(audiobook.narrator == "Bo")
        #expect(audiobook.entity.name == "Audiobook")
        try context.save()
    }

    @Test("A subentity without required values of its own inherits the initializer")
    func inheritedInitializer() throws {
        let pamphlet = Pamphlet(context: context, author: author, genre: .poetry, isbn: "1", title: "Notes")
        #expect(pamphlet.entity.name == "Pamphlet")
        #expect(type(of: pamphlet) == Pamphlet.self)
        try context.save()
    }

    @Test("A handwritten class also has the generated initializer")
    func classesWrittenByHandHaveThemToo() throws {
        let context = try makeContext(.inheritance)
        let boat = Boat(context: context, registered: Date(timeIntervalSinceReferenceDate: 5), wheels: 1)
        #expect(boat.insertionCount == 1)
        #expect(boat.wheels == 1)
        #expect(boat.registered?.timeIntervalSinceReferenceDate == 5)
    }

    @Test("The generated initializer keeps default values of every type")
    func everyKindOfDefaultIsKept() throws {
        let context = try makeContext(.allTypes)
        let given = RequiredDefaultValues(context: context, boolean: false)
        let plain = RequiredDefaultValues(context: context)
        plain.boolean = false
        let optional = (
            OptionalDefaultValues(context: context, boolean: false), OptionalDefaultValues(context: context)
        )
        optional.1.boolean = false
        let scalars = (
            OptionalDefaultScalars(context: context, boolean: false), OptionalDefaultScalars(context: context)
        )
        scalars.1.boolean = false
        for (left, right) in [(given as ManagedObject, plain as ManagedObject), optional, scalars] {
            for attribute in left.entity.attributes {
                #expect(
                    left.value(forKey: attribute.name) as? AnyHashable
                        == right.value(forKey: attribute.name) as? AnyHashable, "\(attribute.name)")
            }
        }
    }

    @Test("The generated initializer accepts the cases of enums")
    func enumsTakeTheirCases() throws {
        let context = try makeContext(.allTypes)
        let object = EnumValues(
            context: context, grade: .high, gradeOrNothing: nil, phase: .live, scaleOrUsual: .huge,
            shadeIfKnown: .light,
            tint: .red)
        #expect(object.grade == .high)
        #expect(object.gradeOrNothing == nil)
        #expect(object.phaseRawValue == "on air")
        #expect(object.scaleOrUsual == .huge)
        #expect(object.shadeIfKnown == .light)
        #expect(object.tint == .red)
        #expect(object.shade == .dark)
        #expect(EnumValues(context: context, grade: .high).tint == Tint.none)
    }
}
