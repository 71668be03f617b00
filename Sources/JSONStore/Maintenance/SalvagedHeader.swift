import ColumnEngine
import Foundation

/// As much as can be read of what a file has besides objects.
struct SalvagedHeader {
    private(set) var header = StoreHeader()
    /// What the format does not know.
    private(set) var unknown = UnknownMembers()

    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - rootNames: Those of the model's families of entities.
    init(_ bytes: UnsafeRawBufferPointer, rootNames: Set<String>) {
        // What was read before the first damage stays.
        var read = Self()
        try? JSONScanner.scan(bytes, isWhole: false) { scanner in
            try scanner.beginObject()
            while let key = try scanner.nextKey() { try read.readMember(key, &scanner, rootNames) }
        }
        self = read
    }

    private init() {}

    private mutating func readMember(
        _ key: String, _ scanner: inout JSONScanner, _ rootNames: Set<String>
    ) throws {
        switch key {
        case "store": try header.readIdentifier(&scanner)
        case "metadata": try header.readMetadata(&scanner)
        case "lastIDs": try header.readLastNumbers(&scanner, rootNames: rootNames)
        case "format", "version", "model", StoredModel.schemaKey, "entities": try scanner.skipValue()
        default: try unknown.read(key, &scanner)
        }
    }
}
