import Foundation
import ObjectGraph

/// Reads the values of one attribute straight into a column.
///
/// Classes, not values in an enum: appending to an array in an enum's case copies it. One for each type, not a generic
/// one: generic classes are not specialized behind a call that is dispatched at run time.
class ColumnReader {
    let attribute: Attribute
    let entity: EntityDescription
    let defaultValue: AttributeValue

    /// How many values were read since a column was taken.
    var count: Int { 0 }

    /// Reads a value.
    func read(_ scanner: inout JSONScanner) throws {}

    /// Adds the value of an object that has none in the file.
    func appendDefault() {}

    /// The column so far; begins another one.
    func takeColumn() -> Column { .values([]) }

    final func refusal(_ scanner: borrowing JSONScanner, at offset: Int) -> JSONError {
        scanner.failure("'\(entity.name).\(attribute.name)' is no value of type \(attribute.type.rawValue)", at: offset)
    }

    /// The reader of an attribute.
    static func reader(at index: Int, of entity: EntityDescription) -> ColumnReader {
        let attribute = entity.attributes[index]
        let defaultValue = entity.defaultValues[index]
        let type: ColumnReader.Type =
            switch attribute.type {
            case .boolean: BooleanReader.self
            case .integer16: Integer16Reader.self
            case .integer32: Integer32Reader.self
            case .integer64: Integer64Reader.self
            case .float: FloatReader.self
            case .double: DoubleReader.self
            case .decimal: DecimalReader.self
            case .string: StringReader.self
            case .date: DateReader.self
            case .binary: BinaryReader.self
            case .uuid: UUIDReader.self
            case .uri: URIReader.self
            default: ValuesReader.self
            }
        return type.init(attribute, of: entity, defaultValue)
    }

    required init(_ attribute: Attribute, of entity: EntityDescription, _ defaultValue: AttributeValue) {
        self.attribute = attribute
        self.entity = entity
        self.defaultValue = defaultValue
    }
}

// What readers of columns have in common, once for each type.

private final class BooleanReader: ColumnReader {
    private var values: [Bool?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try scanner.readNull() ? nil : try scanner.readBoolean())
    }

    override func appendDefault() { values.append(Bool.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .boolean(values)
    }
}

private final class FloatReader: ColumnReader {
    private var values: [Float?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try scanner.readNull() ? nil : try scanner.readFloat())
    }

    override func appendDefault() { values.append(Float.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .float(values)
    }
}

private final class DoubleReader: ColumnReader {
    private var values: [Double?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try scanner.readNull() ? nil : try scanner.readDouble())
    }

    override func appendDefault() { values.append(Double.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .double(values)
    }
}

private final class Integer64Reader: ColumnReader {
    private var values: [Int64?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try scanner.readNull() ? nil : try scanner.readInteger())
    }

    override func appendDefault() { values.append(Int64.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .integer64(values)
    }
}

private final class StringReader: ColumnReader {
    private var values: [String?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try scanner.readNull() ? nil : try scanner.readString())
    }

    override func appendDefault() { values.append(String.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .string(values)
    }
}

private final class DateReader: ColumnReader {
    private var values: [Date?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try scanner.readNull() ? nil : Date(timeIntervalSinceReferenceDate: try scanner.readDate()))
    }

    override func appendDefault() { values.append(Date.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .date(values)
    }
}

private final class BinaryReader: ColumnReader {
    private var values: [Data?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try scanner.readNull() ? nil : Data(try scanner.readBase64()))
    }

    override func appendDefault() { values.append(Data.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .binary(values)
    }
}

private final class Integer16Reader: ColumnReader {
    private var values: [Int16?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        if try scanner.readNull() { return values.append(nil) }
        let offset = scanner.offset
        let number = try scanner.readInteger()
        guard let value = Int16(exactly: number) else { throw refusal(scanner, at: offset) }
        values.append(value)
    }

    override func appendDefault() { values.append(Int16.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .integer16(values)
    }
}

private final class Integer32Reader: ColumnReader {
    private var values: [Int32?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        if try scanner.readNull() { return values.append(nil) }
        let offset = scanner.offset
        let number = try scanner.readInteger()
        guard let value = Int32(exactly: number) else { throw refusal(scanner, at: offset) }
        values.append(value)
    }

    override func appendDefault() { values.append(Int32.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .integer32(values)
    }
}

private final class DecimalReader: ColumnReader {
    private var values: [Decimal?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        if try scanner.readNull() { return values.append(nil) }
        let offset = scanner.offset
        let text = try scanner.readString()
        guard let value = Decimal(exactly: text) else { throw refusal(scanner, at: offset) }
        values.append(value)
    }

    override func appendDefault() { values.append(Decimal.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .decimal(values)
    }
}

private final class UUIDReader: ColumnReader {
    private var values: [UUID?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        if try scanner.readNull() { return values.append(nil) }
        let offset = scanner.offset
        let text = try scanner.readString()
        guard let value = UUID(uuidString: text) else { throw refusal(scanner, at: offset) }
        values.append(value)
    }

    override func appendDefault() { values.append(UUID.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .uuid(values)
    }
}

private final class URIReader: ColumnReader {
    private var values: [URL?] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        if try scanner.readNull() { return values.append(nil) }
        let offset = scanner.offset
        let text = try scanner.readString()
        guard let value = URL(string: text) else { throw refusal(scanner, at: offset) }
        values.append(value)
    }

    override func appendDefault() { values.append(URL.read(defaultValue)) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .uri(values)
    }
}

private final class ValuesReader: ColumnReader {
    private var values: [AttributeValue] = []

    override var count: Int { values.count }

    override func read(_ scanner: inout JSONScanner) throws {
        values.append(try AttributeReader.read(&scanner, attribute, of: entity))
    }

    override func appendDefault() { values.append(defaultValue) }

    override func takeColumn() -> Column {
        defer { values = [] }
        return .values(values)
    }
}
