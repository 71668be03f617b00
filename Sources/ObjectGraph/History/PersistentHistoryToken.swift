public import Foundation

/// A place in the history of a store, after some transaction; of several stores, a place in the history of each.
public struct PersistentHistoryToken: Sendable, Hashable {
    /// The store whose history it is; of several, the first.
    public var storeIdentifier: UUID
    /// The number of the transaction, from 1; 0 for the place before the first.
    public var transactionNumber: Int
    /// The places in the histories of the other stores.
    public var otherTransactionNumbers: [UUID: Int]

    /// - Parameters:
    ///   - storeIdentifier: The store whose history it is.
    ///   - transactionNumber: The number of the transaction; 0 for the place before the first.
    ///   - otherTransactionNumbers: The places in the histories of other stores.
    public init(
        storeIdentifier: UUID, transactionNumber: Int, otherTransactionNumbers: [UUID: Int] = [:]
    ) {
        self.storeIdentifier = storeIdentifier
        self.transactionNumber = transactionNumber
        self.otherTransactionNumbers = otherTransactionNumbers
    }

    /// The place in the history of a store; nil where the token says nothing of it.
    public func transactionNumber(ofStore identifier: UUID) -> Int? {
        identifier == storeIdentifier ? transactionNumber : otherTransactionNumbers[identifier]
    }
}

extension PersistentHistoryToken: Codable {
    private enum CodingKeys: String, CodingKey {
        case storeIdentifier, transactionNumber, otherTransactionNumbers
    }

    /// Reads a token of one store or of several.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            storeIdentifier: try container.decode(UUID.self, forKey: .storeIdentifier),
            transactionNumber: try container.decode(Int.self, forKey: .transactionNumber),
            otherTransactionNumbers: try container.decodeIfPresent(
                [UUID: Int].self, forKey: .otherTransactionNumbers) ?? [:])
    }

    /// Writes the places in other stores' histories where there are any.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(storeIdentifier, forKey: .storeIdentifier)
        try container.encode(transactionNumber, forKey: .transactionNumber)
        if !otherTransactionNumbers.isEmpty {
            try container.encode(otherTransactionNumbers, forKey: .otherTransactionNumbers)
        }
    }
}
