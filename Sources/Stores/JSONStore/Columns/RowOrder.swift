import ColumnEngine

/// The rows of an entity in the order of their numbers, which can differ from that of an edited file.
struct RowOrder {
    /// Ascending.
    let numbers: [Int64]
    /// The index of each row in the file; nil if the order is the same.
    let places: [Int]?

    init(_ numbers: [Int64]) {
        guard !numbers.isAscending else {
            self.numbers = numbers
            places = nil
            return
        }
        // Of equal numbers, the later one is the duplicate.
        let places = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
        self.places = places
        self.numbers = places.map { numbers[$0] }
    }

    func place(ofRow row: Int) -> Int { places?[row] ?? row }

    /// The first row with the same number as the row before.
    var firstRepeated: Int? {
        guard !numbers.isStrictlyAscending else { return nil }
        return numbers.indices.dropFirst().first { numbers[$0] == numbers[$0 - 1] }
    }

    /// O(1) if no number is missing, otherwise O(log *n*).
    func contains(_ number: Int64) -> Bool {
        guard let first = numbers.first, number >= first else { return false }
        let guess = Int(clamping: number - first)
        if guess < numbers.count, numbers[guess] == number { return true }
        var low = 0
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < numbers.count && numbers[low] == number
    }
}

extension [Int64] {
    fileprivate var isAscending: Bool {
        withUnsafeBufferPointer { numbers in
            var index = 1
            while index < numbers.count {
                if numbers[index] < numbers[index - 1] { return false }
                index += 1
            }
            return true
        }
    }
}
