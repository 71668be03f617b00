import Foundation

extension String {
    /// The text of a JSON store as programs wrote it before stores held their models.
    public var withoutHeldModel: String {
        guard let start = firstRange(of: " \"schema\""), let end = firstRange(of: " \"metadata\"") else { return self }
        return replacingCharacters(in: start.lowerBound..<end.lowerBound, with: "")
    }
}
