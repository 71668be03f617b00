extension RuleExample {
    static let duplicateNames: [RuleExample] = [
        RuleExample(
            "entity-name-duplicate",
            failing: #"<entity name="Order"/><entity «1»name="Order"/>"#,
            passing: #"<entity name="Order"/><entity name="Item"/>"#),
        RuleExample(
            "property-name-duplicate",
            failing: """
                <entity name="Order"><attribute name="items" attributeType="String"/>
                <fetchedProperty «1»name="items"><fetchRequest name="fetchedPropertyFetchRequest" entity="Order"/>
                </fetchedProperty></entity>
                """,
            passing: """
                <entity name="Order"><attribute name="name" attributeType="String"/></entity>
                <entity name="Item"><attribute name="name" attributeType="String"/></entity>
                """),
        RuleExample(
            "composite-name-duplicate",
            failing: #"<composite name="Place"/><composite «1»name="Place"/>"#,
            passing: #"<composite name="Place"/><composite name="Size"/>"#),
        RuleExample(
            "configuration-name-duplicate",
            failing: #"<configuration name="Local"/><configuration «1»name="Local"/>"#,
            passing: #"<configuration name="Local"/><configuration name="Cloud"/>"#),
        RuleExample(
            "fetch-request-name-duplicate",
            failing: """
                <entity name="Order"/><fetchRequest name="open" entity="Order"/>
                <fetchRequest «1»name="open" entity="Order"/>
                """,
            passing: """
                <entity name="Order"/><fetchRequest name="open" entity="Order"/>
                <fetchRequest name="closed" entity="Order"/>
                """),
        RuleExample(
            "index-name-duplicate",
            failing: """
                <entity name="Order"><attribute name="date" attributeType="Date"/>
                <fetchIndex name="byDate"><fetchIndexElement property="date" type="Binary" order="ascending"/></fetchIndex>
                <fetchIndex «1»name="byDate"><fetchIndexElement property="date" type="Binary" order="descending"/>
                </fetchIndex></entity>
                """,
            passing: """
                <entity name="Order"><attribute name="date" attributeType="Date"/>
                <fetchIndex name="byDate"><fetchIndexElement property="date" type="Binary" order="ascending"/></fetchIndex>
                </entity>
                """),
        RuleExample(
            "class-name-duplicate",
            failing: """
                <entity name="Draft" representedClassName="Order"/><entity name="Order" «1»representedClassName="Order"/>
                """,
            passing: """
                <entity name="Draft" representedClassName="Shop.Draft"/>
                <entity name="Order" representedClassName="Order"/>
                """),
        RuleExample(
            "class-shared-mismatch",
            failing: """
                <entity name="Draft" representedClassName="Order"><attribute name="total" attributeType="Double"/></entity>
                <entity name="Order"><attribute «1»name="total" attributeType="String"/>
                <userInfo><entry key="modelgen.validate.class-name-duplicate" value="off"/></userInfo></entity>
                """,
            passing: """
                <entity name="Draft" representedClassName="Base"><attribute name="total" attributeType="Double"/></entity>
                <entity name="Order" representedClassName="Order"/>
                """),
        RuleExample(
            "entity-name-differs-in-case",
            failing: #"<entity name="LineItem"/><entity «1»name="Lineitem"/>"#,
            passing: #"<entity name="LineItem"/><entity name="LineItems"/>"#),
        RuleExample(
            "property-name-differs-in-case",
            failing: """
                <entity name="Order"><attribute name="userID" attributeType="UUID"/>
                <attribute «1»name="userId" attributeType="UUID"/></entity>
                """,
            passing: """
                <entity name="Order"><attribute name="userID" attributeType="UUID"/>
                <attribute name="userIDs" attributeType="UUID"/></entity>
                """),
    ]
}
