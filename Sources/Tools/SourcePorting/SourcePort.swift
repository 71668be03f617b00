/// A source of a project, before and after porting.
package struct PortedSource: Sendable, Hashable {
    /// The path, as it is shown.
    package var path: String
    package var original: [UInt8]
    package var ported: [UInt8]
    /// The constructs in the original, in their order: those that porting changes, and those that are changed by hand.
    package var constructs: [PortedConstruct]
    /// The constructs that are left after porting, at their places in the ported source.
    package var remaining: [PortedConstruct]

    /// Whether porting changes the source.
    package var isChanged: Bool { original != ported }
}

/// Porting of Swift sources for Apple's frameworks to platforms without an Objective-C runtime.
///
/// The result compiles on Apple's platforms as before. Comments, strings, and code that only Apple's platforms compile
/// stay as they are, and so do line breaks and everything else that is not one of the constructs.
/// Porting the result changes nothing.
package enum SourcePort {
    private static var rules: [any PortingRule.Type] {
        [
            // What moves or is put in a condition as a whole comes first: an edit in it waits for the next round.
            ExtensionOverrideRule.self, AppleFrameworkRule.self, KeyPathRule.self, SelectorRule.self,
            ObjectiveCAttributeRule.self, InaccessiblePropertyRule.self, RequestCastRule.self, FoundationNameRule.self,
            RemainingRule.self,
        ]
    }

    /// The maximum number of rounds: the edits of one can uncover others, such as those in a method that moves.
    private static let maximumRoundCount = 8

    /// Ports sources of one project.
    ///
    /// - Parameters:
    ///   - sources: The paths and bytes of the sources. Bytes that are not UTF-8,
    ///     or can't be understood, are not changed.
    ///   - entityByClass: The entity of each class in the project's models.
    /// - Complexity: O(*n*) in the number of bytes.
    package static func port(
        _ sources: [(path: String, bytes: [UInt8])], entityByClass: [String: String] = [:]
    ) -> [PortedSource] {
        var files = sources.map { PortedProject.File($0.bytes) }
        var found = constructs(of: files, entityByClass)
        let originals = found.map(withoutCovered)
        for _ in 0..<maximumRoundCount {
            var edits = files.map { SourceEdits(byteCount: $0.source.bytes.count) }
            for construct in found.joined() where !construct.edits.isEmpty {
                guard construct.edits.allSatisfy({ edits[$0.file].accepts($0) }) else { continue }
                for edit in construct.edits { edits[edit.file].add(edit) }
            }
            let changed = files.indices.filter { !edits[$0].isEmpty }
            if changed.isEmpty { break }
            for index in changed {
                files[index] = PortedProject.File(edits[index].applied(to: files[index].source.bytes))
            }
            found = constructs(of: files, entityByClass)
        }
        return sources.indices.map { index in
            PortedSource(
                path: sources[index].path, original: sources[index].bytes, ported: files[index].source.bytes,
                constructs: originals[index].sorted { $0.offset < $1.offset },
                remaining: found[index].map(\.leftByHand).sorted { $0.offset < $1.offset })
        }
    }

    /// The constructs of each file, those of a rule together.
    private static func constructs(
        of files: [PortedProject.File], _ entityByClass: [String: String]
    ) -> [[PortedConstruct]] {
        var project = PortedProject(files, entityByClass: entityByClass)
        AppleFrameworkRule.addConditionalNames(to: &project)
        return files.indices.map { index in
            if let problem = unreadable(files[index].source) { return [problem] }
            return rules.flatMap { $0.constructs(in: index, of: project) }.map { construct in
                SourceEdit.exclude(construct.edits) ? construct.leftByHand : construct
            }
        }
    }

    /// The constructs without those in parts that go into a condition as a whole.
    private static func withoutCovered(_ constructs: [PortedConstruct]) -> [PortedConstruct] {
        let wholes = constructs.compactMap(\.whole).sorted { $0.lowerBound < $1.lowerBound }
        guard !wholes.isEmpty else { return constructs }
        // No two of them overlap.
        var result: [PortedConstruct] = []
        var next = 0
        for construct in constructs.sorted(by: { $0.offset < $1.offset }) {
            while next < wholes.count, wholes[next].upperBound <= construct.offset { next += 1 }
            let isCovered = next < wholes.count && wholes[next].contains(construct.offset)
            if !isCovered || construct.whole != nil { result.append(construct) }
        }
        return result
    }

    private static func unreadable(_ source: SwiftSource) -> PortedConstruct? {
        if String(validating: source.bytes, as: UTF8.self) == nil {
            var construct = PortedConstruct(
                .unreadable, at: 0, in: source, "the file is not UTF-8", hint: "convert it to UTF-8")
            (construct.line, construct.column) = (nil, nil)
            return construct
        }
        guard let problem = source.problem else { return nil }
        return PortedConstruct(
            .unreadable, at: problem.offset, in: source, "the file can't be understood: \(problem.reason)",
            hint: "correct the file")
    }
}
