import CoreData
import Foundation
import TestSupport
import Testing

/// An object with another one, which it expects to be a text.
final class Label: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let text: NSString

    init(_ text: NSString) { self.text = text }

    init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "text") else { return nil }
        self.text = text
    }

    func encode(with coder: NSCoder) { coder.encode(text, forKey: "text") }
}

/// An object with a value of each kind.
final class Sample: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    private(set) var values: [String] = []

    override init() {}

    init?(coder: NSCoder) {
        super.init()
        let bytes = coder.withDecodedUnsafeBytes(forKey: "bytes") { $0.map(Array.init) }
        let list = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "list") as? NSArray
        values = [
            "\(coder.decodeInteger(forKey: "integer")) \(coder.decodeInt32(forKey: "integer"))",
            "\(coder.decodeInt64(forKey: "integer")) \(coder.decodeDouble(forKey: "double"))",
            "\(coder.decodeFloat(forKey: "double")) \(coder.decodeBool(forKey: "flag"))",
            "\(bytes ?? []) \(list?.count ?? 0) \(coder.decodeObject(of: NSURL.self, forKey: "url")?.path ?? "")",
            "\(coder.decodeObject(of: NSString.self, forKey: "$text") ?? "") \(coder.containsValue(forKey: "none"))",
            "\(coder.decodeObject(of: NSString.self, forKey: "none") ?? "no text") \(coder.allowsKeyedCoding)",
            "\(coder.requiresSecureCoding) \(coder.error == nil) \(coder.decodeInteger(forKey: "none"))",
        ]
    }

    func encode(with coder: NSCoder) {
        coder.encode(-7, forKey: "integer")
        coder.encode(2.5, forKey: "double")
        coder.encode(true, forKey: "flag")
        let bytes: [UInt8] = [1, 2, 3]
        bytes.withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "bytes") }
        coder.encode(NSArray(array: [1, 2]), forKey: "list")
        coder.encode(NSURL(fileURLWithPath: "/a/b"), forKey: "url")
        coder.encode(NSString("text"), forKey: "$text")
    }
}

/// An object whose values have no keys.
final class Parcel: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let content: Data
    let date: NSDate

    init(_ content: Data, _ date: NSDate) { (self.content, self.date) = (content, date) }

    init?(coder: NSCoder) {
        guard let content = coder.decodeData(), let date = coder.decodePropertyList() as? NSDate else { return nil }
        (self.content, self.date) = (content, date)
    }

    func encode(with coder: NSCoder) {
        coder.encode(content)
        coder.encodePropertyList(date)
    }
}

/// Reads the labels, samples, and parcels of the program.
private final class LabelTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] {
        [Label.self, Sample.self, Parcel.self, NSArray.self, NSDictionary.self]
    }
}

/// An object that contains the next one.
final class ChainLink: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let next: NSObject

    init?(coder: NSCoder) {
        guard let next = coder.decodeObject(of: [ChainLink.self, NSString.self], forKey: "next") as? NSObject else {
            return nil
        }
        self.next = next
    }

    func encode(with coder: NSCoder) { coder.encode(next, forKey: "next") }
}

/// What a thread has found, for the one that waits for its end.
private final class Failures: @unchecked Sendable {
    var texts = ["the thread has not ended"]
}

private final class ChainTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] { [ChainLink.self, NSArray.self, NSString.self] }
}

/// Unarchives by itself, as many programs do.
private final class UnarchivingTransformer: ValueTransformer, @unchecked Sendable {
    /// What it stores, whatever it is given.
    private let stored: Data

    init(storing data: Data) { stored = data }

    override func transformedValue(_ value: Any?) -> Any? { stored }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap {
            try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSString.self], from: $0)
        }
    }
}

private final class IntervalTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class func transformedValueClass() -> AnyClass { NSDateInterval.self }
}

/// A value of an archive, which is written in the form of binary property lists.
private indirect enum Part {
    case text(String), number(UInt32), double(Double), data([UInt8]), reference(Int)
    case array([Part]), table([(String, Part)])

    /// A class of an archive.
    static func `class`(_ name: String) -> Part {
        .table([("$classname", .text(name)), ("$classes", .array([.text(name), .text("NSObject")]))])
    }

    /// An archive of some objects, of which the first is the root.
    static func archive(_ objects: [Part]) -> Data {
        let list = Part.table([
            ("$version", .number(100_000)), ("$archiver", .text("NSKeyedArchiver")),
            ("$top", .table([("root", .reference(1))])), ("$objects", .array([.text("$null")] + objects)),
        ])
        var file: [[UInt8]] = []
        let root = list.write(into: &file)
        var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
        for object in file {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 2]
        for number in [file.count, root, table] {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return Data(bytes)
    }

    private func write(into file: inout [[UInt8]]) -> Int {
        func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [marker | UInt8(count)] : [marker | 15, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
        func reference(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
        let bytes: [UInt8]
        switch self {
        case .text(let text): bytes = head(0x50, text.utf8.count) + Array(text.utf8)
        case .number(let number):
            let all = (0..<4).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
            bytes = number < 256 ? [0x10, all[3]] : [0x12] + all
        case .double(let number):
            bytes = [0x23] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
        case .data(let data): bytes = head(0x40, data.count) + data
        case .reference(let index): bytes = index < 256 ? [0x80, UInt8(index)] : [0x81] + reference(index)
        case .array(let parts):
            let numbers = parts.map { $0.write(into: &file) }
            bytes = head(0xA0, numbers.count) + numbers.flatMap(reference)
        case .table(let entries):
            let keys = entries.map { Part.text($0.0).write(into: &file) }
            let values = entries.map { $0.1.write(into: &file) }
            bytes = head(0xD0, keys.count) + (keys + values).flatMap(reference)
        }
        file.append(bytes)
        return file.count - 1
    }
}

/// Stored archives that are damaged or malicious. Foundation's unarchiver ends the program for most of them.
@Suite struct HostileArchiveTests {
    private let standard = NSSecureUnarchiveFromDataTransformer()
    private var keyed: ValueTransformer? { ValueTransformer(forName: .keyedUnarchiveFromDataTransformerName) }

    /// No transformer reads any of them.
    private func expectRefused(_ objects: [Part], sourceLocation: SourceLocation = #_sourceLocation) {
        let data = Part.archive(objects)
        #expect(standard.transformedValue(data) == nil, sourceLocation: sourceLocation)
        #expect(LabelTransformer().transformedValue(data) == nil, sourceLocation: sourceLocation)
        #expect(keyed != nil && keyed?.transformedValue(data) == nil, sourceLocation: sourceLocation)
    }

    private func array(_ members: [Int], class number: Int) -> Part {
        .table([("NS.objects", .array(members.map { .reference($0) })), ("$class", .reference(number))])
    }

    @Test("A property list that is damaged, or that ends Foundation's reader, is no archive")
    func damagedLists() throws {
        // A set with a member, in a list of 48 bytes.
        let set = Data(
            Array("bplist00".utf8) + [0xC1, 0x01, 0x10, 0x07, 8, 10, 0, 0, 0, 0, 0, 0, 1, 1]
                + [0, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, 12])
        let whole = Part.archive([.text("text")])
        #expect(standard.transformedValue(whole) as? String == "text")
        let lists = [set, Data("bplist00".utf8), Data(), Data("<plist><dict></dict></plist>".utf8)]
        for data in lists + (0..<whole.count).map({ whole.prefix($0) }) {
            #expect(standard.transformedValue(data) == nil && keyed?.transformedValue(data) == nil)
        }
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0xFF
            // Whatever is read, the program goes on.
            _ = (standard.transformedValue(damaged), keyed?.transformedValue(damaged))
        }
    }

    @Test("Objects that contain one another, that are nested deeply, or that repeat their members are not read")
    func nestedObjects() {
        expectRefused([array([1], class: 2), .class("NSArray")])
        expectRefused([array([2], class: 3), array([1], class: 3), .class("NSArray")])
        // Two hundred arrays, each in the one before.
        expectRefused((2...201).map { array([$0], class: 202) } + [.text("text"), .class("NSArray")])
        // Arrays of ten references to one array, nine times: a thousand million values.
        let repeated = (2...10).map { array([Int](repeating: $0, count: 10), class: 11) }
        expectRefused(repeated + [.text("text"), .class("NSArray")])
    }

    @Test("Objects of classes that the reader does not expect are not created")
    func unexpectedClasses() {
        let url = Part.table([("NS.relative", .text("a")), ("$class", .reference(4))])
        let label = Part.table([("text", .reference(2)), ("$class", .reference(3))])
        let mixed = [label, url, .class(NSStringFromClass(Label.self)), .class("NSURL")]
        // The program's own class reads another object in the place of its text.
        #expect(LabelTransformer().transformedValue(Part.archive(mixed)) == nil)
        expectRefused([array([2], class: 3), .table([("$class", .reference(4))]), .class("NSArray"), .class("None")])
        // Allowed, but not securely.
        let badge = [Part.table([("color", .text("red")), ("$class", .reference(2))])]
        #expect(LabelTransformer().transformedValue(Part.archive(badge + [.class("CoreDataTests.Badge")])) == nil)
        // No object at all.
        expectRefused([.table([("$class", .reference(2))]), .class("NSObject")])
        expectRefused([.table([("NS.objects", .array([])), ("$class", .number(1))])])
        expectRefused([.table([("a", .number(1))])])
    }

    @Test("Values that their class cannot decode are not read, in a dictionary either")
    func damagedMembers() {
        let classes = [Part.class(NSStringFromClass(Label.self)), .class("NSDictionary")]
        let label = Part.table([("$class", .reference(3))])
        let inDictionary = Part.table([
            ("NS.keys", .array([.reference(5)])), ("NS.objects", .array([.reference(2)])), ("$class", .reference(4)),
        ])
        expectRefused([inDictionary, label] + classes + [.text("key")])
        for (keys, values) in [([5, 5], [5]), ([5], [0]), ([], [5]), ([5], [77])] as [([Int], [Int])] {
            let table = Part.table([
                ("NS.keys", .array(keys.map { .reference($0) })), ("NS.objects", .array(values.map { .reference($0) })),
                ("$class", .reference(4)),
            ])
            expectRefused([table, .number(0)] + classes + [.text("key")])
        }
        for name in ["NSArray", "NSDictionary", "NSDate", "NSURL", "NSUUID", "NSData", "NSNumber", "NSString"] {
            for key in ["NS.objects", "NS.time", "NS.relative", "NS.uuidbytes", "NS.data", "NS.number", "NS.string"] {
                let damaged = Part.table([(key, .table([])), ("NS.keys", .number(1)), ("$class", .reference(2))])
                // Whatever is read, the program goes on.
                _ = keyed?.transformedValue(Part.archive([damaged, .class(name)]))
            }
        }
        expectRefused([.table([("NS.time", .double(.nan)), ("$class", .reference(2))]), .class("NSDate")])
        expectRefused([.table([("$class", .reference(2))]), .class("NSError")])
        expectRefused([.table([("NSDomain", .number(1)), ("$class", .reference(2))]), .class("NSError")])
        expectRefused([.table([("$class", .reference(2))]), .class("NSCountedSet")])
    }

    @Test("Archives of every class that the secure transformer allows are read, and those of the program's classes")
    func wholeArchives() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        let url = try #require(URL(string: "b/c", relativeTo: URL(string: "https://example.org/a/")))
        let values: [NSObject] = [
            NSArray(array: [2, 2.5, true, "text", UInt64.max]), NSDictionary(dictionary: ["a": [1], "b": [String]()]),
            NSSet(array: ["a", "b"]), NSString(string: "é"), NSNumber(value: -1), date as NSDate,
            Data([1, 2]) as NSData, url as NSURL, UUID() as NSUUID, NSNull(),
            NSMutableArray(array: [1]), NSMutableDictionary(dictionary: ["a": 1]), NSMutableSet(array: [1]),
            NSMutableString(string: "text"), NSMutableData(data: Data([3])),
        ]
        for value in values {
            let archive = try #require(standard.reverseTransformedValue(value))
            #expect(standard.transformedValue(archive) as? NSObject == value, "\(value)")
            #expect(keyed?.transformedValue(archive) as? NSObject == value, "\(value)")
        }
        let others: [NSObject] = [
            NSOrderedSet(array: [2, 1]), NSIndexSet(indexesIn: NSRange(location: 2, length: 3)),
            try #require(NSTimeZone(name: "UTC")),
        ]
        for value in others {
            let archive = try #require(keyed?.reverseTransformedValue(value))
            #expect(keyed?.transformedValue(archive) as? NSObject == value)
            #expect(standard.transformedValue(archive) == nil)
        }
        let shared = NSArray(array: ["text"])
        let twice = try #require(standard.reverseTransformedValue(NSArray(array: [shared, shared])))
        #expect(standard.transformedValue(twice) as? [[String]] == [["text"], ["text"]])
        let labels = try #require(LabelTransformer().reverseTransformedValue(["key": [Label("a"), Label("b")]]))
        let read = LabelTransformer().transformedValue(labels) as? NSDictionary
        #expect((read?["key"] as? [Label])?.map { String(describing: $0.text) } == ["a", "b"])
        let sample = try #require(LabelTransformer().reverseTransformedValue(Sample()))
        #expect(
            (LabelTransformer().transformedValue(sample) as? Sample)?.values == [
                "-7 -7", "-7 2.5", "2.5 true", "[1, 2, 3] 2 /a/b", "text false", "no text true", "true true 0",
            ])
        let sent = Parcel(Data([1, 2]), NSDate(timeIntervalSinceReferenceDate: 1.5))
        let parcels = try #require(LabelTransformer().reverseTransformedValue([sent, sent]))
        let received = LabelTransformer().transformedValue(parcels) as? [Parcel]
        #expect(received?.map(\.content) == [sent.content, sent.content] && received?.last?.date == sent.date)
        let unexpected = Part.table([("$0", .number(1)), ("$class", .reference(2))])
        expectRefused([unexpected, .class(NSStringFromClass(Parcel.self))])
    }

    @Test("A decimal number is read, unless it is damaged, but has no archive here")
    func decimalNumbers() {
        #if !canImport(ObjectiveC)
            // Foundation's archiver off Apple's platforms ends the program.
            #expect(standard.reverseTransformedValue(["price": Decimal(2)]) == nil)
        #endif
        func archive(_ mantissa: Part) -> [Part] {
            let number = Part.table([
                ("NS.mantissa", mantissa), ("NS.exponent", .number(1)), ("NS.length", .number(1)),
                ("NS.mantissa.bo", .number(1)), ("NS.negative", .number(0)), ("$class", .reference(2)),
            ])
            return [number, .class("NSDecimalNumber")]
        }
        // Eight numbers of 16 bits, as Apple's Foundation writes them.
        let data = Part.archive(archive(.data([25] + [UInt8](repeating: 0, count: 15))))
        let price = NSDecimalNumber(value: 250)
        #expect(standard.transformedValue(data) as? NSDecimalNumber == price)
        #expect(keyed?.transformedValue(data) as? NSDecimalNumber == price)
        expectRefused(archive(.text("25")))
    }

    @Test("Objects of Foundation's classes whose own decoding ends the program are refused if they are damaged")
    func damagedFoundationObjects() throws {
        func refuse(_ name: String, _ members: [(String, Part)], _ others: [Part] = []) {
            expectRefused([.table(members + [("$class", .reference(2))]), .class(name)] + others)
        }
        refuse("NSTextCheckingResult", [])
        refuse("Foundation.NSRegularExpressionCheckingResult", [("NSRangeArray", .number(1))])
        refuse("NSOrthography", [])
        refuse("NSURLQueryItem", [])
        refuse("NSURLQueryItem", [("NS.name", .number(1))])
        refuse("NSValue", [("$0", .reference(3))], [.text("text")])
        refuse("Foundation.NSConcreteValue", [("NS.special", .number(4)), ("$0", .reference(3))], [.text("text")])
        refuse("NSNotification", [("NS.name", .text("name"))])
        refuse("NSNotification", [("NS.name", .number(1)), ("NS.object", .number(1))])
        refuse("NSRegularExpression", [("NSPattern", .text("a")), ("NSOptions", .double(1e300))])
        refuse("NSRegularExpression", [("NSPattern", .text("a")), ("NSOptions", .double(.nan))])
        refuse("NSRegularExpression", [("NSPattern", .text("(")), ("NSOptions", .number(0))])
        let times = [2.0, 1.0].map { Part.table([("NS.time", .double($0)), ("$class", .reference(5))]) }
        refuse(
            "NSDateInterval", [("NS.startDate", .reference(3)), ("NS.endDate", .reference(4))],
            times + [.class("NSDate")])
        let packed: [(count: UInt32, bytes: [UInt8])] = [
            (2, [1]), (2, [1, 0x80]), (2, [0x80, 0x80]), (2, [1] + [UInt8](repeating: 0xFF, count: 9) + [1]),
        ]
        for (count, bytes) in packed {
            refuse("NSIndexPath", [("NSIndexPathLength", .number(count)), ("NSIndexPathData", .data(bytes))])
            refuse("NSIndexSet", [("NSRangeCount", .number(count)), ("NSRangeData", .data(bytes + bytes))])
            refuse("NSMutableIndexSet", [("NSRangeCount", .number(count)), ("NSRangeData", .data(bytes + [0, 0]))])
        }
        // Two ranges, of which the second ends after the largest number.
        let largest = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
        refuse("NSIndexSet", [("NSRangeCount", .number(2)), ("NSRangeData", .data([1, 1] + largest + [1]))])
        refuse("NSIndexSet", [("NSRangeCount", .number(1)), ("NSLocation", .number(1)), ("NSLength", .double(1e300))])
    }

    @Test("Objects of these classes are read if they are whole")
    func wholeFoundationObjects() throws {
        let ranges = NSMutableIndexSet(indexesIn: NSRange(location: 2, length: 3))
        ranges.add(in: NSRange(location: 300, length: 70_000))
        let values: [NSObject] = [
            NSIndexPath(), NSIndexPath(index: 7), NSIndexPath(indexes: [1, 300, 70_000], length: 3), NSIndexSet(),
            NSIndexSet(index: 5), ranges, NSValue(range: NSRange(location: 1, length: 2)),
            try NSRegularExpression(pattern: "a+", options: [.caseInsensitive]),
        ]
        for value in values {
            let archive = try #require(keyed?.reverseTransformedValue(value))
            #expect(keyed?.transformedValue(archive) as? NSObject == value)
        }
        // Foundation's archive of an interval has the start as its end, too.
        let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)
        for transformer in [keyed, IntervalTransformer()] {
            let archive = transformer?.reverseTransformedValue(NSDateInterval(start: interval.start, end: interval.end))
            let read = transformer?.transformedValue(archive) as? NSDateInterval
            #expect(read?.startDate == interval.start)
        }
        let item = try #require(keyed?.reverseTransformedValue(NSURLQueryItem(name: "a", value: "b")))
        let read = keyed?.transformedValue(item) as? NSURLQueryItem
        #expect(read?.name == "a" && read?.value == "b")
    }

    @Test("What ends Foundation's unarchiver is not passed to transformers of the program that use it")
    func ownTransformers() throws {
        let name = NSValueTransformerName("UnarchivingTransformer")
        let list = Garage.attribute("list", .transformableAttributeType)
        list.valueTransformerName = name.rawValue
        let context = try Garage.context(Garage.model([list]))
        let car = context.makeCar("1")
        /// What the object reads in stored data.
        func value(of data: Data) -> Any? {
            ValueTransformer.setValueTransformer(UnarchivingTransformer(storing: data), forName: name)
            car.setValue(NSArray(array: ["any"]), forKey: "list")
            return car.value(forKey: "list")
        }
        let shared = NSArray(array: ["text"])
        let whole = try NSKeyedArchiver.archivedData(
            withRootObject: NSArray(array: [shared, shared]), requiringSecureCoding: true)
        #expect(value(of: whole) as? [[String]] == [["text"], ["text"]])
        let small = Part.archive([array([2], class: 3), .text("text"), .class("NSArray")])
        #expect(value(of: small) as? [String] == ["text"])
        // Neither an archive nor anything else that Foundation reads: the transformer decides.
        #expect(value(of: Data([1, 2, 3])) == nil)
        #expect(value(of: Part.archive([array([1], class: 2), .class("NSArray")])) == nil)
        #expect(value(of: Part.archive([array([2], class: 3), array([1], class: 3), .class("NSArray")])) == nil)
        #expect(value(of: nested(100)) is NSArray && value(of: nested(101)) == nil)
    }

    /// Arrays in arrays, with a text in the innermost one: some levels altogether.
    private func nested(_ depth: Int) -> Data {
        Part.archive((2...depth).map { array([$0], class: depth + 1) } + [.text("text"), .class("NSArray")])
    }

    /// Objects of the program in one another.
    private func chain(_ depth: Int) -> Data {
        let links = (2...depth).map {
            Part.table([("next", .reference($0)), ("$class", .reference(depth + 1))])
        }
        return Part.archive(links + [.text("text"), .class(NSStringFromClass(ChainLink.self))])
    }

    @Test("Archives of any depth are read or refused on a thread with a small stack, in the same way by all readers")
    func smallStacks() throws {
        let archives = [
            (nested(100), true), (nested(101), false), (nested(900), false), (chain(100), true), (chain(101), false),
        ]
        let failures = Failures()
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            defer { end.signal() }
            var found: [String] = []
            let keyed = ValueTransformer(forName: .keyedUnarchiveFromDataTransformerName)
            for (number, (data, isReadable)) in archives.enumerated() {
                for transformer in [ChainTransformer(), keyed] {
                    let isRead = transformer?.transformedValue(data) != nil
                    if isRead != isReadable { found.append("archive \(number), \(String(describing: transformer))") }
                }
            }
            do {
                let name = NSValueTransformerName("SmallStackTransformer")
                let list = Garage.attribute("list", .transformableAttributeType)
                list.valueTransformerName = name.rawValue
                let context = try Garage.context(Garage.model([list]))
                let car = context.makeCar("1")
                for (number, (data, isReadable)) in archives.prefix(3).enumerated() {
                    ValueTransformer.setValueTransformer(UnarchivingTransformer(storing: data), forName: name)
                    car.setValue(NSArray(array: ["any"]), forKey: "list")
                    if (car.value(forKey: "list") is NSArray) != isReadable { found.append("value \(number)") }
                }
            } catch {
                found.append("\(error)")
            }
            failures.texts = found
        }
        thread.stackSize = 512 << 10
        thread.start()
        end.wait()
        #expect(failures.texts == [])
    }
}
