import ModelDiagnostics
import Testing

@Suite struct WorkingDirectoryTests {
    private let folder = WorkingDirectory(path: "/code/shop/")

    @Test("The path has no slash at the end")
    func theEndHasNoSlash() {
        #expect(folder.path == "/code/shop")
        #expect(WorkingDirectory(path: "/").path == "/")
    }

    @Test(
        "Paths inside the folder are shortened",
        arguments: [
            ("/code/shop/a/b", "a/b"), ("/code/shopping/a", "/code/shopping/a"), ("/code/shop", "/code/shop"),
            ("/elsewhere", "/elsewhere"), ("a/b", "a/b"),
        ])
    func shortensWhatLiesBelow(_ path: String, _ expected: String) {
        #expect(folder.shortenedPath(of: path) == expected)
    }

    @Test(
        "Relative paths can lead out of the folder",
        arguments: [
            ("/code/shop/a/b", "a/b"), ("/code/shopping/a", "../shopping/a"), ("/code/shop", "."), ("/code", ".."),
            ("/elsewhere", "../../elsewhere"), ("a/b", "a/b"),
        ])
    func leadsOutOfTheFolder(_ path: String, _ expected: String) {
        #expect(folder.relativePath(of: path) == expected)
    }
}
