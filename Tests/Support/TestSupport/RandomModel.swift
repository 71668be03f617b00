public import ModelSchema

/// Makes models with every part of the format, from a seed.
public struct RandomModel {
    private var generator: SplitMix

    public init(seed: UInt64) {
        generator = SplitMix(seed: seed)
    }

    /// The next model, sound or not.
    public mutating func model() -> Model {
        var model = element(Model.self)
        model.name = "Test"
        model.entities = list { $0.entity() }
        model.fetchRequestTemplates = list { $0.element() }
        model.configurations = list { $0.element() }
        model.composites = list {
            var composite = $0.element(Composite.self)
            composite.attributes = $0.list { $0.element() }
            return composite
        }
        return model
    }

    private mutating func entity() -> Entity {
        var entity = element(Entity.self)
        entity.attributes = list { $0.element() }
        entity.relationships = list { $0.relationship() }
        entity.fetchedProperties = list { $0.element() }
        entity.indexes = list { $0.element() }
        entity.compoundIndexes = list { $0.list { $0.text() } }
        entity.uniquenessConstraints = list { UniquenessConstraint($0.list { $0.text() }) }
        return entity
    }

    private mutating func relationship() -> Relationship {
        var relationship = element(Relationship.self)
        // What readers make of an inverse without an entity.
        if relationship.inverseName != nil, relationship.inverseEntityName == nil {
            relationship.inverseEntityName = relationship.destinationName
        }
        return relationship
    }

    /// An element with any value of each of its settings.
    private mutating func element<Element: NamedElement>(_: Element.Type = Element.self) -> Element {
        var element = Element(defaultsNamed: name())
        for field in Element.fields where field.setting != .name {
            let isOptional = field.write(&element, .none)
            if !isOptional || flag() { _ = field.write(&element, value(of: field.kind)) }
        }
        return element
    }

    private mutating func value(of kind: SettingKind) -> ModelSettingValue {
        switch kind {
        case .text: .text(text())
        case .flag: .flag(flag())
        case .count: .number(number())
        case .word(let words): words.randomElement(using: &generator)?.value ?? .none
        case .names: .names(list { $0.name() })
        case .userInfo: .userInfo(UserInfo(entries: list { UserInfo.Entry(key: $0.text(), value: $0.text()) }))
        case .fetchRequest: .fetchRequest(element())
        case .indexElements:
            .indexElements(
                list {
                    FetchIndex.Element(
                        propertyName: $0.optional { $0.text() }, expression: $0.optional { $0.text() },
                        expressionType: $0.optional { $0.text() }, kind: $0.flag() ? .binary : .rTree,
                        order: $0.flag() ? .ascending : .descending)
                })
        }
    }

    // MARK: Parts

    private mutating func flag() -> Bool { Bool.random(using: &generator) }

    private mutating func number() -> Int { Int.random(in: 0...3, using: &generator) }

    /// Few different ones, so that equal names come up.
    private mutating func name() -> String { ["a", "b", "Größe", "x y", "😀"].randomElement(using: &generator) ?? "a" }

    private mutating func text() -> String {
        let pieces = [
            "", "a", " ", "  ", "\n", "\t", "\r", "\r\n", "\"", "'", "<", ">", "&", "&amp;", "]]>", "é", "😀", "\u{85}",
        ]
        return (0..<number()).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private mutating func optional<Value>(_ make: (inout Self) -> Value) -> Value? { flag() ? make(&self) : nil }

    private mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
        (0..<number()).map { _ in make(&self) }
    }
}
