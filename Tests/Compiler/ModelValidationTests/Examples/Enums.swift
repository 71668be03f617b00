extension RuleExample {
    static let enums: [RuleExample] = [
        RuleExample(
            "enum-key-unknown",
            failing: hero([("modelgen.enum", "Universe"), ("«1»modelgen.enum.csaes", "marvel")]),
            passing: hero([
                ("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel = 0, dc = 1"),
                ("modelgen.enum.accessor", "herouniverse"), ("modelgen.enum.unknown", "nil"),
            ])),
        RuleExample(
            "enum-attribute-unsupported",
            failing: hero([("modelgen.enum", "«1»Universe")], #"attributeType="Double""#),
            passing: hero([("modelgen.enum", "Universe")], #"attributeType="String""#)),
        RuleExample(
            "enum-name-not-identifier",
            failing: hero([("modelgen.enum", "«1»Big Universe")]),
            passing: hero([("modelgen.enum", "Comics.Universe")])),
        RuleExample(
            "enum-case-invalid",
            failing: hero(
                [("modelgen.enum", "Universe"), ("modelgen.enum.cases", "«1»marvel, dc = 40000")],
                #"attributeType="Integer 16""#),
            passing: hero(
                [("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel, dc = \"D.C.\"")],
                #"attributeType="String""#)),
        RuleExample(
            "enum-case-invalid",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "«1»marvel, allCases = 7")]),
            passing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel, every = 7")])),
        RuleExample(
            "enum-case-duplicate",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "«1»marvel = 1, zero = 0, dc")]),
            passing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "zero, marvel, dc = 7")])),
        RuleExample(
            "enum-case-hides-optional",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "«1»none = 0, dc")]),
            passing: hero(
                [("modelgen.enum", "Universe"), ("modelgen.enum.cases", "none = 0, dc")],
                #"attributeType="Integer 32" defaultValueString="0""#)),
        RuleExample(
            "enum-default-unknown",
            failing: hero(
                [("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel = 1, dc = 2")],
                #"attributeType="Integer 32" «1»defaultValueString="0""#),
            passing: hero(
                [("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel = 1, dc = 2")],
                #"attributeType="Integer 32" defaultValueString="1""#)),
        RuleExample(
            "enum-accessor-invalid",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.accessor", "«1»name")]),
            passing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.accessor", "heroUniverse")])),
        RuleExample(
            "enum-unknown-policy-invalid",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.unknown", "«1»crash")]),
            passing: hero(
                [("modelgen.enum", "Universe"), ("modelgen.enum.unknown", "default")],
                #"attributeType="Integer 32" defaultValueString="1""#)),
        RuleExample(
            "enum-declaration-conflict",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel, dc")])
                + hero(
                    [("modelgen.enum", "Universe"), ("modelgen.enum.cases", "«1»marvel, dc, other")], named: "Villain"),
            passing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel, dc")])
                + hero(
                    [("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel = 0, dc = 1")], named: "Villain")
        ),
        RuleExample(
            "enum-declaration-conflict",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel, dc")])
                + hero([("RawType", "«1»Universe")], #"attributeType="Integer 16""#, named: "Villain"),
            passing: hero([("modelgen.enum", "Universe")])
                + hero([("RawType", "Universe")], #"attributeType="Integer 16""#, named: "Villain")),
        RuleExample(
            "enum-declaration-conflict",
            failing: hero([("modelgen.enum", "«1»ID"), ("modelgen.enum.cases", "marvel, dc")]),
            passing: hero([("modelgen.enum", "IDs"), ("modelgen.enum.cases", "marvel, dc")])),
        RuleExample(
            "enum-declaration-conflict",
            failing: hero([("modelgen.enum", "«1»CodingKeys"), ("modelgen.enum.cases", "marvel, dc")]),
            passing: hero([("modelgen.enum", "Keys"), ("modelgen.enum.cases", "marvel, dc")])),
        RuleExample(
            "enum-declaration-conflict",
            failing: hero([("modelgen.enum", "«1»Self"), ("modelgen.enum.cases", "marvel, dc")]),
            passing: hero([("modelgen.enum", "Itself"), ("modelgen.enum.cases", "marvel, dc")])),
        RuleExample(
            "enum-declaration-conflict", failing: hero([("modelgen.enum", "«1»ID")]),
            passing: hero([("modelgen.enum", "Shop.ID")])),
        RuleExample(
            "enum-accessor-invalid",
            failing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.accessor", "home")])
                + """
                <entity name="Villain" parentEntity="Hero"><attribute name="lair" attributeType="String"><userInfo>
                <entry key="modelgen.enum" value="Lair"/><entry key="modelgen.enum.accessor" «1»value="home"/>
                </userInfo></attribute></entity>
                """,
            passing: hero([("modelgen.enum", "Universe"), ("modelgen.enum.accessor", "home")])
                + hero([("modelgen.enum", "Universe"), ("modelgen.enum.accessor", "home")], named: "Villain")),
        RuleExample(
            "enum-key-unknown",
            failing: hero([
                ("modelgen.enum", "Universe"), ("modelgen.enum.cases", "marvel, dc"),
                ("«1»modelgen.enum.documentation.marvle", "Marvel Comics"),
            ]),
            passing: hero([
                ("RawType", "Universe"), ("modelgen.enum.cases", "marvel, dc"),
                ("modelgen.enum.documentation.marvel", "Marvel Comics"), ("modelgen.enum.documentation", "Where?"),
            ])),
    ]

    /// An entity with an attribute `universe` that has user info, whose marks move before `key` or `value`.
    private static func hero(
        _ entries: [(key: String, value: String)], _ attributes: String = #"attributeType="Integer 32""#,
        named name: String = "Hero"
    ) -> String {
        let list = entries.map { key, value in
            let keyMark = key.hasPrefix("«1»") ? "«1»" : ""
            let valueMark = value.hasPrefix("«1»") ? "«1»" : ""
            return "<entry \(keyMark)key=\"\(key.dropFirst(keyMark.count))\" "
                + "\(valueMark)value=\"\(value.dropFirst(valueMark.count).replacing("\"", with: "&quot;"))\"/>"
        }
        return """
            <entity name="\(name)"><attribute name="name" attributeType="String"/>
            <attribute name="universe" \(attributes)><userInfo>\(list.joined())</userInfo></attribute></entity>
            """
    }
}
