import Foundation
import TestSupport
import Testing

/// What the page costs with a store of a million objects. Prints a table; says nothing about right or wrong where
/// machines are slow, so that only what does not depend on them is expected.
@Suite(
    .enabled(
        if: Browser.isInstalled && ProcessInfo.processInfo.environment["MODELGEN_STUDIO_BARS"] != nil,
        "it measures, and takes minutes; run 'make studio-bench'"))
struct BarTests {
    private static let objectCount = 1_000_000

    @Test("The cost of a million objects depends only on the rows that are shown")
    func aMillionObjectsCostWhatIsShown() async throws {
        let library = try Library(.sqlite, bookCount: Self.objectCount)
        // The program as people download it, where somebody has built that.
        let program = ProcessInfo.processInfo.environment["MODELGEN_STUDIO"].map { URL(filePath: $0) }
        let studio = try StudioProcess(
            [library.url.path(percentEncoded: false), "--read-only"], program: program)
        try await Browser.use { browser in
            try await browser.open(try #require(URL(string: studio.address.absoluteString + "#entity=Book")))
            try await browser.wait(for: "document.getElementById('status').textContent === '1,000,000 objects'")
            print("| work | taken | bar |\n|---|---|---|")
            let paint = try await number("performance.getEntriesByName('first-contentful-paint')[0].startTime", browser)
            print("| first paint | \(paint) ms | 300 ms |")
            let middle = try await milliseconds(
                "document.getElementById('grid').scrollTop = document.getElementById('grid').scrollHeight / 2",
                until: "[...document.querySelectorAll('.row')].some(r => r.dataset.id && r.ariaRowIndex > 499000)",
                browser)
            print("| scroll to the middle | \(middle) ms | 200 ms |")
            for title in ["cold", "warm", "warm"] {
                let condition = "pages == \(title.count + 7)"
                let asked = try await milliseconds(
                    "document.getElementById('timing').textContent = '';"
                        + "document.getElementById('condition').value = \"\(condition)\";"
                        + "document.getElementById('ask').click()",
                    until: "document.getElementById('timing').textContent && document.querySelector('.row[data-id]')",
                    browser)
                let store = try await browser.text(
                    "return document.getElementById('timing').title.match(/[\\d.]+ ms of it in the store/)[0]")
                print("| condition to first rows, \(title) (\(store)) | \(asked) ms | the store's + 50 ms |")
            }
            try await browser.click("#entities li:nth-child(1) button")
            try await browser.wait(for: "document.getElementById('status').textContent === '1,000,000 objects'")
            for part in 0...60 {
                try await browser.run(
                    "const g = document.getElementById('grid'); g.scrollTop = g.scrollHeight * \(part) / 60")
                try await Task.sleep(for: .milliseconds(40))
            }
            let memory = try await number("performance.memory.usedJSHeapSize / 1048576", browser)
            print("| memory of the page at the end | \(memory) MB | bounded |")
            #expect(try await number("document.querySelectorAll('.row').length", browser) < 60)
            #expect(memory < 32)
        }
    }

    private func number(_ expression: String, _ browser: Browser) async throws -> Int {
        Int(try await browser.text("return String(Math.round(\(expression)))")) ?? -1
    }

    /// How long the page takes from some work to a condition, measured by the page itself.
    private func milliseconds(_ work: String, until condition: String, _ browser: Browser) async throws -> Int {
        try await browser.run(
            """
            window.taken = null;
            const start = performance.now();
            const look = () => {
              if (\(condition)) window.taken = Math.round(performance.now() - start);
              else setTimeout(look, 2);
            };
            \(work);
            setTimeout(look, 0);
            """)
        try await browser.wait(for: "window.taken !== null")
        return try await number("window.taken", browser)
    }
}
