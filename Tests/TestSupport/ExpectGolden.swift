import Foundation
public import Testing

/// Expects a text to be, from the first byte to the last, that of a file below `Tests/Goldens`.
///
/// With `MODELGEN_UPDATE_GOLDENS=1` the file is written, and the test fails all the same, so that an update cannot
/// pass by accident. On CI nothing is written.
public func expectGolden(_ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let url = SourceTree.folder("Tests/Goldens").appending(path: path)
    let expected = try? String(contentsOf: url, encoding: .utf8)
    if expected == text { return }
    let environment = ProcessInfo.processInfo.environment
    if environment["MODELGEN_UPDATE_GOLDENS"] == "1", environment["CI"] == nil {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        Issue.record("wrote \(path); read the difference, then run the tests again", sourceLocation: sourceLocation)
        return
    }
    guard let expected else {
        Issue.record(
            "there is no \(path); MODELGEN_UPDATE_GOLDENS=1 swift test writes it", sourceLocation: sourceLocation)
        return
    }
    Issue.record(
        "\(path) differs:\n\(LineDifference(from: expected, to: text).description)", sourceLocation: sourceLocation)
}
