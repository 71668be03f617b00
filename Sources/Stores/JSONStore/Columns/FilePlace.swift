import JSONTokens
import ObjectGraph

/// Finds the position of an object in a store's file again, for an error that shows when the whole file has been read,
/// so positions of valid objects need not be kept.
struct FilePlace {
    let entityName: String
    /// The index of the object, from 0, among those of the entity in the file.
    let row: Int
    /// The key of the value; nil for the object.
    let key: String?

    /// The offset, or the end if the file does not contain the object.
    func offset(in bytes: UnsafeRawBufferPointer) -> Int {
        (try? Self.offset(in: bytes, ofObjectsOf: entityName, find: findObject)) ?? bytes.count
    }

    /// The position of an object in a file; nil if only the journal contains it.
    static func offset(ofObject objectID: ObjectID, in bytes: UnsafeRawBufferPointer) throws -> Int? {
        try offset(in: bytes, ofObjectsOf: objectID.entityName) { try offset(ofNumber: objectID.number, &$0) }
    }

    /// Calls `find` before the array of an entity's objects.
    private static func offset(
        in bytes: UnsafeRawBufferPointer, ofObjectsOf entityName: String, find: (inout JSONScanner) throws -> Int?
    ) throws -> Int? {
        try JSONScanner.scan(bytes, isWhole: false) { scanner in
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                guard key == "entities" else {
                    try scanner.skipValue()
                    continue
                }
                try scanner.beginObject()
                while let name = try scanner.nextKey() {
                    if name == entityName { return try find(&scanner) }
                    try scanner.skipValue()
                }
            }
            return nil
        }
    }

    private static func offset(ofNumber number: Int64, _ scanner: inout JSONScanner) throws -> Int? {
        try scanner.beginArray()
        while try scanner.nextElement() {
            _ = try scanner.peek()
            let start = scanner.offset
            var isFound = false
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                if key == "id" || key == "$id", try scanner.peek() == .number {
                    isFound = try scanner.readNumberText() == String(number) || isFound
                } else {
                    try scanner.skipValue()
                }
            }
            if isFound { return start }
        }
        return nil
    }

    private func findObject(_ scanner: inout JSONScanner) throws -> Int? {
        try scanner.beginArray()
        for _ in 0..<row {
            guard try scanner.nextElement() else { return nil }
            try scanner.skipValue()
        }
        guard try scanner.nextElement() else { return nil }
        _ = try scanner.peek()
        guard let wanted = key else { return scanner.offset }
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            _ = try scanner.peek()
            if key == wanted { return scanner.offset }
            try scanner.skipValue()
        }
        return nil
    }
}
