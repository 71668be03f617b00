import Foundation
import JSONTokens
import ModelExpressions
import ModelSchema
import ObjectGraph
import StoreExchange

extension StudioSession {
    /// The maximum number of examined objects.
    package static let maximumCount = 1_000_000
    /// The maximum number of examined objects if changes are pending.
    private static let pendingCount = 100_000
    /// Otherwise, the maximum number of objects in memory.
    private static let windowCount = 20_000
    /// The maximum number of groups from a database.
    private static let maximumGroupCount = 50_000
    /// The number of times that counting restarts because someone has saved meanwhile.
    private static let maximumRestartCount = 3

    /// The objects that match a question, grouped by the value of a property.
    ///
    /// A database groups the objects itself. Otherwise, the session examines at most a million objects, or 100,000 if
    /// changes are pending, which no store can count. Meanwhile, it answers other questions.
    ///
    /// - Parameters:
    ///   - key: An attribute or a to-one relationship. Dates are grouped by months, in UTC.
    ///   - measure: An attribute to compute the minimum and maximum of, and for numbers the sum and the average. Values
    ///     that are not finite are left out of all four.
    ///   - limit: The number of objects to examine.
    /// - Throws: ``StudioError``.
    package func groups(
        _ query: StudioQuery, by key: String, measure: String?, limit: Int = maximumCount
    ) async throws -> GroupsResponse {
        let entity = try entity(query.entity)
        var tally = try GroupTally(by: key, measure: measure, of: entity)
        var objectQuery = try query.query()
        objectQuery.sortDescriptors = []
        // Changes of this context count. Without changes, objects are released as soon as they have been examined.
        let hasChanges = context.hasChanges
        let windowCount = hasChanges ? Self.pendingCount : Self.windowCount
        objectQuery.limit = windowCount
        let reading = hasChanges ? context : Self.newContext(of: container)
        if !hasChanges, let aggregates = tally.aggregates,
            let groups = try explaining({
                try objectQuery.groups(by: key, aggregates, maximumCount: Self.maximumGroupCount, in: reading)
            })
        {
            for group in groups { tally.add(group) }
            return tally.answer(isPartial: false) { labels.link(to: context.object(with: $0)) }
        }
        let coordinator = container.persistentStoreCoordinator
        var commitCount = coordinator.commitCount
        var restartCount = 0
        while true {
            objectQuery.offset = tally.examinedCount
            let objects = try explaining { try objectQuery.objects(in: reading) }
            for object in objects { tally.add(object) }
            let isWhole = objects.count < windowCount
            if isWhole || hasChanges || tally.examinedCount >= min(limit, Self.maximumCount) {
                let isPartial = try !isWhole && count(query).count > tally.examinedCount
                return tally.answer(isPartial: isPartial) { labels.link(to: context.object(with: $0)) }
            }
            reading.reset()
            await Task.yield()
            try StoreCancellation.check()
            // The positions of objects change after a save.
            if coordinator.commitCount != commitCount, restartCount < Self.maximumRestartCount {
                commitCount = coordinator.commitCount
                restartCount += 1
                tally = try GroupTally(by: key, measure: measure, of: entity)
            }
        }
    }
}

/// Computes counts and sums. There can be a million objects, so values are compared in their stored form.
private struct GroupTally {
    /// The common value of the objects of a group.
    private enum Key: Hashable {
        case value(AttributeValue)
        /// All NaN values are one group, although none of them equals another.
        case notANumber
        /// A month of a year, in UTC.
        case month(year: Int, month: Int)
        case object(ObjectID)
    }

    private struct Sums {
        var count = 0
        var measuredCount = 0
        var realSum = 0.0
        private var wholeSum: Int64 = 0
        private var decimalSum = Decimal()
        private(set) var least: (number: Double, value: AttributeValue)?
        private(set) var greatest: (number: Double, value: AttributeValue)?

        /// Exact for integers and decimals.
        var exactSum: Decimal { decimalSum + Decimal(wholeSum) }

        init() {}

        /// Creates sums from the results of a store for ``GroupTally/aggregates``.
        init(_ values: [AttributeValue]) {
            var numbers = values.map { Self.number(of: $0) }
            numbers += Array(repeating: nil, count: max(0, 5 - numbers.count))
            count = Int(numbers[0] ?? 0)
            guard values.count > 3 else { return }
            measuredCount = Int(numbers[1] ?? 0)
            least = numbers[2].map { ($0, values[2]) }
            greatest = numbers[3].map { ($0, values[3]) }
            realSum = numbers[4] ?? 0
            if values.count > 4, case .integer(let sum) = values[4] { wholeSum = sum }
        }

        /// Nil for values that are neither numbers nor dates.
        private static func number(of value: AttributeValue) -> Double? {
            switch value {
            case .integer(let whole): Double(whole)
            case .decimal(let decimal): Double(decimal.description) ?? .nan
            case .double(let real): real
            case .float(let real): Double(real)
            case .date(let date): date.timeIntervalSinceReferenceDate
            default: nil
            }
        }

        mutating func add(_ value: AttributeValue) {
            // One that is not finite would leave no sum, whatever its type.
            guard let number = Self.number(of: value), number.isFinite else { return }
            if case .integer(let whole) = value {
                let (sum, isTooLarge) = wholeSum.addingReportingOverflow(whole)
                if isTooLarge { decimalSum += Decimal(whole) } else { wholeSum = sum }
            }
            if case .decimal(let decimal) = value { decimalSum += decimal }
            measuredCount += 1
            realSum += number
            if least.map({ number < $0.number }) ?? true { least = (number, value) }
            if greatest.map({ number > $0.number }) ?? true { greatest = (number, value) }
        }
    }

    private static let shownCount = 200

    private let name: String
    private let attribute: Attribute?
    private let measure: Attribute?
    private var groups: [Key: Sums] = [:]
    private(set) var examinedCount = 0
    /// The range of days whose months are meaningful for people.
    private static let maximumDay = 3_000_000.0

    /// - Throws: ``StudioError`` for properties without groups, or that cannot be measured.
    init(by key: String, measure name: String?, of entity: EntityDescription) throws {
        self.name = key
        attribute = entity.attribute(named: key)
        let isToOne = entity.relationship(named: key).map { !$0.isToMany } ?? false
        guard isToOne || attribute.map(\.type.makesGroups) == true else {
            throw StudioError("cannot group by '\(key)'; choose an attribute or a to-one relationship", key: key)
        }
        measure = try name.map { name in
            guard let found = entity.attribute(named: name), found.type.isMeasured else {
                throw StudioError("'\(name)' has no numbers", key: name)
            }
            return found
        }
    }

    /// The aggregates to request from a store: the number of objects, then the count, minimum, and maximum of the
    /// measured values, and the sum of numbers. Nil if groups do not consist of equal values.
    var aggregates: [StoreAggregate]? {
        if attribute?.type == .date { return nil }
        var aggregates = [StoreAggregate(.count, of: ModelKeyPath([]))]
        guard let measure else { return aggregates }
        let path = ModelKeyPath([.key(measure.name)])
        aggregates += [
            StoreAggregate(.count, of: path), StoreAggregate(.minimum, of: path), StoreAggregate(.maximum, of: path),
        ]
        if measure.type != .date { aggregates.append(StoreAggregate(.sum, of: path)) }
        return aggregates
    }

    /// Adds the results of a store for ``aggregates``.
    mutating func add(_ group: StoreGroup) {
        let sums = Sums(group.aggregates)
        examinedCount += sums.count
        switch group.keys.first {
        case .object(let objectID)?: groups[.object(objectID)] = sums
        case .value(let value)?: groups[.value(value)] = sums
        case nil: break
        }
    }

    mutating func add(_ object: ManagedObject) {
        examinedCount += 1
        let key = key(of: object)
        let value = measure.map { object.storedValue(forKey: $0.name) }
        groups[key, default: Sums()].count += 1
        if let value { groups[key]?.add(value) }
    }

    private func key(of object: ManagedObject) -> Key {
        guard attribute != nil else {
            return object.objectIDs(forRelationshipNamed: name).first.map { .object($0) } ?? .value(.null)
        }
        let value = object.storedValue(forKey: name)
        if value.isNotANumber { return .notANumber }
        guard case .date(let date) = value else { return .value(value) }
        let day = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        guard abs(day) < Self.maximumDay else { return .value(value) }
        let civil = CivilDate(dayNumber: Int(day))
        return .month(year: civil.year, month: civil.month)
    }

    /// - Parameter link: Returns the link to an object that names a group.
    func answer(isPartial: Bool, link: (ObjectID) -> ObjectLink) -> GroupsResponse {
        let labelled = groups.map { (key: $0.key, label: label(of: $0.key), sums: $0.value) }
        let shown = labelled.sorted { ($1.sums.count, $0.label) < ($0.sums.count, $1.label) }.prefix(Self.shownCount)
        let isReal = measure?.type == .double || measure?.type == .float
        return GroupsResponse(
            groups: shown.map { group in
                let sums = group.sums
                let hasSum =
                    sums.measuredCount > 0 && measure?.type != .date && sums.realSum.isFinite && !sums.exactSum.isNaN
                let sum: Cell = isReal ? .number(sums.realSum) : .digits(sums.exactSum.description)
                return GroupsResponse.Group(
                    cell: cell(of: group.key, link), count: sums.count, condition: condition(of: group.key),
                    sum: hasSum ? sum : .null,
                    average: hasSum ? .number(sums.realSum / Double(sums.measuredCount)) : .null,
                    least: Cell(plain: sums.least?.value.anyValue), greatest: Cell(plain: sums.greatest?.value.anyValue)
                )
            },
            groupCount: groups.count, examinedCount: examinedCount, isPartial: isPartial)
    }

    /// The order of groups of equal size.
    private func label(of key: Key) -> String {
        switch key {
        case .value(let value): cell(of: value).plainText
        case .notANumber: Self.notANumber
        case .month(let year, let month): Self.text(year, month)
        case .object(let objectID): String(Int64.max / 2 + objectID.number)
        }
    }

    private static let notANumber = "not a number"

    private static func text(_ year: Int, _ month: Int) -> String {
        // The text of its first day, without the day.
        String(DateText.text(for: start(year, month)).prefix { $0 != "T" }.dropLast(3))
    }

    /// The first second of a month.
    private static func start(_ year: Int, _ month: Int) -> Double {
        Double(CivilDate(year: year, month: month, day: 1).dayNumber) * 86_400
    }

    private func cell(of key: Key, _ link: (ObjectID) -> ObjectLink) -> Cell {
        switch key {
        case .value(let value): cell(of: value)
        case .notANumber: .text(Self.notANumber)
        case .month(let year, let month): .text(Self.text(year, month))
        case .object(let objectID): .object(link(objectID))
        }
    }

    private func cell(of value: AttributeValue) -> Cell {
        attribute.map { Cell(value.anyValue, of: $0) } ?? .null
    }

    /// Nil for values that a condition cannot contain: unsaved objects, and the start of a long text.
    private func condition(of key: Key) -> String? {
        switch key {
        case .notANumber: return nil
        case .value(.null): return "#\(name) == nil"
        case .value(let value): return cell(of: value).literal(for: attribute?.type).map { "#\(name) == \($0)" }
        case .object(let objectID):
            let uri = objectID.uriRepresentation().absoluteString
            return objectID.isTemporaryID ? nil : "#\(name) == \(uri.quoted)"
        case .month(let year, let month):
            let end = month == 12 ? Self.start(year + 1, 1) : Self.start(year, month + 1)
            func literal(_ interval: Double) -> String? {
                Cell.date(Date(timeIntervalSinceReferenceDate: interval)).literal(for: .date)
            }
            guard let from = literal(Self.start(year, month)), let to = literal(end) else { return nil }
            return "#\(name) >= \(from) AND #\(name) < \(to)"
        }
    }
}

extension AttributeValue {
    fileprivate var isNotANumber: Bool {
        switch self {
        case .double(let number): number.isNaN
        case .float(let number): number.isNaN
        case .decimal(let number): number.isNaN
        case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
        default: false
        }
    }
}

extension AttributeType {
    fileprivate var makesGroups: Bool {
        switch self {
        case .binary, .transformable, .composite, .objectID, .undefined: false
        default: true
        }
    }

    fileprivate var isMeasured: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .double, .float, .decimal, .date: true
        default: false
        }
    }
}
