import ModelSchema
import TestSupport
import Testing

struct ModelReadingTests {
    @Test("The caller sets the name of the model")
    func modelTakesItsNameFromTheCaller() throws {
        #expect(try readModel("").name == "Test")
    }

    @Test("A model without elements is empty")
    func emptyModelIsEmpty() throws {
        #expect(try readModel("") == Model(name: "Test"))
    }

    @Test("The settings of the model are read")
    func headerIsRead() throws {
        let model = try readModel(
            .model(
                containing: "",
                attributes: #"""
                    name="" lastSavedToolsVersion="22222" systemVersion="23A344" minimumToolsVersion="Automatic" \#
                    macOSVersion="Automatic" iOSVersion="Automatic" sourceLanguage="Swift" usedWithCloudKit="true" \#
                    usedWithSwiftData="YES" userDefinedModelVersionIdentifier="1.0 Beta 4"
                    """#))
        #expect(model.versionIdentifier == "1.0 Beta 4")
        #expect(model.isUsedWithCloudKit)
        #expect(model.isUsedWithSwiftData)
    }

    @Test(
        "Flags have two spellings",
        arguments: [("YES", true), ("true", true), ("NO", false), ("false", false)])
    func flagsHaveTwoSpellings(_ spelling: String, _ value: Bool) throws {
        let model = try readModel(.model(containing: "", attributes: "usedWithCloudKit=\"\(spelling)\""))
        #expect(model.isUsedWithCloudKit == value)
    }

    @Test("Configurations are read")
    func configurationsAreRead() throws {
        let model = try readModel(
            """
            <configuration name="Local"><memberEntity name="B"/><memberEntity name="A"/></configuration>
            <configuration name="Cloud" usedWithCloudKit="YES"/>
            """)
        #expect(
            model.configurations == [
                Configuration(name: "Local", entityNames: ["B", "A"]),
                Configuration(name: "Cloud", entityNames: [], isUsedWithCloudKit: true),
            ])
    }

    @Test("Composites are read")
    func compositesAreRead() throws {
        let model = try readModel(
            """
            <composite name="Place">
                <attribute name="latitude" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
                <attribute name="inner" optional="YES" attributeType="Composite" composite="Other"/>
            </composite>
            <composite name="Other"/>
            """)
        #expect(
            model.composites == [
                Composite(
                    name: "Place",
                    attributes: [
                        Attribute(
                            name: "latitude", type: .double, usesScalarValueType: true, defaultValueString: "0.0"),
                        Attribute(name: "inner", type: .composite, isOptional: true, compositeName: "Other"),
                    ]),
                Composite(name: "Other", attributes: []),
            ])
    }

    @Test("Fetch request templates are read")
    func fetchRequestTemplatesAreRead() throws {
        let model = try readModel(
            """
            <fetchRequest name="all" entity="Hero"/>
            <fetchRequest name="some" entity="Hero" predicateString="name == $NAME &amp;&amp; age &gt; 3" resultType="2" \
            fetchLimit="220" fetchBatchSize="20" includeSubentities="YES" includePropertyValues="NO" \
            includesPendingChanges="YES" returnObjectsAsFaults="NO" returnDistinctResults="YES"/>
            """)
        #expect(
            model.fetchRequestTemplates == [
                FetchRequestTemplate(name: "all", entityName: "Hero"),
                FetchRequestTemplate(
                    name: "some", entityName: "Hero", predicateString: "name == $NAME && age > 3",
                    resultType: .dictionaries, fetchLimit: 220, fetchBatchSize: 20, includesSubentities: true,
                    includesPropertyValues: false, includesPendingChanges: true, returnsObjectsAsFaults: false,
                    returnsDistinctResults: true),
            ])
    }

    @Test("Every result type is read", arguments: FetchRequestTemplate.ResultType.allCases)
    func resultTypesAreNumbers(_ type: FetchRequestTemplate.ResultType) throws {
        let model = try readModel("<fetchRequest name='r' entity='E' resultType='\(type.rawValue)'/>")
        #expect(model.fetchRequestTemplates.first?.resultType == type)
    }

    @Test("The layout of the diagram is not a finding")
    func diagramLayoutIsNotReported() throws {
        let model = try readModel(
            #"<elements><element name="A" positionX="-1.5" positionY="2" width="128" height="60"/></elements>"#)
        #expect(model == Model(name: "Test"))
    }

    @Test("Elements keep the order of the file")
    func orderOfTheFileIsKept() throws {
        let model = try readModel(#"<entity name="b"/><fetchRequest name="r" entity="b"/><entity name="a"/>"#)
        #expect(model.entities.map(\.name) == ["b", "a"])
    }
}
