/// Finds the name that the user probably meant.
public enum NearestName {
    /// Returns the candidate that is closest to a name; nil if none is close enough to be a typing error.
    ///
    /// The comparison ignores case. At most a third of the letters can differ. If several candidates are equally close,
    /// the method returns the first one in sorted order.
    public static func to(_ name: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased())
        let allowed = max(1, letters.count / 3)
        var best: (distance: Int, name: String)?
        for candidate in candidates where candidate != name && abs(candidate.count - letters.count) <= allowed {
            let distance = distance(letters, Array(candidate.lowercased()))
            guard distance <= allowed else { continue }
            if let best, (best.distance, best.name) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        return best?.name
    }

    /// Returns the question `did you mean 'x'?` with the closest candidate; nil if none is close enough.
    public static func question(for name: String, among candidates: some Sequence<String>) -> String? {
        to(name, among: candidates).map { "did you mean '\($0)'?" }
    }

    /// Returns the question, or a list of all candidates if none is close enough.
    public static func hint(for name: String, among candidates: [String]) -> String {
        question(for: name, among: candidates) ?? "use one of \(candidates.joined(separator: ", "))"
    }

    /// The number of letters to insert, remove, or replace, or of adjacent letters to swap (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, leftLetter) in left.enumerated() {
            var current = [row + 1]
            for (column, rightLetter) in right.enumerated() {
                let replaced = previous[column] + (leftLetter == rightLetter ? 0 : 1)
                var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, leftLetter == right[column - 1], left[row - 1] == rightLetter {
                    least = min(least, beforePrevious[column - 1] + 1)
                }
                current.append(least)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
