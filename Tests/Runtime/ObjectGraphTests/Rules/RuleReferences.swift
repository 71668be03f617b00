import Foundation
import TestSupport

/// Where sources and tests refer to rules by number.
enum RuleReferences {
    /// What looks like a rule's number and is none: encodings, digests and a code in sample data.
    private static let otherNames: Set = ["ABC", "ISO", "SHA", "UTF"]

    /// The numbers in all Swift sources, each with the first file that has it.
    static func all() throws -> [String: String] {
        var references: [String: String] = [:]
        for parent in ["Sources", "Plugins", "Tests"] {
            let folder = SourceTree.folder(parent)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
            where path.hasSuffix(".swift") && !path.contains(".build/") && !path.hasSuffix("RuleTableTests.swift") {
                let contents = try Data(contentsOf: folder.appending(path: path))
                for number in numbers(in: [UInt8](contents)) where references[number] == nil {
                    references[number] = "\(parent)/\(path)"
                }
            }
        }
        return references
    }

    /// The rules' numbers in a text: two to four capitals, a hyphen and digits, with no letter or digit around them.
    ///
    /// By bytes, as a regular expression takes seconds for all sources.
    static func numbers(in text: [UInt8]) -> [String] {
        let hyphen = UInt8(ascii: "-")
        var numbers: [String] = []
        for place in text.indices where text[place] == hyphen {
            var start = place
            while start > 0, isCapital(text[start - 1]) { start -= 1 }
            var end = place + 1
            while end < text.count, isDigit(text[end]) { end += 1 }
            guard (2...4).contains(place - start), end > place + 1, start == 0 || !isPartOfName(text[start - 1]),
                end == text.count || !isPartOfName(text[end])
            else { continue }
            guard !otherNames.contains(String(decoding: text[start..<place], as: UTF8.self)) else { continue }
            numbers.append(String(decoding: text[start..<end], as: UTF8.self))
        }
        return numbers
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        isCapital(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
