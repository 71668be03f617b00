import SwiftNames

/// A change to a range of bytes of a source.
struct SourceEdit: Sendable, Hashable {
    /// The index of the source.
    var file: Int
    /// The bytes that the text replaces; empty to insert it.
    var range: Range<Int>
    var text: String
}

extension SourceEdit {
    /// Whether edits of one construct exclude each other, such as a move into what is removed.
    static func exclude(_ edits: [SourceEdit]) -> Bool {
        edits.indices.contains { first in
            edits[(first + 1)...].contains { second in
                let (one, two) = (edits[first], second)
                guard one.file == two.file else { return false }
                if one.range.isEmpty {
                    return two.range.lowerBound < one.range.lowerBound && one.range.lowerBound < two.range.upperBound
                }
                if two.range.isEmpty {
                    return one.range.lowerBound < two.range.lowerBound && two.range.lowerBound < one.range.upperBound
                }
                return one.range.overlaps(two.range)
            }
        }
    }
}

/// Edits of one source that exclude each other if they overlap.
struct SourceEdits: Sendable {
    private var edits: [SourceEdit] = []
    private var insertions: Set<SourceEdit> = []
    /// For each byte, whether an edit replaces it.
    private var isReplaced: [Bool]

    init(byteCount: Int) { isReplaced = Array(repeating: false, count: byteCount) }

    /// Whether an edit overlaps no other.
    func accepts(_ edit: SourceEdit) -> Bool {
        let range = edit.range
        guard range.isEmpty else { return !isReplaced[range].contains(true) }
        let place = range.lowerBound
        // An insertion may be at the end of a replaced range, but not in it.
        return place == 0 || place == isReplaced.count || !isReplaced[place - 1] || !isReplaced[place]
    }

    /// Adds an edit that overlaps no other. The same insertion, such as an import, is made once.
    mutating func add(_ edit: SourceEdit) {
        guard !insertions.contains(edit) else { return }
        if edit.range.isEmpty { insertions.insert(edit) }
        edits.append(edit)
        for place in edit.range { isReplaced[place] = true }
    }

    var isEmpty: Bool { edits.isEmpty }

    /// The bytes after the edits. Insertions at the same place keep their order.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        let ordered = edits.enumerated().sorted { left, right in
            let (first, second) = (left.element.range, right.element.range)
            if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
            if first.isEmpty != second.isEmpty { return first.isEmpty }
            return left.offset < right.offset
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 1024)
        var place = 0
        for (_, edit) in ordered {
            result += bytes[place..<edit.range.lowerBound]
            result += edit.text.utf8
            place = edit.range.upperBound
        }
        return result + bytes[place...]
    }
}
