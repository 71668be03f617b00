import Foundation
import GeneratedOutput
import TestSupport
import Testing

@Suite struct UnifiedDifferenceTests {
    private func difference(_ old: String?, _ new: String?, path: String = "A.swift") -> String {
        UnifiedDifference(from: old.map { Array($0.utf8) }, to: new.map { Array($0.utf8) }, path: path).description
    }

    private func lines(_ numbers: ClosedRange<Int>) -> String { numbers.map { "\($0)\n" }.joined() }

    @Test("Equal texts have no difference")
    func equalTextsHaveNone() {
        #expect(difference("a\n", "a\n") == "")
        #expect(difference(nil, nil) == "")
    }

    @Test("Changes have three lines of context")
    func changesStandBetweenThreeLinesOfBoth() {
        let old = lines(1...20)
        let new = old.replacingOccurrences(of: "5\n6\n", with: "five\n6\n").replacingOccurrences(of: "18\n", with: "")
        #expect(
            difference(old, new) == """
                --- a/A.swift
                +++ b/A.swift
                @@ -2,7 +2,7 @@
                 2
                 3
                 4
                -5
                +five
                 6
                 7
                 8
                @@ -15,6 +15,5 @@
                 15
                 16
                 17
                -18
                 19
                 20

                """)
    }

    @Test("New and removed files are compared with `/dev/null`")
    func newAndRemovedFiles() {
        #expect(difference(nil, "a\n") == "--- /dev/null\n+++ b/A.swift\n@@ -0,0 +1 @@\n+a\n")
        #expect(difference("a\nb\n", nil) == "--- a/A.swift\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n")
    }

    @Test("A missing line feed at the end is noted")
    func aMissingLineFeedIsSaid() {
        #expect(
            difference("a", "a\n")
                == "--- a/A.swift\n+++ b/A.swift\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
    }

    /// To Swift these are equal texts.
    @Test("Texts are compared by their bytes")
    func bytesAreCompared() {
        #expect(difference("e\u{301}\n", "\u{E9}\n") != "")
        #expect(difference("a\r\n", "a\n") == "--- a/A.swift\n+++ b/A.swift\n@@ -1 +1 @@\n-a\r\n+a\n")
    }

    @Test("A file name with a line feed is quoted")
    func aNameCannotEndItsLine() {
        #expect(difference("a\n", nil, path: "a\nb\"").hasPrefix(#"--- "a/a\nb\"""# + "\n"))
    }

    @Test("Applying the difference of random texts gives the new text, with the fewest changes")
    func randomTextsComeOutOfTheirDifference() throws {
        var random = SplitMix.seeded()
        for _ in 0..<300 {
            let old = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
            var new = old
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let place = Int.random(in: 0...new.count, using: &random)
                if Bool.random(using: &random), place < new.count {
                    new.remove(at: place)
                } else {
                    new.insert(Int.random(in: 0...6, using: &random), at: place)
                }
            }
            let (oldText, newText) = (old.map { "\($0)\n" }.joined(), new.map { "\($0)\n" }.joined())
            let text = difference(oldText, newText)
            try #require(patched(oldText, with: text) == newText, "seed \(random.seed)")
            // The shortest one possible: what is kept is the longest common subsequence.
            let changed = text.split(separator: "\n").dropFirst(2).count { $0.first == "+" || $0.first == "-" }
            try #require(changed == old.count + new.count - 2 * commonCount(old, new), "seed \(random.seed)")
        }
    }

    @Test("Large texts with no common lines are compared quickly")
    func largeTextsWithNothingInCommonAreQuick() {
        let old = (0..<30_000).map { "a\($0)\n" }.joined()
        let new = (0..<30_000).map { "b\($0)\n" }.joined()
        #expect(patched(old, with: difference(old, new)) == new)
    }

    /// What `patch` makes of a text.
    private func patched(_ old: String, with difference: String) -> String {
        guard !difference.isEmpty else { return old }
        let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        var result: [Substring] = []
        var next = 0
        for line in difference.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast() {
            if let match = line.prefixMatch(of: /@@ -(\d+)(,0)?/), let start = Int(match.1) {
                let place = match.2 == nil ? start - 1 : start
                result += oldLines[next..<place]
                next = place
            } else if line.first == "+" {
                result.append(line.dropFirst())
            } else {
                if line.first == " " { result.append(line.dropFirst()) }
                next += 1
            }
        }
        return (result + oldLines[next...]).map { $0 + "\n" }.joined()
    }

    private func commonCount(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for left in old {
            var diagonal = 0
            for (index, right) in new.enumerated() {
                let above = row[index + 1]
                row[index + 1] = left == right ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }
}
