import SwiftNames

/// The branches of `#if` in a source, as a compiler on Linux with the module `CoreData` of this package sees them.
struct SwiftConditions {
    /// For each token, whether it can be read.
    private(set) var isActive: [Bool]
    /// For each token, whether it is a part of a directive.
    private(set) var isInDirective: [Bool]
    /// For each token, the number of the innermost branch that contains it; 0 outside of all.
    private(set) var branches: [Int]

    private struct Branch {
        var number: Int
        /// Whether the code around the `#if` can be read.
        var isActiveAround: Bool
        /// Whether a branch before this one is always read.
        var isDecided: Bool
        var isActive: Bool
    }

    init(_ tokens: [SwiftToken], _ bytes: [UInt8]) {
        isActive = Array(repeating: true, count: tokens.count)
        isInDirective = Array(repeating: false, count: tokens.count)
        branches = Array(repeating: 0, count: tokens.count)
        var open: [Branch] = []
        var count = 0
        var index = 0
        while index < tokens.count {
            let isActiveNow = open.last?.isActive ?? true
            isActive[index] = isActiveNow
            branches[index] = open.last?.number ?? 0
            guard tokens[index].kind == .directive else {
                index += 1
                continue
            }
            let end = Self.end(ofDirective: index, tokens, bytes)
            let condition = (index + 1)..<end
            switch String(decoding: bytes[tokens[index].range], as: UTF8.self) {
            case "#if":
                let value = SwiftCondition(tokens[condition], bytes).value
                count += 1
                open.append(
                    Branch(
                        number: count, isActiveAround: isActiveNow, isDecided: value == true,
                        isActive: isActiveNow && value != false))
            case "#elseif":
                guard var branch = open.popLast() else { break }
                count += 1
                branch.number = count
                let value = SwiftCondition(tokens[condition], bytes).value
                branch.isActive = branch.isActiveAround && !branch.isDecided && value != false
                branch.isDecided = branch.isDecided || value == true
                open.append(branch)
            case "#else":
                guard var branch = open.popLast() else { break }
                count += 1
                branch.number = count
                branch.isActive = branch.isActiveAround && !branch.isDecided
                open.append(branch)
            case "#endif": _ = open.popLast()
            default:
                // An expression, such as #keyPath.
                index += 1
                continue
            }
            for part in index..<end {
                isInDirective[part] = true
                isActive[part] = isActiveNow
            }
            index = end
        }
    }

    /// The index after the last token of a directive, which ends with its line.
    private static func end(ofDirective index: Int, _ tokens: [SwiftToken], _ bytes: [UInt8]) -> Int {
        var end = index + 1
        while end < tokens.count,
            !bytes[tokens[end - 1].range.upperBound..<tokens[end].range.lowerBound].contains(.lineFeed)
        {
            end += 1
        }
        return end
    }
}

/// A condition of `#if`, and whether it is true on Linux.
struct SwiftCondition {
    /// The value; nil if it depends on more than the platform.
    private(set) var value: Bool?
    private let words: [String]

    /// Reads the tokens of a condition.
    init(_ tokens: ArraySlice<SwiftToken>, _ bytes: [UInt8]) {
        words = tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        var index = 0
        // Conditions are read by recursion, so their depth is limited.
        guard words.count < 200 else { return }
        value = readAlternatives(&index)
        if index < words.count { value = nil }
    }

    private func readAlternatives(_ index: inout Int) -> Bool? {
        var value = readAll(&index)
        while take("|", "|", &index) {
            let other = readAll(&index)
            value = value == true || other == true ? true : value == false && other == false ? false : nil
        }
        return value
    }

    private func readAll(_ index: inout Int) -> Bool? {
        var value = readOne(&index)
        while take("&", "&", &index) {
            let other = readOne(&index)
            value = value == false || other == false ? false : value == true && other == true ? true : nil
        }
        return value
    }

    private func take(_ first: String, _ second: String, _ index: inout Int) -> Bool {
        guard index + 1 < words.count, words[index] == first, words[index + 1] == second else { return false }
        index += 2
        return true
    }

    private func readOne(_ index: inout Int) -> Bool? {
        guard index < words.count else { return nil }
        let word = words[index]
        index += 1
        switch word {
        case "!": return readOne(&index).map { !$0 }
        case "(":
            let value = readAlternatives(&index)
            if index < words.count, words[index] == ")" { index += 1 } else { index = words.count + 1 }
            return value
        case "true": return true
        case "false": return false
        default:
            guard index < words.count, words[index] == "(", let end = words[index...].firstIndex(of: ")") else {
                return nil
            }
            let arguments = words[(index + 1)..<end]
            index = end + 1
            return Self.value(of: word, arguments)
        }
    }

    private static func value(of function: String, _ arguments: ArraySlice<String>) -> Bool? {
        guard let name = arguments.first else { return nil }
        switch function {
        case "os", "platform": return name == "Linux"
        case "canImport": return AppleModule.isMissing(name) ? false : linuxModules.contains(name) ? true : nil
        case "targetEnvironment": return false
        case "_runtime": return name == "_Native"
        default: return nil
        }
    }

    private static let linuxModules: Set<String> = [
        "Foundation", "CoreData", "Dispatch", "Glibc", "FoundationNetworking", "FoundationXML", "XCTest", "Testing",
        "Swift", "Synchronization", "FoundationEssentials", "RegexBuilder",
    ]
}
