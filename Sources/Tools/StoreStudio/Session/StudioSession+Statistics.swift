import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph
import StoreExchange

extension StudioSession {
    /// The maximum number of objects examined for the statistics of a column.
    private static let examinedCount = 100_000
    private static let barCount = 12

    /// The statistics of the values of an attribute, for the objects that match a question.
    ///
    /// - Throws: ``StudioError``.
    package func statistics(_ query: StudioQuery, key: String) throws -> StatisticsResponse {
        let entity = try entity(query.entity)
        let attribute = try entity.requiredAttribute(key)
        var objectQuery = try query.query()
        objectQuery.sortDescriptors = []
        objectQuery.limit = Self.examinedCount + 1
        let objects = try explaining { try objectQuery.objects(in: context) }
        var tally = ValueTally(attribute)
        let examined = objects.prefix(Self.examinedCount)
        for (number, object) in examined.enumerated() {
            try StudioWork.note(number, of: examined.count)
            tally.add(object.value(forKey: key))
        }
        return tally.answer(barCount: Self.barCount, isPartial: objects.count > Self.examinedCount)
    }
}

/// Counts the values of one attribute.
private struct ValueTally {
    private let attribute: Attribute
    private var nilCount = 0
    private var counts: [Cell: Int] = [:]
    private var examinedCount = 0

    init(_ attribute: Attribute) { self.attribute = attribute }

    mutating func add(_ value: Any?) {
        examinedCount += 1
        let cell = Cell(value, of: attribute, textCount: 60)
        if cell == .null { nilCount += 1 } else { counts[cell, default: 0] += 1 }
    }

    func answer(barCount: Int, isPartial: Bool) -> StatisticsResponse {
        let numbers = counts.compactMap { cell, count in
            magnitude(of: cell).map { (number: $0, cell: cell, count: count) }
        }.sorted { $0.number == $1.number ? $0.cell.precedes($1.cell) : $0.number < $1.number }
        let isMeasured = numbers.count == counts.count && !numbers.isEmpty && attribute.enumeration == nil
        let (least, greatest) = (numbers.first, numbers.last)
        let total = numbers.reduce(0) { $0 + $1.count }
        let mean = numbers.reduce(0) { $0 + $1.number * Double($1.count) } / Double(max(total, 1))
        return StatisticsResponse(
            examinedCount: examinedCount, nilCount: nilCount, distinctCount: counts.count,
            least: isMeasured ? least?.cell ?? .null : .null, greatest: isMeasured ? greatest?.cell ?? .null : .null,
            mean: isMeasured && mean.isFinite && attribute.type != .date ? mean : nil,
            bars: isMeasured ? ranges(numbers, barCount) : mostFrequent(barCount),
            isPartial: isPartial)
    }

    /// The number that conditions compare with: for a Float the exact one, and not that of its shortest digits.
    private func magnitude(of cell: Cell) -> Double? {
        cell.magnitude.map { attribute.type == .float ? Double(Float($0)) : $0 }
    }

    private func mostFrequent(_ barCount: Int) -> [StatisticsResponse.Bar] {
        counts.map { (label: $0.key.plainText, cell: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.label) < ($0.count, $1.label) }
            .prefix(barCount).map { bar(of: $0.cell, count: $0.count) }
    }

    private func bar(of cell: Cell, count: Int) -> StatisticsResponse.Bar {
        StatisticsResponse.Bar(
            label: cell.plainText, count: count, condition: literal(of: cell).map { "#\(attribute.name) == \($0)" })
    }

    private func literal(of cell: Cell?) -> String? { cell?.literal(for: attribute.type) }

    /// - Parameter numbers: The numbers in order.
    private func ranges(
        _ numbers: [(number: Double, cell: Cell, count: Int)], _ barCount: Int
    ) -> [StatisticsResponse.Bar] {
        guard numbers.count > barCount else {
            return numbers.map { bar(of: $0.cell, count: $0.count) }
        }
        let (least, greatest) = (numbers.first?.number ?? 0, numbers.last?.number ?? 0)
        let isWhole = attribute.type.integerRange != nil && greatest < 1e15 && least > -1e15
        let span = (isWhole ? greatest - least + 1 : greatest - least) / Double(barCount)
        let width = isWhole ? span.rounded(.up) : span
        guard width > 0, width.isFinite else { return mostFrequent(barCount) }
        let count = isWhole ? Int((greatest - least) / width) + 1 : barCount
        let ends = (0...count).map { least + Double($0) * width }
        var sums = [Int](repeating: 0, count: count)
        for entry in numbers {
            var index = min(Int((entry.number - least) / width), count - 1)
            // The conditions compare with the ends, which the quotient can miss by its rounding.
            while index > 0, entry.number < ends[index] { index -= 1 }
            while index < count - 1, entry.number >= ends[index + 1] { index += 1 }
            sums[index] += entry.count
        }
        return sums.indices.map { index in
            let (from, to) = (ends[index], ends[index + 1])
            let isLast = index == count - 1
            let (low, high) = (bound(from), bound(isWhole ? min(to - 1, greatest) : to))
            // The first and the last value as they are: a sum, or a number with fewer digits, could exclude them.
            let least = index == 0 && !isWhole ? literal(of: numbers.first?.cell) : nil
            let greatest = isLast && !isWhole ? literal(of: numbers.last?.cell) : nil
            return StatisticsResponse.Bar(
                label: low.label == high.label ? low.label : "\(low.label) – \(high.label)", count: sums[index],
                condition: "#\(attribute.name) >= \(least ?? low.literal) AND "
                    + "#\(attribute.name) \(isLast || isWhole ? "<=" : "<") \(greatest ?? high.literal)")
        }
    }

    private func bound(_ number: Double) -> (label: String, literal: String) {
        guard attribute.type == .date else {
            guard number.rounded() != number || abs(number) >= 1e15 else {
                return ("\(Int64(number))", "\(Int64(number))")
            }
            // Four digits distinguish bars.
            let scale = pow(10, 3 - floor(log10(abs(number))))
            let short = (number * scale).rounded() / scale
            return (short.isFinite ? "\(short)" : "\(Float(number))", "\(number)")
        }
        return (String(DateText.text(for: number).prefix { $0 != "T" }), "CAST(\(number), 'NSDate')")
    }
}

extension Cell {
    /// Whether a number is less than another one that is the same as a `Double`.
    fileprivate func precedes(_ other: Cell) -> Bool {
        guard let own = Decimal(string: plainText), let others = Decimal(string: other.plainText) else { return false }
        return own < others
    }
}
