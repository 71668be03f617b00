import ObjectGraph
import SampleModels
import Testing

/// Enums over attributes: cases, nil, and stored values that no case has.
struct EnumWrapperTests {
    @Test("Enum accessors read and write the raw value")
    func wrappersReadAndWriteTheStoredValue() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        #expect(object.grade == .low)
        #expect(object.shade == .dark)
        #expect(object.scale == .tiny)
        #expect(object.phase == .draft)
        object.grade = .high
        object.shade = .light
        object.scale = .huge
        object.phase = .live
        #expect(object.gradeRawValue == 2)
        #expect(object.shadeRawValue == -1)
        #expect(object.scaleRawValue == .max)
        #expect(object.phaseRawValue == "on air")
    }

    @Test("Enum accessors can have names of their own")
    func accessorsMayHaveNamesOfTheirOwn() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        object.gradeIfKnown = .high
        object.phaseOrUsual = .live
        #expect(object.gradeOrNil == 2)
        #expect(object.phaseOrDefault == "on air")
    }

    @Test("An optional enum accessor can be set to `nil`")
    func anOptionalValueHasANilOfItsOwn() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        #expect(object.gradeOrNothing == nil)
        #expect(object.phaseOrNothing == nil)
        object.gradeOrNothing = .low
        object.gradeOrNothing = nil
        #expect(object.value(forKey: "gradeOrNothing") == nil)
    }

    @Test("Setting `nil` leaves a required raw value unchanged")
    func nilLeavesAValueThatIsAlwaysThereAsItIs() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        object.setValue(99, forKey: "shadeOrNil")
        #expect(object.shadeIfKnown == nil)
        let unknown = object.shadeIfKnown
        object.shadeIfKnown = unknown
        #expect(object.shadeOrNil == 99)
    }

    @Test("A handwritten enum can be used for an attribute")
    func anEnumWrittenByHandIsWrapped() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        #expect(object.tint == Tint.none)
        object.tint = .red
        #expect(object.tintRawValue == 3)
    }

    @Test("Unknown raw values are read according to the policy, and are never overwritten")
    func unknownValues() throws {
        let context = try makeContext(.allTypes)
        let object = EnumValues(context: context)
        for key in ["grade", "gradeOrNil", "gradeOrDefault", "gradeOrNothing", "tint"] {
            object.setValue(99, forKey: key)
        }
        for key in ["phase", "phaseOrNil", "phaseOrDefault", "phaseOrNothing"] {
            object.setValue("later", forKey: key)
        }
        #expect(object.grade == .low)
        #expect(object.gradeIfKnown == nil)
        #expect(object.gradeOrUsual == .low)
        #expect(object.gradeOrNothing == nil)
        #expect(object.tint == nil)
        #expect(object.phase == nil)
        #expect(object.phaseIfKnown == nil)
        #expect(object.phaseOrUsual == .draft)
        #expect(object.phaseOrNothing == nil)
        try context.save()
        object.shade = .light
        try context.save()
        let other = try context.sibling()
        let reread = try #require(try other.all(EnumValues.self).first)
        #expect(reread.gradeRawValue == 99)
        #expect(reread.gradeOrDefault == 99)
        #expect(reread.gradeOrNothingRawValue == 99)
        #expect(reread.tintRawValue == 99)
        #expect(reread.phaseRawValue == "later")
        #expect(reread.phaseOrDefault == "later")
    }

    @Test("The enum of the tutorial's model has its cases and raw values")
    func theTutorialsUniverse() throws {
        let hero = Superhero(context: try makeContext())
        #expect(hero.herouniverse == .marvel)
        hero.herouniverse = .dc
        #expect(hero.universe == 1)
        #expect(Universe.allCases == [.marvel, .dc])
    }
}
