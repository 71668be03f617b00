import Foundation
import ModelSchema
import ObjectGraph

/// Objects with the extreme values of every type that compares, and nil.
struct ExtremeTable: Sendable {
    static let wholes: [Int64] = [
        .min, .min + 1, -9_007_199_254_740_993, -9_007_199_254_740_992, -2_147_483_648, -32_768, -1, 0, 1, 7, 32_767,
        2_147_483_647, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993, 9_223_372_036_854_774_784,
        .max - 1, .max,
    ]
    static let reals: [Double] = [
        -.infinity, -.greatestFiniteMagnitude, -0x1p63, -9_007_199_254_740_992, -1.5, -.leastNonzeroMagnitude, -0.0, 0,
        .leastNonzeroMagnitude, .leastNormalMagnitude, 0.1, 0.5, 1, 7, 32_767.5, 9_007_199_254_740_992,
        9_007_199_254_740_994, 0x1p63, 0x1p63.nextDown, 0x1p63.nextUp, .greatestFiniteMagnitude, .infinity, .nan,
    ]
    static let singles: [Float] = [
        -.infinity, -.greatestFiniteMagnitude, -0x1p63, -0.0, 0, .leastNonzeroMagnitude, 0.1, 0.5, 16_777_216, 0x1p63,
        .greatestFiniteMagnitude, .infinity, .nan,
    ]
    static let decimals = [
        "0", "1", "-1", "0.1", "0.5", "7", "9007199254740992", "9007199254740993", "9007199254740992.5",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775808.5",
        "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
        "0.00000000000000000000000000000000000001", "12345678901234567890123456789012345678",
        "12345678901234567890123456789012345679",
    ]
    static let dates: [Double] = [
        -.infinity, -63_114_076_800, -978_307_200, -0.5, -0.0, 0, 1e-7, 0.1, 721_692_800.123_456_7, 252_423_993_600,
        1e15, 1e300, .infinity, .nan,
    ]
    static let texts: [ReferenceText] = [
        ReferenceText(""), ReferenceText("a"), ReferenceText("A"), ReferenceText("ab"), ReferenceText("aB"),
        ReferenceText("b"), ReferenceText("K"), ReferenceText("k"), ReferenceText("ss"), ReferenceText("SS"),
        ReferenceText("a*b"), ReferenceText("a?b"), ReferenceText("a\\b"), ReferenceText("%"), ReferenceText("_b"),
        ReferenceText("a long text that is not inline"), ReferenceText("a long text that is not inlinf"),
        ReferenceText("\n"), ReferenceText("\r\n", [[0xD, 0xA]]), ReferenceText("\0a"),
        ReferenceText("\u{E9}", [[0xE9]]), ReferenceText("e\u{301}", [[0xE9]]), ReferenceText("\u{C9}", [[0xC9]]),
        ReferenceText("e\u{301}b", [[0xE9], [0x62]]), ReferenceText("\u{E9}a", [[0xE9], [0x61]]),
        ReferenceText("\u{1EA1}\u{307}", [[0x1EA1, 0x307]]),
        ReferenceText("a\u{307}\u{323}", [[0x1EA1, 0x307]]), ReferenceText("\u{DF}", [[0xDF]]),
        ReferenceText("\u{212A}", [[0x4B]]), ReferenceText("\u{AC00}", [[0xAC00]]),
        ReferenceText("\u{AC01}", [[0xAC01]]), ReferenceText("\u{AC00}\u{11A8}", [[0xAC01]]),
        ReferenceText("\u{1100}\u{1161}\u{11A8}", [[0xAC01]]), ReferenceText("\u{1100}\u{1161}", [[0xAC00]]),
        ReferenceText("\u{AC00}\u{B098}", [[0xAC00], [0xB098]]), ReferenceText("\u{AC02}", [[0xAC02]]),
        ReferenceText("\u{AC01}\u{11A8}", [[0xAC01, 0x11A8]]), ReferenceText("\u{FFFD}", [[0xFFFD]]),
        ReferenceText("\u{1F600}", [[0x1F600]]),
        ReferenceText("\u{1F468}\u{200D}\u{1F469}", [[0x1F468, 0x200D, 0x1F469]]),
    ]

    static let model = ManagedObjectModel(
        Model(
            name: "Extremes",
            entities: [
                Entity(
                    name: "Extreme",
                    attributes: [
                        Attribute(name: "row", type: .integer32, isOptional: true),
                        Attribute(name: "small", type: .integer16, isOptional: true),
                        Attribute(name: "medium", type: .integer32, isOptional: true),
                        Attribute(name: "large", type: .integer64, isOptional: true),
                        Attribute(name: "real", type: .double, isOptional: true),
                        Attribute(name: "single", type: .float, isOptional: true),
                        Attribute(name: "decimal", type: .decimal, isOptional: true),
                        Attribute(name: "flag", type: .boolean, isOptional: true),
                        Attribute(name: "date", type: .date, isOptional: true),
                        Attribute(name: "text", type: .string, isOptional: true),
                        Attribute(name: "other", type: .string, isOptional: true),
                    ],
                    indexes: ["large", "real", "text", "date"].map { (name: String) in
                        FetchIndex(
                            name: "by_\(name)", elements: [FetchIndex.Element(propertyName: name, order: .ascending)])
                    })
            ]))

    static let numberKeys = ["small", "medium", "large", "real", "single", "decimal", "flag"]

    /// The values of a row by attribute, as the stores keep them.
    let rows: [[String: ReferenceOperand]]
    private let values: [[String: any Sendable]]

    init() {
        let count = max(Self.texts.count, Self.reals.count, Self.wholes.count) + 1
        var values: [[String: any Sendable]] = []
        var rows: [[String: ReferenceOperand]] = []
        func pick<Value>(_ all: [Value], _ row: Int, _ step: Int = 1, _ start: Int = 0) -> Value? {
            // One place of each list is nil.
            let place = (row * step + start) % (all.count + 1)
            return place == all.count ? nil : all[place]
        }
        let smalls: [Int16] = [.min, -1, 0, 1, 7, .max]
        let mediums: [Int32] = [.min, -32_769, 0, 1, 16_777_217, .max]
        for row in 0..<count {
            var object: [String: any Sendable] = ["row": Int32(row)]
            var reference: [String: ReferenceOperand] = [:]
            func set(_ key: String, _ value: (any Sendable)?, _ known: ReferenceValue?) {
                object[key] = value
                reference[key] = ReferenceOperand(known ?? .none)
            }
            let large = pick(Self.wholes, row)
            set("large", large, large.map(ReferenceValue.whole))
            let small = pick(smalls, row)
            set("small", small, small.map { .whole(Int64($0)) })
            let medium = pick(mediums, row)
            set("medium", medium, medium.map { .whole(Int64($0)) })
            let real = pick(Self.reals, row, 1, 5)
            set("real", real, real.map(ReferenceValue.real))
            let single = pick(Self.singles, row)
            set("single", single, single.map { .real(Double($0)) })
            let decimal = pick(Self.decimals, row)
            set("decimal", decimal.flatMap { Decimal(string: $0) }, decimal.map(ReferenceValue.decimal))
            let flag = pick([false, true], row)
            set("flag", flag, flag.map(ReferenceValue.boolean))
            let date = pick(Self.dates, row)
            set("date", date.map { Date(timeIntervalSinceReferenceDate: $0) }, date.map(ReferenceValue.date))
            let text = pick(Self.texts, row)
            set("text", text?.spelling, text.map(ReferenceValue.text))
            let other = pick(Self.texts, row, 7, 3)
            set("other", other?.spelling, other.map(ReferenceValue.text))
            values.append(object)
            rows.append(reference)
        }
        // Integers and real numbers that are nearly equal, in one object.
        for large in Self.nearlyEqualWholes {
            for real in Self.nearlyEqualReals {
                values.append(["row": Int32(rows.count), "large": large, "real": real])
                var reference = Self.nothing
                reference["large"] = ReferenceOperand(.whole(large))
                reference["real"] = ReferenceOperand(.real(real))
                rows.append(reference)
            }
        }
        self.values = values
        self.rows = rows
    }

    private static let nearlyEqualWholes: [Int64] = [
        .min, -9_007_199_254_740_993, 9_007_199_254_740_992, 9_007_199_254_740_993, .max,
    ]
    private static let nearlyEqualReals: [Double] = [
        -0x1p63, -9_007_199_254_740_992, 9_007_199_254_740_992, 9_007_199_254_740_994, 0x1p63, -.infinity, .nan,
    ]
    private static let nothing = Dictionary(
        uniqueKeysWithValues: (numberKeys + ["date", "text", "other"]).map { ($0, ReferenceOperand(.none)) })

    /// Saves the rows in a store, and returns a context that begins with what is stored.
    func context(in store: any PersistentStoreDescription) throws -> ManagedObjectContext {
        let container = try PersistentContainer(model: Self.model, store: store)
        let context = container.newContext()
        for values in values {
            let object = context.insertNewObject(forEntityName: "Extreme")
            for (key, value) in values { object.setValue(value, forKey: key) }
        }
        try context.save()
        return container.newContext()
    }
}
