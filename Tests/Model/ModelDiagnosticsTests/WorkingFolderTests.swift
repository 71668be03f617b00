import ModelDiagnostics
import Testing

@Suite struct WorkingFolderTests {
    private let folder = WorkingFolder(path: "/code/shop/")

    @Test func theEndHasNoSlash() {
        #expect(folder.path == "/code/shop")
        #expect(WorkingFolder(path: "/").path == "/")
    }

    @Test(arguments: [
        ("/code/shop/a/b", "a/b"), ("/code/shopping/a", "/code/shopping/a"), ("/code/shop", "/code/shop"),
        ("/elsewhere", "/elsewhere"), ("a/b", "a/b"),
    ])
    func shortensWhatLiesBelow(_ path: String, _ expected: String) {
        #expect(folder.shortened(path) == expected)
    }

    @Test(arguments: [
        ("/code/shop/a/b", "a/b"), ("/code/shopping/a", "../shopping/a"), ("/code/shop", "."), ("/code", ".."),
        ("/elsewhere", "../../elsewhere"), ("a/b", "a/b"),
    ])
    func leadsOutOfTheFolder(_ path: String, _ expected: String) {
        #expect(folder.relative(path) == expected)
    }
}
