extension RuleExample {
    static let references: [RuleExample] = [
        RuleExample(
            "constraint-property-unknown",
            failing: """
                <entity name="Hero"><attribute name="name" attributeType="String"/>
                <uniquenessConstraints><uniquenessConstraint><constraint «1»value="nmae"/></uniquenessConstraint>
                </uniquenessConstraints></entity>
                """,
            passing: """
                <entity name="Being"><attribute name="name" attributeType="String"/></entity>
                <composite name="Place"><attribute name="city" attributeType="String"/></composite>
                <entity name="Hero" parentEntity="Being">
                <attribute name="home" attributeType="Composite" composite="Place"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/><constraint value="home.city"/>
                </uniquenessConstraint></uniquenessConstraints></entity>
                """),
        RuleExample(
            "constraint-property-repeated",
            failing: """
                <entity name="Hero"><attribute name="name" attributeType="String"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/><constraint «1»value="name"/>
                </uniquenessConstraint></uniquenessConstraints></entity>
                """,
            passing: """
                <entity name="Hero"><attribute name="name" attributeType="String"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
                <uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
                """),
        RuleExample(
            "constraint-property-unsuitable",
            failing: """
                <entity name="Hero"><attribute name="name" attributeType="String" transient="YES"/>
                <uniquenessConstraints><uniquenessConstraint><constraint «1»value="name"/></uniquenessConstraint>
                </uniquenessConstraints></entity>
                """,
            passing: """
                <entity name="Hero"><attribute name="name" attributeType="String"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
                </uniquenessConstraints></entity>
                """),
        RuleExample(
            "index-property-unknown",
            failing: """
                <entity name="Hero"><attribute name="name" attributeType="String"/>
                <fetchIndex name="byName"><fetchIndexElement property="name" type="Binary" order="ascending"/>
                <fetchIndexElement «1»property="nmae" type="Binary" order="ascending"/></fetchIndex></entity>
                """,
            passing: """
                <entity name="Hero"><attribute name="name" attributeType="String"/>
                <compoundIndexes><compoundIndex><index value="name"/></compoundIndex></compoundIndexes></entity>
                """),
        RuleExample(
            "configuration-member-unknown",
            failing: """
                <entity name="Hero"/><configuration name="Local"><memberEntity «1»name="Heroes"/></configuration>
                """,
            passing: #"<entity name="Hero"/><configuration name="Local"><memberEntity name="Hero"/></configuration>"#),
        RuleExample(
            "configuration-member-duplicate",
            failing: """
                <entity name="Hero"/><configuration name="Local"><memberEntity name="Hero"/>
                <memberEntity «1»name="Hero"/></configuration>
                """,
            passing: """
                <entity name="Hero"/><configuration name="Local"><memberEntity name="Hero"/></configuration>
                <configuration name="Cloud"><memberEntity name="Hero"/></configuration>
                """),
        RuleExample(
            "relationship-across-configurations",
            failing: paired(
                orderHas: orderItems, itemHas: itemOrder.replacing("destinationEntity", with: "«1»destinationEntity"))
                    + """
                    <entity name="Gift" parentEntity="Order"/>
                    <configuration name="Local"><memberEntity name="Order"/></configuration>
                    <configuration name="Cloud"><memberEntity name="Item"/></configuration>
                    """,
            passing: paired(orderHas: orderItems, itemHas: itemOrder) + """
                <configuration name="Local"><memberEntity name="Order"/><memberEntity name="Item"/></configuration>
                <configuration name="Cloud"><memberEntity name="Item"/></configuration>
                """),
        RuleExample(
            "fetch-request-entity-unknown",
            failing: #"<entity name="Hero"/><fetchRequest name="all" «1»entity="Her"/>"#,
            passing: #"<entity name="Hero"/><fetchRequest name="all" entity="Hero"/>"#),
        RuleExample(
            "fetched-property-destination-unknown",
            failing: """
                <entity name="Hero"><fetchedProperty name="peers">
                <fetchRequest name="fetchedPropertyFetchRequest" «1»entity="Her"/></fetchedProperty></entity>
                """,
            passing: """
                <entity name="Hero"><fetchedProperty name="peers">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Hero"/></fetchedProperty></entity>
                """),
        RuleExample(
            "renaming-identifier-duplicate",
            failing: """
                <entity name="Hero"><attribute name="alias" attributeType="String" «1»elementID="name"/>
                <attribute name="name" attributeType="String"/></entity>
                """,
            passing: """
                <entity name="Hero"><attribute name="alias" attributeType="String" elementID="name"/>
                <attribute name="name" attributeType="String" elementID="alias"/></entity>
                """),
        RuleExample(
            "rule-level-invalid",
            failing: """
                <entity name="Hero"><userInfo>
                <entry «1»key="modelgen.validate.relationship-missing-inverse" value="off"/></userInfo></entity>
                """,
            passing: """
                <entity name="Hero"><userInfo>
                <entry key="modelgen.validate.relationship-inverse-missing" value="off"/></userInfo></entity>
                """),
    ]

    static let reservedNames: [RuleExample] = [
        RuleExample(
            "property-name-reserved",
            failing: #"<entity name="Hero"><attribute «1»name="description" attributeType="String"/></entity>"#,
            passing: #"<entity name="Hero"><attribute name="heroDescription" attributeType="String"/></entity>"#),
        RuleExample(
            "class-name-shadows-type",
            failing: #"<entity name="Record" «1»representedClassName=".Data"/>"#,
            passing: #"<entity name="Data" representedClassName="Record"/>"#),
        RuleExample(
            "name-is-keyword",
            failing: #"<entity name="Hero"><attribute «1»name="private" attributeType="Boolean"/></entity>"#,
            passing: #"<entity name="Hero"><attribute name="open" attributeType="Boolean"/></entity>"#),
    ]
}
