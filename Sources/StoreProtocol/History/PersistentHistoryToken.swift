public import Foundation

/// A position in the history of a store, after a transaction, or in the histories of several stores.
public struct PersistentHistoryToken: Sendable, Hashable {
    /// The store of the history, or the first of several.
    public var storeIdentifier: UUID
    /// The number of the transaction, from 1; 0 for the position before the first.
    public var transactionNumber: Int
    /// The positions in the histories of the other stores.
    public var otherTransactionNumbers: [UUID: Int]

    /// - Parameters:
    ///   - storeIdentifier: The store of the history.
    ///   - transactionNumber: The number of the transaction; 0 for the position before the first.
    ///   - otherTransactionNumbers: The positions in the histories of other stores.
    public init(storeIdentifier: UUID, transactionNumber: Int, otherTransactionNumbers: [UUID: Int] = [:]) {
        self.storeIdentifier = storeIdentifier
        self.transactionNumber = transactionNumber
        self.otherTransactionNumbers = otherTransactionNumbers
    }

    /// Returns the position in the history of a store; nil if the token does not include it.
    public func transactionNumber(ofStore identifier: UUID) -> Int? {
        identifier == storeIdentifier ? transactionNumber : otherTransactionNumbers[identifier]
    }
}

extension PersistentHistoryToken: Codable {
    private enum CodingKeys: String, CodingKey {
        case storeIdentifier, transactionNumber, otherTransactionNumbers
    }

    /// Decodes a token of one or several stores.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            storeIdentifier: try container.decode(UUID.self, forKey: .storeIdentifier),
            transactionNumber: try container.decode(Int.self, forKey: .transactionNumber),
            otherTransactionNumbers: try container.decodeIfPresent(
                [UUID: Int].self, forKey: .otherTransactionNumbers) ?? [:])
    }

    /// Encodes the positions in other stores' histories if there are any.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(storeIdentifier, forKey: .storeIdentifier)
        try container.encode(transactionNumber, forKey: .transactionNumber)
        if !otherTransactionNumbers.isEmpty {
            try container.encode(otherTransactionNumbers, forKey: .otherTransactionNumbers)
        }
    }
}
