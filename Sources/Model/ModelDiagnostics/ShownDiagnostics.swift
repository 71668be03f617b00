/// The diagnostics to show to people: the first of each kind, so no kind hides the others.
package struct ShownDiagnostics {
    /// The diagnostics, sorted.
    package private(set) var diagnostics: [LocatedDiagnostic] = []
    /// The summaries of the hidden diagnostics, with a line for each of their codes, by code.
    package let remarks: [String]

    /// - Parameter limit: The number of diagnostics of one code to show; nil for all.
    package init(_ all: [LocatedDiagnostic], limit: Int?) {
        let sorted = all.sorted()
        guard let limit, sorted.count > limit else {
            diagnostics = sorted
            remarks = []
            return
        }
        var counts: [Diagnostic.Code: Int] = [:]
        for diagnostic in sorted {
            let count = counts[diagnostic.code, default: 0] + 1
            counts[diagnostic.code] = count
            if count <= limit { diagnostics.append(diagnostic) }
        }
        remarks = counts.filter { $0.value > limit }.sorted { $0.key.rawValue < $1.key.rawValue }.map { code, count in
            "\(count - limit) more of \(code) are not shown; --all shows them"
        }
    }
}
