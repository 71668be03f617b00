import ModelSchema
import TestSupport
import Testing

/// Each setting of what stores hold enters a version hash, or is named here as one that doesn't.
@Suite struct HashedSettingTests {
    @Test("Each setting of entities enters the expected hashes")
    func ofEntities() {
        expect(
            [Entity(name: "E")], in: \.self,
            both: [.name, .isAbstract, .parentEntity, .versionHashModifier],
            neither: [
                .representedClassName, .codeGeneration, .renamingIdentifier, .spotlightDisplayName, .isSyncable,
                .userInfo,
            ])
    }

    @Test("Each setting of attributes enters the expected hashes")
    func ofAttributes() {
        let elements = [
            Attribute(name: "a", type: .string),
            Attribute(name: "a", type: .double, isDerived: true, derivationExpression: "b + 1"),
            Attribute(name: "a", type: .composite, compositeName: "C"),
        ]
        expect(
            elements, in: { Entity(name: "E", attributes: [$0]) },
            both: [
                .name, .attributeType, .isOptional, .isTransient, .isDerived, .derivationExpression, .composite,
                .versionHashModifier,
            ],
            onlyCoreData: [.allowsExternalStorage, .preservesAfterDeletion],
            neither: [
                .defaultValue, .defaultDate, .minimumValue, .maximumValue, .minimumDate, .maximumDate,
                .regularExpression, .valueTransformer, .customClass, .usesScalarValueType, .allowsCloudEncryption,
                .isIndexed, .isIndexedBySpotlight, .isStoredInTruthFile, .renamingIdentifier, .isSyncable, .userInfo,
            ])
    }

    @Test("Each setting of relationships enters the expected hashes")
    func ofRelationships() {
        let elements = [false, true].map {
            Relationship(name: "r", isToMany: true, isOrdered: $0, destinationName: "E", inverseName: "s")
        }
        expect(
            elements, in: { Entity(name: "E", relationships: [$0]) },
            both: [
                .name, .isOptional, .isTransient, .isToMany, .isOrdered, .minimumCount, .maximumCount,
                .destinationEntity, .inverseName, .versionHashModifier,
            ],
            neither: [.inverseEntity, .deleteRule, .isIndexed, .renamingIdentifier, .isSyncable, .userInfo])
    }

    @Test("No setting of fetched properties and indexes enters a hash")
    func ofOtherElements() {
        expect(
            [FetchedProperty(defaultsNamed: "p")], in: { Entity(name: "E", fetchedProperties: [$0]) },
            neither: FetchedProperty.fields.map(\.setting))
        expect(
            [FetchIndex(name: "i", elements: [])], in: { Entity(name: "E", indexes: [$0]) },
            neither: FetchIndex.fields.map(\.setting))
    }

    /// Changes each setting of each element, and expects the hashes that include it to change.
    private func expect<Element: SettableElement>(
        _ elements: [Element], in entity: (Element) -> Entity, both: [ModelSetting] = [],
        onlyOwn: [ModelSetting] = [], onlyCoreData: [ModelSetting] = [], neither: [ModelSetting]
    ) {
        func lookup(_ element: Element) -> (ModelLookup, Entity) {
            let entity = entity(element)
            return (ModelLookup(Model(name: "M", entities: [entity, Entity(name: "other")])), entity)
        }
        var included: [Set<ModelSetting>] = [[], []]
        for element in elements {
            let (before, entity) = lookup(element)
            for field in Element.fields {
                for value in field.otherValues(of: element) {
                    var other = element
                    #expect(field.write(&other, value), "\(field.setting)")
                    let (after, changed) = lookup(other)
                    if after.versionHash(of: changed) != before.versionHash(of: entity) {
                        included[0].insert(field.setting)
                    }
                    if after.coreDataVersionHash(of: changed) != before.coreDataVersionHash(of: entity) {
                        included[1].insert(field.setting)
                    }
                }
            }
        }
        #expect(included == [Set(both + onlyOwn), Set(both + onlyCoreData)])
        let named = Set(both + onlyOwn + onlyCoreData + neither)
        #expect(named == Set(Element.fields.map(\.setting)), "each setting is named")
    }
}
