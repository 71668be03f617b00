extension RuleExample {
    static let swiftData: [RuleExample] = [
        RuleExample(
            "swiftdata-abstract-entity",
            failing:
                #"<entity name="Hero" «1»isAbstract="YES">\#(name)\#(off("entity-abstract-without-children", "", 1))</entity>"#,
            passing: #"<entity name="Hero">\#(name)</entity>"#),
        RuleExample(
            "swiftdata-inheritance",
            failing: #"<entity name="Hero">\#(name)</entity><entity name="Sidekick" «1»parentEntity="Hero"/>"#,
            passing: #"<entity name="Hero">\#(name)</entity><entity name="Sidekick">\#(name)</entity>"#),
        RuleExample(
            "swiftdata-class-name",
            failing: #"<entity name="Hero" «1»representedClassName="HeroObject">\#(name)</entity>"#,
            passing: #"<entity name="Hero" representedClassName="Hero">\#(name)</entity>"#),
        RuleExample(
            "swiftdata-hash-modifier",
            failing: #"<entity name="Hero" «1»versionHashModifier="2">\#(name)</entity>"#,
            passing: #"<entity name="Hero">\#(attribute(#"versionHashModifier="2""#))</entity>"#),
        RuleExample(
            "swiftdata-entity-renamed",
            failing: #"<entity name="Hero" «1»elementID="Person">\#(name)</entity>"#,
            passing: #"<entity name="Hero">\#(attribute(#"elementID="fullName""#))</entity>"#),
        RuleExample(
            "swiftdata-spotlight-name",
            failing: #"<entity name="Hero" «1»coreSpotlightDisplayNameExpression="name">\#(name)</entity>"#,
            passing: #"<entity name="Hero">\#(attribute(#"spotlightIndexingEnabled="YES""#))</entity>"#),
        RuleExample(
            "swiftdata-attribute-type",
            failing: hero(#"<attribute name="mentor" optional="YES" «1»attributeType="Object ID"/>"#),
            passing: hero(#"<attribute name="mentor" optional="YES" attributeType="URI"/>"#)),
        RuleExample(
            "swiftdata-derived-attribute",
            failing: hero(
                name
                    + #"<attribute name="key" optional="YES" attributeType="String" derived="YES" «1»derivationExpression="canonical:(name)"/>"#
            ),
            passing: hero(name + #"<attribute name="key" optional="YES" attributeType="String"/>"#)),
        RuleExample(
            "swiftdata-transformable",
            failing: hero(
                #"«1»<attribute name="color" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>"#
            ),
            passing: hero(
                #"<attribute name="color" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="NSColor"/>"#
            )),
        RuleExample(
            "swiftdata-codable",
            failing: hero(
                """
                <attribute name="powers" optional="YES" attributeType="Binary"><userInfo>
                «1»<entry key="modelgen.codable" value="Powers"/></userInfo></attribute>
                """),
            passing: hero(#"<attribute name="powers" optional="YES" attributeType="Binary"/>"#)),
        RuleExample(
            "swiftdata-transient-value",
            failing: hero(#"«1»<attribute name="rank" transient="YES" attributeType="Integer 16"/>"#),
            passing: hero(
                #"<attribute name="rank" transient="YES" attributeType="Integer 16" defaultValueString="0"/>"#)),
        RuleExample(
            "swiftdata-validation",
            failing: hero(
                #"<attribute name="age" optional="YES" attributeType="Integer 16" «1»minValueString="0"/>"#),
            passing: hero(#"<attribute name="age" optional="YES" attributeType="Integer 16"/>"#)),
        RuleExample(
            "swiftdata-relationship-ordered",
            failing: teams(#"«1»ordered="YES""#), passing: teams("")),
        RuleExample(
            "swiftdata-relationship-own-inverse",
            failing: hero(
                #"<relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Hero" «1»inverseName="friends" inverseEntity="Hero"/>"#
            ),
            passing: teams("")),
        RuleExample(
            "swiftdata-relationship-inferred",
            failing: """
                <entity name="Hero">«1»<relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Team">\(off("relationship-inverse-missing", "swiftdata-relationship-inferred", 1))</relationship></entity>
                <entity name="Team"><relationship name="heroes" optional="YES" toMany="YES" deletionRule="Nullify"
                destinationEntity="Hero">\(off("relationship-inverse-missing", "swiftdata-relationship-inferred", 2))</relationship></entity>
                """,
            passing: teams("")),
        RuleExample(
            "swiftdata-relationship-transient",
            failing: hero(
                #"«1»<relationship name="rival" optional="YES" transient="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Hero">\#(off("relationship-inverse-missing", "", 1))</relationship>"#
            ),
            passing: hero(
                #"<relationship name="rival" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Hero">\#(off("relationship-inverse-missing", "", 1))</relationship>"#
            )),
        RuleExample(
            "swiftdata-relationships-required",
            failing: pair("", "«1»"), passing: pair(#"optional="YES""#, "")),
        RuleExample(
            "swiftdata-delete-rule-deny",
            failing: teams("", rule: #"«1»deletionRule="Deny""#), passing: teams("")),
        RuleExample(
            "swiftdata-fetched-property",
            failing: hero(
                name
                    + #"«1»<fetchedProperty name="all" optional="YES"><fetchRequest name="fetchedPropertyFetchRequest" entity="Hero" predicateString="name == &quot;A&quot;"/></fetchedProperty>"#
            ),
            passing: hero(name)),
        RuleExample(
            "swiftdata-fetch-request",
            failing: hero(name)
                + #"«1»<fetchRequest name="All" entity="Hero" predicateString="name == &quot;A&quot;"/>"#,
            passing: hero(name)),
        RuleExample(
            "swiftdata-unique",
            failing: hero(name + "<uniquenessConstraints>«1»\(constraint("name"))</uniquenessConstraints>"),
            passing: hero(name)),
        RuleExample(
            "swiftdata-constraint",
            failing: """
                <entity name="Hero"><attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
                <uniquenessConstraints>«1»\(constraint("home.city"))</uniquenessConstraints>
                <userInfo><entry key="modelgen.validate.swiftdata-unique" value="off"/></userInfo></entity>\(place)
                """,
            passing: """
                <entity name="Hero"><attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
                \(name)<uniquenessConstraints>\(constraint("name"))</uniquenessConstraints>
                <userInfo><entry key="modelgen.validate.swiftdata-unique" value="off"/></userInfo></entity>\(place)
                """),
        RuleExample(
            "swiftdata-index",
            failing: hero(name + "«1»" + index(#" partialIndexPredicate="name == &quot;A&quot;""#)),
            passing: hero(name + index(""))),
        RuleExample(
            "swiftdata-configuration",
            failing: hero(name) + #"«1»<configuration name="Local"><memberEntity name="Hero"/></configuration>"#,
            passing: hero(name)),
    ]

    private static let name = #"<attribute name="name" optional="YES" attributeType="String"/>"#

    private static let place = """
        <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/></composite>
        """

    private static func attribute(_ more: String) -> String {
        #"<attribute name="name" optional="YES" attributeType="String" \#(more)/>"#
    }

    private static func hero(_ elements: String) -> String { #"<entity name="Hero">\#(elements)</entity>"# }

    /// User info that turns a rule off, and for the second of two relationships another rule, too.
    private static func off(_ code: String, _ other: String, _ number: Int) -> String {
        let second = number == 2 ? #"<entry key="modelgen.validate.\#(other)" value="off"/>"# : ""
        return #"<userInfo><entry key="modelgen.validate.\#(code)" value="off"/>\#(second)</userInfo>"#
    }

    private static func constraint(_ name: String) -> String {
        #"<uniquenessConstraint><constraint value="\#(name)"/></uniquenessConstraint>"#
    }

    private static func index(_ more: String) -> String {
        #"<fetchIndex name="byName"\#(more)><fetchIndexElement property="name" type="Binary" order="ascending"/></fetchIndex>"#
    }

    private static func teams(_ more: String, rule: String = #"deletionRule="Nullify""#) -> String {
        """
        <entity name="Hero"><relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Team" inverseName="heroes" inverseEntity="Team"/></entity>
        <entity name="Team"><relationship name="heroes" optional="YES" toMany="YES" \(more) \(rule)
        destinationEntity="Hero" inverseName="team" inverseEntity="Hero"/></entity>
        """
    }

    private static func pair(_ optional: String, _ mark: String) -> String {
        """
        <entity name="Hero"><relationship name="cave" \(optional) maxCount="1" deletionRule="Cascade"
        destinationEntity="Cave" inverseName="owner" inverseEntity="Cave"/></entity>
        <entity name="Cave">\(mark)<relationship name="owner" \(optional) maxCount="1" deletionRule="Cascade"
        destinationEntity="Hero" inverseName="cave" inverseEntity="Hero"/></entity>
        """
    }
}
