import Foundation
import TestSupport
import Testing

/// Renaming what predicates and expressions name.
@Suite struct EditRenameTests: ModelEditing {
    let folder: TemporaryFolder

    init() throws { folder = try Self.createFolder() }

    static let original = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22758" \
        systemVersion="23H311" minimumToolsVersion="Automatic" sourceLanguage="Swift" \
        userDefinedModelVersionIdentifier="">
            <entity name="Item" representedClassName="Item" syncable="YES" codeGenerationType="class" \
        coreSpotlightDisplayNameExpression="name">
                <attribute name="name" optional="YES" attributeType="String"/>
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
                <attribute name="plain" optional="YES" attributeType="String" derived="YES" \
        derivationExpression="canonical:(name)"/>
                <relationship name="shop" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Shop" inverseName="items" inverseEntity="Shop"/>
                <fetchedProperty name="same" optional="YES">
                    <fetchRequest name="same" entity="Item" predicateString="name == $FETCH_SOURCE.name AND \
        shop.name == $FETCH_SOURCE.shop.name AND place.name != nil"/>
                </fetchedProperty>
                <fetchIndex name="byName">
                    <fetchIndexElement property="name" type="Binary" order="ascending"/>
                    <fetchIndexElement expression="lowercase:(name)" type="Binary" order="ascending"/>
                </fetchIndex>
            </entity>
            <entity name="Shop" representedClassName="Shop" syncable="YES" codeGenerationType="class">
                <attribute name="name" optional="YES" attributeType="String"/>
                <attribute name="total" optional="YES" attributeType="Integer 64" usesScalarValueType="YES" \
        derived="YES" derivationExpression="items.@count"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" \
        destinationEntity="Item" inverseName="shop" inverseEntity="Item"/>
            </entity>
            <entity name="Toy" representedClassName="Toy" parentEntity="Item" syncable="YES" codeGenerationType="class"/>
            <fetchRequest name="Named" entity="Toy" predicateString="name   ==[c] &quot;name&quot; &amp;&amp; \
        shop.name == $name || SUBQUERY(shop.items, $name, $name.name == name).@count > 0"/>
            <fetchRequest name="Shops" entity="Shop" predicateString="ANY items.name == name AND name LIKE 'name'"/>
            <composite name="Place">
                <attribute name="name" optional="YES" attributeType="String"/>
            </composite>
        </model>
        """

    /// The values of an XML attribute in the file, in order.
    private func values(_ name: String) throws -> [String] {
        try text.matches(of: try Regex("\(name)=\"([^\"]*)\"", as: (Substring, Substring).self)).map { String($0.1) }
    }

    @Test("A renamed attribute is renamed in the predicates and expressions that mean it, and the rest of them stays")
    func attributes() throws {
        let outcome = try edit("rename", "Item/name", "title")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(
            try values("predicateString") == [
                "title == $FETCH_SOURCE.title AND shop.name == $FETCH_SOURCE.shop.name AND place.name != nil",
                "title   ==[c] &quot;name&quot; &amp;&amp; shop.name == $name || "
                    + "SUBQUERY(shop.items, $name, $name.title == title).@count &gt; 0",
                "ANY items.title == name AND name LIKE 'name'",
            ])
        #expect(try values("derivationExpression") == ["canonical:(title)", "items.@count"])
        #expect(try values("coreSpotlightDisplayNameExpression") == ["title"])
        #expect(try values("expression") == ["lowercase:(title)"])
        #expect(try values("property") == ["title"])
        #expect(try edit("rename", "Item/title", "name").exitCode == 0)
        #expect(try values("predicateString").last == "ANY items.name == name AND name LIKE 'name'")
    }

    @Test("A renamed relationship, and a renamed member of a composite, are renamed in predicates and expressions")
    func others() throws {
        #expect(try edit("rename", "Shop/items", "stock").exitCode == 0)
        #expect(try edit("rename", "Item/shop", "size").exitCode == 0)
        #expect(try edit("rename", "Place/name", "city").exitCode == 0)
        #expect(try edit("rename", "Shop/name", "first").exitCode == 0)
        #expect(try values("derivationExpression") == ["canonical:(name)", "stock.@count"])
        #expect(
            try values("predicateString") == [
                "name == $FETCH_SOURCE.name AND #size.#first == $FETCH_SOURCE.#size.#first AND place.city != nil",
                "name   ==[c] &quot;name&quot; &amp;&amp; #size.#first == $name || "
                    + "SUBQUERY(#size.stock, $name, $name.name == name).@count &gt; 0",
                "ANY stock.name == #first AND #first LIKE 'name'",
            ])
    }

    @Test(
        "A key whose owner is unknown, and a predicate that cannot be read, are refused with the place and the remedy")
    func refusals() throws {
        for (predicate, message) in [
            (
                "$OTHER.name == 1",
                "'name' in the predicate of fetch request 'Shops' can be the property of any entity, because the type "
                    + "before it is unknown; change the predicate of fetch request 'Shops' first, so that it no longer "
                    + "has 'name', and change it again afterwards"
            ),
            (
                "name ==",
                "the predicate of fetch request 'Shops' contains 'name', but cannot be read: "
            ),
        ] {
            let text = Self.original.replacing("ANY items.name == name AND name LIKE 'name'", with: predicate)
            try folder.write(text, to: contents)
            let outcome = try edit("rename", "Shop/name", "label")
            #expect(outcome.exitCode == 64)
            #expect(outcome.errorOutput.contains(message), "\(outcome.errorOutput)")
            #expect(try self.text == text)
        }
        // A missing property is that, whatever predicates contain.
        #expect(try edit("rename", "Shop/nme", "label").errorOutput.contains("did you mean 'name'?"))
    }

    @Test("Each predicate with the name of a renamed entity as a string, which stays, is listed")
    func strings() throws {
        let text = Self.original.replacing("name LIKE 'name'", with: "(name == 'Item' OR name == 'Items')")
            .replacing("place.name != nil", with: "entity.name != &quot;Item&quot;")
        try folder.write(text, to: contents)
        let outcome = try edit("rename", "Item", "Article")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errorOutput.hasSuffix(
                """
                modelgen: note: the predicate of fetch request 'Shops' contains the string 'Item', which does not \
                change; check whether it means the entity
                modelgen: note: the predicate of 'Article/same' contains the string 'Item', which does not change; \
                check whether it means the entity

                """), "\(outcome.errorOutput)")
        #expect(outcome.errorOutput.matches(of: /contains the string/).count == 2)
        #expect(try edit("rename", "Article", "Item").errorOutput == "")
    }

    @Test("A string with the name of a renamed composite is not listed, because it does not mean an entity")
    func stringsWithNamesOfComposites() throws {
        try folder.write(Self.original.replacing("name LIKE 'name'", with: "name == 'Place'"), to: contents)
        let outcome = try edit("rename", "Place", "Spot")
        #expect(outcome.exitCode == 0)
        #expect(!outcome.errorOutput.contains("contains the string"), "\(outcome.errorOutput)")
    }

    @Test("A rename is not refused for a mistake that the model had before, and does not show its warnings again")
    func earlierFindings() throws {
        // The inverse does not point back, a predicate compares many values as one, and a relationship has no inverse.
        let text = Self.original.replacing("inverseName=\"shop\"", with: "inverseName=\"shp\"")
            .replacing("shop.name == $FETCH_SOURCE.shop.name", with: "name == $FETCH_SOURCE.shop.items.name")
            .replacing(
                "<relationship name=\"items\"",
                with: "<relationship name=\"best\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
                    + "destinationEntity=\"Item\"/>\n        <relationship name=\"items\"")
        for (path, name) in [("Item", "Article"), ("Shop/items", "articles"), ("Item/shop", "store")] {
            try folder.write(text, to: contents)
            let outcome = try edit("rename", path, name)
            #expect(outcome.exitCode == 0, "\(path)")
            #expect(outcome.errorOutput.contains("error:") == false, "\(path): \(outcome.errorOutput)")
            #expect(outcome.errorOutput.contains("warning:") == false, "\(path): \(outcome.errorOutput)")
        }
        try folder.write(text, to: contents)
        #expect(try edit("rename", "Shop/best", "9 lives").exitCode == 1)
        // Another name that is no identifier is a mistake of the edit, too.
        try folder.write(text.replacing("name=\"best\"", with: "name=\"my best\""), to: contents)
        #expect(try edit("rename", "Shop/my best", "9 lives").exitCode == 1)
        #expect(try edit("rename", "Shop/my best", "best").exitCode == 0)
    }

    @Test("A mistake that a predicate has twice is reported once")
    func repeatedFindings() throws {
        let outcome = try edit("add-fetch-request", "Bad", "Shop", "--where", "nam == 1 OR nam == 2")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.split(separator: "\n").count { $0.contains("[expression-unknown-key]") } == 1)
    }
}
