import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Accessors that read what is stored as something else: nil as 0, numbers without a case as one with.
struct TranslationOfStoredValuesTests {
    @Test("Scalars that read `nil` as zero are translated with their `nil`")
    func scalarsThatAreNil() throws {
        let context = try makeContext(.allTypes)
        let objects = [0, -3, 4, nil].map { number in
            let object = OptionalDefaultScalars(context: context)
            object.setValue(number, forKey: "integer32")
            object.setValue(number.map { $0 > 0 }, forKey: "boolean")
            object.setValue(number.map(Double.init), forKey: "double")
            return object
        }
        func check(_ predicate: Predicate<OptionalDefaultScalars>, _ format: String) throws {
            try expectSame(predicate, as: format, on: objects)
        }
        try check(#Predicate { $0.integer32 == 4 }, "integer32 == 4")
        try check(#Predicate { $0.integer32 == 0 }, "integer32 == 0 OR integer32 == nil")
        try check(#Predicate { $0.integer32 != 0 }, "integer32 != 0 AND integer32 != nil")
        try check(#Predicate { $0.integer32 < 1 }, "integer32 < 1 OR integer32 == nil")
        try check(#Predicate { $0.integer32 > 1 }, "integer32 > 1")
        try check(#Predicate { $0.boolean }, "boolean == TRUE")
        try check(#Predicate { !$0.boolean }, "boolean != TRUE")
        try check(#Predicate { $0.boolean == false }, "boolean == FALSE OR boolean == nil")
        try check(#Predicate { $0.double + 1 == 1 }, "TERNARY(double == nil, 0.0, double) + 1.0 == 1.0")
        let numbers: [Int32] = [0, 7]
        try check(#Predicate { numbers.contains($0.integer32) }, "integer32 IN {0, 7} OR integer32 == nil")
        try check(
            #Predicate { (-5...0).contains($0.integer32) },
            "(integer32 >= -5 OR integer32 == nil) AND (integer32 <= 0 OR integer32 == nil)")
    }

    @Test("Optional values in a Swift predicate are translated")
    func optionalValues() throws {
        let context = try makeContext(.allTypes)
        let objects = (0..<4).map { number in
            let object = OptionalValues(context: context)
            guard number > 0 else { return object }
            object.boolean = number == 1
            object.integer16 = Int16(number)
            object.float = Float(number) / 3
            object.date = Date(timeIntervalSinceReferenceDate: Double(number))
            object.uri = URL(string: "https://example.org/\(number)")
            object.binary = Data([UInt8(number)])
            return object
        }
        func check(_ predicate: Predicate<OptionalValues>, _ format: String) throws {
            try expectSame(predicate, as: format, on: objects)
        }
        try check(#Predicate { $0.boolean == true }, "boolean == TRUE")
        try check(#Predicate { $0.boolean == false }, "boolean == FALSE")
        try check(#Predicate { $0.boolean ?? true }, "boolean == TRUE OR boolean == nil")
        try check(#Predicate { $0.integer16 == nil }, "integer16 == nil")
        try check(#Predicate { ($0.integer16 ?? 0) < 2 }, "integer16 < 2 OR integer16 == nil")
        try check(#Predicate { $0.integer16.flatMap { $0 > 1 } == true }, "integer16 > 1")
        let third = Float(1) / 3
        try check(#Predicate { $0.float == third }, "float == \(Double(third))")
        let date = Date(timeIntervalSinceReferenceDate: 2)
        try check(#Predicate { $0.date == date }, #"date == CAST(2.0, "NSDate")"#)
        let never = Date.distantPast
        try check(
            #Predicate { ($0.date ?? never) < date },
            #"date < CAST(2.0, "NSDate") OR date == nil"#)
        let data = Data([1])
        try check(#Predicate { $0.binary == data }, #"binary == CAST("01", "NSData")"#)
        try check(
            #Predicate { $0.uri?.absoluteString == "https://example.org/1" },
            #"FUNCTION(uri, "absoluteString") == "https://example.org/1""#)
    }

    @Test("Enum accessors in a Swift predicate are translated to conditions on raw values")
    func enums() throws {
        let context = try makeContext(.allTypes)
        let objects = [1, 2, 99, nil].map { number in
            let object = EnumValues(context: context)
            object.setValue(number, forKey: "grade")
            object.setValue(number ?? 0, forKey: "gradeOrDefault")
            object.setValue(number, forKey: "gradeOrNil")
            object.setValue(number, forKey: "gradeOrNothing")
            return object
        }
        func check(_ predicate: Predicate<EnumValues>, _ format: String) throws {
            try expectSame(predicate, as: format, on: objects)
        }
        let low = Grade.low
        let high = Grade.high
        // `low` is the default, as which everything without a case reads.
        try check(#Predicate { $0.grade == high }, "grade == 2")
        try check(#Predicate { $0.grade == low }, "grade != 2")
        try check(#Predicate { $0.grade != low }, "grade == 2")
        try check(#Predicate { $0.gradeOrUsual == high }, "gradeOrDefault == 2")
        try check(#Predicate { $0.gradeOrUsual == low }, "gradeOrDefault != 2")
        try check(#Predicate { $0.gradeIfKnown == low }, "gradeOrNil == 1")
        try check(#Predicate { $0.gradeIfKnown == nil }, "NOT gradeOrNil IN {1, 2}")
        try check(#Predicate { $0.gradeIfKnown != nil }, "gradeOrNil IN {1, 2}")
        try check(#Predicate { $0.gradeIfKnown != low }, "gradeOrNil != 1")
        try check(#Predicate { ($0.gradeIfKnown ?? high) == high }, "gradeOrNil != 1")
        try check(#Predicate { $0.gradeRawValue == 99 }, "grade == 99")
        let grades = [high]
        try check(#Predicate { grades.contains($0.grade) }, "grade == 2")
        let both = [high, low]
        try check(#Predicate { both.contains($0.grade) }, "TRUEPREDICATE")
        let perhaps: [Grade?] = [nil, low]
        try check(#Predicate { perhaps.contains($0.gradeIfKnown) }, "gradeOrNil != 2")
    }

    @Test("Attributes of parent entities in a Swift predicate are translated")
    func attributesOfSuperentities() throws {
        let context = try makeContext(.inheritance)
        let car = RaceCar(context: context)
        car.wheels = 6
        let other = RaceCar(context: context)
        try expectSame(#Predicate<RaceCar> { $0.wheels > 4 }, as: "wheels > 4", on: [car, other])
        try expectSame(#Predicate<Vehicle> { $0.wheels > 4 }, as: "wheels > 4", on: [car, other])
    }
}
