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
    if goldensAreUpdated {
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

/// Expects everything that a run printed, and how it ended, to be the text of a file below `Tests/Goldens/Transcripts`.
///
/// - Parameters:
///   - folder: The folder that the file calls `/project`.
///   - name: The path of the file, without `.txt`.
public func expectTranscript(
    _ outcome: BuiltProduct.Outcome, in folder: TemporaryFolder, at name: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectGolden(
        outcome.transcript(in: folder), at: "Transcripts/\(name).txt", sourceLocation: sourceLocation)
}

/// Expects files to be exactly those of a folder below `Tests/Goldens`: none is missing, none is superfluous, and each
/// has the expected text.
///
/// With `MODELGEN_UPDATE_GOLDENS=1` the folder is made so, and the test fails all the same if anything changed.
///
/// - Parameter files: The text of each file, by its path in the folder.
public func expectGoldens(
    _ files: [String: String], in folder: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
        try expectGolden(text, at: "\(folder)/\(name)", sourceLocation: sourceLocation)
    }
    let url = SourceTree.folder("Tests/Goldens").appending(path: folder)
    for name in try SourceTree.texts(below: url).keys.sorted() where files[name] == nil {
        if goldensAreUpdated {
            try FileManager.default.removeItem(at: url.appending(path: name))
            Issue.record("removed \(folder)/\(name), which is not generated", sourceLocation: sourceLocation)
        } else {
            Issue.record("\(folder)/\(name) is not generated", sourceLocation: sourceLocation)
        }
    }
}

private var goldensAreUpdated: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["MODELGEN_UPDATE_GOLDENS"] == "1" && environment["CI"] == nil
}
