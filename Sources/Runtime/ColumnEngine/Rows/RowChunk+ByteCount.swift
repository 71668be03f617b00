import StoreProtocol

extension RowChunk {
    /// The approximate number of bytes that the rows take in memory, without destinations.
    var byteCount: Int {
        let fixed = count * (32 + 16 * contents.columns.count + 64 * contents.links.count)
        return contents.columns.reduce(fixed) { $0 + $1.contentByteCount }
    }
}

extension Column {
    /// The number of bytes of texts and data.
    fileprivate var contentByteCount: Int {
        switch self {
        case .string(let texts): texts.byteCount
        case .binary(let data): data.present.reduce(0) { $0 + $1.count }
        case .values(let values): values.reduce(0) { $0 + $1.contentByteCount }
        default: 0
        }
    }
}

extension AttributeValue {
    fileprivate var contentByteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .binary(let data): data.count
        case .composite(let members): members.values.reduce(0) { $0 + 32 + $1.contentByteCount }
        default: 0
        }
    }
}
