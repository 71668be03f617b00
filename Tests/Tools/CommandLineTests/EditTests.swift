import Foundation
import TestSupport
import Testing

@Suite struct EditTests: ModelEditing {
    let folder: TemporaryFolder

    init() throws { folder = try Self.createFolder() }

    private static let date = #"<attribute name="date" attributeType="Date" usesScalarValueType="NO"/>"#
    private static let optionalDate =
        #"<attribute name="date" optional="YES" attributeType="Date" usesScalarValueType="NO"/>"#
    private static let items = #"<relationship name="items" optional="YES" toMany="YES" "#
    static let original = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22758" \
        systemVersion="23H311" minimumToolsVersion="Automatic" sourceLanguage="Swift" \
        userDefinedModelVersionIdentifier="">
            <entity name="Item" representedClassName="Item" syncable="YES" codeGenerationType="class">
                <relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Order" inverseName="items" inverseEntity="Order"/>
            </entity>
            <entity name="Order" representedClassName="Order" syncable="YES" codeGenerationType="class">
                <attribute name="date" attributeType="Date" usesScalarValueType="NO"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" \
        destinationEntity="Item" inverseName="order" inverseEntity="Item"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="date"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
        </model>
        """

    @Test("Adding an attribute adds one line")
    func anAttributeIsOneMoreLine() throws {
        let outcome = try edit("add-attribute", "Order/note", "String")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output + outcome.errorOutput == "")
        let changed = try changedLines()
        #expect(changed.added == [#"<attribute name="note" optional="YES" attributeType="String"/>"#])
        #expect(changed.removed == [])
    }

    @Test("An edit keeps the line ends of Windows, so that it changes no other lines")
    func lineEnds() throws {
        #expect(try edit("add-attribute", "Order/note", "String").exitCode == 0)
        let plain = try text
        try folder.write(Self.original.replacing("\n", with: "\r\n"), to: contents)
        let outcome = try edit("add-attribute", "Order/note", "String")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput == "")
        #expect(try Array(text.utf8) == Array(plain.replacing("\n", with: "\r\n").utf8))
    }

    @Test("Adding a relationship also adds its inverse")
    func aRelationshipComesWithItsInverse() throws {
        #expect(try edit("add-entity", "Tag").exitCode == 0)
        let outcome = try edit(
            "add-relationship", "Order/tags", "Tag", "--to-many", "--inverse", "orders", "--inverse-to-many")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let changed = try changedLines()
        let forth = #"destinationEntity="Tag" inverseName="orders" inverseEntity="Tag"/>"#
        #expect(changed.added.contains { $0.hasPrefix(#"<relationship name="tags""#) && $0.hasSuffix(forth) })
        let back = #"destinationEntity="Order" inverseName="tags" inverseEntity="Order"/>"#
        #expect(changed.added.contains { $0.hasPrefix(#"<relationship name="orders""#) && $0.hasSuffix(back) })
        #expect(changed.removed == [])
    }

    @Test("Renaming updates everything that refers to the old name")
    func renaming() throws {
        #expect(try edit("rename", "Order/date", "orderDate").exitCode == 0)
        #expect(try edit("rename", "Order/items", "lines").exitCode == 0)
        #expect(try edit("rename", "Order", "Purchase").exitCode == 0)
        #expect(try BuiltProduct("modelgen").run("validate", "--strict", model, in: folder.url).exitCode == 0)
        let renamed = Self.original
            .replacing(
                #"destinationEntity="Order" inverseName="items" inverseEntity="Order""#,
                with: #"destinationEntity="Purchase" inverseName="lines" inverseEntity="Purchase""#
            )
            .replacing(
                #"<entity name="Order" representedClassName="Order""#,
                with: #"<entity name="Purchase" representedClassName="Order" elementID="Order""#
            )
            .replacing(#"<relationship name="items""#, with: #"<relationship name="lines""#)
            .replacing(
                #"inverseName="order" inverseEntity="Item"/>"#,
                with: #"inverseName="order" inverseEntity="Item" elementID="items"/>"#)
        let newDate = #"<attribute name="orderDate" attributeType="Date" usesScalarValueType="NO" elementID="date"/>"#
        #expect(
            try text
                == renamed.replacing(Self.date, with: newDate)
                .replacing(#"<constraint value="date"/>"#, with: #"<constraint value="orderDate"/>"#))
        #expect(try edit("rename", "Purchase/orderDate", "date").exitCode == 0)
        #expect(try text == renamed)
    }

    @Test("Renaming keeps comments and unknown attributes of the file")
    func aRenamingKeepsWhatTheModelHasNoPlaceFor() throws {
        let head = Self.original.prefix { $0 != ">" } + ">"
        let version = try #require(Self.original.split(separator: "\n").dropFirst().first)
        let text = """
            \(head)
            \(version)
                <!-- Told by the shop. -->
                <entity name="Item" representedClassName="Item" colour="red" syncable="YES">
                    <!-- The first. -->
                    <attribute name="code" optional="YES" attributeType="String" width="12">
                        <hint text="a"/>
                    </attribute>
                    <note text="b"/>
                </entity>
                <entity name="Order" representedClassName="Order" syncable="YES"/>
                <elements>
                    <element name="Item" positionX="1" positionY="2" width="128" height="44"/>
                    <element name="Order" positionX="3" positionY="4" width="128" height="44"/>
                </elements>
            </model>
            """
        try folder.write(text, to: contents)
        let attribute = try edit("rename", "Item/code", "number")
        #expect(attribute.errorOutput == "")
        var expected = text.replacing(
            #"<attribute name="code" optional="YES" attributeType="String" width="12">"#,
            with: #"<attribute name="number" optional="YES" attributeType="String" width="12" elementID="code">"#)
        #expect(try self.text == expected)
        let entity = try edit("rename", "Item", "Article")
        #expect(entity.errorOutput == "")
        expected = expected.replacing(
            #"<entity name="Item" representedClassName="Item" colour="red" syncable="YES">"#,
            with: #"<entity name="Article" representedClassName="Item" colour="red" elementID="Item" syncable="YES">"#)
        expected = expected.replacing(#"<element name="Item""#, with: #"<element name="Article""#)
        #expect(try self.text == expected)
    }

    @Test("A dry run writes nothing")
    func aTrialWritesNothing() throws {
        let outcome = try edit("set", "Order/items", "deletionRule=Deny", "ordered=YES", "--dry-run")
        try expectTranscript(outcome, in: folder, at: "Edit/Trial")
        #expect(try text == Self.original)
    }

    @Test("Settings have the names of the attributes in the file")
    func settingsHaveTheNamesOfTheFile() throws {
        #expect(try edit("set", "Order/date", "optional=YES", "defaultDateTimeInterval=0").exitCode == 0)
        #expect(try edit("set", "Order", "versionHashModifier=2", "codeGenerationType=").exitCode == 0)
        let entity = #"<entity name="Order" representedClassName="Order" syncable="YES" codeGenerationType="class">"#
        let newEntity = #"<entity name="Order" representedClassName="Order" versionHashModifier="2" syncable="YES">"#
        let newDate = Self.optionalDate.replacing("Date\" uses", with: "Date\" defaultDateTimeInterval=\"0\" uses")
        #expect(
            try text == Self.original.replacing(entity, with: newEntity).replacing(Self.date, with: newDate))
    }

    @Test("An empty text is a default of a String, and removed by name")
    func emptyDefault() throws {
        #expect(try edit("add-attribute", "Order/note", "String").exitCode == 0)
        #expect(try edit("set", "Order/note", "defaultValueString=").exitCode == 0)
        #expect(
            try changedLines().added == [
                #"<attribute name="note" optional="YES" attributeType="String" defaultValueString=""/>"#
            ])
        #expect(try edit("set", "Order/note", "--remove", "defaultValueString").exitCode == 0)
        #expect(try changedLines().added == [#"<attribute name="note" optional="YES" attributeType="String"/>"#])
        let refused = try edit("set", "Order/note", "--remove", "attributeType")
        #expect(refused.exitCode == 64)
        #expect(
            refused.errorOutput.contains("attributeType of 'Order/note' cannot be removed"), "\(refused.errorOutput)")
        #expect(try edit("set", "Order/note").exitCode == 64)
    }

    @Test("A flag or a count without a value is removed", arguments: [false, true])
    func removedFlagsAndCounts(_ isByName: Bool) throws {
        func remove(_ names: String...) -> [String] {
            names.flatMap { isByName ? ["--remove", $0] : ["\($0)="] }
        }
        let before = try text
        #expect(try edit(["set", "Order/items", "ordered=YES", "minCount=1", "maxCount=3"]).exitCode == 0)
        #expect(try text != before)
        #expect(try edit(["set", "Order/items"] + remove("ordered", "minCount", "maxCount")).exitCode == 0)
        #expect(try text == before)
        #expect(try edit("add-attribute", "Order/note", "String").exitCode == 0)
        #expect(try edit(["set", "Order/note"] + remove("optional")).exitCode == 0)
        #expect(try changedLines().added == [#"<attribute name="note" attributeType="String"/>"#])
    }

    @Test(
        "A default that is not a value of the type is refused",
        arguments: [
            ("Boolean", "maybe", "use YES or NO"), ("Integer 16", "abc", "use an integer"),
            ("Integer 16", "40000", "use an integer"), ("Integer 32", "", "use an integer"),
            ("Date", "tomorrow", "use seconds since"), ("UUID", "1", "use a UUID"),
            ("Binary", "x", "cannot have a default"),
        ])
    func invalidDefault(_ type: String, _ value: String, _ reason: String) throws {
        let outcome = try edit("add-attribute", "Order/note", type, "--default", value)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.contains(reason), "\(outcome.errorOutput)")
        #expect(try text == Self.original)
    }

    @Test("A setting that would be an invalid default is refused, whatever the order of the settings")
    func invalidDefaultSet() throws {
        #expect(try edit("add-attribute", "Order/note", "Integer 16").exitCode == 0)
        let refused = try edit("set", "Order/note", "defaultValueString=abc")
        #expect(refused.exitCode == 64)
        #expect(refused.errorOutput.contains("'abc' is not a valid Integer 16 for 'Order/note'"))
        #expect(try edit("set", "Order/note", "defaultValueString=abc", "attributeType=String").exitCode == 0)
        // A default that the new type does not have must not stay.
        let before = try text
        let retyped = try edit("set", "Order/note", "attributeType=Integer 16")
        #expect(retyped.exitCode == 64)
        #expect(
            retyped.errorOutput.contains("or remove it with --remove defaultValueString"), "\(retyped.errorOutput)")
        #expect(try text == before)
        let removed = try edit("set", "Order/note", "attributeType=Integer 16", "--remove", "defaultValueString")
        #expect(removed.exitCode == 0, "\(removed.errorOutput)")
        #expect(try !text.contains("defaultValueString"))
        #expect(try edit("set", "Order/note", "attributeType=Double").exitCode == 0)
    }

    @Test("Removing a relationship also removes its inverse")
    func aRelationshipGoesWithItsInverse() throws {
        #expect(try edit("remove", "Order/items").exitCode == 0)
        let item = #"<entity name="Item" representedClassName="Item" syncable="YES" codeGenerationType="class""#
        let (open, order) = (item + ">", #"<relationship name="order" optional="YES" maxCount="1" "#)
        let changed = try changedLines()
        #expect(changed.added == [item + "/>"])
        #expect(
            changed.removed.map { $0.hasPrefix(order) ? order : $0.hasPrefix(Self.items) ? Self.items : $0 } == [
                open, order, "</entity>", Self.items,
            ])
        #expect(try edit("remove", "Item").exitCode == 0)
        #expect(try !text.contains("Item"))
    }

    @Test("An index can be added, changed, and removed")
    func anIndexIsAddedChangedAndRemoved() throws {
        let added = try edit("add-index", "Order/byDate", "date:descending", "items", "--where", "date != nil")
        #expect(added.exitCode == 0, "\(added.errorOutput)")
        #expect(
            try changedLines().added == [
                #"<fetchIndex name="byDate" partialIndexPredicate="date != nil">"#,
                #"<fetchIndexElement property="date" type="Binary" order="descending"/>"#,
                #"<fetchIndexElement property="items" type="Binary" order="ascending"/>"#, "</fetchIndex>",
            ])
        #expect(try changedLines().removed == [])
        #expect(try edit("set-index", "Order/byDate", "date").exitCode == 0)
        #expect(
            try changedLines().added == [
                #"<fetchIndex name="byDate" partialIndexPredicate="date != nil">"#,
                #"<fetchIndexElement property="date" type="Binary" order="ascending"/>"#, "</fetchIndex>",
            ])
        #expect(try edit("set-index", "Order/byDate", "--where", "").exitCode == 0)
        #expect(try changedLines().added.first == #"<fetchIndex name="byDate">"#)
        #expect(try edit("remove-index", "Order/byDate").exitCode == 0)
        #expect(try text == Self.original)
    }

    @Test("A uniqueness constraint can be added and removed")
    func aConstraintIsAddedAndRemoved() throws {
        #expect(try edit("add-attribute", "Order/code", "String", "--required", "--default", "").exitCode == 0)
        let before = try text
        #expect(try edit("add-constraint", "Order", "code", "date").exitCode == 0)
        let constraint = """
                        <uniquenessConstraint>
                            <constraint value="code"/>
                            <constraint value="date"/>
                        </uniquenessConstraint>
                    </uniquenessConstraints>
            """
        #expect(try text == before.replacing("        </uniquenessConstraints>", with: constraint))
        #expect(try edit("add-constraint", "Order", "date", "code").exitCode == 64, "it is the same in another order")
        #expect(try edit("remove-constraint", "Order", "date", "code").exitCode == 0)
        #expect(try text == before)
        #expect(try edit("remove-constraint", "Order", "date").exitCode == 0)
        #expect(
            try changedLines().removed == [
                "<uniquenessConstraints>", "<uniquenessConstraint>", #"<constraint value="date"/>"#,
                "</uniquenessConstraint>", "</uniquenessConstraints>",
            ], "nothing is left in it")
    }

    @Test("A configuration can be added, changed, and removed")
    func aConfigurationIsAddedChangedAndRemoved() throws {
        #expect(try edit("add-configuration", "Local", "Item", "Order").exitCode == 0)
        #expect(
            try changedLines().added == [
                #"<configuration name="Local">"#, #"<memberEntity name="Item"/>"#,
                #"<memberEntity name="Order"/>"#, "</configuration>",
            ])
        #expect(try edit("set-configuration", "Local", "--cloud-kit").exitCode == 1, "CloudKit knows no constraints")
        #expect(try edit("set-configuration", "Local", "Order").exitCode == 0)
        #expect(
            try changedLines().added == [
                #"<configuration name="Local">"#, #"<memberEntity name="Order"/>"#, "</configuration>",
            ])
        #expect(try edit("add-entity", "Tag").exitCode == 0)
        #expect(try edit("set-configuration", "Local", "Tag", "--cloud-kit").exitCode == 0)
        let tag = [
            #"<entity name="Tag" representedClassName="Tag" syncable="YES" codeGenerationType="class"/>"#,
            #"<memberEntity name="Tag"/>"#, "</configuration>",
        ]
        #expect(
            try changedLines().added == [
                tag[0], #"<configuration name="Local" usedWithCloudKit="YES">"#, tag[1], tag[2],
            ])
        #expect(try edit("set-configuration", "Local", "--no-cloud-kit").exitCode == 0)
        #expect(try changedLines().added == [tag[0], #"<configuration name="Local">"#, tag[1], tag[2]])
        #expect(try edit("remove", "Tag").exitCode == 0)
        #expect(try edit("remove-configuration", "Local").exitCode == 0)
        #expect(try text == Self.original)
    }

    @Test("User info can be set and removed")
    func userInfoIsAttachedAndDetached() throws {
        #expect(try edit("set-user-info", "Order/items", "a=x=y", "b=", "b=").exitCode == 0)
        #expect(
            try changedLines().added.filter { $0.contains("entry") } == [
                #"<entry key="a" value="x=y"/>"#, #"<entry key="b" value=""/>"#,
            ])
        #expect(try edit("set-user-info", "Item", "owner=shop").exitCode == 0)
        #expect(
            try changedLines().added.filter { $0.contains("entry") } == [
                #"<entry key="owner" value="shop"/>"#, #"<entry key="a" value="x=y"/>"#, #"<entry key="b" value=""/>"#,
            ])
        #expect(try edit("remove-user-info", "Item", "owner").exitCode == 0)
        #expect(try edit("remove-user-info", "Order/items", "a", "b").exitCode == 0)
        #expect(try text == Self.original)
    }

    @Test("A dry run that adds an index writes nothing")
    func aTrialOfAnIndexWritesNothing() throws {
        let outcome = try edit("add-index", "Order/byDate", "date", "--dry-run")
        try expectTranscript(outcome, in: folder, at: "Edit/Trial-of-an-index")
        #expect(try text == Self.original)
    }

    @Test(
        "An impossible edit of an index, constraint, or configuration is a usage error",
        arguments: [
            (
                ["add-index", "Order/byDate", "dat"],
                "'Order' has no attribute or relationship 'dat'; did you mean 'date'?"
            ),
            (
                ["add-index", "Order/byDate", "date:down"],
                """
                'date:down' is not a value of '<property>': specify a property, or a property with its order, such as \
                date:ascending or date:descending
                """
            ),
            (["add-index", "Order/byDate"], "specify the properties that the index covers"),
            (
                ["add-index", "Order", "date"],
                "'Order' is not a value of '<path>': specify an entity and an index, such as Order/byDate"
            ),
            (["set-index", "Order/byDate", "date"], "entity 'Order' has no index 'byDate'"),
            (["set-index", "Order/byDate"], "specify properties, a predicate with --where, or a name with --name"),
            (["remove-index", "Ordr/byDate"], "the model has no entity 'Ordr'; did you mean 'Order'?"),
            (["add-constraint", "Order", "date"], "a constraint on 'date' of 'Order' already exists"),
            (["add-constraint", "Order", "day"], "'Order' has no attribute or relationship 'day'"),
            (
                ["remove-constraint", "Order", "items"],
                "entity 'Order' has no constraint on 'items'; its constraints are on 'date'"
            ),
            (["add-configuration", "Local", "Ordr"], "the model has no entity 'Ordr'; did you mean 'Order'?"),
            (["set-configuration", "Local", "Order"], "the model has no configuration 'Local'"),
            (
                ["set-configuration", "Local"],
                "specify entities, --add, --remove, --cloud-kit, --no-cloud-kit, or --name"
            ),
            (["set-user-info", "Order", "=x"], "'=x' is not a value of '<key=value>': specify name=value"),
            (["remove-user-info", "Order", "k"], "the user info of 'Order' has no key 'k'"),
            (
                ["set-user-info", "Order/dat", "k=v"],
                "'Order' has no attribute or relationship 'dat'; did you mean 'date'?"
            ),
        ])
    func impossibleDetails(_ arguments: [String], _ message: String) throws {
        try anEditThatCannotBeMadeIsWrongUsage(arguments, message)
    }

    @Test(
        "An impossible edit is a usage error",
        arguments: [
            (["remove", "Item"], "'Item' is in use by Order/items; change that first"),
            (["remove", "Order/date"], "'Order/date' is in use by a constraint of 'Order'; change that first"),
            (["remove", "Order/dat"], "'Order' has no attribute or relationship 'dat'; did you mean 'date'?"),
            (["remove", "Ordr"], "the model has no entity 'Ordr'; did you mean 'Order'?"),
            (["rename", "Order/date", "items"], "property 'Order/items' already exists"),
            (["rename", "Order", "Item"], "entity 'Item' already exists"),
            (["set", "Order/date", "optinal=YES"], "'Order/date' has no setting 'optinal'; did you mean 'optional'?"),
            (
                ["set", "Order/date", "optional=maybe"],
                "'maybe' is not a valid value for optional of 'Order/date'; write one of: YES, NO"
            ),
            (
                ["set", "Order/items", "minCount=-1"],
                "'-1' is not a valid value for minCount of 'Order/items'; write an integer of at least 0"
            ),
            (
                ["set", "Order/items", "deletionRule=Keep"],
                "'Keep' is not a valid value for deletionRule of 'Order/items'; write one of: No Action, Nullify, Cascade, Deny"
            ),
            (
                ["set", "Order", "codeGenerationType=all"],
                "'all' is not a valid value for codeGenerationType of 'Order'; write one of: none, class, category"
            ),
            (["set", "Order/date", "optional"], "specify settings and values, such as optional=YES"),
            (
                ["add-attribute", "Order/x", "Strin"],
                "'Strin' is not a value of '<type>': unknown type 'Strin'; did you mean 'String'?"
            ),
            (
                ["add-attribute", "Order", "String"],
                "'Order' is not a value of '<path>': specify an entity and a property, such as Order/date"
            ),
            (["add-relationship", "Order/x", "Nothing"], "the model has no entity 'Nothing'"),
        ])
    func anEditThatCannotBeMadeIsWrongUsage(_ arguments: [String], _ message: String) throws {
        let outcome = try BuiltProduct("modelgen").run(
            ["edit", arguments[0], model] + arguments.dropFirst(), in: folder.url)
        #expect(outcome.exitCode == 64)
        // Where the parser of the arguments refuses them, it adds how the command is used.
        #expect(outcome.errorOutput.split(separator: "\n").first == "modelgen: error: \(message)")
        #expect(try text == Self.original)
    }

    @Test("An edit that would make the model invalid is refused")
    func anEditThatBreaksTheModelIsRefused() throws {
        let outcome = try edit("rename", "Order", "9 lives")
        try expectTranscript(outcome, in: folder, at: "Edit/Refused-name")
        let parent = try edit("set", "Order", "parentEntity=Order")
        try expectTranscript(parent, in: folder, at: "Edit/Refused-parent")
        let attribute = try edit("add-attribute", "Order/9lives", "String")
        try expectTranscript(attribute, in: folder, at: "Edit/Refused-attribute")
        #expect(try text == Self.original)
    }

    @Test("Warnings that an edit causes are shown")
    func whatAnEditMakesDoubtfulIsSaid() throws {
        let outcome = try edit("add-relationship", "Order/customer", "Item")
        try expectTranscript(outcome, in: folder, at: "Edit/Doubtful")
        let validated = try BuiltProduct("modelgen").run("validate", model, in: folder.url)
        #expect(outcome.errorOutput == validated.errorOutput)
        #expect(try edit("set", "Order/date", "optional=YES").errorOutput == "", "what is known is no news")
        try folder.write("rules: {relationship-inverse-missing: off}\n", to: "modelgen.yml")
        #expect(try edit("add-relationship", "Order/payer", "Item").errorOutput == "")
    }

    @Test("A relationship that becomes to-many has no maximum count")
    func whatBecomesToManyIsUnbounded() throws {
        #expect(try edit("set", "Item/order", "toMany=YES").exitCode == 0)
        let order = #"<relationship name="order" optional="YES" toMany="YES" deletionRule="Nullify""#
        #expect(try changedLines().added.contains { $0.hasPrefix(order) })
        #expect(try edit("set", "Item/order", "toMany=NO").exitCode == 0)
        #expect(try text == Self.original)
        #expect(try edit("set", "Item/order", "maxCount=3", "toMany=YES").exitCode == 0)
        let many = #"<relationship name="order" optional="YES" toMany="YES" maxCount="3" "#
        let one = #"<relationship name="order" optional="YES" maxCount="1" "#
        #expect(try text == Self.original.replacing(one, with: many))
    }

    @Test("The line feed at the end of the file is kept")
    func theLineFeedAtTheEndStays() throws {
        try folder.write(Self.original + "\n", to: contents)
        #expect(try edit("set", "Order/date", "optional=YES").errorOutput == "")
        #expect(try text == Self.original.replacing(Self.date, with: Self.optionalDate) + "\n")
    }

    @Test("A file in another format is formatted like the editor's, with a note")
    func reformatting() throws {
        let old = String.model(containing: #"<entity name="Order" syncable="YES"/>"#)
        try folder.write(old, to: contents)
        let outcome = try edit("add-attribute", "Order/note", "String")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errorOutput.hasPrefix(
                "modelgen: note: '\(folder.path(contents))' was not in the format of a model editor"))
        let edited = try text
        // Once more, and nothing but what is meant changes.
        #expect(try edit("remove", "Order/note").errorOutput == "")
        let formatted = edited.replacing(
            "<entity name=\"Order\" syncable=\"YES\">\n        "
                + "<attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/>\n    </entity>",
            with: #"<entity name="Order" syncable="YES"/>"#)
        #expect(try text == formatted)
        try folder.write(old, to: contents)
        #expect(try BuiltProduct("modelgen").run("format", model, in: folder.url).exitCode == 0)
        #expect(try text == formatted)
    }
}
