import CompiledModelWriting
import Foundation
import MappingModels
import ModelDiagnostics
import ModelExpressions
import ModelSchema
import TestSupport
import Testing
import XCDataModel

@testable import CompiledModels

/// Compiled models of public repositories, compared with what this project compiles from the same source.
@Suite(.enabled(if: CompiledPairs.isPresent, "\(CompiledPairs.absence)"))
struct ApplePairTests {
    @Test("A compiled model equals Apple's in every key and value, except where the golden says why")
    func pairs() throws {
        var report = ""
        for pair in try CompiledPairs.pairs(of: "mom") {
            let apple = try ArchiveGraph(Data(contentsOf: pair.compiled))
            let source = try readModel(String(contentsOf: pair.source, encoding: .utf8))
            let tools = try #require(CompilerTools(version: apple.toolsVersion))
            var writer = CompiledModelWriter(tools: tools)
            let archive = writer.archive(of: source)
            let bytes = try #require(archive, "\(pair.name): \(writer.findings)")
            let differences = try ArchiveGraph(Data(bytes)).differences(from: apple)
            report += pair.report(of: differences)
            guard differences.isEmpty else { continue }
            // The reader does not tell the two files apart.
            let read = try CompiledModel(archive: bytes, name: source.name)
            let readFromApple = try CompiledModel(
                archive: Array(Data(contentsOf: pair.compiled)), name: source.name)
            #expect(read.model == readFromApple.model, "\(pair.name)")
            #expect(read.model.entities == source.compiledForm.entities, "\(pair.name)")
            #expect(
                ModelLookup(read.model).coreDataVersionHashes == ModelLookup(source).coreDataVersionHashes,
                "\(pair.name)")
        }
        try expectGolden(report, at: "CompiledModels/Models.txt")
    }

    @Test("A compiled mapping model equals Apple's in every key and value, except where the golden says why")
    func mappingModels() throws {
        let models = try CompiledPairs.pairs(of: "mom").map { pair in
            (repository: pair.repository, model: try readModel(String(contentsOf: pair.source, encoding: .utf8)))
        }
        var report = ""
        for pair in try CompiledPairs.pairs(of: "cdm") {
            let archive = Array(try Data(contentsOf: pair.compiled))
            let apple = try MappingModel(archive: archive)
            // The versions that the mapping model was compiled for are those with its hashes.
            func version(ofSource isOfSource: Bool) -> Model? {
                models.first { candidate in
                    candidate.repository == pair.repository
                        && !apple.mismatches(from: candidate.model, to: candidate.model).contains {
                            $0.isSourceEntity == isOfSource
                        }
                }?.model
            }
            guard let old = version(ofSource: true), let new = version(ofSource: false) else {
                report += "\(pair.name): one of the versions is missing\n"
                continue
            }
            var diagnostics: [Diagnostic] = []
            let read = MappingModelReader().read(Array(try Data(contentsOf: pair.source)), into: &diagnostics)
            let source = try #require(read, "\(diagnostics)")
            var completion = MappingModelCompletion(from: old, to: new) { ModelExpression(archive: $0) }
            let completed = completion.mappingModel(of: source)
            let mappingModel = try #require(completed, "\(completion.findings)")
            var writer = CompiledMappingModelWriter()
            let written = writer.archive(of: mappingModel)
            let bytes = try #require(written, "\(writer.findings)")
            let differences = try ArchiveGraph(Data(bytes)).differences(from: ArchiveGraph(Data(archive)))
            report += pair.report(of: differences)
            #expect(mappingModel == apple, "\(pair.name)")
            #expect(try MappingModel(archive: bytes) == apple, "\(pair.name)")
            #expect(completion.findings.isEmpty && writer.findings.isEmpty, "\(completion.findings)")
        }
        try expectGolden(report, at: "CompiledModels/MappingModels.txt")
    }

    @Test("A list of versions equals Apple's in every key and value")
    func versionLists() throws {
        var sources: [String: [[String: CoreDataVersionHash]]] = [:]
        for pair in try CompiledPairs.pairs(of: "mom") {
            let model = try readModel(String(contentsOf: pair.source, encoding: .utf8))
            sources[pair.versionName, default: []].append(ModelLookup(model).coreDataVersionHashes)
        }
        var report = ""
        for file in try CompiledPairs.files(endingIn: "VersionInfo.plist") {
            let name = PublicStores.name(of: file)
            let apple = try BinaryPropertyList(Array(Data(contentsOf: file)))
            let list = try #require(PropertyListTable(apple))
            let versions = try #require(list.table(CompiledVersionList.Key.hashes))
            var hashes: [String: [String: CoreDataVersionHash]] = [:]
            var missing: [String] = []
            for version in versions.keys {
                let table = try #require(versions.table(version))
                let expected = Dictionary(
                    uniqueKeysWithValues: table.keys.map { ($0, table.bytes($0).flatMap(CoreDataVersionHash.init)) })
                let source = sources[version]?.first { $0.mapValues(Optional.some) == expected }
                if source == nil { missing.append(version) }
                hashes[version] = source ?? expected.compactMapValues(\.self)
            }
            let tools = CompilerTools(
                version: list.table(CompiledVersionList.Key.checksums) == nil ? "12.0" : "15.4")
            let bytes = CompiledVersionList.bytes(
                of: hashes, currentName: list.text(CompiledVersionList.Key.currentName), tools: try #require(tools))
            #expect(try BinaryPropertyList(bytes).description == apple.description, "\(name)")
            let note = missing.isEmpty ? "" : "; no source with these hashes: \(missing.joined(separator: ", "))"
            report += "\(name): equal\(note)\n"
        }
        try expectGolden(report, at: "CompiledModels/VersionLists.txt")
    }
}

/// A public compiled model and its source.
private struct CompiledPairs {
    let name: String
    let compiled: URL
    let source: URL

    /// Why pairs differ, by name.
    private static let reasons = [
        "alemar11__CoreDataPlus/af40941c__SampleModel.momd__SampleModel2.mom": """
        The source is of a later revision: Apple's file was compiled from an index in the form before Xcode 9, whose name
        consists of its columns.
        """
    ]

    /// The name of the compiled file, without its extension and what makes it unique.
    var versionName: String {
        let file = compiled.lastPathComponent.components(separatedBy: "__").last ?? ""
        return URL(filePath: file).deletingPathExtension().lastPathComponent
    }

    /// The name of the repository that both files are from.
    var repository: String { String(name.prefix { $0 != "/" }) }

    /// Why a test is skipped.
    static let absence =
        "the folder ../shared/compiled is missing; it contains compiled models of other projects, and is not published"

    static var folder: URL? {
        PublicStores.folder.map { $0.deletingLastPathComponent().appending(path: "compiled") }
    }
    static var isPresent: Bool {
        folder.map { FileManager.default.fileExists(atPath: $0.appending(path: "PAIRS.tsv").path) } ?? false
    }

    static func pairs(of kind: String) throws -> [CompiledPairs] {
        let folder = try #require(folder)
        let list = try String(contentsOf: folder.appending(path: "PAIRS.tsv"), encoding: .utf8)
        return list.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields[0] == kind else { return nil }
            return CompiledPairs(
                name: fields[2], compiled: folder.appending(path: fields[2]), source: folder.appending(path: fields[3]))
        }
    }

    static func files(endingIn ending: String) throws -> [URL] {
        let folder = try #require(folder)
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(ending) }.sorted().map { folder.appending(path: $0) }
    }

    /// A line for a pair that is equal; otherwise the reason and every difference.
    func report(of differences: [String]) -> String {
        guard !differences.isEmpty else { return "\(name): equal\n" }
        return "\(name): differs\n  \(Self.reasons[name]?.replacing("\n", with: "\n  ") ?? "no reason is known")\n"
            + differences.map { "  \($0)\n" }.joined()
    }
}

extension BinaryPropertyList {
    /// The nested values, with dictionaries sorted by key.
    fileprivate var description: String { description(of: root) }

    private func description(of number: Int) -> String {
        if let members = members(of: number) {
            let entries = members.sorted { $0.key < $1.key }.map { "\($0.key): \(description(of: $0.value))" }
            return "{\(entries.joined(separator: ", "))}"
        }
        return "\(nodes[number])"
    }
}

/// The objects of a keyed archive as lines that name each value by its path from the root.
private struct ArchiveGraph {
    private var lines: [String: String] = [:]
    private let list: BinaryPropertyList
    private var objects: [Int] = []
    private var seen: Set<Int> = []
    private(set) var toolsVersion = "12.0"

    init(_ data: Data) throws {
        list = try BinaryPropertyList(Array(data))
        let file = try #require(list.members(of: list.root))
        let all = try #require(file["$objects"])
        if case .array(let objects) = list.nodes[all] { self.objects = objects }
        let table = try #require(file["$top"])
        let top = try #require(list.members(of: table)?["root"])
        write(top, at: "")
        if let text = lines[".CDMCompilerXcodeVersion"], let number = Int(text.filter(\.isNumber)) {
            let parts = [number / 10_000, number / 100 % 100, number % 100]
            toolsVersion = (parts[2] == 0 ? parts.dropLast() : parts[...]).map(String.init).joined(separator: ".")
        }
    }

    func differences(from other: ArchiveGraph) -> [String] {
        Set(lines.keys).union(other.lines.keys).sorted().compactMap { path in
            guard lines[path] != other.lines[path] else { return nil }
            return "\(path): \(lines[path] ?? "missing") instead of \(other.lines[path] ?? "missing")"
        }
    }

    private func resolved(_ number: Int) -> Int {
        if case .reference(let index) = list.nodes[number], index > 0 { objects[index] } else { number }
    }

    private mutating func write(_ number: Int, at path: String) {
        let isInline = resolved(number) == number
        let number = resolved(number)
        guard let members = list.members(of: number) else {
            if case .array(let elements) = list.nodes[number] {
                for (place, element) in elements.enumerated() { write(element, at: "\(path)[\(place)]") }
                return
            }
            return lines[path] = "\(isInline ? "inline " : "")\(list.nodes[number])"
        }
        // An entity or property that is reached twice is compared once; later, by its name.
        guard seen.insert(number).inserted else {
            let name = (members["NSEntityName"] ?? members["NSPropertyName"]).map { list.nodes[resolved($0)] }
            return lines[path] = name.map { "\($0)" } ?? "an object that was met before"
        }
        defer {
            if members["NSEntityName"] == nil, members["NSPropertyName"] == nil, path != "" { seen.remove(number) }
        }
        if let archived = members["$class"].flatMap({ list.members(of: resolved($0)) }),
            let names = archived["$classes"], case .array(let numbers) = list.nodes[names]
        {
            lines[path] = numbers.map { "\(list.nodes[$0])" }.joined(separator: " < ")
        }
        if let keys = members["NS.keys"], case .array(let keys) = list.nodes[keys],
            let values = members["NS.objects"], case .array(let values) = list.nodes[values]
        {
            // The order of a dictionary has no meaning, but determines where an object is met first.
            let named = zip(keys, values).map { ("\(list.nodes[resolved($0)])", $1) }.sorted { $0.0 < $1.0 }
            for (name, value) in named { write(value, at: "\(path)/\(name)") }
            return
        }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) where key != "$class" {
            write(value, at: "\(path).\(key)")
        }
    }
}
