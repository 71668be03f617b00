import CompiledModels
import ModelExpressions
import ModelSchema
import Testing

/// What is read from archives that are made here.
@Suite struct CompiledModelTests {
    private func model(_ archived: Archived) throws -> CompiledModel {
        try CompiledModel(archive: ArchiveWriter.bytes(of: archived), name: "Shop")
    }

    /// The one attribute of a model's one entity, and what is noted on the way.
    private func attribute(_ archived: Archived) throws -> (attribute: Attribute, unreadableParts: [String]) {
        let compiled = try model(.model([("Item", .entity("Item", [("value", archived)]))]))
        return (try #require(compiled.model.entities.first?.attributes.first), compiled.unreadableParts)
    }

    @Test("Entities and properties are read in the order of their names")
    func entitiesAndPropertiesComeByName() throws {
        let compiled = try model(
            .model(
                [
                    ("Order", .entity("Order", [("paid", .attribute(800)), ("date", .attribute(900))])),
                    ("Item", .entity("Item", [], [("NSClassNameForEntity", ".Item"), ("NSIsAbstract", true)])),
                ], [("NSVersionIdentifiers", .list(["2.0"]))]))
        #expect(
            compiled.model
                == Model(
                    name: "Shop", versionIdentifier: "2.0",
                    entities: [
                        Entity(name: "Item", representedClassName: ".Item", isAbstract: true),
                        Entity(
                            name: "Order",
                            attributes: [Attribute(name: "date", type: .date), Attribute(name: "paid", type: .boolean)]),
                    ]))
        #expect(compiled.unreadableParts == [])
    }

    @Test("Inherited properties that an archive repeats are read once")
    func inheritedProperties() throws {
        let parent = Archived.entity("Item", [("name", .attribute(700))])
        let child = Archived.entity(
            "Book", [("name", .attribute(700)), ("pages", .attribute(200))], [("NSSuperentity", .reference("Item"))])
        let entities = try model(.model([("Book", child), ("Item", parent)])).model.entities
        #expect(entities.map { $0.attributes.map(\.name) } == [["pages"], ["name"]])
        #expect(entities.first?.parentName == "Item")
    }

    @Test("A relationship is read with its counts, delete rule, and inverse")
    func aRelationshipKeepsCountsRuleAndInverse() throws {
        let items = Archived.object(
            "NSRelationshipDescription",
            [
                ("_NSDestinationEntityName", "Item"), ("_NSInverseRelationshipName", "order"), ("NSDeleteRule", 2),
                ("NSMinCount", 1), ("NSMaxCount", 0), ("NSIsOrdered", true), ("NSIsOptional", true),
                ("NSRenamingIdentifier", "lines"), ("NSUserInfo", .table([("b", "2"), ("a", "1")])),
            ])
        let compiled = try model(.model([("Order", .entity("Order", [("items", items)]))]))
        #expect(
            compiled.model.entities.first?.relationships == [
                Relationship(
                    name: "items", isOptional: true, isToMany: true, minimumCount: 1, isOrdered: true,
                    deleteRule: .cascade, destinationName: "Item", inverseName: "order", renamingIdentifier: "lines",
                    userInfo: ["a": "1", "b": "2"])
            ])
    }

    @Test(
        "Every attribute type is read by its number",
        arguments: AttributeType.allCases.filter { ![.composite].contains($0) })
    func everyTypeIsKnownByItsNumber(type: AttributeType) throws {
        let read = try attribute(.attribute(Int64(type.coreDataNumber)))
        #expect(read.attribute == Attribute(name: "value", type: type))
        #expect(read.unreadableParts == [])
    }

    @Test(
        "A default value is written as in a model file",
        arguments: [
            (Int64(100), Archived.integer(-7), "-7"), (600, .real(1.5), "1.5"), (500, .real(-0.0), "-0"),
            (500, .real(0), "0"), (800, .boolean(true), "YES"),
            (800, .integer(0), "NO"), (700, .string("new"), "new"), (700, .string("größer"), "größer"),
            (700, .object("NSMutableString", [("NS.string", "new")]), "new"),
            (
                1100, .object("NSUUID", [("NS.uuidbytes", .data(Array(0..<16)))]),
                "00010203-0405-0607-0809-0A0B0C0D0E0F"
            ),
            (
                1200, .object("NSURL", [("NS.relative", "https://example.org"), ("NS.base", .null)]),
                "https://example.org"
            ),
            (400, decimal([0x39, 0x30], exponent: -2, isNegative: true), "-123.45"),
            (400, decimal([0x05, 0x00], exponent: -3), "0.005"), (400, decimal([0x05, 0x00], exponent: 2), "500"),
            (400, .integer(12), "12"),
        ])
    func aDefaultIsSpelledAsInAModelFile(type: Int64, value: Archived, text: String) throws {
        let read = try attribute(.attribute(type, [("NSDefaultValue", value)]))
        #expect(read.attribute.defaultValueString == text)
        #expect(read.unreadableParts == [])
    }

    private static func decimal(_ mantissa: [UInt8], exponent: Int64, isNegative: Bool = false) -> Archived {
        .object(
            "NSDecimalNumber",
            [
                ("NS.mantissa", .data(mantissa)), ("NS.exponent", .integer(exponent)), ("NS.length", 1),
                ("NS.negative", .boolean(isNegative)), ("NS.mantissa.bo", 1),
            ])
    }

    @Test("A date has a default value in seconds, and binary data has none")
    func aDateHasSecondsAndBytesHaveNoDefault() throws {
        let date = try attribute(.attribute(900, [("NSDefaultValue", .object("NSDate", [("NS.time", .real(86400))]))]))
        #expect(date.attribute.defaultDateTimeInterval == "86400")
        let bytes = try attribute(.attribute(1000, [("NSDefaultValue", .data([1]))]))
        #expect(bytes.attribute.defaultValueString == nil)
        #expect(bytes.unreadableParts.count == 1)
    }

    @Test("Bounds and regular expressions are read from predicates")
    func boundsAreReadFromPredicates() throws {
        let length = Archived.keyPath("length")
        let bounds = Archived.compound(
            1, [.comparison(length, 3, .constant(2)), .comparison(length, 1, .constant(9))])
        let pattern = Archived.comparison(.object("NSSelfExpression", []), 6, .constant("[a-z]+"))
        let odd = Archived.comparison(.keyPath("first"), 4, .constant(1))
        let read = try attribute(.attribute(700, [("NSValidationPredicates", .list([bounds, pattern]))]))
        #expect(read.attribute.minValueString == "2")
        #expect(read.attribute.maxValueString == "9")
        #expect(read.attribute.regularExpressionString == "[a-z]+")
        #expect(read.unreadableParts == [])
        #expect(try attribute(.attribute(700, [("NSValidationPredicates", .list([odd]))])).unreadableParts.count == 1)
    }

    @Test(
        "A derivation expression is written as in a model file",
        arguments: [
            (Archived.keyPath("items.@count"), "items.@count"),
            (.function("count:", [.keyPath("items")]), "items.@count"),
            (.function("sum:", [.keyPath("items.price")]), "items.price.@sum"),
            (.function("canonical:", [.keyPath("title")]), "canonical:(title)"), (.function("now", []), "now()"),
        ])
    func aDerivationIsSpelledAsInAModelFile(expression: Archived, text: String) throws {
        let read = try attribute(
            .object(
                "NSDerivedAttributeDescription", [("NSAttributeType", 300), ("NSDerivationExpression", expression)]))
        #expect(read.attribute.isDerived)
        #expect(read.attribute.derivationExpression == text)
        #expect(throws: Never.self) { try ModelExpression(derivation: text) }
        #expect(read.unreadableParts == [])
    }

    @Test("A derivation expression that cannot be read is noted")
    func aDerivationThatCannotBeSaidIsNoted() throws {
        let read = try attribute(
            .object(
                "NSDerivedAttributeDescription",
                [("NSAttributeType", 300), ("NSDerivationExpression", .object("NSBlockExpression", []))]))
        #expect(read.attribute.isDerived)
        #expect(read.unreadableParts == ["Item/value: the derivation cannot be read"])
    }

    @Test(
        "A fetched property is read with its predicate",
        arguments: [
            (Archived.comparison(.keyPath("age"), 2, .constant(3)), "age > 3"),
            (
                .compound(
                    2, [.comparison(.keyPath("name"), 8, .constant("A"), options: 3), .object("NSTruePredicate", [])]),
                #"name BEGINSWITH[cd] "A" OR TRUEPREDICATE"#
            ),
            (
                .compound(
                    0, [.comparison(.keyPath("owner"), 4, .object("NSVariableExpression", [("NSVariable", "WHO")]))]),
                "NOT owner == $WHO"
            ),
            (
                .comparison(
                    .keyPath("state"), 10,
                    .object("NSAggregateExpression", [("NSCollection", .list([.constant(1), .constant(2)]))])),
                "state IN {1, 2}"
            ),
        ])
    func aFetchedPropertyHasItsPredicate(predicate: Archived, text: String) throws {
        let fetched = Archived.object(
            "NSFetchedPropertyDescription",
            [
                ("_NSFetchRequestEntityName", "Item"),
                ("NSFetchRequest", .object("NSFetchRequest", [("NSPredicate", predicate), ("NSFetchLimit", 5)])),
            ])
        let compiled = try model(.model([("Item", .entity("Item", [("some", fetched)]))]))
        let property = try #require(compiled.model.entities.first?.fetchedProperties.first)
        #expect(property.fetchRequest.predicateString == text)
        #expect(property.fetchRequest.entityName == "Item")
        #expect(property.fetchRequest.fetchLimit == 5)
    }

    @Test("A fetch request with a block predicate is omitted with a note")
    func aFetchWithAPredicateOfAProgramIsLeftOut() throws {
        let fetch = Archived.object("NSFetchRequest", [("NSPredicate", .object("NSBlockPredicate", []))])
        let all = Archived.object("NSFetchRequest", [("NSEntity", .reference("Item"))])
        let compiled = try model(
            .model([("Item", .entity("Item"))], [("NSFetchRequestTemplates", .table([("some", fetch), ("all", all)]))]))
        #expect(compiled.model.fetchRequestTemplates == [FetchRequestTemplate(name: "all", entityName: "Item")])
        #expect(compiled.unreadableParts == ["some: left out, because its predicate cannot be read"])
    }

    @Test("Indexes, uniqueness constraints, and configurations are read")
    func indexesAndConstraints() throws {
        let element = Archived.object(
            "NSFetchIndexElementDescription", [("NSPropertyName", "n"), ("NSAscending", false)])
        let index = Archived.object(
            "NSFetchIndexDescription",
            [
                ("NSIndexName", "byN"), ("NSIndexElements", .list([element])),
                ("NSPartialIndexPredicate", .comparison(.keyPath("n"), 2, .constant(0))),
            ])
        let compiled = try model(
            .model(
                [
                    (
                        "Item",
                        .entity(
                            "Item", [("n", .attribute(200))],
                            [
                                ("NSFetchIndexDescriptions", .list([index])),
                                ("NSUniqueTuples", .list([.list(["n"])])),
                            ])
                    )
                ], [("NSConfigurations", .table([("Local", .list([.reference("Item")]))]))]))
        let entity = try #require(compiled.model.entities.first)
        #expect(
            entity.indexes == [
                FetchIndex(
                    name: "byN", elements: [.init(propertyName: "n", order: .descending)],
                    partialIndexPredicate: "n > 0")
            ])
        #expect(entity.uniquenessConstraints == [UniquenessConstraint(["n"])])
        #expect(compiled.model.configurations == [Configuration(name: "Local", entityNames: ["Item"])])
    }

    @Test("The members of a composite attribute are read")
    func theMembersOfACompositeAreRead() throws {
        let street = Archived.attribute(700, [("NSPropertyName", "street")])
        let compiled = try model(
            .model([
                (
                    "Item",
                    .entity(
                        "Item",
                        [
                            (
                                "home",
                                .object(
                                    "NSCompositeAttributeDescription",
                                    [("NSAttributeType", 2100), ("NSCompositeElements", .list([street]))])
                            )
                        ])
                )
            ]))
        #expect(compiled.model.entities.first?.attributes.first?.compositeName == "Item_home")
        #expect(
            compiled.model.composites == [
                Composite(name: "Item_home", attributes: [Attribute(name: "street", type: .string)])
            ])
    }

    @Test("The hashes beside a model are compared with the computed ones")
    func hashesBesideTheModelAreCompared() throws {
        let archive = ArchiveWriter.bytes(of: .model([("A", .entity("A")), ("B", .entity("B"))]))
        let model = Model(name: "M", entities: [Entity(name: "A"), Entity(name: "B", isAbstract: true)])
        let compiled = try CompiledModel(
            archive: archive, name: "M", versionHashes: ModelLookup(model).coreDataVersionHashes)
        #expect(compiled.entityNamesWithMismatchedHashes == ["B"])
    }
}
