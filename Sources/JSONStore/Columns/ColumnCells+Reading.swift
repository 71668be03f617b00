import ColumnEngine
import Foundation

extension ColumnCells {
    /// Reads the value of a row.
    @inline(__always)
    func read(_ scanner: inout JSONScanner, row: Int, _ attribute: Int, of format: EntityFormat) throws {
        switch self {
        case .string(let texts):
            if try scanner.readNull() { return texts.pointee.setNil(row) }
            try scanner.readText { texts.pointee.set(row, $0) }
        case .boolean(let cells):
            cells[row] = try scanner.readNull() ? nil : try scanner.readBoolean()
        case .integer16(let cells):
            cells[row] = try Self.readInteger(&scanner, attribute, of: format)
        case .integer32(let cells):
            cells[row] = try Self.readInteger(&scanner, attribute, of: format)
        case .integer64(let cells):
            cells[row] = try scanner.readNull() ? nil : try scanner.readInteger()
        case .float(let cells):
            cells[row] = try scanner.readNull() ? nil : try scanner.readFloat()
        case .double(let cells):
            cells[row] = try scanner.readNull() ? nil : try scanner.readDouble()
        case .date(let cells):
            cells[row] = try scanner.readNull() ? nil : Date(timeIntervalSinceReferenceDate: try scanner.readDate())
        default:
            try readSeldom(&scanner, row: row, attribute, of: format)
        }
    }

    /// Reads a value of a type that few models have.
    @inline(never)
    private func readSeldom(
        _ scanner: inout JSONScanner, row: Int, _ attribute: Int, of format: EntityFormat
    ) throws {
        switch self {
        case .decimal(let cells):
            cells[row] = try Self.readText(&scanner, attribute, of: format) { Decimal(exactly: $0) }
        case .uuid(let cells):
            cells[row] = try Self.readText(&scanner, attribute, of: format) { UUID(uuidString: $0) }
        case .uri(let cells):
            cells[row] = try Self.readText(&scanner, attribute, of: format) { URL(string: $0) }
        case .binary(let cells):
            cells[row] = try scanner.readNull() ? nil : try AttributeReader.readBinary(&scanner, format.external)
        case .values(let cells):
            cells[row] = try AttributeReader.read(
                &scanner, format.entity.attributes[attribute], of: format.entity, format.external)
        default: break
        }
    }

    @inline(__always)
    private static func readInteger<Value: FixedWidthInteger>(
        _ scanner: inout JSONScanner, _ attribute: Int, of format: EntityFormat
    ) throws -> Value? {
        if try scanner.readNull() { return nil }
        let offset = scanner.offset
        guard let value = Value(exactly: try scanner.readInteger()) else {
            throw refusal(scanner, at: offset, attribute, of: format)
        }
        return value
    }

    private static func readText<Value>(
        _ scanner: inout JSONScanner, _ attribute: Int, of format: EntityFormat, _ value: (String) -> Value?
    ) throws -> Value? {
        if try scanner.readNull() { return nil }
        let offset = scanner.offset
        guard let value = value(try scanner.readString()) else {
            throw refusal(scanner, at: offset, attribute, of: format)
        }
        return value
    }

    @inline(never)
    private static func refusal(
        _ scanner: borrowing JSONScanner, at offset: Int, _ attribute: Int, of format: EntityFormat
    ) -> JSONError {
        let attribute = format.entity.attributes[attribute]
        return scanner.failure(
            "the value of '\(format.entity.name).\(attribute.name)' is not a valid \(attribute.type.rawValue)",
            at: offset)
    }
}
