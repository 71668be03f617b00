import Foundation
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing
import XCDataModel

@Suite struct AttributeClassesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (version, name) in [("A", "First"), ("B", "Second")] {
            let attribute =
                #"<attribute name="a" attributeType="Transformable" customClassName="\#(name)" optional="YES"/>"#
            try folder.write(
                .model(containing: "<entity name=\"E\">\n\(attribute)\n</entity>"),
                to: "Shop.xcdatamodeld/\(version).xcdatamodel/contents")
        }
    }

    private func replaced(_ names: [String]) -> [ProjectConfiguration.ReplacedClass] {
        names.map { ProjectConfiguration.ReplacedClass(name: $0, anchor: .file) }
    }

    @Test("Each version is read as often for many classes as for one")
    func readsOnce() {
        var counts: [String: Int] = [:]
        func unused(_ names: [String]) -> (names: [String], counts: [String: Int]) {
            counts = [:]
            var classes = AttributeClasses { source in
                counts[source.versionName, default: 0] += 1
                return ModelFile(onDisk: source)
            }
            let found = classes.unused(of: replaced(names), inModelsAt: [folder.path("Shop.xcdatamodeld")])
            for unused in found { #expect(unused.known == ["First", "Second"]) }
            return (found.map(\.replaced.name), counts)
        }
        #expect(unused(["First", "Second"]) == ([], ["A": 1, "B": 1]))
        let one = unused(["Third"])
        let many = unused(["First"] + (0..<20).map { "Other\($0)" })
        #expect(one.names == ["Third"])
        #expect(many.names.count == 20)
        #expect(one.counts == ["A": 2, "B": 2], "the text once, and the model once")
        #expect(many.counts == one.counts)
    }

    @Test("A class of a single model is looked for in that model only")
    func singleModels() throws {
        try folder.write(.model(containing: #"<entity name="E"/>"#), to: "Other.xcdatamodel/contents")
        let paths = [folder.path("Shop.xcdatamodeld"), folder.path("Other.xcdatamodel")]
        var first = replaced(["First"])[0]
        var classes = AttributeClasses()
        #expect(classes.unused(of: [first], inModelsAt: paths).isEmpty)
        first.modelPath = paths[1]
        #expect(classes.unused(of: [first], inModelsAt: paths).map(\.replaced.name) == ["First"])
        first.modelPath = folder.path("Elsewhere")
        #expect(classes.unused(of: [first], inModelsAt: paths).isEmpty)
        try folder.write("<model", to: "Other.xcdatamodel/contents")
        classes = AttributeClasses()
        #expect(classes.unused(of: replaced(["Third"]), inModelsAt: paths).isEmpty, "the check reports the model")
    }
}
