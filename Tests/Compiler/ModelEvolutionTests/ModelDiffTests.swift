import ModelEvolution
import ModelSchema
import TestSupport
import Testing

@Suite struct ModelDiffTests {
    @Test("A model has no difference from itself")
    func nothingDiffersFromItself() {
        var models = RandomModel(seed: 7)
        for _ in 0..<50 {
            let model = models.model()
            let diff = ModelDiff(from: model, to: model)
            #expect(diff.isEmpty)
            #expect(diff.changes.isEmpty)
        }
    }

    @Test("Applying the difference between random models gives the newer one", arguments: [1, 2, 3, 4])
    func applyingTheDifferencesGivesTheNewerModel(seed: UInt64) throws {
        var models = RandomModel(seed: seed)
        var old = models.model()
        for _ in 0..<100 {
            let new = models.model()
            let diff = ModelDiff(from: old, to: new)
            #expect(try diff.applied(to: old) == new, "seed \(seed)")
            #expect(diff.isEmpty == (old == new))
            #expect(diff.changes.isEmpty == diff.isEmpty)
            old = new
        }
    }

    @Test("The examples of the documentation compare models")
    func documentationExamples() throws {
        let old = try readModel(#"<entity name="A"><attribute name="x" attributeType="String"/></entity>"#)
        let new = try readModel(#"<entity name="A"/>"#)
        // Example: ModelDiff
        let diff = ModelDiff(from: old, to: new)
        for change in diff.changes { print(change.summary) }
        let result = try diff.applied(to: old)  // Equal to the newer model
        // End
        #expect(result == new)
        var isRefused = true
        func check() {
            // Example: MigrationAssessment
            let assessment = MigrationAssessment(from: old, to: new)
            guard assessment.level <= .lightweight, !assessment.losesData else { return }
            // End
            isRefused = false
        }
        check()
        #expect(isRefused, "the values of an attribute would be lost")
    }

    @Test("A difference cannot be applied to another model")
    func differencesOfAnotherModelAreRefused() throws {
        let old = try readModel(#"<entity name="A"><attribute name="x" attributeType="String"/></entity>"#)
        let new = try readModel(#"<entity name="A"><attribute name="x" attributeType="Date"/></entity>"#)
        let diff = ModelDiff(from: old, to: new)
        #expect(throws: ModelDiff.MismatchError.self) { try diff.applied(to: new) }
        #expect(throws: ModelDiff.MismatchError.self) { try diff.applied(to: Model(name: "Test")) }
    }

    @Test("Every kind of element is compared")
    func everyKindOfElementIsCompared() throws {
        let old = try readModel(
            """
            <entity name="Order"><attribute name="total" attributeType="Double" defaultValueString="0"/>
            <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item"/>
            <fetchIndex name="byTotal"><fetchIndexElement property="total" type="Binary" order="ascending"/></fetchIndex>
            <userInfo><entry key="a" value="1"/></userInfo></entity>
            <entity name="Item"/>
            <fetchRequest name="all" entity="Order"/>
            <configuration name="Local"><memberEntity name="Order"/></configuration>
            <composite name="Place"><attribute name="lat" attributeType="Double"/></composite>
            """)
        let new = try readModel(
            """
            <entity name="Order"><attribute name="total" attributeType="Decimal" defaultValueString="0"/>
            <attribute name="note" optional="YES" attributeType="String"/>
            <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item"/>
            <fetchIndex name="byTotal"><fetchIndexElement property="note" type="Binary" order="ascending"/></fetchIndex>
            <uniquenessConstraints><uniquenessConstraint><constraint value="note"/></uniquenessConstraint>
            </uniquenessConstraints>
            <userInfo><entry key="a" value="2"/></userInfo></entity>
            <entity name="Item"/>
            <fetchRequest name="all" entity="Order" predicateString="total &gt; 1"/>
            <configuration name="Local"><memberEntity name="Order"/><memberEntity name="Item"/></configuration>
            <composite name="Place"/>
            """)
        #expect(
            ModelDiff(from: old, to: new).changes.map(\.summary) == [
                "user info of entity 'Order' changed from 'a = 1' to 'a = 2'",
                "type of attribute 'Order/total' changed from 'Double' to 'Decimal'",
                "attribute 'Order/note' added (String, optional)",
                "delete rule of relationship 'Order/items' changed from 'Nullify' to 'Cascade'",
                "elements of index 'Order/byTotal' changed from 'total' to 'note'",
                "uniqueness constraint on 'note' of 'Order' added",
                "predicate of fetch request 'all' changed from none to 'total > 1'",
                "entities of configuration 'Local' changed from 'Order' to 'Order, Item'",
                "attribute 'Place/lat' removed",
            ])
    }

    @Test("The name of a model is its own, and not a part of it")
    func nameOfModel() {
        let changes = ModelDiff(from: Model(name: "Shop"), to: Model(name: "Store")).changes
        #expect(changes.map(\.summary) == ["name of the model changed from 'Shop' to 'Store'"])
    }

    @Test("No value differs from the text 'none' in a change")
    func theWordNone() throws {
        func model(_ settings: String) throws -> Model {
            try readModel(
                """
                <entity name="Base"><attribute name="name" optional="YES" attributeType="String"\(settings)/></entity>
                """)
        }
        let (without, with) = try (model(""), model(#" defaultValueString="none""#))
        #expect(
            ModelDiff(from: without, to: with).changes.map(\.summary) == [
                "default value of attribute 'Base/name' changed from none to 'none'"
            ])
        #expect(
            ModelDiff(from: with, to: without).changes.map(\.summary) == [
                "default value of attribute 'Base/name' changed from 'none' to none"
            ])
    }

    @Test("Renaming identifiers pair elements")
    func renamingIdentifiersPairElements() throws {
        let old = try readModel(
            #"<entity name="A"><attribute name="x" attributeType="String"/><attribute name="y" attributeType="Date"/></entity>"#
        )
        let new = try readModel(
            """
            <entity name="B" elementID="A"><attribute name="y" attributeType="String" elementID="x"/>
            <attribute name="x" attributeType="Date" elementID="y"/></entity>
            """)
        let changes = ModelDiff(from: old, to: new).changes.filter { $0.kind == .renamed }
        #expect(
            changes.map(\.summary) == [
                "entity 'A' renamed to 'B'", "attribute 'A/x' renamed to 'B/y'", "attribute 'A/y' renamed to 'B/x'",
            ])
        #expect(changes.map { $0.path.description } == ["B", "B/y", "B/x"])
    }

    @Test("A different order of entities needs no migration")
    func anotherOrderIsADifferenceWithoutMeaning() throws {
        let old = try readModel(#"<entity name="A"/><entity name="B"/>"#)
        let new = try readModel(#"<entity name="B"/><entity name="A"/>"#)
        #expect(ModelDiff(from: old, to: new).changes.map(\.summary) == ["entities in another order"])
        #expect(MigrationAssessment(from: old, to: new).level == .notNeeded)
    }
}
