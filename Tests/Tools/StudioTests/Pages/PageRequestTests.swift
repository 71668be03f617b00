import Foundation
import TestSupport
import Testing

/// What the page says when there is nothing to show, and while there is nothing to show yet.
@Suite(.enabled(if: Browser.takesLongWalks, "it takes minutes; run 'make studio-test'"), .serialized)
struct PageRequestTests {
    @Test(
        "A failed query says where, and keeps the objects; without objects, the page says what to do",
        arguments: ServedLibrary.Kind.available)
    func nothingIsLost(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Book&sort=-pages")
            try await browser.waitForStatus("5 objects")
            try await browser.filter("titel == 'x'")
            try await browser.wait(for: "#condition-error", toSay: "did you mean 'title'?")
            #expect(try await browser.text(of: "#status") == "No answer. These are the 5 objects from before.")
            #expect(try await browser.text(of: "#cell-0-0") == "Emma")
            #expect(try await browser.isTrue("document.getElementById('grid').classList.contains('stale')"))
            try await browser.keep("\(kind)-failed")
            try await browser.filter("pages > 5000")
            try await browser.waitForStatus("0 objects")
            #expect(try await browser.text(of: "#empty p") == "No Book matches the filter.")
            #expect(try await browser.isTrue("document.getElementById('condition-error').hidden"))
            try await browser.click("#empty button")
            try await browser.waitForStatus("5 objects")
            #expect(try await browser.isTrue("document.getElementById('empty').hidden"))
            // The last object of an entity.
            try await browser.show("Tag")
            try await browser.waitForStatus("1 object")
            try await browser.click("#row-0 .cell")
            try await browser.wait(for: "#inspector h2", toSay: "classic")
            try await browser.click("#inspector [data-key=books] .remove")
            try await browser.wait(for: "!document.querySelector('#inspector [data-key=books] .chip')")
            try await browser.click("#delete")
            try await browser.click("#dialog .danger")
            try await browser.waitForStatus("0 objects")
            #expect(try await browser.text(of: "#empty p") == "There is no Tag yet.")
            try await browser.keep("\(kind)-empty")
            try await browser.click("#empty button")
            try await browser.wait(for: "#inspector h2", toSay: "new Tag")
        }
    }

    @Test(
        "Enter takes the marked completion, and asks when the condition is complete",
        arguments: ServedLibrary.Kind.available)
    func completions(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Book")
            try await browser.waitForStatus("5 objects")
            func value() async throws -> String {
                try await browser.text("return document.getElementById('condition').value")
            }
            try await browser.type("sta", into: "#condition", then: .enter)
            #expect(try await value() == "state ")
            // The operator, and the case.
            try await browser.press(.enter)
            try await browser.press(.down)
            try await browser.press(.enter)
            #expect(try await value().hasPrefix("state == \"used\""))
            // The condition is complete: the same key asks.
            try await browser.press(.enter)
            try await browser.waitForStatus("2 objects")
            // A word that is complete is not replaced by a longer one.
            try await browser.type("pages > 1 AND state == 1", into: "#condition", then: .enter)
            try await browser.waitForStatus("2 objects")
            #expect(try await value() == "pages > 1 AND state == 1")
        }
    }

    @Test(
        "Long work shows its progress, and can be canceled; what was there stays",
        arguments: ServedLibrary.Kind.available)
    func longWork(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind, bookCount: 10_000)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Book")
            try await browser.waitForStatus("10,000 objects")
            // Others keep the session busy, and the progress is a known one,
            // so that nothing depends on the machine's speed.
            try await browser.run(
                """
                const real = window.fetch;
                const question = { entity: 'Book', condition: '', order: [] };
                const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer ' + sessionStorage.getItem('token') };
                for (let count = 0; count < 12; count += 1) {
                  real('api/statistics', { method: 'POST', headers, body: JSON.stringify({ question, key: 'title' }) });
                }
                window.canceled = 0;
                window.fetch = (address, ...rest) => {
                  if (address === 'api/cancel') window.canceled += 1;
                  return address === 'api/progress' ? Promise.resolve(new Response('{"completedCount":2500,"totalCount":10000}'))
                    : real(address, ...rest);
                };
                document.querySelector('[data-column=title] .chart').click();
                """)
            try await browser.wait(for: "!document.getElementById('progress').hidden")
            try await browser.wait(for: "#progress-text", toSay: "Examining title: 2,500 of 10,000")
            #expect(try await browser.isTrue("document.getElementById('progress-bar').value === 0.25"))
            try await browser.keep("progress")
            try await browser.click("#cancel")
            try await browser.wait(for: "document.getElementById('progress').hidden")
            #expect(try await browser.isTrue("!document.getElementById('dialog').open && window.canceled === 1"))
            #expect(try await browser.text(of: "#status") == "10,000 objects")
            try await browser.filter("pages == 7")
            try await browser.waitForStatus("12 objects")
            // The time is what the reader has waited, at least that of the store.
            let title = try await browser.text("return document.getElementById('timing').title")
            let waited = try #require(
                Double(try await browser.text(of: "#timing").prefix { $0 != " " }.replacing(",", with: "")))
            let inStore = try #require(title.firstMatch(of: /page; ([\d.]+) ms/)).1
            #expect(waited + 1 >= Double(inStore) ?? .infinity)
            try await browser.choose("#export")
            try await browser.click("#dialog [data-value=csv]")
            try await browser.wait(for: "!document.getElementById('dialog').open")
        }
    }
}
