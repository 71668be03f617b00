/// Finds the name that the user probably meant.
///
/// ```swift
/// let name = NearestName.to("Bok", among: ["Author", "Book"])  // Book
/// let hint = NearestName.hint(for: "Bok", among: ["Author", "Book"])  // did you mean 'Book'?
/// ```
public enum NearestName {
    /// Returns the candidate that is closest to a name; nil if none is close enough to be a typing error.
    ///
    /// The comparison ignores case. At most a third of the letters can differ. If several candidates are equally close,
    /// the method returns the first one in sorted order. If there is none, the result is the first candidate that the
    /// name abbreviates, such as `Integer 64` for `Int64`.
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
        return best?.name ?? candidates.filter { abbreviates(letters, Array($0.lowercased())) }.min()
    }

    /// Returns the question `did you mean 'x'?` with the closest candidate; nil if none is close enough.
    public static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        to(name, among: candidates).map { "did you mean '\($0)'?" }
    }

    /// Returns the suggestion, or a list of all candidates if none is close enough.
    public static func hint(for name: String, among candidates: [String]) -> String {
        suggestion(for: name, among: candidates) ?? "use one of \(candidates.joined(separator: ", "))"
    }

    /// Whether a name is at least half of a longer one, in the same order from its first letter on.
    private static func abbreviates(_ name: [Character], _ whole: [Character]) -> Bool {
        guard name.count >= 3, name.count * 2 >= whole.count, name.first == whole.first else { return false }
        var rest = name[...]
        for letter in whole where letter == rest.first { rest.removeFirst() }
        return rest.isEmpty
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
