/// Finds the place of an object in a store's file once more, for an error that shows when all of it has been read: so no
/// place has to be kept of those that are right.
struct FilePlace {
    let entityName: String
    /// From 0, among the objects of the entity as the file has them.
    let row: Int
    /// The key whose value is meant; nil for the object.
    let key: String?

    /// The offset; that of the end where the object is not there.
    func offset(in bytes: UnsafeRawBufferPointer) -> Int {
        (try? JSONScanner.scan(bytes, isWhole: false) { try find(&$0) }) ?? bytes.count
    }

    private func find(_ scanner: inout JSONScanner) throws -> Int? {
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            guard key == "entities" else {
                try scanner.skipValue()
                continue
            }
            try scanner.beginObject()
            while let name = try scanner.nextKey() {
                if name == entityName { return try findObject(&scanner) }
                try scanner.skipValue()
            }
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
