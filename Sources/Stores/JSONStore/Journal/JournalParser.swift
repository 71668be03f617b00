import Foundation
import JSONTokens

/// Parses a journal, and distinguishes lines that a crash tore from lines that were damaged later.
///
/// A line is torn if it has no line feed, or if a block of the medium was never written and so reads as zeros, and no
/// later line states that it was on the medium. Every other change is damage.
struct JournalParser {
    private let bytes: UnsafeRawBufferPointer
    private var contents = JournalContents()

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// - Throws: ``NewerJournalError``.
    static func contents(of bytes: UnsafeRawBufferPointer) throws -> JournalContents {
        var parser = JournalParser(bytes)
        try parser.parse()
        return parser.contents
    }

    static func contents(of bytes: [UInt8]) throws -> JournalContents {
        try bytes.withUnsafeBytes { try contents(of: $0) }
    }

    private mutating func parse() throws {
        var start = 0
        var line = 1
        while start < bytes.count {
            guard let end = lineEnd(from: start) else {
                return end(at: start, line, isTorn: bytes.isCutOff(lineAt: start))
            }
            let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            guard JournalLine.isSound(text) else {
                let isTorn = bytes.hasLostBlock(in: start..<(end + 1)) && !isPromised(after: end)
                return self.end(at: start, line, isTorn: isTorn)
            }
            guard try take(text, range: start..<end, line) else { return }
            start = end + 1
            line += 1
            contents.soundCount = start
        }
    }

    private func lineEnd(from start: Int) -> Int? { bytes[start...].firstIndex(of: ASCII.lineFeed) }

    private mutating func end(at start: Int, _ line: Int, isTorn: Bool) {
        if isTorn {
            contents.tornCount = bytes.count - start
        } else {
            contents.damage = JournalContents.Damage(
                line: line, offset: start, message: "the line was changed after it was written")
        }
    }

    /// Processes an intact line.
    ///
    /// - Returns: Whether the lines after it count.
    private mutating func take(_ text: UnsafeRawBufferPointer, range: Range<Int>, _ line: Int) throws -> Bool {
        func refuse(_ message: String) -> JournalContents.Damage {
            JournalContents.Damage(line: line, offset: range.lowerBound, message: message)
        }
        let statement: JournalStatement
        do {
            statement = try JournalStatement(text)
        } catch let error as JSONError {
            contents.damage = refuse(error.message)
            return false
        }
        switch statement {
        case .base(let identity, let store, let sequence):
            guard contents.bases.first.map({ $0.store == store }) ?? true else {
                contents.damage = refuse("the line belongs to another store")
                return false
            }
            contents.bases.append(JournalContents.Base(identity: identity, store: store, sequence: sequence))
        case .save(let sequence, _):
            guard contents.canFollow(sequence) else {
                contents.damage = refuse("save \(sequence) follows save \(contents.lastSequence)")
                return false
            }
            contents.saves.append(JournalContents.Save(sequence: sequence, range: range, line: line))
        }
        return true
    }

    /// Whether a later line states that the line at this position was on the medium.
    private func isPromised(after end: Int) -> Bool {
        var start = end + 1
        let unsound = contents.bases.isEmpty ? nil : contents.lastSequence + 1
        while start < bytes.count, let end = lineEnd(from: start) {
            defer { start = end + 1 }
            let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            guard JournalLine.isSound(text), let statement = try? JournalStatement(text) else { continue }
            // A file is only announced when all its saves are on the medium.
            guard case .save(let sequence, let synchronized) = statement else { return true }
            if synchronized >= unsound ?? sequence { return true }
        }
        return false
    }
}
