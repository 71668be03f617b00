import Foundation
import ModelDiagnostics
import ModelValidation
import XCDataModel

/// Prints a table of what is measured, each against its peer on the same work in the same run.
@main
enum Benchmarks {
    static func main() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        var models = [root.appending(path: "Models/Hospital.xcdatamodeld/Hospital.xcdatamodel/contents")]
        let largestModel = LargestPublicModel.contents(besideRepository: root)
        if let largest = largestModel {
            models.append(largest)
        } else {
            print("benchmarks: skipped: the largest public model; the folder ../shared/corpus is missing\n")
        }
        models += CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
        print("| work | model | bytes | time | peer: libxml2 parses it | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|")
        for url in models {
            let bytes = [UInt8](try Data(contentsOf: url))
            let name = url.deletingLastPathComponent().deletingPathExtension().lastPathComponent
            row("read", name, bytes, bar: 4) {
                var diagnostics: [Diagnostic] = []
                _ = XCDataModelReader().read(bytes, named: name, into: &diagnostics)
            }
            var diagnostics: [Diagnostic] = []
            guard let document = XCDataModelReader().read(bytes, named: name, into: &diagnostics) else { continue }
            row("validate", name, bytes, bar: nil) {
                var findings: [Diagnostic] = []
                ModelValidator().validate(document.model, into: &findings)
            }
        }
        try measureTool(largestModel)
    }

    /// Measures the tool itself, where its path is given.
    private static func measureTool(_ largestModel: URL?) throws {
        guard let tool = ProcessInfo.processInfo.environment["MODELGEN"] else { return }
        let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try GenerateBenchmarks(tool: tool, folder: folder).printTable(largestModel: largestModel)
    }

    private static func row(_ work: String, _ model: String, _ bytes: [UInt8], bar: Double?, _ body: () -> Void) {
        let measurement = Measurement(work: body) { _ = Peer.parse(bytes) }
        func milliseconds(_ seconds: Double) -> String { String(format: "%.2f ms", seconds * 1000) }
        let verdict = bar.map { measurement.ratio <= $0 ? "ok" : "MISS" } ?? ""
        let columns = [
            work, model, String(bytes.count), milliseconds(measurement.seconds), milliseconds(measurement.peerSeconds),
            String(format: "%.2f ×", measurement.ratio), bar.map { String(format: "≤ %.0f ×", $0) } ?? "", verdict,
        ]
        print("| \(columns.joined(separator: " | ")) |")
    }
}
