import JSONTokens
import ObjectGraph

/// Finds the position of an object in a store's file again, for an error that shows when the whole file has been read,
/// so positions of valid objects need not be kept.
struct FilePosition {
    let entityName: String
    /// The index of the object, from 0, among those of the entity in the file.
    let row: Int
    /// The key of the value; nil for the object.
    let key: String?

    /// The offset, or the end if the file does not contain the object.
    func offset(in bytes: UnsafeRawBufferPointer) -> Int {
        (try? Self.offset(in: bytes, ofObjectsOf: entityName, find: findObject)) ?? bytes.count
    }

    /// The positions of objects in a file, found in one pass, without those of objects that only the journal contains.
    static func offsets(of objectIDs: Set<ObjectID>, in bytes: UnsafeRawBufferPointer) -> [ObjectID: Int] {
        let wanted = Dictionary(grouping: objectIDs, by: \.entityName).mapValues { objectIDs in
            Dictionary(objectIDs.map { (String($0.number), $0) }, uniquingKeysWith: { first, _ in first })
        }
        var offsets: [ObjectID: Int] = [:]
        try? forEachEntity(in: bytes) { name, scanner in
            guard let objectIDs = wanted[name] else {
                try scanner.skipValue()
                return true
            }
            try scanner.beginArray()
            while try scanner.nextElement() {
                _ = try scanner.peek()
                let start = scanner.offset
                try scanner.beginObject()
                while let key = try scanner.nextKey() {
                    if key == "id" || key == "$id", try scanner.peek() == .number {
                        if let objectID = objectIDs[try scanner.readNumberText()] { offsets[objectID] = start }
                    } else {
                        try scanner.skipValue()
                    }
                }
            }
            return true
        }
        return offsets
    }

    /// Calls `find` before the array of an entity's objects.
    private static func offset(
        in bytes: UnsafeRawBufferPointer, ofObjectsOf entityName: String, find: (inout JSONScanner) throws -> Int?
    ) throws -> Int? {
        var found: Int?
        try forEachEntity(in: bytes) { name, scanner in
            if name == entityName {
                found = try find(&scanner)
                return false
            }
            try scanner.skipValue()
            return true
        }
        return found
    }

    /// Calls `body` before each array of objects, which it reads or skips, until it returns false.
    private static func forEachEntity(
        in bytes: UnsafeRawBufferPointer, _ body: (String, inout JSONScanner) throws -> Bool
    ) throws {
        try JSONScanner.scan(bytes, isWhole: false) { scanner in
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                guard key == "entities" else {
                    try scanner.skipValue()
                    continue
                }
                try scanner.beginObject()
                while let name = try scanner.nextKey() {
                    guard try body(name, &scanner) else { return }
                }
            }
        }
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
