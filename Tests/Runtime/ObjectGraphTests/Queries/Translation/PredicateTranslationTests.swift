import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Predicates of Foundation's and the trees they become.
struct PredicateTranslationTests {
    let fixture: TranslationFixture

    init() throws {
        fixture = try TranslationFixture()
    }

    @Test("Comparisons of a Swift predicate are translated")
    func comparisons() throws {
        try fixture.check(#Predicate<Run> { $0.speed == 12 }, "speed == 12.0")
        try fixture.check(#Predicate<Run> { 12 == $0.speed }, "speed == 12.0")
        try fixture.check(#Predicate<Run> { $0.speed != 12 }, "speed != 12.0")
        try fixture.check(#Predicate<Run> { 3 < $0.speed }, "speed > 3.0")
        try fixture.check(#Predicate<Run> { $0.speed <= 3 }, "speed <= 3.0")
        try fixture.check(#Predicate<Run> { $0.speed >= -1.5 }, "speed >= -1.5")
        try fixture.check(#Predicate<Run> { $0.title == "park" }, #"title == "park""#)
        try fixture.check(#Predicate<Run> { $0.title != "park" }, #"title != "park""#)
        try fixture.check(#Predicate<Run> { $0.speed == $0.speed }, "speed == speed")
        let one = Decimal(1)
        try fixture.check(#Predicate<Run> { $0.distance == one }, #"distance == CAST("1", "NSDecimalNumber")"#)
        let licence = fixture.athletes[0].licence
        try fixture.check(
            #Predicate<Athlete> { $0.licence == licence },
            #"licence == CAST("6F9619FF-8B86-D011-B42D-00C04FC964FF", "NSUUID")"#)
    }

    @Test("Logical operators of a Swift predicate are translated")
    func logic() throws {
        try fixture.check(
            #Predicate<Run> { $0.speed > 1 && $0.speed < 9 && $0.title == nil },
            "speed > 1.0 AND speed < 9.0 AND title == nil")
        let park: String? = "park"
        try fixture.check(
            #Predicate<Run> { $0.speed > 9 || $0.title == nil || $0.title == park },
            #"speed > 9.0 OR title == nil OR title == "park""#)
        try fixture.check(
            #Predicate<Run> { !($0.speed > 9 && $0.title == nil) }, "NOT (speed > 9.0 AND title == nil)")
        try fixture.check(#Predicate<Run> { !($0.title == "park") }, #"title != "park""#)
        try fixture.check(#Predicate<Run> { ($0.speed > 9) == true }, "speed > 9.0")
        // Constants with types, here and in arithmetic: with literals, the type checker takes seconds for each.
        let nine = 9.0
        try fixture.check(
            #Predicate<Run> { ($0.speed > nine) != ($0.title == nil) },
            """
            TERNARY(speed > 9.0, TRUE, FALSE) != TERNARY(title == nil, TRUE, FALSE)
            """)
        try fixture.check(#Predicate<Run> { _ in true }, "TRUEPREDICATE")
        try fixture.check(#Predicate<Run> { $0.speed > 1 || false }, "speed > 1.0")
    }

    @Test("`nil` and optional chaining in a Swift predicate are translated")
    func nilAndOptionalChaining() throws {
        try fixture.check(#Predicate<Run> { $0.title == nil }, "title == nil")
        try fixture.check(#Predicate<Run> { $0.athlete != nil }, "athlete != nil")
        try fixture.check(#Predicate<Run> { $0.athlete?.name == "Anna" }, #"athlete.name == "Anna""#)
        try fixture.check(#Predicate<Run> { $0.athlete?.name != "Anna" }, #"athlete.name != "Anna""#)
        try fixture.check(#Predicate<Run> { $0.athlete?.name == "" }, #"athlete.name == """#)
        try fixture.check(#Predicate<Run> { $0.athlete?.birthYear == 0 }, "athlete.birthYear == 0")
        try fixture.check(
            #Predicate<Run> { $0.title?.contains("ark") == true }, #"title CONTAINS "ark""#)
        try fixture.check(
            #Predicate<Run> { $0.title?.isEmpty == false }, #"title != nil AND title != """#)
        try fixture.check(#Predicate<Run> { $0.title?.isEmpty ?? true }, #"title == nil OR title == """#)
        try fixture.check(#Predicate<Run> { ($0.title ?? "").isEmpty }, #"title == "" OR title == nil"#)
        try fixture.check(#Predicate<Run> { ($0.title ?? "none") == "none" }, #"title == "none" OR title == nil"#)
        try fixture.check(#Predicate<Run> { ($0.title ?? "none") != "none" }, #"title != "none" AND title != nil"#)
        try fixture.check(#Predicate<Run> { ($0.title ?? "a") < "b" }, #"title < "b" OR title == nil"#)
        try fixture.check(#Predicate<Run> { ($0.title ?? "z") < "b" }, #"title < "b""#)
        try fixture.check(
            #Predicate<Run> { if let title = $0.title { title.count == 4 } else { false } },
            "length:(title) == 4")
        try fixture.check(
            #Predicate<Run> { ($0.athlete?.birthYear ?? 7) == 7 },
            "athlete.birthYear == 7 OR athlete.birthYear == nil")
        try fixture.check(
            #Predicate<Athlete> { $0.runs.contains { $0.athlete?.name == "Anna" } },
            #"SUBQUERY(runs, $member, $member.athlete.name == "Anna").@count > 0"#)
    }

    @Test("String functions of a Swift predicate are translated")
    func strings() throws {
        try fixture.check(#Predicate<Run> { ($0.title ?? "").contains("ark") }, #"title CONTAINS "ark""#)
        try fixture.check(#Predicate<Run> { ($0.title ?? "").contains("") }, #"title CONTAINS "" OR title == nil"#)
        try fixture.check(#Predicate<Run> { ($0.title ?? "").starts(with: "Pa") }, #"title BEGINSWITH "Pa""#)
        try fixture.check(#Predicate<Athlete> { $0.name.isEmpty }, #"name == """#)
        try fixture.check(#Predicate<Athlete> { $0.name.count > 3 }, "length:(name) > 3")
        try fixture.check(
            #Predicate<Run> { ($0.title ?? "").localizedStandardContains("STRASSE") },
            #"title CONTAINS[cd] "STRASSE""#)
        try fixture.check(
            #Predicate<Athlete> { $0.name.localizedStandardContains("anne") }, #"name CONTAINS[cd] "anne""#)
        try fixture.check(#Predicate<Athlete> { $0.name.localizedStandardContains("") }, "FALSEPREDICATE")
        let same = ComparisonResult.orderedSame
        let ascending = ComparisonResult.orderedAscending
        try fixture.check(
            #Predicate<Athlete> { $0.name.caseInsensitiveCompare("ANNA") == same }, #"name ==[c] "ANNA""#)
        try fixture.check(
            #Predicate<Run> { ($0.title ?? "").caseInsensitiveCompare("n") == ascending },
            #"title <[c] "n" OR title == nil"#)
        try fixture.check(
            #Predicate<Athlete> { $0.name.localizedCompare("b") == ascending }, #"name <[l] "b""#)
    }

    @Test("Arithmetic and conditional expressions of a Swift predicate are translated")
    func arithmeticAndConditions() throws {
        let (one, two, twenty) = (1.0, 2.0, 20.0)
        try fixture.check(#Predicate<Run> { $0.speed * two + one > twenty }, "speed * 2.0 + 1.0 > 20.0")
        try fixture.check(#Predicate<Run> { $0.speed / two - one > two }, "speed / 2.0 - 1.0 > 2.0")
        try fixture.check(#Predicate<Run> { -$0.speed < 0 }, "-speed < 0.0")
        try fixture.check(#Predicate<Athlete> { $0.birthYear % 2 == 0 }, "modulus:by:(birthYear, 2) == 0")
        try fixture.check(#Predicate<Athlete> { $0.birthYear / 10 == 199 }, "birthYear / 10 == 199")
        try fixture.check(
            #Predicate<Run> { ($0.title == nil ? $0.speed : 5) > 4 },
            "TERNARY(title == nil, speed, 5.0) > 4.0")
        try fixture.check(
            #Predicate<Run> { $0.title == nil ? $0.speed > 1 : $0.speed < 1 },
            "(title == nil AND speed > 1.0) OR (title != nil AND speed < 1.0)")
    }

    @Test("Ranges and collections of a Swift predicate are translated")
    func rangesAndCollections() throws {
        try fixture.check(#Predicate<Run> { (1...12).contains($0.speed) }, "speed BETWEEN {1.0, 12.0}")
        let range = 1.0..<12
        try fixture.check(#Predicate<Run> { range.contains($0.speed) }, "speed >= 1.0 AND speed < 12.0")
        let open = 3.0...
        try fixture.check(#Predicate<Run> { open.contains($0.speed) }, "speed >= 3.0")
        let speeds = [3.0, 12]
        try fixture.check(#Predicate<Run> { speeds.contains($0.speed) }, "speed IN {3.0, 12.0}")
        let titles = ["park", nil]
        try fixture.check(#Predicate<Run> { titles.contains($0.title) }, #"title IN {"park"} OR title == nil"#)
        let present: [String?] = ["park", ""]
        try fixture.check(#Predicate<Run> { present.contains($0.title) }, #"title IN {"park", ""}"#)
    }

    @Test("To-many relationships in a Swift predicate are translated")
    func toMany() throws {
        try fixture.check(#Predicate<Athlete> { $0.runs.isEmpty }, "runs.@count == 0")
        try fixture.check(#Predicate<Athlete> { $0.runs.count > 1 }, "runs.@count > 1")
        try fixture.check(
            #Predicate<Athlete> { $0.runs.contains { $0.title == "park" } }, #"ANY runs.title == "park""#)
        try fixture.check(
            #Predicate<Athlete> { $0.runs.contains { $0.title == "park" && $0.speed > 1 } },
            #"SUBQUERY(runs, $member, $member.title == "park" AND $member.speed > 1.0).@count > 0"#)
        try fixture.check(
            #Predicate<Athlete> { $0.runs.allSatisfy { $0.speed > 1 } },
            "SUBQUERY(runs, $member, NOT $member.speed > 1.0).@count == 0")
        try fixture.check(
            #Predicate<Athlete> { $0.runs.filter { $0.speed > 1 }.count >= 2 },
            "SUBQUERY(runs, $member, $member.speed > 1.0).@count >= 2")
        try fixture.check(
            #Predicate<Athlete> { athlete in athlete.runs.contains { $0.weatherRawValue == athlete.birthYear } },
            "ANY runs.weather == birthYear")
        try fixture.check(
            #Predicate<Run> { $0.athlete?.runs.contains { $0.speed > 12 } ?? false },
            "athlete != nil AND ANY athlete.runs.speed > 12.0")
        try fixture.check(
            #Predicate<Run> { run in (run.athlete?.runs.filter { $0.speed > run.speed }.count ?? 0) == 0 },
            """
            TERNARY(TERNARY(athlete == nil, nil, SUBQUERY(athlete.runs, $member, $member.speed > speed).@count) \
            == nil, 0, TERNARY(athlete == nil, nil, SUBQUERY(athlete.runs, $member, $member.speed > speed).@count)) \
            == 0
            """)
    }

    @Test("Identities in a Swift predicate are translated")
    func identities() throws {
        let id = fixture.athletes[0].objectID
        let runs = Set(fixture.runs[0...1].map(\.objectID))
        try fixture.check(#Predicate<Athlete> { $0.objectID == id }, "SELF == %@")
        try fixture.check(#Predicate<Run> { $0.athlete?.objectID == id }, "athlete == %@")
        try fixture.check(#Predicate<Run> { runs.contains($0.objectID) }, "SELF IN {%@, %@}")
        let run = fixture.runs[0].objectID
        try fixture.check(
            #Predicate<Athlete> { $0.runs.contains { $0.objectID == run } },
            "SUBQUERY(runs, $member, $member == %@).@count > 0")
    }

    @Test("A captured string becomes a value, whatever it contains")
    func whatIsCapturedIsAValue() throws {
        let text = "' OR TRUEPREDICATE OR name == '"
        try fixture.check(#Predicate<Run> { $0.title == text }, #"title == "' OR TRUEPREDICATE OR name == '""#)
    }
}
