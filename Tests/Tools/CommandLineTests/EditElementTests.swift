import Foundation
import TestSupport
import Testing

/// Editing what the model editor of Xcode offers besides entities, attributes, and relationships.
@Suite struct EditElementTests: ModelEditing {
    let folder: TemporaryFolder

    init() throws { folder = try Self.createFolder() }

    static let original = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22758" \
        systemVersion="23H311" minimumToolsVersion="Automatic" sourceLanguage="Swift" \
        userDefinedModelVersionIdentifier="">
            <!-- Sold here. -->
            <entity name="Item" representedClassName="Item" syncable="YES" codeGenerationType="class">
                <attribute name="address" optional="YES" attributeType="Composite" composite="Address"/>
                <relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Order" inverseName="items" inverseEntity="Order"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="address.home.city"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            <entity name="Order" representedClassName="Order" syncable="YES" codeGenerationType="class">
                <attribute name="date" attributeType="Date" usesScalarValueType="NO"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" \
        destinationEntity="Item" inverseName="order" inverseEntity="Item"/>
            </entity>
            <fetchRequest name="Recent" entity="Order" predicateString="date &gt; $DATE" fetchLimit="5"/>
            <configuration name="Local">
                <memberEntity name="Item"/>
                <memberEntity name="Order"/>
            </configuration>
            <composite name="Address">
                <attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
                <attribute name="street" optional="YES" attributeType="String"/>
            </composite>
            <composite name="Place">
                <attribute name="city" optional="YES" attributeType="String"/>
                <attribute name="zip" optional="YES" attributeType="String"/>
            </composite>
        </model>
        """

    /// The changed lines, each after a plus or minus sign.
    private func changes() throws -> [String] {
        let (added, removed) = try changedLines()
        return (added.map { "+" + $0 } + removed.map { "-" + $0 }).sorted()
    }

    /// Edits that change only some lines, and the edits that restore the file to the byte.
    private static let reversible: [(edits: [[String]], changes: [String], opposites: [[String]])] = [
        (
            [["add-composite", "Size"], ["add-attribute", "Size/width", "Double", "--required", "--default", "0"]],
            [
                "+</composite>",
                #"+<attribute name="width" attributeType="Double" defaultValueString="0" usesScalarValueType="YES"/>"#,
                #"+<composite name="Size">"#,
            ], [["remove", "Size/width"], ["remove", "Size"]]
        ),
        (
            [["add-attribute", "Order/address", "Composite", "--composite", "Address"]],
            [#"+<attribute name="address" optional="YES" attributeType="Composite" composite="Address"/>"#],
            [["remove", "Order/address"]]
        ),
        (
            [["rename", "Place", "Spot"]],
            [
                #"+<attribute name="home" optional="YES" attributeType="Composite" composite="Spot"/>"#,
                #"+<composite name="Spot">"#,
                #"-<attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>"#,
                #"-<composite name="Place">"#,
            ], [["rename", "Spot", "Place"]]
        ),
        (
            [["rename", "Place/city", "town"]],
            [
                #"+<attribute name="town" optional="YES" attributeType="String" elementID="city"/>"#,
                #"+<constraint value="address.home.town"/>"#,
                #"-<attribute name="city" optional="YES" attributeType="String"/>"#,
                #"-<constraint value="address.home.city"/>"#,
            ], [["rename", "Place/town", "city"]]
        ),
        (
            [["set", "Place/zip", "maxValueString=5"]],
            [
                #"+<attribute name="zip" optional="YES" attributeType="String" maxValueString="5"/>"#,
                #"-<attribute name="zip" optional="YES" attributeType="String"/>"#,
            ], [["set", "Place/zip", "--remove", "maxValueString"]]
        ),
        (
            [["set-user-info", "Place/zip", "a=b"]],
            [
                "+</attribute>", "+</userInfo>", #"+<attribute name="zip" optional="YES" attributeType="String">"#,
                #"+<entry key="a" value="b"/>"#, "+<userInfo>",
                #"-<attribute name="zip" optional="YES" attributeType="String"/>"#,
            ], [["remove-user-info", "Place/zip", "a"]]
        ),
        (
            [["add-attribute", "Order/itemCount", "Integer 64", "--derivation", "items.@count"]],
            [
                #"+<attribute name="itemCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="items.@count" usesScalarValueType="YES"/>"#
            ], [["remove", "Order/itemCount"]]
        ),
        (
            [
                [
                    "add-attribute", "Order/status", "Integer 16", "--required", "--default", "0", "--enum", "Status",
                    "--cases", "draft = 0, paid = 1",
                ]
            ],
            [
                "+</attribute>", "+</userInfo>",
                #"+<attribute name="status" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES">"#,
                #"+<entry key="modelgen.enum" value="Status"/>"#,
                #"+<entry key="modelgen.enum.cases" value="draft = 0, paid = 1"/>"#, "+<userInfo>",
            ], [["remove", "Order/status"]]
        ),
        (
            [["add-attribute", "Order/cache", "Undefined", "--transient"]],
            [#"+<attribute name="cache" optional="YES" transient="YES"/>"#], [["remove", "Order/cache"]]
        ),
        (
            [
                [
                    "add-relationship", "Item/shop", "Order", "--required", "--inverse", "stock", "--inverse-required",
                    "--inverse-to-many",
                ]
            ],
            [
                #"+<relationship name="shop" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="stock" inverseEntity="Order"/>"#,
                #"+<relationship name="stock" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="shop" inverseEntity="Item"/>"#,
            ], [["remove", "Item/shop"]]
        ),
        (
            [["remove-inverse", "Order/items"]],
            [
                #"+<relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item"/>"#,
                #"+<relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order"/>"#,
                #"-<relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="order" inverseEntity="Item"/>"#,
                #"-<relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="items" inverseEntity="Order"/>"#,
            ], [["set-inverse", "Item/order", "items"]]
        ),
        (
            [
                [
                    "add-fetch-request", "ItemCount", "Item", "--where", "order == $ORDER", "--limit", "3",
                    "--batch-size",
                    "2", "--result-type", "count",
                ]
            ],
            [
                #"+<fetchRequest name="ItemCount" entity="Item" predicateString="order == $ORDER" resultType="4" fetchLimit="3" fetchBatchSize="2"/>"#
            ], [["remove-fetch-request", "ItemCount"]]
        ),
        (
            [
                [
                    "set-fetch-request", "Recent", "predicateString=", "fetchLimit=6", "resultType=objectIDs",
                    "includeSubentities=NO", "--name", "Latest",
                ]
            ],
            [
                #"+<fetchRequest name="Latest" entity="Order" resultType="1" fetchLimit="6" includeSubentities="NO"/>"#,
                #"-<fetchRequest name="Recent" entity="Order" predicateString="date &gt; $DATE" fetchLimit="5"/>"#,
            ],
            [
                [
                    "set-fetch-request", "Latest", "predicateString=date > $DATE", "fetchLimit=5", "resultType=objects",
                    "--remove", "includeSubentities", "--name", "Recent",
                ]
            ]
        ),
        (
            [["add-fetched-property", "Order/sameDay", "Order", "--where", "date == $FETCH_SOURCE.date"]],
            [
                "+</fetchedProperty>",
                #"+<fetchRequest name="fetchedPropertyFetchRequest" entity="Order" predicateString="date == $FETCH_SOURCE.date"/>"#,
                #"+<fetchedProperty name="sameDay" optional="YES">"#,
            ], [["remove", "Order/sameDay"]]
        ),
        (
            [
                ["add-fetched-property", "Order/all", "Order"], ["rename", "Order/all", "some"],
                ["set", "Order/some", "fetchLimit=2", "entity=Item", "optional=NO"],
            ],
            [
                "+</fetchedProperty>",
                #"+<fetchRequest name="fetchedPropertyFetchRequest" entity="Item" fetchLimit="2"/>"#,
                #"+<fetchedProperty name="some">"#,
            ], [["remove", "Order/some"]]
        ),
        (
            [["set-configuration", "Local", "--remove", "Item", "--name", "OnDevice"]],
            [
                #"+<configuration name="OnDevice">"#, #"-<configuration name="Local">"#,
                #"-<memberEntity name="Item"/>"#,
            ], [["set-configuration", "OnDevice", "--add", "Item", "--name", "Local"]]
        ),
        (
            [["add-index", "Order/byDate", "date"], ["set-index", "Order/byDate", "--name", "newest"]],
            [
                "+</fetchIndex>", #"+<fetchIndex name="newest">"#,
                #"+<fetchIndexElement property="date" type="Binary" order="ascending"/>"#,
            ], [["remove-index", "Order/newest"]]
        ),
    ]

    @Test("The help of a new fetch request lists the words of the result type, and the default one")
    func wordsOfTheResultType() throws {
        let help = try BuiltProduct("modelgen").help(of: ["edit", "add-fetch-request"]).output
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "--result-type <type> The form of the results. The default is objects. (values: objects, objectIDs, "
                    + "dictionaries, count) --version"))
    }

    @Test(
        "An edit changes only its lines, and its opposite restores the file to the byte", arguments: reversible.indices)
    func editAndBack(_ number: Int) throws {
        let example = Self.reversible[number]
        for arguments in example.edits {
            let outcome = try edit(arguments)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        }
        #expect(try changes() == example.changes)
        for arguments in example.opposites { #expect(try edit(arguments).exitCode == 0, "\(arguments)") }
        #expect(try text == Self.original)
    }

    @Test("The settings of the model itself change in its first line")
    func modelSettings() throws {
        #expect(try edit(["set-model", "userDefinedModelVersionIdentifier=3", "usedWithSwiftData=YES"]).exitCode == 0)
        #expect(
            try text
                == Self.original.replacing(
                    #"userDefinedModelVersionIdentifier="""#,
                    with: #"usedWithSwiftData="YES" userDefinedModelVersionIdentifier="3""#))
        #expect(
            try edit(["set-model", "userDefinedModelVersionIdentifier=", "usedWithSwiftData=NO"]).exitCode == 0)
        #expect(try text == Self.original)
    }

    @Test("A new inverse takes the place of an earlier one")
    func replacedInverse() throws {
        #expect(try edit(["add-relationship", "Item/origin", "Order"]).exitCode == 0)
        #expect(try edit(["set-inverse", "Item/origin", "items"]).exitCode == 0)
        let edited = try text
        #expect(
            edited.contains(
                #"<relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order"/>"#
            ))
        #expect(edited.contains(#"destinationEntity="Item" inverseName="origin" inverseEntity="Item"/>"#))
        #expect(edited.contains(#"destinationEntity="Order" inverseName="items" inverseEntity="Order"/>"#))
    }

    @Test(
        "An edit that would be invalid is wrong usage, and its message says what to do",
        arguments: [
            (["add-entity", ""], "the name is empty; specify a name"),
            (["add-composite", ""], "the name is empty; specify a name"),
            (["add-configuration", ""], "the name is empty; specify a name"),
            (["add-fetch-request", "", "Order"], "the name is empty; specify a name"),
            (["add-relationship", "Order/a", "Item", "--inverse", ""], "the name is empty; specify a name"),
            (["rename", "Order", ""], "the name is empty; specify a name"),
            (["rename", "Place/zip", ""], "the name is empty; specify a name"),
            (["set-fetch-request", "Recent", "--name", ""], "the name is empty; specify a name"),
            (["set-configuration", "Local", "--name", ""], "the name is empty; specify a name"),
            (["add-composite", "Address"], "composite 'Address' already exists"),
            (["add-composite", "Order"], "entity 'Order' already exists"),
            (["add-entity", "Address"], "composite 'Address' already exists"),
            (["add-attribute", "Address/street", "String"], "attribute 'Address/street' already exists"),
            (
                ["add-attribute", "Adress/city", "String"],
                "the model has no entity or composite 'Adress'; did you mean 'Address'?"
            ),
            (["add-attribute", "Order/a", "Composite"], "an attribute of type Composite requires --composite"),
            (
                ["add-attribute", "Order/a", "String", "--composite", "Address"],
                "--composite requires the type Composite"
            ),
            (
                ["add-attribute", "Order/a", "Composite", "--composite", "Adress"],
                "the model has no composite 'Adress'; did you mean 'Address'?"
            ),
            (
                ["add-attribute", "Order/a", "Double", "--derivation", "items.@count", "--default", "1"],
                "a derived attribute cannot have --default, because the store computes it"
            ),
            (
                ["add-attribute", "Order/a", "String", "--cases", "a"],
                "--cases requires --enum with the name of the enum"
            ),
            (["remove", "Place"], "'Place' is in use by Address/home; change that first"),
            (["remove", "Place/city"], "'Place/city' is in use by a constraint of 'Item'; change that first"),
            (["remove", "Place/town"], "composite 'Place' has no attribute 'town'"),
            (["rename", "Place/zip", "city"], "attribute 'Place/city' already exists"),
            (["rename", "Place", "Address"], "composite 'Address' already exists"),
            (
                ["set", "Place", "optional=YES"],
                "composite 'Place' has no settings; change one of its attributes instead"
            ),
            (
                ["set-user-info", "Place", "a=b"],
                "composite 'Place' has no user info; choose one of its attributes instead"
            ),
            (
                ["add-relationship", "Order/a", "Item", "--inverse-required"],
                "--inverse-required requires --inverse with the name of the inverse"
            ),
            (["set-inverse", "Order/items", "orders"], "'Item' has no relationship 'orders'; did you mean 'order'?"),
            (["add-fetch-request", "Recent", "Order"], "fetch request 'Recent' already exists"),
            (["add-fetch-request", "A", "Ordr"], "the model has no entity 'Ordr'; did you mean 'Order'?"),
            (["add-fetch-request", "A", "Order", "--limit=-1"], "--limit must be an integer of at least 0"),
            (
                ["set-fetch-request", "Recnt", "fetchLimit=1"],
                "the model has no fetch request 'Recnt'; did you mean 'Recent'?"
            ),
            (
                ["set-fetch-request", "Recent", "fetchLimt=1"],
                "fetch request 'Recent' has no setting 'fetchLimt'; did you mean 'fetchLimit'?"
            ),
            (
                ["set-fetch-request", "Recent", "resultType=3"],
                "'3' is not a valid value for resultType of fetch request 'Recent'; write one of: objects, objectIDs, dictionaries, count"
            ),
            (
                ["set-fetch-request", "Recent"],
                "specify settings and values, such as fetchLimit=10, or a name with --name"
            ),
            (["remove-fetch-request", "A"], "the model has no fetch request 'A'"),
            (["set-configuration", "Local", "--add", "Item"], "configuration 'Local' already contains entity 'Item'"),
            (["set-configuration", "Local", "--remove", "Tag"], "configuration 'Local' does not contain entity 'Tag'"),
            (
                ["set-model", "usedWithCloud=YES"],
                "the model has no setting 'usedWithCloud'; did you mean 'usedWithCloudKit'?"
            ),
        ])
    func wrongUsage(_ arguments: [String], _ message: String) throws {
        let outcome = try edit(arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.split(separator: "\n").first == "modelgen: error: \(message)")
        #expect(try text == Self.original)
    }

    @Test(
        "A bound that is not valid for the type is refused",
        arguments: [
            (
                "Integer 16", "minValueString=abc",
                "'abc' is not a valid minimum for 'Order/a'; use an integer from -32768 to 32767"
            ),
            (
                "Integer 16", "maxValueString=40000",
                "'40000' is not a valid maximum for 'Order/a'; use an integer from -32768 to 32767"
            ),
            (
                "String", "minValueString=-1",
                "'-1' is not a valid minimum for 'Order/a'; use a length, an integer of at least 0"
            ),
            ("Decimal", "maxValueString=much", "'much' is not a valid maximum for 'Order/a'; use a number such as 1.5"),
            (
                "Date", "minDateTimeInterval=tomorrow",
                "'tomorrow' is not a valid minimum for 'Order/a'; use seconds since 2001-01-01 00:00:00 UTC"
            ),
            ("Boolean", "minValueString=0", "'Order/a' cannot have a minimum, because its type is Boolean"),
            (
                "Date", "maxValueString=1",
                "maxValueString has no effect on 'Order/a', because its type is Date; set maxDateTimeInterval"
            ),
            (
                "Date", "defaultValueString=1",
                "defaultValueString has no effect on 'Order/a', because its type is Date; set defaultDateTimeInterval"
            ),
            (
                "Double", "defaultDateTimeInterval=1",
                "defaultDateTimeInterval has no effect on 'Order/a', because its type is Double; set defaultValueString"
            ),
        ])
    func invalidBound(_ type: String, _ setting: String, _ message: String) throws {
        #expect(try edit(["add-attribute", "Order/a", type]).exitCode == 0)
        let before = try text
        let outcome = try edit(["set", "Order/a", setting])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.split(separator: "\n").first == "modelgen: error: \(message)")
        #expect(try text == before)
    }

    @Test("A bound that the type changes to in the same edit is accepted, and a stale one can be removed")
    func boundOfAnotherType() throws {
        #expect(try edit(["add-attribute", "Order/a", "Integer 16"]).exitCode == 0)
        #expect(try edit(["set", "Order/a", "minValueString=40000", "attributeType=Integer 32"]).exitCode == 0)
        #expect(try edit(["set", "Order/a", "attributeType=Boolean"]).exitCode == 64)
        #expect(try edit(["set", "Order/a", "attributeType=Boolean", "--remove", "minValueString"]).exitCode == 0)
        #expect(try edit(["set", "Order/a", "minValueString="]).exitCode == 0)
    }

    @Test(
        "An edit that would add an error to the model is refused at its place",
        arguments: [
            (
                ["add-attribute", "Order/a", "Integer 64", "--derivation", "itms.@count"], "13:5",
                "[expression-unknown-key]"
            ),
            (
                ["add-attribute", "Order/a", "Integer 16", "--enum", "Status", "--cases", "a = x"], "",
                "[enum-case-invalid]"
            ),
            (["add-attribute", "Order/a", "Date", "--enum", "Status"], "", "[enum-attribute-unsupported]"),
            (["add-fetch-request", "A", "Order", "--where", "day > 1"], "2:1", "[expression-unknown-key]"),
            (["set", "Place/zip", "attributeType=Composite", "composite=Address"], "", "[composite-cycle]"),
            (["rename", "Place/zip", "9"], "26:5", "[attribute-name-not-identifier]"),
        ])
    func refused(_ arguments: [String], _ place: String, _ code: String) throws {
        let outcome = try edit(arguments)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.contains("/contents:\(place)"), "\(outcome.errorOutput)")
        #expect(outcome.errorOutput.contains(code), "\(outcome.errorOutput)")
        #expect(try text == Self.original)
    }
}
