import Foundation
import XCDataModel

/// The files that generated code follows from, as they are at one moment. Two of them are equal while nothing has changed.
package struct WatchedFiles: Sendable, Equatable {
    private struct Stamp: Sendable, Equatable {
        var changed: Date?
        var sizeBytes: UInt64?
    }

    private var stamps: [String: Stamp] = [:]

    /// Looks at the models at paths, at the configurations that hold for them, and at other files and folders.
    ///
    /// - Parameters:
    ///   - models: Models, or folders to search.
    ///   - settings: Finds the configurations.
    ///   - others: Whatever else a change of counts, such as folders of templates.
    package init(models: [String], settings: ProjectSettings, others: [String]) {
        for path in models.flatMap(ModelBundle.paths(below:)) {
            addAll(at: path)
            if let configuration = settings.configurationPath(forModelAt: path) { add(configuration) }
        }
        for path in others { addAll(at: path) }
    }

    private mutating func addAll(at path: String) {
        add(path)
        let children = FileManager.default.enumerator(atPath: path)
        while let child = children?.nextObject() as? String { add(path + "/" + child) }
    }

    /// A file that is not there has an empty stamp, so that its coming is a change.
    private mutating func add(_ path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        stamps[path] = Stamp(
            changed: attributes?[.modificationDate] as? Date, sizeBytes: (attributes?[.size] as? NSNumber)?.uint64Value)
    }
}
