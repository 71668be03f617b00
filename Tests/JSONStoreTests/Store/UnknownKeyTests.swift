import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Keys that neither the format nor the model knows: whoever has written them finds them again.
struct UnknownKeyTests {
    private func makeStore() throws -> StoreFile {
        let file = try StoreFile()
        try file.session { context in
            for name in ["Batman", "Superman"] { Superhero(context: context).name = name }
            try context.save()
        }
        let text = try file.text.replacing(
            #""name": "Batman""#, with: "\"cape\": {\"color\":\n [\"black\"]}, \"name\": \"Batman\", \"x\\u0079\": 1e2"
        ).replacing("\"metadata\"", with: "\"editor\": \"by hand\", \"metadata\"")
        try file.write(text)
        return file
    }

    @Test func theyAreKeptWhenTheFileIsWritten() throws {
        let file = try makeStore()
        try file.session { context in
            Superhero(context: context).name = "Cyborg"
            try context.save()
        }
        let text = try file.text
        #expect(text.contains(#""universe": 0, "cape": {"color":  ["black"]}, "xy": 1e2},"#))
        #expect(text.hasSuffix("},\n \"editor\": \"by hand\"}\n"))
        #expect(text.contains("Cyborg"))
        try file.session { context in
            context.delete(try context.all(Superhero.self)[0])
            try context.save()
        }
        #expect(try !file.text.contains("cape"))
        #expect(try file.text.contains("by hand"))
    }

    @Test func checkingReportsThem() throws {
        let file = try makeStore()
        let findings = try JSONStore.check(file.url, model: file.model)
        #expect(findings.count == 3)
        #expect(findings.contains { $0.message.contains("'cape'") && $0.line != nil })
        #expect(findings.contains { $0.message.contains("'editor'") })
    }

    @Test func repairingKeepsThem() throws {
        let file = try makeStore()
        try file.write(try file.text.replacing("Superman", with: "Super\u{1}man"))
        _ = try JSONStore.repair(file.url, model: file.model)
        #expect(try file.text.contains("cape"))
    }
}
