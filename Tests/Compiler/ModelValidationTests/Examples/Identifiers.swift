extension RuleExample {
    static let identifiers: [RuleExample] = [
        RuleExample(
            "entity-name-not-identifier",
            failing: #"<entity «1»name="Line Item" representedClassName="LineItem"/>"#,
            passing: #"<entity name="Größe_2"/>"#),
        RuleExample(
            "attribute-name-not-identifier",
            failing: #"<entity name="Order"><attribute «1»name="2nd" attributeType="String"/></entity>"#,
            passing: #"<entity name="Order"><attribute name="_2nd" attributeType="String"/></entity>"#),
        RuleExample(
            "relationship-name-not-identifier",
            failing: """
                <entity name="Node"><relationship «1»name="next node" maxCount="1" optional="YES" deletionRule="Nullify"
                destinationEntity="Node" inverseName="next node" inverseEntity="Node"/></entity>
                """,
            passing: """
                <entity name="Node"><relationship name="nextNode" maxCount="1" optional="YES" deletionRule="Nullify"
                destinationEntity="Node" inverseName="nextNode" inverseEntity="Node"/></entity>
                """),
        RuleExample(
            "fetched-property-name-not-identifier",
            failing: """
                <entity name="Node"><fetchedProperty «1»name="all-nodes">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Node"/></fetchedProperty></entity>
                """,
            passing: """
                <entity name="Node"><fetchedProperty name="allNodes">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Node"/></fetchedProperty></entity>
                """),
        RuleExample(
            "fetch-request-name-not-identifier",
            failing: #"<entity name="Node"/><fetchRequest «1»name="all nodes" entity="Node"/>"#,
            passing: #"<entity name="Node"/><fetchRequest name="allNodes" entity="Node"/>"#),
        RuleExample(
            "composite-name-not-identifier",
            failing: #"<composite «1»name="Place!"/>"#,
            passing: #"<composite name="Place"/>"#),
        RuleExample(
            "class-name-not-identifier",
            failing: #"<entity name="Order" «1»representedClassName="Shop.Order { }"/>"#,
            passing: """
                <entity name="Order" representedClassName=".Order"/><entity name="Item" representedClassName=""/>
                <entity name="Size" representedClassName="Shop.Size"/>
                """),
        RuleExample(
            "class-name-nested",
            failing: #"<entity name="Order" «1»representedClassName="Shop.Model.Order"/>"#,
            passing: #"<entity name="Order" representedClassName="Shop.Order"/>"#),
    ]
}
