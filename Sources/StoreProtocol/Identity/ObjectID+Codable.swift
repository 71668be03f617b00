import Foundation

extension ObjectID: Codable {
    /// Decodes the URI of a permanent ID.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uri = URL(string: try container.decode(String.self)),
            let objectID = ObjectID(uriRepresentation: uri)
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the URI of a stored object")
        }
        self = objectID
    }

    /// Writes ``uriRepresentation()``.
    ///
    /// - Throws: `EncodingError` for a temporary ID, which has no meaning outside of its process.
    public func encode(to encoder: any Encoder) throws {
        guard !isTemporaryID else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(self) is temporary; save the object before encoding its identity"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(uriRepresentation().absoluteString)
    }
}
