extension RuleExample {
    static let attributes: [RuleExample] = [
        RuleExample(
            "attribute-type-missing",
            failing: #"<entity name="Hero">«1»<attribute name="power" optional="YES"/></entity>"#,
            passing: #"<entity name="Hero"><attribute name="power" optional="YES" transient="YES"/></entity>"#),
        RuleExample(
            "attribute-class-invalid",
            failing: hero(
                #"attributeType="Transformable" valueTransformerName="T" «1»customClassName="Int { fatalError() }""#),
            passing: hero(
                """
                attributeType="Transformable" valueTransformerName="T" customClassName="[String: Swift.Array&lt;Any?>]"
                """)),
        RuleExample(
            "attribute-codable-invalid",
            failing: codable(#"attributeType="String""#, "«1»value=\"Settings\""),
            passing: codable(#"attributeType="Binary""#, "value=\"[String: Settings]\"")),
        RuleExample(
            "attribute-transformer-insecure",
            failing: hero(#"«1»attributeType="Transformable""#),
            passing: hero(#"attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData""#)),
        RuleExample(
            "attribute-derivation-missing",
            failing: hero(#"attributeType="Integer 64" «1»derived="YES""#),
            passing: hero(#"attributeType="Date" derived="YES" derivationExpression="now()""#)),
        RuleExample(
            "attribute-optional-scalar",
            failing: hero(#"optional="YES" attributeType="Integer 16" «1»usesScalarValueType="YES""#),
            passing: hero(#"attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES""#)),
        RuleExample(
            "attribute-scalar-without-default",
            failing: hero(#"attributeType="Integer 16" «1»usesScalarValueType="YES""#),
            passing: hero(#"attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES""#)),
        RuleExample(
            "attribute-default-invalid",
            failing: hero(#"attributeType="Integer 16" «1»defaultValueString="40000""#),
            passing: hero(#"attributeType="Integer 16" defaultValueString="NO""#)),
        RuleExample(
            "attribute-default-invalid",
            failing: hero(#"attributeType="Decimal" «1»defaultValueString="1e200""#),
            passing: hero(#"attributeType="Decimal" defaultValueString="1e20""#)),
        RuleExample(
            "attribute-default-invalid",
            failing: hero(#"attributeType="Float" «1»defaultValueString="1e39""#),
            passing: hero(#"attributeType="Double" defaultValueString="1e39""#)),
        RuleExample(
            "attribute-bound-invalid",
            failing: hero(#"attributeType="String" «1»minValueString="short""#),
            passing: hero(#"attributeType="Date" minValueString="12/4/2013" minDateTimeInterval="-3600""#)),
        RuleExample(
            "attribute-bounds-reversed",
            failing: hero(#"attributeType="Double" «1»minValueString="9.5" maxValueString="1""#),
            passing: hero(#"attributeType="Double" minValueString="1" maxValueString="1.0""#)),
        RuleExample(
            "attribute-default-out-of-bounds",
            failing: hero(#"attributeType="String" minValueString="3" «1»defaultValueString="ab""#),
            passing: hero(#"attributeType="String" minValueString="3" defaultValueString="abc""#)),
        RuleExample(
            "attribute-pattern-invalid",
            failing: hero(#"attributeType="String" «1»regularExpressionString="[a-z""#),
            passing: hero(#"attributeType="String" regularExpressionString="^[a-z]*$""#)),
        RuleExample(
            "attribute-composite-missing",
            failing: #"<entity name="Hero">«1»<attribute name="home" attributeType="Composite"/></entity>"#,
            passing: hero(#"attributeType="Composite" composite="Place""#) + #"<composite name="Place"/>"#),
        RuleExample(
            "attribute-composite-unknown",
            failing: hero(#"attributeType="Composite" «1»composite="Palce""#) + #"<composite name="Place"/>"#,
            passing: hero(#"attributeType="Composite" composite="Place""#) + #"<composite name="Place"/>"#),
        RuleExample(
            "composite-cycle",
            failing: """
                <composite name="Place"><attribute name="region" attributeType="Composite" composite="Region"/></composite>
                <composite name="Region"><attribute name="centre" attributeType="Composite" «1»composite="Place"/>
                </composite>
                """,
            passing: """
                <composite name="Place"><attribute name="region" attributeType="Composite" composite="Region"/>
                <attribute name="country" attributeType="Composite" composite="Region"/></composite>
                <composite name="Region"/>
                """),
    ]

    private static func hero(_ power: String) -> String {
        #"<entity name="Hero"><attribute name="power" \#(power)/></entity>"#
    }

    /// An entity with an attribute that asks for a Codable type.
    private static func codable(_ attributes: String, _ value: String) -> String {
        """
        <entity name="Hero"><attribute name="settings" optional="YES" \(attributes)><userInfo>
        <entry key="modelgen.codable" \(value)/></userInfo></attribute></entity>
        """
    }
}
