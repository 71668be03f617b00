extension RuleExample {
    static let destinations: [RuleExample] = [
        RuleExample(
            "relationship-destination-missing",
            failing: """
                <entity name="Order">«1»<relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"/>
                </entity><entity name="Item"/>
                """,
            passing: paired(orderHas: orderItems, itemHas: itemOrder)),
        RuleExample(
            "relationship-destination-unknown",
            failing: """
                <entity name="Order"><relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
                «1»destinationEntity="Itme" inverseName="order" inverseEntity="Itme"/></entity><entity name="Item"/>
                """,
            passing: paired(orderHas: orderItems, itemHas: itemOrder)),
        RuleExample(
            "relationship-inverse-missing",
            failing: paired(
                orderHas: """
                    «1»<relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item"/>
                    """,
                itemHas: ""),
            passing: paired(orderHas: orderItems, itemHas: itemOrder)),
        RuleExample(
            "relationship-inverse-unknown",
            failing: paired(
                orderHas: """
                    <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item"
                    «1»inverseName="ordre" inverseEntity="Item"/>
                    """,
                itemHas: ""),
            passing: paired(orderHas: orderItems, itemHas: itemOrder)),
        RuleExample(
            "relationship-inverse-mismatch",
            failing: paired(
                orderHas: orderItems.replacing("inverseName", with: "«1»inverseName"),
                itemHas: """
                    <relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order"/>
                    """),
            passing: paired(orderHas: orderItems, itemHas: itemOrder)),
        RuleExample(
            "relationship-inverse-entity-mismatch",
            failing: """
                <entity name="Order"><relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Gift" inverseName="order" «1»inverseEntity="Item"/></entity>
                <entity name="Item">\(itemOrder)</entity><entity name="Gift" parentEntity="Item"/>
                """,
            passing: """
                <entity name="Order"><relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Gift" inverseName="order" inverseEntity="Gift"/></entity>
                <entity name="Item">\(itemOrder)</entity><entity name="Gift" parentEntity="Item"/>
                """),
    ]

    static let orderItems = """
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item"
        inverseName="order" inverseEntity="Item"/>
        """

    static let itemOrder = """
        <relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order"
        inverseName="items" inverseEntity="Order"/>
        """

    /// The entities Order and Item with what each holds.
    static func paired(orderHas order: String, itemHas item: String) -> String {
        #"<entity name="Order">\#(order)</entity><entity name="Item">\#(item)</entity>"#
    }
}
