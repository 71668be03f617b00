public import ModelSchema

/// Makes models with every part of the format, from a seed.
public struct RandomModel {
    private var generator: SplitMix

    public init(seed: UInt64) {
        generator = SplitMix(seed: seed)
    }

    /// The next model, sound or not.
    public mutating func model() -> Model {
        Model(
            name: "Test", versionIdentifier: text(), entities: list { $0.entity() },
            fetchRequestTemplates: list { $0.fetchRequest() },
            configurations: list {
                Configuration(name: $0.name(), entityNames: $0.list { $0.name() }, isUsedWithCloudKit: $0.flag())
            },
            composites: list { Composite(name: $0.name(), attributes: $0.list { $0.attribute() }) },
            isUsedWithCloudKit: flag(), isUsedWithSwiftData: flag())
    }

    private mutating func entity() -> Entity {
        Entity(
            name: name(), representedClassName: optional { $0.text() }, isAbstract: flag(),
            parentName: optional { $0.text() },
            codeGeneration: CodeGeneration.allCases.randomElement(using: &generator),
            renamingIdentifier: optional { $0.text() }, versionHashModifier: optional { $0.text() }, isSyncable: flag(),
            spotlightDisplayNameExpression: optional { $0.text() }, attributes: list { $0.attribute() },
            relationships: list { $0.relationship() }, fetchedProperties: list { $0.fetchedProperty() },
            indexes: list { $0.fetchIndex() }, compoundIndexes: list { $0.list { $0.text() } },
            uniquenessConstraints: list { UniquenessConstraint($0.list { $0.text() }) }, userInfo: userInfo())
    }

    private mutating func attribute() -> Attribute {
        Attribute(
            name: name(), type: AttributeType.allCases.randomElement(using: &generator) ?? .string, isOptional: flag(),
            isTransient: flag(), isDerived: flag(), derivationExpression: optional { $0.text() },
            usesScalarValueType: optional { $0.flag() }, defaultValueString: optional { $0.text() },
            defaultDateTimeInterval: optional { $0.text() }, minValueString: optional { $0.text() },
            maxValueString: optional { $0.text() }, minDateTimeInterval: optional { $0.text() },
            maxDateTimeInterval: optional { $0.text() }, regularExpressionString: optional { $0.text() },
            valueTransformerName: optional { $0.text() }, customClassName: optional { $0.text() },
            compositeName: optional { $0.text() }, allowsExternalBinaryDataStorage: flag(),
            allowsCloudEncryption: flag(), isIndexed: flag(), isIndexedBySpotlight: flag(), isStoredInTruthFile: flag(),
            preservesValueInHistoryOnDeletion: flag(), renamingIdentifier: optional { $0.text() },
            versionHashModifier: optional { $0.text() }, isSyncable: flag(), userInfo: userInfo())
    }

    private mutating func relationship() -> Relationship {
        Relationship(
            name: name(), isOptional: flag(), isTransient: flag(), isToMany: flag(), minimumCount: number(),
            maximumCount: optional { $0.number() }, isOrdered: flag(),
            deleteRule: DeleteRule.allCases.randomElement(using: &generator) ?? .nullify,
            destinationName: optional { $0.text() }, inverseName: optional { $0.text() },
            inverseEntityName: optional { $0.text() }, renamingIdentifier: optional { $0.text() },
            versionHashModifier: optional { $0.text() }, isIndexed: flag(), isSyncable: flag(), userInfo: userInfo())
    }

    private mutating func fetchedProperty() -> FetchedProperty {
        FetchedProperty(
            name: name(), isOptional: flag(), fetchRequest: fetchRequest(), isSyncable: flag(), userInfo: userInfo())
    }

    private mutating func fetchRequest() -> FetchRequestTemplate {
        FetchRequestTemplate(
            name: name(), entityName: optional { $0.text() }, predicateString: optional { $0.text() },
            resultType: FetchRequestTemplate.ResultType.allCases.randomElement(using: &generator) ?? .objects,
            fetchLimit: number(), fetchBatchSize: number(), includesSubentities: optional { $0.flag() },
            includesPropertyValues: optional { $0.flag() }, includesPendingChanges: optional { $0.flag() },
            returnsObjectsAsFaults: optional { $0.flag() }, returnsDistinctResults: optional { $0.flag() })
    }

    private mutating func fetchIndex() -> FetchIndex {
        FetchIndex(
            name: name(),
            elements: list {
                FetchIndex.Element(
                    propertyName: $0.optional { $0.text() }, expression: $0.optional { $0.text() },
                    expressionType: $0.optional { $0.text() }, kind: $0.flag() ? .binary : .rTree,
                    order: $0.flag() ? .ascending : .descending)
            }, partialIndexPredicate: optional { $0.text() })
    }

    private mutating func userInfo() -> UserInfo {
        UserInfo(entries: list { UserInfo.Entry(key: $0.text(), value: $0.text()) })
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
