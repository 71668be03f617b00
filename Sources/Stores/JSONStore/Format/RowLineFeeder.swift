import ColumnEngine
import FileAccess
import Foundation
import JSONTokens

/// Extracts the lines of objects from a file in the form of a writer while the file is read. The rest is the frame.
///
/// Lines are recognized by their first bytes. Whether they are objects of the entity shows when they and the frame are
/// read.
final class RowLineFeeder {
    /// The bytes of the file without the extracted lines.
    private(set) var frame: [UInt8] = []

    private let stream: FileStream
    /// By the line before an entity's objects.
    private let formats: [[UInt8]: EntityLayout]
    private var window: FileWindow
    /// The start of the next line in the window.
    private var start = 0
    /// The entity of the next objects.
    private var format: EntityLayout?
    /// The objects of the file, if they are known.
    private let known: GraphSnapshot?
    /// The chunks of the next ones.
    private var knownChunks: ChunkList.Iterator?
    /// The approximate number of bytes to read at a time.
    private var readingBytes = 1 << 17

    /// In a file in the form of a writer, the frame is smaller.
    private static let maximumFrameBytes = 1 << 24
    private static let rowStart: UInt32 = 0x7B20_2020

    /// - Parameter known: The objects of the file, if they are known.
    /// - Throws: ``SystemError``.
    init(_ stream: FileStream, formats: some Sequence<EntityLayout>, known: GraphSnapshot?) throws {
        self.stream = stream
        self.known = known
        window = try FileWindow(capacity: RowLineReader.windowBytes)
        self.formats = Dictionary(uniqueKeysWithValues: formats.map { (Self.heading(of: $0), $0) })
    }

    /// The line before the objects of an entity.
    private static func heading(of format: EntityLayout) -> [UInt8] {
        var writer = JSONWriter()
        writer.writeRaw("  ")
        writer.writeKey(format.entity.name)
        writer.writeRaw("[\n")
        return writer.finish()
    }

    /// The next lines; nil at the end of the file, when the frame is complete.
    ///
    /// - Parameter window: Receives the lines, which replace its contents.
    /// - Throws: ``SystemError``; ``UnusualFileError``.
    func next(into window: inout FileWindow) throws -> RowLines? {
        while true {
            if let format {
                if let lines = try takeRows(of: format, into: &window) { return lines }
                self.format = nil
            }
            let end = try endOfLine(from: 0)
            let line = self.window.bytes[start..<(end.map { start + $0 } ?? self.window.count)]
            frame += line
            start += line.count
            guard frame.count <= Self.maximumFrameBytes else { throw UnusualFileError() }
            guard end != nil else {
                guard stream.isAtEnd else { throw UnusualFileError() }
                return nil
            }
            format = formats[Array(line)]
            knownChunks = format.flatMap { known?.layout.ordinal(ofEntityNamed: $0.entity.name) }
                .flatMap { known?.tables[$0].chunks.makeIterator() }
        }
    }

    private func takeRows(of format: EntityLayout, into target: inout FileWindow) throws -> RowLines? {
        var byteCount = 0
        var count = 0
        while count < GraphLoader.chunkCapacity, let end = try endOfLine(from: byteCount), isRow(byteCount, end) {
            byteCount = end
            count += 1
        }
        guard count > 0 else { return nil }
        readingBytes = byteCount
        let range = start..<start + byteCount
        swap(&window, &target)
        try window.replace(with: UnsafeRawBufferPointer(rebasing: target.bytes[range.upperBound...]))
        start = 0
        let knownRows = knownChunks?.next()?.contents
        guard known == nil || knownRows != nil else { throw UnusualFileError() }
        return RowLines(format: format, place: frame.count, count: count, range: range, known: knownRows)
    }

    private func isRow(_ lineStart: Int, _ lineEnd: Int) -> Bool {
        guard lineEnd - lineStart >= 4 else { return false }
        let first = window.bytes.loadUnaligned(fromByteOffset: start + lineStart, as: UInt32.self)
        return UInt32(littleEndian: first) == Self.rowStart
    }

    /// The end of a line, after its line feed, by the line's offset from ``start``; nil if the file ends first.
    private func endOfLine(from lineStart: Int) throws -> Int? {
        var offset = lineStart
        while true {
            let rest = window.bytes[(start + offset)...]
            if let address = rest.isEmpty ? nil : UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                let found = memchr(address, Int32(ASCII.lineFeed), rest.count)
            {
                return offset + (UnsafeRawPointer(found) - address) + 1
            }
            offset += rest.count
            if start > 0 {
                window.removeFirst(start)
                start = 0
            }
            // The existing bytes are the start of the next lines.
            let count = max(readingBytes + readingBytes / 64 - window.count, 1 << 14)
            guard try stream.read(count, into: window) > 0 else { return nil }
        }
    }
}

/// Lines of a store's file that look like objects of one entity, with one object per line.
struct RowLines {
    let format: EntityLayout
    /// The offset of the lines in the frame, from which all lines before them were also extracted.
    let place: Int
    /// The number of lines: ``GraphLoader/chunkCapacity``, or fewer at the end of the entity's objects.
    let count: Int
    /// Their range in a window.
    let range: Range<Int>
    /// Their objects, if they are known.
    let known: RowContents?
}

/// The objects that were read from lines.
struct LineRows {
    let entityName: String
    /// See ``RowLines/place``.
    let place: Int
    /// The numbers of all rows, in the order of the file.
    let numbers: [Int64]
    /// By the index of the relationship; nil if the other side is stored.
    let links: [LinkReader?]
    /// The unknown members of objects, by their numbers.
    let unknown: [Int64: UnknownMembers]
    /// In the order of the attributes.
    let columns: [Column]
    /// Whether a comma follows the last object.
    let endsWithComma: Bool
}

extension LineRows {
    /// Lines whose objects are known, and therefore left out.
    init(known lines: RowLines, unknown: [Int64: UnknownMembers], endsWithComma: Bool) {
        self.init(
            entityName: lines.format.entity.name, place: lines.place, numbers: [], links: [], unknown: unknown,
            columns: [], endsWithComma: endsWithComma)
    }
}

/// The error for a file that does not have the form of a writer, and must be read like any JSON.
struct UnusualFileError: Error {}
