/// The lines that two texts do not share, as `diff` shows them.
public struct LineDifference: CustomStringConvertible {
    public let description: String

    public init(from old: String, to new: String) {
        let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
        let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
        let changes = newLines.difference(from: oldLines).map { change in
            switch change {
            case .remove(let offset, let line, _): (offset, "-\(offset + 1): \(line)")
            case .insert(let offset, let line, _): (offset, "+\(offset + 1): \(line)")
            }
        }
        description = changes.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
    }
}
