extension RuleExample {
    static let cloudKit: [RuleExample] = [
        RuleExample(
            "cloudkit-uniqueness-constraint",
            failing: mirrored(
                hero: named + constraint.replacing("<uniquenessConstraint>", with: "«1»<uniquenessConstraint>")),
            passing: notMirrored(hero: named + constraint)),
        RuleExample(
            "cloudkit-attribute-required",
            failing: mirrored(hero: #"«1»<attribute name="age" attributeType="Integer 16"/>"#),
            passing: mirrored(hero: #"<attribute name="age" attributeType="Integer 16" defaultValueString="0"/>"#)),
        RuleExample(
            "cloudkit-attribute-type",
            failing: mirrored(hero: #"<attribute name="mentor" optional="YES" «1»attributeType="Object ID"/>"#),
            passing: notMirrored(hero: #"<attribute name="mentor" optional="YES" attributeType="Object ID"/>"#)),
        RuleExample(
            "cloudkit-relationship-required",
            failing: mirrored(hero: "«1»" + friends(optional: false)),
            passing: mirrored(hero: friends())),
        RuleExample(
            "cloudkit-relationship-without-inverse",
            failing: mirrored(
                hero: """
                    «1»<relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Hero">
                    <userInfo><entry key="modelgen.validate.relationship-inverse-missing" value="off"/></userInfo>
                    </relationship>
                    """),
            passing: mirrored(hero: friends())),
        RuleExample(
            "cloudkit-relationship-ordered",
            failing: mirrored(hero: friends(#"«1»ordered="YES""#)),
            passing: notMirrored(hero: friends(#"ordered="YES""#))),
        RuleExample(
            "cloudkit-delete-rule-deny",
            failing: mirrored(
                hero: """
                    <relationship name="sidekick" optional="YES" maxCount="1" «1»deletionRule="Deny"
                    destinationEntity="Hero" inverseName="master" inverseEntity="Hero"/>
                    <relationship name="master" optional="YES" maxCount="1" deletionRule="Nullify"
                    destinationEntity="Hero" inverseName="sidekick" inverseEntity="Hero"/>
                    """),
            passing: mirrored(hero: friends())),
    ]

    private static let named = #"<attribute name="name" optional="YES" attributeType="String"/>"#

    private static let constraint = """
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints>
        """

    private static func friends(_ more: String = "", optional: Bool = true) -> String {
        """
        <relationship name="friends" \(optional ? #"optional="YES""# : "") toMany="YES" \(more) deletionRule="Nullify"
        destinationEntity="Hero" inverseName="friends" inverseEntity="Hero"/>
        """
    }

    private static func mirrored(hero elements: String) -> String {
        """
        <entity name="Hero">\(elements)</entity>
        <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Hero"/></configuration>
        """
    }

    private static func notMirrored(hero elements: String) -> String {
        """
        <entity name="Hero">\(elements)</entity>
        <configuration name="Local"><memberEntity name="Hero"/></configuration>
        """
    }
}
