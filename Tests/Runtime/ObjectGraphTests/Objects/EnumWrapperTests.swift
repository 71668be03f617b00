import ObjectGraph
import SampleModels
import Testing

/// Enums over attributes: cases, nil, and stored values that no case has.
struct EnumWrapperTests {
    @Test func wrappersReadAndWriteTheStoredValue() throws {
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

    @Test func accessorsMayHaveNamesOfTheirOwn() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        object.gradeIfKnown = .high
        object.phaseOrUsual = .live
        #expect(object.gradeOrNil == 2)
        #expect(object.phaseOrDefault == "on air")
    }

    @Test func anOptionalValueHasANilOfItsOwn() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        #expect(object.gradeOrNothing == nil)
        #expect(object.phaseOrNothing == nil)
        object.gradeOrNothing = .low
        object.gradeOrNothing = nil
        #expect(object.value(forKey: "gradeOrNothing") == nil)
    }

    @Test func nilLeavesAValueThatIsAlwaysThereAsItIs() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        object.setValue(99, forKey: "shadeOrNil")
        #expect(object.shadeIfKnown == nil)
        let unknown = object.shadeIfKnown
        object.shadeIfKnown = unknown
        #expect(object.shadeOrNil == 99)
    }

    @Test func anEnumWrittenByHandIsWrapped() throws {
        let object = EnumValues(context: try makeContext(.allTypes))
        #expect(object.tint == Tint.none)
        object.tint = .red
        #expect(object.tintRawValue == 3)
    }

    @Test func unknownValuesReadByPolicyAndAreNeverRewritten() throws {
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

    @Test func theTutorialsUniverse() throws {
        let hero = Superhero(context: try makeContext())
        #expect(hero.herouniverse == .marvel)
        hero.herouniverse = .dc
        #expect(hero.universe == 1)
        #expect(Universe.allCases == [.marvel, .dc])
    }
}
