import FileAccess
import Foundation
package import ModelDiagnostics

/// A search of a folder and the folders in it, which reports what it cannot read instead of finding less.
///
/// The search is depth-first in the order of names. It skips hidden entries, and does not follow links, which can form
/// cycles.
package struct FolderSearch {
    /// The kind of an entry.
    package enum Kind {
        case folder, link, other
        /// The entry cannot be examined, because its folder can be listed but not searched.
        case unknown
    }

    /// What to do with an entry.
    package enum Step {
        /// Return its path, and do not search it.
        case include
        /// Ignore it.
        case skip
        /// Search it if it is a folder.
        case enter
    }

    private let subject: String
    private let hint: String
    private let maximumDepth: Int
    private let step: (_ name: String, _ kind: Kind) -> Step

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - subject: What the search is for, such as `models`, for its diagnostics.
    ///   - hint: The remedy for a folder that cannot be searched.
    ///   - maximumDepth: How many folders deep the search goes.
    ///   - step: Returns what to do with an entry. It should include an entry of unknown kind with a fitting name, so
    ///     that reading it reports the reason.
    package init(
        for subject: String, hint: String, maximumDepth: Int = .max,
        step: @escaping (_ name: String, _ kind: Kind) -> Step
    ) {
        self.subject = subject
        self.hint = hint
        self.maximumDepth = maximumDepth
        self.step = step
    }

    /// Returns the paths of the included entries below a folder.
    ///
    /// - Parameter diagnostics: Receives an error if the folder cannot be searched, and a warning for each folder in it
    ///   that cannot, and for each entry to include whose name is not UTF-8, because they would be overlooked.
    package func paths(below folder: String, into diagnostics: inout [LocatedDiagnostic]) -> [String] {
        paths(in: URL(filePath: folder), folder, depth: 0, into: &diagnostics)
    }

    private func paths(
        in folder: URL, _ path: String, depth: Int, into diagnostics: inout [LocatedDiagnostic]
    ) -> [String] {
        guard depth < maximumDepth else { return [] }
        func report(_ error: any Error) {
            var diagnostic = LocatedDiagnostic(.unsearchable(for: subject, error, hint: hint), file: path) { _ in nil }
            diagnostic.severity = depth == 0 ? .error : .warning
            diagnostics.append(diagnostic)
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            report(error)
            return []
        }
        var paths: [String] = []
        var isSearchable = true
        for name in names.filter({ !$0.hasPrefix(".") }).sorted() {
            let child = folder.appending(path: name, directoryHint: .notDirectory)
            let childPath = child.path(percentEncoded: false)
            // A list of names has this character for bytes that are not UTF-8.
            if name.contains("\u{FFFD}"), !FileReader.itemExists(at: childPath) {
                guard case .include = step(name, .unknown) else { continue }
                var diagnostic = LocatedDiagnostic(.unreadableName(name), file: path) { _ in nil }
                diagnostic.severity = .warning
                diagnostics.append(diagnostic)
                continue
            }
            let values = try? child.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
            // A folder that can be listed need not be searchable.
            let obstacle = values?.isDirectory == true ? nil : FileReader.obstacle(at: childPath)
            let kind: Kind =
                obstacle != nil
                ? .unknown : values?.isSymbolicLink == true ? .link : values?.isDirectory == true ? .folder : .other
            switch step(name, kind) {
            case .include: paths.append(childPath)
            case .skip: break
            case .enter:
                if kind == .folder {
                    paths += self.paths(in: child, childPath, depth: depth + 1, into: &diagnostics)
                } else if let obstacle, isSearchable {
                    isSearchable = false
                    report(obstacle)
                }
            }
        }
        return paths
    }
}
