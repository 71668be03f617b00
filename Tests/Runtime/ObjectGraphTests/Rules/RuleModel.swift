import ObjectGraph

extension ManagedObjectModel {
    /// A small model with what the rules speak of, and classes that write down what is called.
    static let rules = ManagedObjectModel(
        Model(
            name: "Rules",
            entities: [notebook, note, page, tag, cover, ruled, keeper],
            composites: [
                Composite(
                    name: "Place",
                    attributes: [
                        Attribute(name: "city", type: .string),
                        Attribute(name: "floor", type: .integer16, isOptional: true, maxValueString: "9"),
                    ])
            ]),
        classes: [
            "Notebook": RuleNotebook.self, "Note": RuleNote.self, "Page": RulePage.self, "Tag": RuleTag.self,
            "Cover": RuleCover.self, "Ruled": RuleRuled.self, "Keeper": RuleKeeper.self,
        ])

    private static let notebook = Entity(
        name: "Notebook",
        attributes: [Attribute(name: "title", type: .string, isOptional: true)],
        relationships: [
            Relationship(
                name: "notes", isOptional: true, isToMany: true, destinationName: "Note", inverseName: "notebook"),
            Relationship(
                name: "pages", isOptional: true, isToMany: true, isOrdered: true, deleteRule: .cascade,
                destinationName: "Page", inverseName: "notebook"),
            Relationship(
                name: "cover", isOptional: true, deleteRule: .cascade, destinationName: "Cover",
                inverseName: "notebook"),
        ],
        fetchedProperties: [
            FetchedProperty(
                name: "namesakes",
                fetchRequest: FetchRequestTemplate(
                    name: "namesakes", entityName: "Note", predicateString: "title == $FETCH_SOURCE.title"))
        ])

    private static let note = Entity(
        name: "Note",
        attributes: [
            Attribute(name: "title", type: .string, isOptional: true),
            Attribute(name: "content", type: .string, isOptional: true),
            Attribute(name: "rank", type: .integer32, defaultValueString: "7"),
            Attribute(name: "draft", type: .string, isOptional: true, isTransient: true),
            Attribute(name: "payload", type: .transformable, isOptional: true),
            Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place"),
        ],
        relationships: [
            Relationship(name: "notebook", isOptional: true, destinationName: "Notebook", inverseName: "notes"),
            Relationship(
                name: "tags", isOptional: true, isToMany: true, destinationName: "Tag", inverseName: "notes"),
        ])

    private static let page = Entity(
        name: "Page",
        attributes: [Attribute(name: "number", type: .integer32, isOptional: true)],
        relationships: [
            Relationship(name: "notebook", isOptional: true, destinationName: "Notebook", inverseName: "pages")
        ])

    private static let tag = Entity(
        name: "Tag",
        attributes: [Attribute(name: "name", type: .string, isOptional: true)],
        relationships: [
            Relationship(
                name: "notes", isOptional: true, isToMany: true, destinationName: "Note", inverseName: "tags")
        ])

    private static let cover = Entity(
        name: "Cover",
        attributes: [Attribute(name: "colour", type: .string, isOptional: true)],
        relationships: [
            Relationship(name: "notebook", isOptional: true, destinationName: "Notebook", inverseName: "cover")
        ])

    /// What is checked.
    private static let ruled = Entity(
        name: "Ruled",
        attributes: [
            Attribute(name: "code", type: .string, minValueString: "2", maxValueString: "4"),
            Attribute(name: "count", type: .integer32, isOptional: true, minValueString: "0", maxValueString: "9"),
            Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place"),
            Attribute(
                name: "total", type: .integer32, isDerived: true, derivationExpression: "count"),
        ])

    /// What may not go.
    private static let keeper = Entity(
        name: "Keeper",
        attributes: [Attribute(name: "name", type: .string, isOptional: true)],
        relationships: [
            Relationship(
                name: "kept", isOptional: true, isToMany: true, deleteRule: .deny, destinationName: "Keeper",
                inverseName: "keeper"),
            Relationship(name: "keeper", isOptional: true, destinationName: "Keeper", inverseName: "kept"),
        ])
}
