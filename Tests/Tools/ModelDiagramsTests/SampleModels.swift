public import ModelSchema
public import Testing

/// Models that the tests of this target draw.
enum SampleModels {
    static let superheroes = Model(
        name: "Superheroes",
        entities: [
            Entity(
                name: "Team", representedClassName: ".Team",
                attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                relationships: [
                    Relationship(
                        name: "heroes", isOptional: true, isToMany: true, destinationName: "Superhero",
                        inverseName: "teams")
                ]),
            Entity(
                name: "Superhero", representedClassName: ".Superhero",
                attributes: [
                    Attribute(name: "universe", type: .integer32, usesScalarValueType: true, defaultValueString: "0"),
                    Attribute(name: "name", type: .string, isOptional: true),
                ],
                relationships: [
                    Relationship(
                        name: "teams", isOptional: true, isToMany: true, destinationName: "Team",
                        inverseName: "heroes")
                ]),
        ])

    /// One of everything: inheritance, an ordered and a one-sided relationship, one that is its own inverse, one
    /// without destination, bounds, a constraint, indexes, a fetch request, a configuration, user info.
    static let shop = Model(
        name: "Shop", versionIdentifier: "2",
        entities: [
            Entity(
                name: "Thing", isAbstract: true,
                attributes: [Attribute(name: "created", type: .date, defaultDateTimeInterval: "0")],
                indexes: [
                    FetchIndex(
                        name: "byCreated",
                        elements: [FetchIndex.Element(propertyName: "created", order: .descending)],
                        partialIndexPredicate: "created != nil")
                ]),
            Entity(
                name: "Order", representedClassName: "Sales.PurchaseOrder", parentName: "Thing",
                codeGeneration: .categoryExtension,
                attributes: [
                    Attribute(
                        name: "number", type: .string, minValueString: "3", maxValueString: "10",
                        userInfo: ["sync.remoteKey": "order_number"]),
                    Attribute(
                        name: "itemCount", type: .integer64, isDerived: true, derivationExpression: "items.@count"),
                ],
                relationships: [
                    Relationship(
                        name: "items", isToMany: true, isOrdered: true, deleteRule: .cascade,
                        destinationName: "Item", inverseName: "order"),
                    Relationship(name: "customer", deleteRule: .deny, destinationName: "Person"),
                    Relationship(name: "lost", isOptional: true, destinationName: nil),
                ],
                uniquenessConstraints: [UniquenessConstraint(["number"])], userInfo: ["owner": "sales"]),
            Entity(
                name: "Item", parentName: "Thing",
                attributes: [Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place")],
                relationships: [
                    Relationship(name: "order", destinationName: "Order", inverseName: "items")
                ],
                compoundIndexes: [["order", "place"]]),
            Entity(
                name: "Person",
                relationships: [
                    Relationship(
                        name: "friends", isOptional: true, isToMany: true, maximumCount: 10,
                        destinationName: "Person", inverseName: "friends")
                ],
                fetchedProperties: [
                    FetchedProperty(
                        name: "orders",
                        fetchRequest: FetchRequestTemplate(
                            name: "fetchedPropertyFetchRequest", entityName: "Order",
                            predicateString: "customer == $FETCH_SOURCE"))
                ]),
        ],
        fetchRequestTemplates: [
            FetchRequestTemplate(name: "byNumber", entityName: "Order", predicateString: "number == $N", fetchLimit: 1)
        ],
        configurations: [Configuration(name: "Local", entityNames: ["Person", "Item"])],
        composites: [Composite(name: "Place", attributes: [Attribute(name: "shelf", type: .integer16)])])

    /// Parents in a circle, and a relationship whose inverse does not exist.
    static let cyclic = Model(
        name: "Cyclic",
        entities: [
            Entity(
                name: "A", parentName: "B",
                relationships: [Relationship(name: "b", destinationName: "B", inverseName: "none")]),
            Entity(name: "B", parentName: "A"), Entity(name: "C", parentName: "C"),
        ])

    /// Text that means something in every language a diagram is written in.
    static let hostileText = "</script><script>alert(1)</script>--><img src=x onerror=\"x\">'`&]]>\n{}|[](x)*_#;:%\\"

    /// A model whose every text is ``hostileText``, with something before it that tells names apart.
    static let hostile: Model = {
        let text = hostileText
        return Model(
            name: text, versionIdentifier: text,
            entities: [
                Entity(
                    name: "A\(text)", representedClassName: text, isAbstract: true, parentName: "B\(text)",
                    renamingIdentifier: text, versionHashModifier: text, spotlightDisplayNameExpression: text,
                    attributes: [
                        Attribute(
                            name: "a\(text)", type: .string, isDerived: true, derivationExpression: text,
                            defaultValueString: text, minValueString: text, maxValueString: text,
                            regularExpressionString: text, userInfo: [text: text]),
                        Attribute(
                            name: "b\(text)", type: .transformable, valueTransformerName: text, customClassName: text),
                        Attribute(name: "c\(text)", type: .composite, compositeName: text),
                        Attribute(name: "d\(text)", type: .decimal, defaultValueString: text),
                        Attribute(name: "e\(text)", type: .uuid, defaultValueString: text),
                    ],
                    relationships: [
                        Relationship(
                            name: "r\(text)", isToMany: true, destinationName: "B\(text)", inverseName: "s\(text)",
                            renamingIdentifier: text, versionHashModifier: text, userInfo: [text: text]),
                        Relationship(name: "t\(text)", destinationName: "B\(text)"),
                        Relationship(name: "u\(text)", destinationName: text, inverseName: text),
                    ],
                    fetchedProperties: [
                        FetchedProperty(
                            name: text,
                            fetchRequest: FetchRequestTemplate(name: text, entityName: text, predicateString: text))
                    ],
                    indexes: [
                        FetchIndex(
                            name: text,
                            elements: [
                                FetchIndex.Element(propertyName: text),
                                FetchIndex.Element(propertyName: nil, expression: text),
                            ],
                            partialIndexPredicate: text)
                    ],
                    compoundIndexes: [[text]], uniquenessConstraints: [UniquenessConstraint([text])],
                    userInfo: [text: text]),
                Entity(
                    name: "B\(text)",
                    relationships: [
                        Relationship(name: "s\(text)", destinationName: "A\(text)", inverseName: "r\(text)")
                    ]),
                Entity(name: text),
            ],
            fetchRequestTemplates: [
                FetchRequestTemplate(name: text, entityName: text, predicateString: text)
            ],
            configurations: [Configuration(name: text, entityNames: [text])],
            composites: [Composite(name: text, attributes: [Attribute(name: text, type: .string)])])
    }()
}

extension Model {
    /// The same model with all that has no meaningful order turned round.
    var reversed: Model {
        var copy = self
        copy.entities.reverse()
        for index in copy.entities.indices {
            copy.entities[index].attributes.reverse()
            copy.entities[index].relationships.reverse()
            copy.entities[index].fetchedProperties.reverse()
            copy.entities[index].indexes.reverse()
            copy.entities[index].uniquenessConstraints.reverse()
        }
        copy.fetchRequestTemplates.reverse()
        copy.configurations.reverse()
        copy.composites.reverse()
        return copy
    }
}

/// Logs show a model that is an argument of a test by its name instead of everything in it.
extension Model: CustomTestStringConvertible {
    public var testDescription: String { name.debugDescription }
}
