import Foundation

extension PropertyListTable {
    /// The values of the table as Foundation has them; nil for a list with values that only archives have, with dates
    /// that are not finite, or with values that are repeated very often or nested very deeply, which would take all
    /// memory.
    package var foundationValues: [String: Any]? {
        var reader = FoundationValueReader(list)
        return reader.table(members, depth: 0)
    }
}

/// Makes Foundation's values of a property list.
private struct FoundationValueReader {
    private let list: BinaryPropertyList
    /// What is left to read. Each value can be read once, and a list can repeat a few.
    private var remainingStepCount: Int

    private static let repeatedStepCount = 100_000
    private static let maximumDepth = 32
    private static let bytesPerStep = 32

    init(_ list: BinaryPropertyList) {
        self.list = list
        remainingStepCount = list.nodes.reduce(Self.repeatedStepCount) { $0 + Self.stepCount($1) }
    }

    private static func stepCount(_ node: PropertyListNode) -> Int {
        switch node {
        case .string(let text): 1 + text.utf8.count / bytesPerStep
        case .data(let bytes): 1 + bytes.count / bytesPerStep
        case .array(let members), .set(let members): 1 + members.count
        case .dictionary(let keys, _): 1 + keys.count
        default: 1
        }
    }

    mutating func table(_ members: [String: Int], depth: Int) -> [String: Any]? {
        var values: [String: Any] = [:]
        for (key, number) in members {
            guard let value = value(of: number, depth: depth + 1) else { return nil }
            values[key] = value
        }
        return values
    }

    private mutating func value(of number: Int, depth: Int) -> Any? {
        remainingStepCount -= Self.stepCount(list.nodes[number])
        guard remainingStepCount >= 0, depth <= Self.maximumDepth else { return nil }
        switch list.nodes[number] {
        case .boolean(let value): return NSNumber(value: value)
        case .integer(let value): return NSNumber(value: value)
        case .unsigned(let value): return NSNumber(value: value)
        case .real(let value): return NSNumber(value: value)
        case .single(let value): return NSNumber(value: value)
        case .date(let seconds): return seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
        case .data(let bytes): return Data(bytes)
        case .string(let text): return text
        case .array(let numbers):
            var values: [Any] = []
            for number in numbers {
                guard let value = value(of: number, depth: depth + 1) else { return nil }
                values.append(value)
            }
            return values
        case .dictionary(let keys, _):
            guard let members = list.members(of: number), members.count == keys.count else { return nil }
            return table(members, depth: depth)
        case .null, .reference, .set: return nil
        }
    }
}
