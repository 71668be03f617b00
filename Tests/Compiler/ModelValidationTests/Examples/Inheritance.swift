extension RuleExample {
    static let inheritance: [RuleExample] = [
        RuleExample(
            "entity-parent-unknown",
            failing: #"<entity name="Person"/><entity name="Hero" «1»parentEntity="Persn"/>"#,
            passing: #"<entity name="Hero" parentEntity="Person"/><entity name="Person"/>"#),
        RuleExample(
            "entity-inheritance-cycle",
            failing: """
                <entity name="Leaf" parentEntity="First"/><entity name="First" «1»parentEntity="Second"/>
                <entity name="Second" parentEntity="First"/>
                """,
            passing: """
                <entity name="Leaf" parentEntity="First"/><entity name="First" parentEntity="Second"/>
                <entity name="Second"/>
                """),
        RuleExample(
            "property-redeclared",
            failing: """
                <entity name="Animal"><attribute name="name" attributeType="String"/></entity>
                <entity name="Cat" parentEntity="Animal"><attribute «1»name="name" attributeType="String"/></entity>
                """,
            passing: """
                <entity name="Animal"/>
                <entity name="Cat" parentEntity="Animal"><attribute name="name" attributeType="String"/></entity>
                <entity name="Dog" parentEntity="Animal"><attribute name="name" attributeType="String"/></entity>
                """),
        RuleExample(
            "entity-abstract-without-children",
            failing: #"<entity name="Animal" «1»isAbstract="YES"/>"#,
            passing: #"<entity name="Animal" isAbstract="YES"/><entity name="Cat" parentEntity="Animal"/>"#),
    ]
}
