import Foundation
import TestSupport
import Testing

/// The models of stores that Core Data has made, written as bundles.
@Suite(.enabled(if: PublicStores.isPresent, Comment(rawValue: PublicStores.absence)))
struct PublicStoreModelTests {
    private let tool = BuiltProduct("modelgen")

    @Test(
        "The model of a store that Core Data made is valid and opens the store",
        arguments: PublicStores.files(endingIn: ".sqlite", ".moody"))
    func areSoundAndFitTheStore(_ store: URL) throws {
        let folder = try TemporaryFolder()
        let path = store.path(percentEncoded: false)
        let bundle = folder.path("Model.xcdatamodeld")
        let written = try tool.run("store", "model", path, "--output", bundle)
        guard written.exitCode == 0 else {
            // Core Data had no such copy before iOS 9.
            #expect(
                written.errorOutput
                    == "modelgen: error: \(path): the store contains no model that describes its tables\n")
            #expect(store.lastPathComponent == "Model1.sqlite")
            return
        }
        #expect(try tool.run("validate", bundle).exitCode == 0)
        #expect(try tool.run("generate", bundle, "--output", folder.path("code")).exitCode == 0)
        // Opening compares the hashes of all entities whose hash is known with those in the store.
        let opened = try tool.run("store", "check", path, "--model", bundle)
        if written.errorOutput.contains("depends on settings that a model file cannot represent") {
            #expect(
                opened.errorOutput == """
                    modelgen: error: \(path): the store was written with another version of the model 'Model' (changed: \
                    Author); open it with that version, or migrate it (see the page 'Migrate a store'); no version in \
                    '\(bundle)' matches the store

                    """)
        } else {
            #expect(opened.exitCode == 0, "\(opened.errorOutput)")
        }
        #expect(try tool.run("store", "check", path).exitCode == (0 as Int32))
    }
}
