import ModelSchema
import TestSupport
import Testing

struct EntityReadingTests {
    private func entity(_ attributes: String = "", containing elements: String = "") throws -> Entity {
        try #require(readModel("<entity name=\"E\" \(attributes)>\(elements)</entity>").entities.first)
    }

    @Test("An entity with only a name has default settings")
    func entityWithANameAloneIsPlain() throws {
        #expect(try entity() == Entity(name: "E"))
    }

    @Test("Every setting of an entity is read")
    func everyAttributeIsRead() throws {
        let entity = try entity(
            #"""
            representedClassName=".Hero" isAbstract="YES" parentEntity="Base" elementID="OldE" \#
            versionHashModifier="2" coreSpotlightDisplayNameExpression="name" syncable="YES" codeGenerationType="category"
            """#)
        #expect(
            entity
                == Entity(
                    name: "E", representedClassName: ".Hero", isAbstract: true, parentName: "Base",
                    codeGeneration: .categoryExtension, renamingIdentifier: "OldE", versionHashModifier: "2",
                    isSyncable: true, spotlightDisplayNameExpression: "name"))
    }

    @Test("Every code generation type is read", arguments: CodeGeneration.allCases)
    func codeGenerationTypesAreRead(_ type: CodeGeneration) throws {
        #expect(try entity("codeGenerationType=\"\(type.rawValue)\"").codeGeneration == type)
    }

    @Test(
        "Class names are kept as they are written",
        arguments: ["", "Hero", ".Hero", "Module.Hero", "A.B.Hero", "NSManagedObject"])
    func classNamesAreKeptAsTheyAreSpelt(_ name: String) throws {
        #expect(try entity("representedClassName=\"\(name)\"").representedClassName == name)
    }

    @Test("Properties keep their order")
    func propertiesKeepTheirOrder() throws {
        let entity = try entity(
            containing: """
                <attribute name="b"/><relationship name="y" maxCount="1" destinationEntity="E"/><attribute name="a"/>
                <relationship name="x" maxCount="1" destinationEntity="E"/>
                """)
        #expect(entity.attributes.map(\.name) == ["b", "a"])
        #expect(entity.relationships.map(\.name) == ["y", "x"])
    }

    @Test("Fetched properties are read")
    func fetchedPropertiesAreRead() throws {
        let entity = try entity(
            containing: """
                <fetchedProperty name="siblings" optional="YES" syncable="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Node" predicateString="a == b"/>
                    <userInfo><entry key="k" value="v"/></userInfo>
                </fetchedProperty>
                """)
        #expect(
            entity.fetchedProperties == [
                FetchedProperty(
                    name: "siblings", isOptional: true,
                    fetchRequest: FetchRequestTemplate(
                        name: "fetchedPropertyFetchRequest", entityName: "Node", predicateString: "a == b"),
                    isSyncable: true, userInfo: ["k": "v"])
            ])
    }

    @Test("Fetch indexes are read")
    func fetchIndexesAreRead() throws {
        let entity = try entity(
            containing: """
                <fetchIndex name="byPlace" partialIndexPredicate="a &gt; 1">
                    <fetchIndexElement property="place" type="RTree" order="descending"/>
                    <fetchIndexElement expression="a + b" expressionType="Integer 64" type="Binary" order="ascending"/>
                </fetchIndex>
                <fetchIndex name="empty"/>
                """)
        #expect(
            entity.indexes == [
                FetchIndex(
                    name: "byPlace",
                    elements: [
                        FetchIndex.Element(propertyName: "place", kind: .rTree, order: .descending),
                        FetchIndex.Element(propertyName: nil, expression: "a + b", expressionType: "Integer 64"),
                    ], partialIndexPredicate: "a > 1"),
                FetchIndex(name: "empty", elements: []),
            ])
    }

    @Test("Compound indexes are read")
    func compoundIndexesAreRead() throws {
        let entity = try entity(
            containing: """
                <compoundIndexes>
                    <compoundIndex><index value="b"/><index value="a"/></compoundIndex>
                    <compoundIndex><index value="c"/></compoundIndex>
                </compoundIndexes>
                """)
        #expect(entity.compoundIndexes == [["b", "a"], ["c"]])
    }

    @Test("Uniqueness constraints are read")
    func uniquenessConstraintsAreRead() throws {
        let entity = try entity(
            containing: """
                <uniquenessConstraints>
                    <uniquenessConstraint><constraint value="b"/><constraint value="place.a"/></uniquenessConstraint>
                    <uniquenessConstraint><constraint value="c"/></uniquenessConstraint>
                </uniquenessConstraints>
                """)
        #expect(entity.uniquenessConstraints == [UniquenessConstraint(["b", "place.a"]), UniquenessConstraint(["c"])])
    }

    @Test("MOD-15 user info is read on every level") func userInfoIsReadOnEveryLevel() throws {
        let entries = #"<entry key="a key.." value="a &quot;value&quot;"/><entry key="" value=""/>"#
        let userInfo = "<userInfo>\(entries)</userInfo>"
        let model = try readModel(
            """
            <entity name="E">
                <attribute name="a" attributeType="String">\(userInfo)</attribute>
                <relationship name="r" maxCount="1" destinationEntity="E">\(userInfo)</relationship>
                <fetchedProperty name="f"><fetchRequest name="x" entity="E"/>\(userInfo)</fetchedProperty>
                \(userInfo)
            </entity>
            <composite name="C"><attribute name="a" attributeType="String">\(userInfo)</attribute></composite>
            """)
        let expected: UserInfo = ["a key..": "a \"value\"", "": ""]
        let entity = try #require(model.entities.first)
        #expect(entity.userInfo == expected)
        #expect(entity.attributes.first?.userInfo == expected)
        #expect(entity.relationships.first?.userInfo == expected)
        #expect(entity.fetchedProperties.first?.userInfo == expected)
        #expect(model.composites.first?.attributes.first?.userInfo == expected)
    }

    @Test("An empty user info element is an empty dictionary")
    func emptyUserInfoIsEmpty() throws {
        #expect(try entity(containing: "<userInfo/>").userInfo.isEmpty)
    }
}
