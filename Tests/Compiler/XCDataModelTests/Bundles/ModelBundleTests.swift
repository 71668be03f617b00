import Foundation
import ModelDiagnostics
import TestSupport
import Testing
import XCDataModel

struct ModelBundleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func addVersion(_ name: String, of bundle: String = "Shop.xcdatamodeld") throws {
        try folder.write(.model(containing: ""), to: "\(bundle)/\(name).xcdatamodel/contents")
    }

    private func setCurrentVersion(_ list: String) throws {
        try folder.write(list, to: "Shop.xcdatamodeld/.xccurrentversion")
    }

    private func propertyList(_ dictionary: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(dictionary)
        </plist>
        """
    }

    private func open(_ path: String = "Shop.xcdatamodeld") -> (bundle: ModelBundle?, diagnostics: [LocatedDiagnostic])
    {
        var diagnostics: [LocatedDiagnostic] = []
        return (ModelBundle.open(folder.path(path), into: &diagnostics), diagnostics)
    }

    private func expectSound(
        _ path: String, current: String, model: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (bundle, diagnostics) = open(path)
        #expect(diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
        #expect(bundle?.currentVersion.versionName == current, sourceLocation: sourceLocation)
        #expect(bundle?.currentVersion.modelName == model, sourceLocation: sourceLocation)
        let exists = bundle.map { FileManager.default.fileExists(atPath: $0.currentVersion.contentsPath) }
        #expect(exists == true, sourceLocation: sourceLocation)
    }

    private func expectError(
        _ code: Diagnostic.Code, at place: String = "Shop.xcdatamodeld", opening path: String = "Shop.xcdatamodeld",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (bundle, diagnostics) = open(path)
        #expect(bundle == nil, sourceLocation: sourceLocation)
        #expect(diagnostics.map(\.code) == [code], sourceLocation: sourceLocation)
        #expect(diagnostics.map(\.severity) == [.error], sourceLocation: sourceLocation)
        let file = diagnostics.first.map { URL(filePath: $0.position.file).standardizedFileURL.path }
        #expect(
            file == URL(filePath: folder.path(place)).standardizedFileURL.path, sourceLocation: sourceLocation)
    }

    // MARK: Shapes

    @Test("The order of versions is the same, whatever the order of entries in a folder")
    func orderOfVersions() {
        let names = ["S", "S 1", "S 01", "S 2", "S 10", "s", "s 2"]
        let sorted = ["S", "s", "S 01", "S 1", "S 2", "s 2", "S 10"]
        #expect(VersionOrder.sorted(names, by: \.self) == sorted)
        #expect(VersionOrder.sorted(names.reversed(), by: \.self) == sorted)
    }

    @Test("MOD-24 the only version is current") func onlyVersionIsCurrent() throws {
        try addVersion("Shop")
        expectSound("Shop.xcdatamodeld", current: "Shop", model: "Shop")
    }

    @Test("MOD-24 the version that the bundle names is current") func namedVersionIsCurrent() throws {
        for name in ["Shop", "Shop 2", "v1.0 Beta 4", "Shop 10"] { try addVersion(name) }
        try setCurrentVersion(
            propertyList("<dict>\n<key>_XCCurrentVersionName</key>\n<string>v1.0 Beta 4.xcdatamodel</string>\n</dict>"))
        expectSound("Shop.xcdatamodeld", current: "v1.0 Beta 4", model: "Shop")
        #expect(open().bundle?.versions.map(\.versionName) == ["Shop", "Shop 2", "Shop 10", "v1.0 Beta 4"])
    }

    @Test("A path to a bundle can end with a slash")
    func trailingSlashIsFine() throws {
        try addVersion("Shop")
        expectSound("Shop.xcdatamodeld/", current: "Shop", model: "Shop")
    }

    @Test("A version outside a bundle is a model")
    func bareVersionIsAModel() throws {
        try folder.write(.model(containing: ""), to: "Old Shop.xcdatamodel/contents")
        expectSound("Old Shop.xcdatamodel", current: "Old Shop", model: "Old Shop")
    }

    @Test("A contents file is a model")
    func contentsFileIsAModel() throws {
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodel/contents")
        expectSound("Shop.xcdatamodel/contents", current: "Shop", model: "Shop")
        try folder.write(.model(containing: ""), to: "Other.xml")
        expectSound("Other.xml", current: "Other", model: "Other")
    }

    @Test("A symbolic link to a bundle is followed")
    func linkToABundleIsFollowed() throws {
        try addVersion("Shop")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Link.xcdatamodeld"), withDestinationPath: folder.path("Shop.xcdatamodeld"))
        expectSound("Link.xcdatamodeld", current: "Shop", model: "Link")
    }

    // MARK: The current version

    @Test("An empty property list is accepted if there is one version")
    func emptyListIsFineForOneVersion() throws {
        try addVersion("Shop")
        try setCurrentVersion(propertyList("<dict/>"))
        expectSound("Shop.xcdatamodeld", current: "Shop", model: "Shop")
        try setCurrentVersion(propertyList("<dict><key>other</key><string>x</string></dict>"))
        expectSound("Shop.xcdatamodeld", current: "Shop", model: "Shop")
    }

    @Test("Of several versions without a current one, the first is used with a warning")
    func missingCurrentVersion() throws {
        try addVersion("Shop")
        try addVersion("Shop 2")
        for list in [nil, propertyList("<dict/>")] {
            if let list { try setCurrentVersion(list) }
            let (bundle, diagnostics) = open()
            #expect(bundle?.currentVersion.versionName == "Shop")
            #expect(bundle?.versions.count == 2)
            #expect(diagnostics.map(\.severity) == [.warning])
            #expect(diagnostics.map(\.code) == ["current-version-missing"])
        }
    }

    @Test("A current version that does not exist is an error")
    func danglingCurrentVersionIsAnError() throws {
        try addVersion("Shop")
        for name in ["Shop 2.xcdatamodel", "Shop", "", "../Shop.xcdatamodeld/Shop.xcdatamodel"] {
            try setCurrentVersion(propertyList("<dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict>"))
            expectError("current-version-unknown", at: "Shop.xcdatamodeld/.xccurrentversion")
        }
    }

    @Test(
        "A malformed property list is an error",
        arguments: [
            "", "<plist>", "not a list", "bplist00\u{0}", "<!DOCTYPE plist [<!ENTITY x 'y'>]><plist/>",
            "<!DOCTYPE plist [<!NOTATION n SYSTEM 'n'>]><plist/>", "<!DOCTYPE plist [%x;]><plist>&y;</plist>",
            "<!DOCTYPE plist [<!ENTITY x SYSTEM 'y' NDATA z>]><plist/>",
            "<!DOCTYPE plist [<!ATTLIST plist a (b|c) 'b'>]><plist/>",
            "<!DOCTYPE plist [<!ELEMENT plist ANY>]><plist/>",
        ])
    func malformedListIsAnError(_ text: String) throws {
        try addVersion("Shop")
        try setCurrentVersion(text)
        expectError("current-version-unknown", at: "Shop.xcdatamodeld/.xccurrentversion")
    }

    @Test("A property list without a dictionary is ignored")
    func listWithoutADictionarySaysNothing() throws {
        try addVersion("Shop")
        try setCurrentVersion("<plist/>")
        expectSound("Shop.xcdatamodeld", current: "Shop", model: "Shop")
    }

    // MARK: What is no model

    @Test("A missing path is an error")
    func missingPathIsAnError() {
        expectError("file-missing", at: "No.xcdatamodeld", opening: "No.xcdatamodeld")
        expectError("file-missing", at: "No.xcdatamodel/contents", opening: "No.xcdatamodel/contents")
    }

    @Test("A folder that is not a model is an error")
    func otherFoldersAreErrors() throws {
        try folder.createFolder("Shop")
        expectError("model-missing", at: "Shop", opening: "Shop")
    }

    @Test("A bundle without versions is an error")
    func bundleWithoutVersionsIsAnError() throws {
        try folder.createFolder("Shop.xcdatamodeld")
        expectError("model-missing")
    }

    @Test("A version without a contents file is an error")
    func versionWithoutContentsIsAnError() throws {
        try folder.createFolder("Shop.xcdatamodeld/Shop.xcdatamodel")
        expectError("model-missing", at: "Shop.xcdatamodeld/Shop.xcdatamodel")
        try folder.createFolder("Bare.xcdatamodel")
        expectError("model-missing", at: "Bare.xcdatamodel", opening: "Bare.xcdatamodel")
    }

    @Test("A version in the binary format is an error")
    func binaryVersionIsAnError() throws {
        try folder.write("bplist00", to: "Shop.xcdatamodeld/Shop.xcdatamodel/elements")
        try folder.write("bplist00", to: "Shop.xcdatamodeld/Shop.xcdatamodel/layout")
        expectError("model-binary-format", at: "Shop.xcdatamodeld/Shop.xcdatamodel")
    }

    @Test("A binary version that is not current is skipped with a warning")
    func binaryOldVersion() throws {
        try folder.write("bplist00", to: "Shop.xcdatamodeld/Shop.xcdatamodel/elements")
        try addVersion("Shop 2")
        try setCurrentVersion(
            propertyList("<dict><key>_XCCurrentVersionName</key><string>Shop 2.xcdatamodel</string></dict>"))
        let (bundle, diagnostics) = open()
        #expect(bundle?.versions.map(\.versionName) == ["Shop 2"])
        #expect(diagnostics.map(\.severity) == [.warning])
        #expect(diagnostics.map(\.code) == ["model-binary-format"])
    }

    @Test("Symbolic links that form a loop are errors")
    func foldersThatLoopAreErrors() throws {
        try folder.createFolder("Shop.xcdatamodeld")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Shop.xcdatamodeld/Shop.xcdatamodel"), withDestinationPath: "..")
        expectError("model-missing", at: "Shop.xcdatamodeld/Shop.xcdatamodel")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Loop.xcdatamodeld"), withDestinationPath: "Loop.xcdatamodeld")
        expectError("file-unreadable", at: "Loop.xcdatamodeld", opening: "Loop.xcdatamodeld")
    }

    #if os(Linux)
        @Test("A model below a folder whose name is not UTF-8 is a warning, and other such names are ignored")
        func nameThatIsNotUTF8() throws {
            try addVersion("Shop")
            let paths = ["ad.xcdatamodeld", "ad"].map { name in
                let bytes = Array((folder.path("") + "/").utf8) + [0xFF] + Array(name.utf8) + [0]
                return bytes.map(CChar.init(bitPattern:))
            }
            for path in paths { try #require(mkdir(path, 0o755) == 0) }
            defer { for path in paths { rmdir(path) } }
            var diagnostics: [LocatedDiagnostic] = []
            let found = ModelBundle.paths(below: folder.path(""), into: &diagnostics)
            #expect(found.map { URL(filePath: $0).lastPathComponent } == ["Shop.xcdatamodeld"])
            #expect(diagnostics.map(\.severity) == [.warning])
            #expect(
                diagnostics.map(\.message) == ["the name '\u{FFFD}ad.xcdatamodeld' is not UTF-8, so it is skipped"])
        }
    #endif
}
