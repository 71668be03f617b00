import ModelDiagnostics
import TestSupport
import Testing

@Suite struct SuggestionTests {
    @Test("The nearest entity is suggested for a misspelled destination")
    func aMisspeltDestinationIsSuggested() throws {
        let found = try findings(
            in: """
                <entity name="Item"/><entity name="Order"><relationship name="items" toMany="YES" optional="YES"
                deletionRule="Cascade" destinationEntity="Itm"/></entity>
                """)
        #expect(found.map(\.hint) == ["did you mean 'Item'?"])
    }

    @Test("The only relationship that points back is suggested as inverse")
    func inverseSuggestions() throws {
        let found = try findings(
            in: """
                <entity name="Item"><relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Order"/></entity><entity name="Order"><relationship name="items" toMany="YES"
                optional="YES" deletionRule="Cascade" destinationEntity="Item"/></entity>
                """)
        #expect(
            found.map(\.hint) == [
                #"set inverseName="items" inverseEntity="Order", and set 'Order/items' to point back"#,
                #"set inverseName="order" inverseEntity="Item", and set 'Item/order' to point back"#,
            ])
    }

    @Test("A valid name is suggested for one that is not an identifier")
    func aNameIsSuggestedForOneThatIsNoIdentifier() throws {
        let found = try findings(in: #"<entity name="line item-2"/>"#)
        #expect(found.map(\.hint) == ["rename it to 'lineItem2'"])
    }

    @Test(
        "The class that is suggested for one that hides a type hides no other type",
        arguments: [("Data", "DataObject"), ("Any", "AnyEntity")])
    func classesThatHideTypes(_ name: String, _ suggestion: String) throws {
        let found = try findings(in: "<entity name=\"\(name)\"/>").filter { $0.code == "class-name-shadows-type" }
        #expect(found.map(\.hint) == ["set representedClassName=\"\(suggestion)\""])
    }

    @Test("An error of the reader is not reported again")
    func anErrorOfTheReaderIsNotRepeated() throws {
        let found = try findings(in: #"<entity name="A"><attribute name="b" attributeType="Strin"/></entity>"#)
        #expect(found.map(\.code) == ["attribute-type-unknown"])
    }
}
