import Foundation
import TestSupport
import Testing

/// Pictures of the screens, at three widths, in light and dark, compared with those in `Tests/Goldens/Studio`.
///
/// The page is drawn with the fonts in that folder, and without what differs from run to run, so that only a change of
/// the page changes a picture. A few pixels may differ, because browsers smooth edges in different ways.
@Suite(.enabled(if: Browser.takesLongWalks, "it takes minutes; run 'make studio-test'"), .serialized)
struct PictureTests {
    private static let folder = SourceTree.folder("Tests/Goldens/Studio")
    private static let isUpdate = ProcessInfo.processInfo.environment["MODELGEN_UPDATE_GOLDENS"] != nil
    /// The share of pixels that may differ, and by how much of 255 each may without being counted.
    private static let tolerance = 0.004
    private static let channelTolerance = 48

    /// Draws the page with the fonts of the test.
    private func useFonts(_ browser: Browser) async throws {
        for (family, weight, file) in [
            ("Test Sans", "400", "DejaVuSans-Subset"), ("Test Sans", "700", "DejaVuSans-Bold-Subset"),
            ("Test Mono", "400", "DejaVuSansMono-Subset"),
        ] {
            let font = try Data(contentsOf: Self.folder.appending(path: "Fonts/\(file).ttf"))
            try await browser.run(
                """
                const bytes = Uint8Array.from(atob(arguments[0]), character => character.charCodeAt(0));
                const face = new FontFace(arguments[1], bytes, { weight: arguments[2] });
                document.fonts.add(face);
                window.faces = [...(window.faces ?? []), face];
                face.load();
                """, font.base64EncodedString(), family, weight)
        }
        try await browser.wait(for: "window.faces.every(face => face.status === 'loaded')")
        try await browser.run(
            """
            const style = document.documentElement.style;
            style.setProperty('--sans', '"Test Sans"');
            style.setProperty('--mono', '"Test Mono"');
            document.getElementById('timing').style.visibility = 'hidden';
            document.documentElement.style.caretColor = 'transparent';
            dispatchEvent(new Event('resize'));
            """)
    }

    /// Compares what is seen with a picture, or writes the picture.
    private func expectPicture(_ name: String, _ browser: Browser, _ comparer: Browser) async throws {
        try await browser.run(
            "for (const element of document.querySelectorAll('.identity')) element.style.visibility = 'hidden';"
                + "document.activeElement?.blur?.();")
        let picture = try await browser.screenshot()
        let url = Self.folder.appending(path: "\(name).png")
        guard !Self.isUpdate, let golden = try? Data(contentsOf: url) else {
            if Self.isUpdate {
                try picture.write(to: url)
                Issue.record("wrote \(name).png; look at it, and run the test again")
            } else {
                Issue.record("there is no picture \(name).png")
            }
            return
        }
        let share = try await comparer.difference(
            between: picture, and: golden, channelTolerance: Self.channelTolerance)
        guard share > Self.tolerance else { return }
        let found = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(name).png")
        try picture.write(to: found)
        Issue.record(
            "\((share * 100).formatted(.number.precision(.fractionLength(2)))) % of \(name).png differ; see \(found.path)"
        )
    }

    @Test(
        "The screens look as in the pictures that were reviewed", arguments: [1440, 1280, 390], [false, true])
    func screens(_ width: Int, isDark: Bool) async throws {
        let served = try ServedLibrary(.json, bookCount: 60)
        try await Browser.use { comparer in
            try await Browser.use { browser in
                try await browser.beInUTC()
                try await browser.prefer(dark: isDark)
                try await browser.resize(width: width, height: width < 500 ? 844 : 800)
                try await browser.open(served.studio, "entity=Book&sort=-pages")
                try await browser.waitForStatus("60 objects")
                try await useFonts(browser)
                func expect(_ screen: String) async throws {
                    try await expectPicture("\(screen)-\(width)\(isDark ? "-dark" : "")", browser, comparer)
                }
                try await expect("table")
                try await browser.click("#more")
                try await expect("menu")
                try await browser.press(.escape)
                try await browser.run("document.getElementById('more-menu').hidePopover()")
                try await browser.click("#row-0 .cell")
                try await browser.wait(
                    for: "document.querySelector('#inspector [data-key=cover] img')?.naturalWidth === 1")
                try await expect("object")
                try await browser.run("document.querySelector('#inspector header button').click()")
                try await browser.filter("titel == 'x'")
                try await browser.wait(for: "!document.getElementById('condition-error').hidden")
                try await expect("error")
                try await browser.filter("pages > 5000")
                try await browser.waitForStatus("0 objects")
                try await expect("empty")
                try await browser.choose("#import")
                try await browser.wait(for: "document.getElementById('dialog').open")
                try await expect("import")
            }
        }
    }
}
