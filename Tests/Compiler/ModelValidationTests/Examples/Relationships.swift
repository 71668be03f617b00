extension RuleExample {
    static let relationships: [RuleExample] = [
        RuleExample(
            "relationship-count-reversed",
            failing: team(heroes: #"optional="YES" toMany="YES" «1»minCount="6" maxCount="3""#),
            passing: team(heroes: #"optional="YES" toMany="YES" minCount="3" maxCount="6""#)),
        RuleExample(
            "relationship-count-contradiction",
            failing: team(heroes: #"optional="YES" toMany="YES" «1»maxCount="1""#),
            passing: team(heroes: #"optional="YES" minCount="1" maxCount="1""#)),
        RuleExample(
            "relationship-count-contradiction",
            failing: team(heroes: #"optional="YES" toMany="NO" «1»maxCount="5""#),
            passing: team(heroes: #"optional="YES" toMany="YES" maxCount="5""#)),
        RuleExample(
            "relationship-ordered-to-one",
            failing: team(heroes: #"optional="YES" maxCount="1" «1»ordered="YES""#),
            passing: team(heroes: #"optional="YES" toMany="YES" ordered="YES""#)),
        RuleExample(
            "relationship-nullifies-required",
            failing: pair(
                toMany(#"«1»deletionRule="Nullify""#), toOne(#"deletionRule="Nullify""#, optional: false)),
            passing: pair(
                toMany(#"deletionRule="Cascade""#), toOne(#"deletionRule="Nullify""#, optional: false))),
        RuleExample(
            "relationship-deny-both-ways",
            failing: pair(toMany(#"deletionRule="Deny""#), toOne(#"«1»deletionRule="Deny""#)),
            passing: pair(toMany(#"deletionRule="Deny""#), toOne(#"deletionRule="Nullify""#))),
        RuleExample(
            "relationship-cascade-both-ways",
            failing: pair(toMany(#"deletionRule="Cascade""#), toOne(#"«1»deletionRule="Cascade""#)),
            passing: pair(toOne(#"deletionRule="Cascade""#), toOne(#"deletionRule="Cascade""#))),
        RuleExample(
            "relationship-cascade-many-to-many",
            failing: pair(toMany(#"«1»deletionRule="Cascade""#), toMany(#"deletionRule="Nullify""#)),
            passing: pair(toMany(#"deletionRule="Nullify""#), toMany(#"deletionRule="Nullify""#))),
        RuleExample(
            "relationship-no-action-with-inverse",
            failing: pair(toMany(#"«1»deletionRule="No Action""#), toOne(#"deletionRule="Nullify""#)),
            passing: pair(toMany(#"deletionRule="Deny""#), toOne(#"deletionRule="Nullify""#))),
    ]

    /// Teams that share heroes: what the relationship says of its counts is the argument.
    private static func team(heroes counts: String) -> String {
        """
        <entity name="Team"><relationship name="heroes" \(counts) deletionRule="Nullify" destinationEntity="Hero"
        inverseName="teams" inverseEntity="Hero"/></entity>
        <entity name="Hero"><relationship name="teams" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Team" inverseName="heroes" inverseEntity="Team"/></entity>
        """
    }

    /// The entities Order and Item, whose relationships `items` and `order` are the arguments.
    private static func pair(_ items: String, _ order: String) -> String {
        """
        <entity name="Order"><relationship name="items" destinationEntity="Item" inverseName="order"
        inverseEntity="Item" \(items)/></entity>
        <entity name="Item"><relationship name="order" destinationEntity="Order" inverseName="items"
        inverseEntity="Order" \(order)/></entity>
        """
    }

    private static func toMany(_ rule: String) -> String { #"optional="YES" toMany="YES" \#(rule)"# }

    private static func toOne(_ rule: String, optional: Bool = true) -> String {
        (optional ? #"optional="YES" "# : "") + #"maxCount="1" \#(rule)"#
    }
}
