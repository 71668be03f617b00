extension RuleExample {
    static let expressions: [RuleExample] = [
        RuleExample(
            "expression-syntax",
            failing: fetch("name =="),
            passing: fetch("name == $NAME OR teams.@count > 3")),
        RuleExample(
            "expression-unknown-key",
            failing: fetch("nmae == $NAME"),
            passing: heroes + """
                <entity name="Villain"><attribute name="alias" attributeType="String"/>
                <fetchIndex name="byAlias" partialIndexPredicate="alias != nil">
                <fetchIndexElement expression="alias" expressionType="String" type="Binary" order="ascending"/>
                </fetchIndex></entity>
                """),
        RuleExample(
            "expression-key-of-value",
            failing: fetch("age.years > 3"),
            passing: fetch("age > 3")),
        RuleExample(
            "expression-to-many-without-quantifier",
            failing: fetch("teams.name == 'X'"),
            passing: fetch("ANY teams.name == 'X'")),
        RuleExample(
            "expression-not-a-collection",
            failing: fetch("ANY name == 'X'"),
            passing: fetch("name == 'X'")),
        RuleExample(
            "expression-type-mismatch",
            failing: fetch("age == 'old'"),
            passing: fetch("age == 3")),
        RuleExample(
            "expression-between-bounds",
            failing: fetch("age BETWEEN {1}"),
            passing: fetch("age BETWEEN {1, 5}")),
        RuleExample(
            "expression-transient-key",
            failing: fetch("nickname == 'X'"),
            passing: fetch("name == 'X'")),
        RuleExample(
            "expression-variable-conflict",
            failing: fetch("name == $X AND name IN $X"),
            passing: fetch("name == $X AND age == $Y")),
        RuleExample(
            "expression-unknown-variable",
            failing: peers(#"«1»predicateString="name == $FETCH_SORCE.name""#),
            passing: peers(#"predicateString="name == $FETCH_SOURCE.name""#)),
        RuleExample(
            "expression-unsupported-derivation",
            failing: derived(#"«1»derivationExpression="age + age""#),
            passing: derived(#"derivationExpression="teams.@count""#)),
    ]

    private static let heroes = hero("")

    private static func hero(_ more: String) -> String {
        """
        <entity name="Hero"><attribute name="name" attributeType="String"/>
        <attribute name="age" attributeType="Integer 16"/>
        <attribute name="nickname" attributeType="String" transient="YES"/>\(more)
        <relationship name="teams" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Team"
        inverseName="heroes" inverseEntity="Team"/></entity>
        <entity name="Team"><attribute name="name" attributeType="String"/>
        <relationship name="heroes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Hero"
        inverseName="teams" inverseEntity="Hero"/></entity>
        """
    }

    private static func fetch(_ predicate: String) -> String {
        heroes + "<fetchRequest name=\"some\" entity=\"Hero\" «1»predicateString=\"\(predicate)\"/>"
    }

    private static func peers(_ predicate: String) -> String {
        hero(
            """
            <fetchedProperty name="peers" optional="YES"><fetchRequest name="fetchedPropertyFetchRequest" entity="Hero"
            \(predicate)/></fetchedProperty>
            """)
    }

    private static func derived(_ expression: String) -> String {
        hero(#"<attribute name="sum" attributeType="Integer 64" optional="YES" derived="YES" \#(expression)/>"#)
    }
}
