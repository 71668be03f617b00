import ModelEvolution
import ModelSchema
import TestSupport
import Testing

/// What each kind of change means for stores, by the numbers of the rules for lightweight migration.
@Suite struct MigrationVerdictTests {
    private func assess(_ old: String, _ new: String) throws -> MigrationAssessment {
        MigrationAssessment(from: try readModel(old), to: try readModel(new))
    }

    /// Changes an entity by what stands inside it.
    private func label(_ old: String, _ new: String) throws -> String {
        try assess(
            #"<entity name="A">\#(old)</entity><entity name="B"/>"#,
            #"<entity name="A">\#(new)</entity><entity name="B"/>"#
        ).label
    }

    private static func attribute(_ text: String, named name: String = "x") -> String {
        #"<attribute name="\#(name)" \#(text)/>"#
    }

    private static func relationship(_ text: String, named name: String = "r") -> String {
        #"<relationship name="\#(name)" \#(text) deletionRule="Nullify" destinationEntity="B"/>"#
    }

    private static let optionalText = attribute(#"optional="YES" attributeType="String""#)
    private static let requiredText = attribute(#"attributeType="String""#)
    private static let defaultText = attribute(#"attributeType="String" defaultValueString="a""#)
    private static let toOne = relationship(#"optional="YES" maxCount="1""#)
    private static let requiredToOne = relationship(#"maxCount="1""#)
    private static let toMany = relationship(#"optional="YES" toMany="YES""#)

    @Test("Settings that one editor writes and another leaves out are not changes")
    func settingsOfAnotherEditor() throws {
        let old = """
            <entity name="A" syncable="YES">
            <attribute name="n" optional="YES" attributeType="Integer 16" syncable="YES"/>
            <attribute name="t" optional="YES" attributeType="Transformable" valueTransformerName="" syncable="YES"/>
            <attribute name="x" optional="YES" attributeType="String" syncable="YES"/></entity>
            """
        let new = """
            <entity name="A">
            <attribute name="n" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
            <attribute name="t" optional="YES" attributeType="Transformable"/>
            <attribute name="x" optional="YES" attributeType="String" defaultValueString=""/></entity>
            """
        // An empty string is a default value.
        #expect(
            try assess(old, new).changes.map(\.change.kind) == [.changed(.defaultValue, from: .none, to: .text(""))])
        let scalar = new.replacing("usesScalarValueType=\"NO\"", with: "usesScalarValueType=\"YES\"")
        #expect(try assess(old, scalar).changes.count == 2)
    }

    @Test("A flag of a fetch that means yes if it is missing is compared as yes")
    func flagsOfFetches() throws {
        func changes(_ old: String, _ new: String) throws -> [ModelChange.Kind] {
            func template(_ flags: String) -> String {
                #"<entity name="A"/><fetchRequest name="F" entity="A" \#(flags)/>"#
            }
            func property(_ flags: String) -> String {
                """
                <entity name="A"><fetchedProperty name="f"><fetchRequest name="fetchedPropertyFetchRequest" entity="A" \
                \(flags)/></fetchedProperty></entity>
                """
            }
            let inProperty = try assess(property(old), property(new)).changes
            let inTemplate = try assess(template(old), template(new)).changes.map(\.change.kind)
            #expect(inProperty.count == inTemplate.count)
            return inTemplate
        }
        for setting in [
            ModelSetting.includesSubentities, .includesPropertyValues, .includesPendingChanges, .returnsObjectsAsFaults,
        ] {
            let name = setting.rawValue
            #expect(try changes("", #"\#(name)="NO""#) == [.changed(setting, from: .none, to: .flag(false))])
            #expect(try changes("", #"\#(name)="YES""#) == [])
        }
        #expect(try changes("", #"returnDistinctResults="NO""#) == [])
        #expect(try changes("", #"returnDistinctResults="YES""#).count == 1)
    }

    @Test("Adding an optional attribute is lightweight (MIG-9)")
    func anOptionalAttributeCanBeAddedMIG9() throws {
        #expect(try label("", Self.optionalText) == "lightweight")
    }

    @Test("Adding a required attribute with a default value is lightweight (MIG-10)")
    func addingARequiredAttribute() throws {
        #expect(try label("", Self.defaultText) == "lightweight")
        let refused = try assess(#"<entity name="A"/>"#, #"<entity name="A">\#(Self.requiredText)</entity>"#)
        #expect(refused.label == "needs a mapping")
        #expect(refused.changes.first?.verdict.remedy == "make it optional, or give it a default value")
    }

    @Test("An invalid default value is ignored (MIG-10)")
    func invalidDefaults() throws {
        for (type, text) in [
            ("UUID", "none"), ("URI", ""), ("URI", "ht tp://x y"), ("Double", "nan"), ("Float", "1e400"),
            ("Decimal", "1e200"), ("Integer 16", "40000"),
        ] {
            let added = Self.attribute(#"attributeType="\#(type)" defaultValueString="\#(text)""#)
            #expect(try label("", added) == "needs a mapping", "\(type) \(text)")
        }
        let date = Self.attribute(#"attributeType="Date" defaultDateTimeInterval="nan""#)
        #expect(try label("", date) == "needs a mapping")
    }

    @Test("Removing an element loses its data (MIG-11)")
    func whatIsRemovedIsDroppedMIG11() throws {
        #expect(try label(Self.optionalText, "") == "lightweight, loses data")
        #expect(try label(Self.toOne, "") == "lightweight, loses data")
        #expect(try assess(#"<entity name="A"/><entity name="B"/>"#, #"<entity name="A"/>"#).losesData)
    }

    @Test("Making a required property optional is lightweight (MIG-12)")
    func requiredCanBecomeOptionalMIG12() throws {
        #expect(try label(Self.requiredText, Self.optionalText) == "lightweight")
        #expect(try label(Self.requiredToOne, Self.toOne) == "lightweight")
    }

    @Test("Making an attribute required with a default value is lightweight (MIG-13)")
    func becomingRequiredWithADefault() throws {
        #expect(try label(Self.optionalText, Self.defaultText) == "lightweight")
    }

    @Test("A renaming identifier keeps the values (MIG-14)")
    func renamingIdentifiersKeepValuesMIG14() throws {
        let renamed = Self.attribute(#"optional="YES" attributeType="String" elementID="x""#, named: "y")
        #expect(try label(Self.optionalText, renamed) == "lightweight")
        let third = Self.attribute(#"optional="YES" attributeType="String" elementID="x""#, named: "z")
        #expect(try label(renamed, third) == "lightweight")
        #expect(try label(Self.optionalText, third) == "lightweight")
        let entity = try assess(
            #"<entity name="A"/><entity name="C">\#(Self.toOne)</entity><entity name="B"/>"#,
            """
            <entity name="D" elementID="A"/><entity name="E" elementID="B"/><entity name="C">
            <relationship name="r" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="E"/></entity>
            """)
        #expect(entity.label == "lightweight")
    }

    @Test("Names that move without a change of version hashes make a migration impossible (MIG-14)")
    func swappedNames() throws {
        let text = #"optional="YES" attributeType="String""#
        let old = Self.attribute(text, named: "x") + Self.attribute(text, named: "y")
        let textAsY = Self.attribute(text + #" elementID="x""#, named: "y")
        let swapped = Self.attribute(text + #" elementID="y""#, named: "x") + textAsY
        #expect(try label(old, swapped) == "impossible")
        let assessment = try assess("<entity name=\"A\">\(old)</entity>", "<entity name=\"A\">\(swapped)</entity>")
        let verdicts = assessment.changes.filter { $0.change.kind == .renamed }.map(\.verdict)
        #expect(verdicts.map(\.level) == [.impossible, .impossible])
        #expect(verdicts.map(\.remedy) == Array(repeating: "set a version hash modifier on 'A'", count: 2))
        // Each of these changes the hash.
        #expect(try label(old, swapped + Self.attribute(text, named: "z")) == "lightweight")
        let number = Self.attribute(#"optional="YES" attributeType="Integer 16""#, named: "y")
        let numberAsX = Self.attribute(#"optional="YES" attributeType="Integer 16" elementID="y""#, named: "x")
        #expect(try label(Self.attribute(text, named: "x") + number, numberAsX + textAsY) == "lightweight")
        let modified = try assess(
            "<entity name=\"A\">\(old)</entity>",
            "<entity name=\"A\" versionHashModifier=\"1\">\(swapped)</entity>")
        #expect(modified.label == "lightweight")
        let entities = try assess(
            #"<entity name="A"/><entity name="B"/>"#,
            #"<entity name="A" elementID="B"/><entity name="B" elementID="A"/>"#)
        #expect(entities.label == "impossible")
    }

    @Test("Renaming without an identifier loses the values, and the remedy is suggested (MIG-15)")
    func renamingWithoutAnIdentifier() throws {
        let old = #"<entity name="Order">\#(Self.attribute(#"attributeType="Date""#, named: "date"))</entity>"#
        let new = """
            <entity name="Order">\(Self.attribute(#"optional="YES" attributeType="Date""#, named: "orderDate"))</entity>
            """
        let assessment = try assess(old, new)
        #expect(assessment.label == "lightweight, loses data")
        #expect(assessment.likelyRenames.map(\.newName) == ["orderDate"])
        let remedy = "if 'orderDate' is 'date' renamed, set elementID=\"date\" on 'orderDate'"
        #expect(assessment.changes.first?.verdict.remedy == remedy)
    }

    @Test("Adding an optional relationship is lightweight (MIG-16)")
    func anOptionalRelationshipCanBeAddedMIG16() throws {
        #expect(try label("", Self.toOne) == "lightweight")
        #expect(try label("", Self.toMany) == "lightweight")
    }

    @Test("A to-one relationship can become to-many, and then ordered (MIG-17)")
    func toOneCanBecomeToManyAndOrderedMIG17() throws {
        #expect(try label(Self.toOne, Self.toMany) == "lightweight")
        let ordered = Self.relationship(#"optional="YES" toMany="YES" ordered="YES""#)
        #expect(try label(Self.toMany, ordered) == "lightweight")
        #expect(try label(ordered, Self.toMany) == "lightweight, loses data")
    }

    @Test("Changes to a hierarchy of entities are lightweight (MIG-18)")
    func hierarchiesCanBeRearrangedMIG18() throws {
        let child = #"<entity name="A" parentEntity="P"/><entity name="B"/>"#
        let inserted = try assess(
            #"<entity name="A"/><entity name="B"/>"#, #"<entity name="P" isAbstract="YES"/>"# + child)
        #expect(inserted.label == "lightweight")
        let flat = #"<entity name="P"/><entity name="A" parentEntity="P">\#(Self.requiredText)</entity>"#
        let up = #"<entity name="P">\#(Self.requiredText)</entity><entity name="A" parentEntity="P"/>"#
        let abstractUp =
            #"<entity name="P" isAbstract="YES">\#(Self.requiredText)</entity><entity name="A" parentEntity="P"/>"#
        let abstractFlat =
            #"<entity name="P" isAbstract="YES"/><entity name="A" parentEntity="P">\#(Self.requiredText)</entity>"#
        #expect(try assess(abstractFlat, abstractUp).label == "lightweight")
        #expect(try assess(abstractUp, abstractFlat).label == "lightweight")
        #expect(try assess(flat, up).label == "needs a mapping", "objects of the parent lack the value")
        #expect(try assess(up, flat).label == "lightweight, loses data", "objects of the parent had one")
        let out = #"<entity name="P">\#(Self.requiredText)</entity><entity name="A"/>"#
        #expect(try assess(up, out).label == "lightweight, loses data")
        let outWithCopy =
            #"<entity name="P">\#(Self.requiredText)</entity><entity name="A">\#(Self.requiredText)</entity>"#
        #expect(try assess(up, outWithCopy).label == "lightweight")
    }

    @Test("Removing an abstract parent loses the values that objects inherited from it, unless their entity keeps them")
    func removedParent() throws {
        func before(_ property: String) -> String {
            #"<entity name="P" isAbstract="YES">\#(property)</entity><entity name="A" parentEntity="P"/>"#
                + #"<entity name="B"/>"#
        }
        func after(_ property: String) -> String { #"<entity name="A">\#(property)</entity><entity name="B"/>"# }
        for property in [Self.optionalText, Self.requiredText, Self.toOne] {
            let lossy = try assess(before(property), after(""))
            #expect(lossy.label == "lightweight, loses data")
            let verdict = try #require(lossy.changes.first { $0.change.new?.name == "A" }?.verdict)
            #expect(verdict.losesData)
            #expect(verdict.remedy == "declare them in 'A'")
            #expect(try assess(before(property), after(property)).label == "lightweight")
        }
        #expect(try assess(before(""), after("")).label == "lightweight")
    }

    @Test(
        "Changes that only affect code need no migration (MIG-19)",
        arguments: [
            #"attributeType="String" defaultValueString="b""#, #"attributeType="String" minValueString="1""#,
            #"attributeType="String" regularExpressionString="a+""#,
            #"attributeType="String" usesScalarValueType="YES""#,
            #"attributeType="String" indexed="YES""#,
        ])
    func whatOnlyCodeSeesNeedsNoMigrationMIG19(_ text: String) throws {
        func entity(_ content: String) -> String { #"<entity name="A">\#(content)</entity>"# }
        let assessment = try assess(entity(Self.requiredText), entity(Self.attribute(text)))
        #expect(assessment.changes.map(\.verdict.level) == [.notNeeded])
        #expect(assessment.label == "no migration needed")
    }

    @Test(
        "Changes of delete rules and classes need no migration (MIG-19)",
        arguments: [
            (
                #"<entity name="A"><relationship name="r" deletionRule="Nullify" destinationEntity="A"/></entity>"#,
                #"<entity name="A"><relationship name="r" deletionRule="Cascade" destinationEntity="A"/></entity>"#
            ),
            (#"<entity name="A" representedClassName="A"/>"#, #"<entity name="A" representedClassName="B"/>"#),
            (#"<entity name="A" codeGenerationType="class"/>"#, #"<entity name="A" codeGenerationType="category"/>"#),
        ])
    func whatDecidesLaterNeedsNoMigrationMIG19(_ old: String, _ new: String) throws {
        let assessment = try assess(old, new)
        #expect(assessment.changes.map(\.verdict.level) == [.notNeeded])
        #expect(assessment.label == "no migration needed")
    }

    @Test("Making a property required without a default value needs a mapping model (MIG-20)")
    func becomingRequired() throws {
        #expect(try label(Self.optionalText, Self.requiredText) == "needs a mapping")
        #expect(try label(Self.toOne, Self.requiredToOne) == "needs a mapping")
    }

    @Test("Changing the type of an attribute needs a mapping model (MIG-21)")
    func typesOfAttributesCannotChangeMIG21() throws {
        func change(_ old: String, _ new: String) throws -> String {
            try label(
                Self.attribute(#"optional="YES" attributeType="\#(old)""#),
                Self.attribute(#"optional="YES" attributeType="\#(new)""#))
        }
        #expect(try change("String", "Integer 32") == "needs a mapping")
        #expect(try change("Integer 32", "Integer 16") == "needs a mapping")
        #expect(try change("Integer 16", "Integer 32") == "lightweight", "wider numbers hold what narrower ones do")
        #expect(try change("Integer 64", "Decimal") == "lightweight")
        #expect(try change("Integer 64", "Double") == "lightweight")
    }

    @Test("A Double that takes the place of an Integer 64 is said to round large integers")
    func roundedIntegers() throws {
        func reasons(_ old: String, _ new: String) throws -> [String] {
            func model(_ type: String) -> String {
                #"<entity name="A"><attribute name="x" optional="YES" attributeType="\#(type)"/></entity>"#
            }
            return try assess(model(old), model(new)).changes.map(\.verdict.reason)
        }
        #expect(try reasons("Integer 64", "Double") == ["numbers are kept, but integers beyond 2^53 are rounded"])
        #expect(try reasons("Integer 32", "Double") == ["all numbers are kept"])
        #expect(try reasons("Integer 64", "Decimal") == ["all numbers are kept"])
    }

    @Test("An attribute keeps its values if its composite gets another name, but not other attributes")
    func composites() throws {
        func model(_ name: String, _ attributes: String) -> String {
            """
            <entity name="Order"><attribute name="address" optional="YES" attributeType="Composite" \
            composite="\(name)"/></entity><composite name="\(name)">\(attributes)</composite>
            """
        }
        let zip = #"<attribute name="zip" optional="YES" attributeType="String"/>"#
        let number = #"<attribute name="zip" optional="YES" attributeType="Integer 32"/>"#
        #expect(try assess(model("Address", zip), model("Place", zip)).label == "no migration needed")
        #expect(try assess(model("Address", zip), model("Place", number)).label == "needs a mapping")
    }

    @Test("Making a to-many relationship to-one needs a mapping model (MIG-22)")
    func toManyCannotBecomeToOneMIG22() throws {
        #expect(try label(Self.toMany, Self.toOne) == "needs a mapping")
    }

    @Test("Merging hierarchies of entities needs a mapping model (MIG-23)")
    func hierarchiesCannotBeMergedMIG23() throws {
        let apart = #"<entity name="A"/><entity name="B"/>"#
        let under = #"<entity name="A"/><entity name="B" parentEntity="A"/>"#
        let common =
            #"<entity name="P"/><entity name="A" parentEntity="P"/><entity name="B" parentEntity="P"/>"#
        #expect(try assess(apart, under).label == "needs a mapping")
        #expect(try assess(apart, common).label == "needs a mapping")
        #expect(try assess(common, apart).level == .lightweight)
    }

    @Test("Adding a required to-one relationship needs a mapping model (MIG-24)")
    func aRequiredDestinationCannotBeAddedMIG24() throws {
        #expect(try label("", Self.requiredToOne) == "needs a mapping")
        #expect(try label("", Self.relationship(#"toMany="YES""#)) == "lightweight", "no destination is a set, too")
    }

    @Test("Two elements with the same renaming identifier make a migration impossible (MIG-25)")
    func twoElementsCannotContinueOneMIG25() throws {
        let twice =
            Self.optionalText + Self.attribute(#"optional="YES" attributeType="String" elementID="x""#, named: "y")
        #expect(try label(Self.optionalText, twice) == "impossible")
        let entities = try assess(#"<entity name="A"/>"#, #"<entity name="A"/><entity name="B" elementID="A"/>"#)
        #expect(entities.label == "impossible")
    }

    @Test("Adding a uniqueness constraint is lightweight if values are unique (MIG-27)")
    func addingAConstraint() throws {
        let constraint = """
            <uniquenessConstraints><uniquenessConstraint><constraint value="x"/></uniquenessConstraint>
            </uniquenessConstraints>
            """
        let assessment = try assess(
            #"<entity name="A">\#(Self.requiredText)</entity>"#,
            #"<entity name="A">\#(Self.requiredText)\#(constraint)</entity>"#)
        #expect(assessment.label == "lightweight")
        #expect(assessment.changes.first?.verdict.remedy != nil)
    }

    @Test("A changed hash modifier needs a lightweight migration (MIG-3)")
    func aHashModifierAsksForAMigrationMIG3() throws {
        #expect(
            try label(Self.requiredText, Self.attribute(#"attributeType="String" versionHashModifier="2""#))
                == "lightweight")
    }

    @Test("An empty hash modifier is the same as none (MIG-3)")
    func emptyHashModifier() throws {
        let none = MigrationAssessment(from: Model(name: "M"), to: Model(name: "M"))
        let attribute = Self.attribute(#"attributeType="String" versionHashModifier="""#)
        func entity(_ contents: String) -> String { #"<entity name="A">\#(contents)</entity>"# }
        #expect(try assess(entity(Self.requiredText), entity(attribute)) == none)
        #expect(try assess(#"<entity name="A" versionHashModifier=""/>"#, #"<entity name="A"/>"#) == none)
        #expect(
            try label(Self.toOne, Self.relationship(#"optional="YES" maxCount="1" versionHashModifier="""#))
                == "no migration needed")
    }

    @Test("A default value that becomes empty, or none, is still a change, which existing objects don't notice")
    func emptyDefaults() throws {
        let empty = Self.attribute(#"attributeType="String" defaultValueString="""#)
        let verdict = MigrationVerdict(.notNeeded, "existing objects keep their values")
        for (old, new) in [(Self.requiredText, empty), (empty, Self.requiredText), (Self.defaultText, empty)] {
            let assessment = try assess(
                #"<entity name="A">\#(old)</entity>"#, #"<entity name="A">\#(new)</entity>"#)
            #expect(assessment.changes.map(\.verdict) == [verdict])
        }
    }

    @Test("Transient properties are not stored")
    func transientPropertiesAreNotStored() throws {
        let transient = Self.attribute(#"transient="YES""#)
        #expect(try label("", transient) == "no migration needed")
        #expect(try label(transient, "") == "no migration needed")
        #expect(try label(Self.optionalText, transient) == "lightweight, loses data")
        #expect(try label(transient, Self.requiredText) == "needs a mapping")
    }

    @Test("Dropping a renaming identifier loses values in the next migration")
    func droppedRenamingIdentifier() throws {
        let renamed = Self.attribute(#"optional="YES" attributeType="String" elementID="w""#)
        #expect(try label(renamed, Self.optionalText) == "no migration needed", "the hashes are the same")
        let both = try label(renamed, Self.optionalText + Self.toOne)
        #expect(both == "lightweight, loses data")
    }

    @Test("Removing an entity from a configuration loses its objects")
    func entitiesOfConfigurations() throws {
        let entities = #"<entity name="A"/><entity name="B"/>"#
        let both = #"<configuration name="Local"><memberEntity name="A"/><memberEntity name="B"/></configuration>"#
        let one = #"<configuration name="Local"><memberEntity name="A"/></configuration>"#
        #expect(try assess(entities + both, entities + one).label == "lightweight, loses data")
        #expect(try assess(entities + one, entities + both).label == "no migration needed")
    }

    @Test("Very many entities that get a common parent are compared in nearly linear time", .timeLimit(.minutes(1)))
    func mergedHierarchies() {
        let entities = (0..<20_000).map { Entity(name: "E\($0)") }
        let children = entities.map { Entity(name: $0.name, parentName: "P") }
        let assessment = MigrationAssessment(
            from: Model(name: "M", entities: entities),
            to: Model(name: "M", entities: [Entity(name: "P")] + children))
        #expect(assessment.changes.count == 20_001)
        #expect(assessment.level == .needsMapping)
    }

    @Test("A malicious hierarchy is compared in linear time")
    func aHostileHierarchyCostsNoSquare() throws {
        let count = 2_000
        func model(_ text: String) -> Model {
            Model(
                name: "Deep",
                entities: (0..<count).map { number in
                    Entity(
                        name: "E\(number)", parentName: number == 0 ? nil : "E\(number - 1)",
                        attributes: [Attribute(name: "\(text)\(number)", type: .string, isOptional: true)])
                })
        }
        let assessment = MigrationAssessment(from: model("a"), to: model("b"))
        #expect(assessment.changes.count == 2 * count)
        // What is looked at has a limit, behind which nothing is promised.
        let reasons = assessment.changes.map(\.verdict.reason)
        #expect(reasons.first == "the values are dropped")
        #expect(reasons.last == "the entity hierarchies are too large to analyze")
        #expect(assessment.level == .needsMapping)
    }
}
