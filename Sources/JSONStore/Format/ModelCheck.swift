import ColumnEngine
import JSONTokens

/// Compares the model that a file was written with to the one that it is opened with.
struct ModelCheck {
    let model: ManagedObjectModel
    let path: String

    /// Reads the description of a file's model, and throws an error unless it is this one.
    func read(_ scanner: inout JSONScanner) throws {
        let stored = try StoredModel(&scanner)
        guard !stored.isWritten(with: model) else { return }
        let expected = model.entityVersionHashesByName.mapValues(\.description)
        throw JSONStoreError(
            .modelMismatch, path: path, mismatch(of: stored.hashes, with: expected, storedName: stored.name))
    }

    private func mismatch(of hashes: [String: String], with expected: [String: String], storedName: String?) -> String {
        if let storedName, storedName != model.name, Set(hashes.keys).isDisjoint(with: expected.keys) {
            return
                "the store was written with the model '\(storedName)', but this program opens it with '\(model.name)'"
        }
        return ModelMismatch(stored: hashes, expected: expected).refusal(of: model)
    }
}
