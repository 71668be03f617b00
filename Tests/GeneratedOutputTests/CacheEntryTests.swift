import GeneratedOutput
import TestSupport
import Testing

@Suite struct CacheEntryTests {
    private let entry = GenerationCache.Entry(
        files: [OutputFile(name: "A b.swift", hash: ContentHash(of: "a"))],
        humanFiles: [OutputFile(name: "H.swift", hash: ContentHash(of: "h"))])

    @Test func whatIsRememberedIsFound() throws {
        let folder = try TemporaryFolder()
        let cache = GenerationCache(folder: folder.path("Deep/Cache"), toolIdentity: "1")
        let inputs = ContentHash(of: "inputs")
        #expect(cache.entry(at: "place", for: inputs) == nil)
        cache.remember(entry, at: "place", for: inputs)
        #expect(cache.entry(at: "place", for: inputs) == entry)
        #expect(cache.entry(at: "place", for: ContentHash(of: "others")) == nil)
        #expect(cache.entry(at: "elsewhere", for: inputs) == nil)
    }
}
