import ModelDiagnostics
import Testing

@Suite struct WorkingFolderTests {
    private let folder = WorkingFolder(path: "/work/shop/")

    @Test func theEndHasNoSlash() {
        #expect(folder.path == "/work/shop")
        #expect(WorkingFolder(path: "/").path == "/")
    }

    @Test(arguments: [
        ("/work/shop/a/b", "a/b"), ("/work/shopping/a", "/work/shopping/a"), ("/work/shop", "/work/shop"),
        ("/elsewhere", "/elsewhere"), ("a/b", "a/b"),
    ])
    func shortensWhatLiesBelow(_ path: String, _ expected: String) {
        #expect(folder.shortened(path) == expected)
    }

    @Test(arguments: [
        ("/work/shop/a/b", "a/b"), ("/work/shopping/a", "../shopping/a"), ("/work/shop", "."), ("/work", ".."),
        ("/elsewhere", "../../elsewhere"), ("a/b", "a/b"),
    ])
    func leadsOutOfTheFolder(_ path: String, _ expected: String) {
        #expect(folder.relative(path) == expected)
    }
}
