/// Which of many diagnostics people get to read: the first of each kind, so that no kind buries the others.
struct ShownDiagnostics {
    /// Sorted.
    private(set) var diagnostics: [LocatedDiagnostic] = []
    /// What is said of the rest, a line for each code that has one, by code.
    let remarks: [String]

    /// - Parameter limit: How many of one code are shown; nil for all.
    init(_ all: [LocatedDiagnostic], limit: Int?) {
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
