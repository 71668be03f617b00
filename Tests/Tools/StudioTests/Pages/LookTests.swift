import Foundation
import ObjectGraph
import TestSupport
import Testing

/// How the page looks and how it is reached: widths, marks, names, keys, and what assistive technology finds.
@Suite(.enabled(if: Browser.takesLongWalks, "it takes minutes; run 'make studio-test'"), .serialized)
struct LookTests {
    @Test(
        "Columns are as wide as their contents within the window, and a chosen width is remembered",
        arguments: ServedLibrary.Kind.available)
    func columns(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use(width: 1440) { browser in
            try await browser.open(served.studio, "entity=Book&columns=title,bought,isRead,state,price,pages")
            try await browser.waitForStatus("5 objects")
            let cut = """
                [...document.querySelectorAll('.cell')].filter(c => c.scrollWidth > c.clientWidth).map(c => c.textContent).join()
                """
            #expect(try await browser.text("return \(cut)") == "")
            #expect(
                try await browser.isTrue(
                    "document.querySelector('.head').scrollWidth <= document.getElementById('grid').clientWidth"))
            #expect(try await browser.isTrue("document.querySelector('time') !== null"))
            // Booleans are check marks, and enums have the names of their cases.
            #expect(
                try await browser.isTrue(
                    "[...document.querySelectorAll('.check')].some(c => c.textContent === '✓' && c.ariaLabel === 'true')"
                ))
            #expect(
                try await browser.isTrue("[...document.querySelectorAll('.case')].some(c => c.textContent === 'used')"))
            // In a narrow window, dates are still whole, and texts give way.
            try await browser.resize(width: 900, height: 700)
            try await browser.wait(for: "document.querySelector('[data-column=title]').offsetWidth < 420")
            #expect(
                try await browser.isTrue(
                    "[...document.querySelectorAll('.cell:has(time)')].every(c => c.scrollWidth <= c.clientWidth)"))
            try await browser.run("document.getElementById('grid').focus()")
            let width = "document.querySelector('[data-column=title]').offsetWidth"
            let before = try await browser.text("return String(\(width))")
            try await browser.run(
                "document.getElementById('grid').dispatchEvent(new KeyboardEvent('keydown', { key: '>' }))")
            try await browser.wait(for: "\(width) === \(before) + 20")
            try await browser.run("location.reload()")
            try await browser.waitForStatus("5 objects")
            #expect(try await browser.isTrue("\(width) === \(before) + 20"))
        }
    }

    @Test(
        "Characters that turn text around, and control characters, are marked",
        arguments: ServedLibrary.Kind.available)
    func unseenCharacters(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind, "--read-only") { context in
            let tag = context.insertNewObject(forEntityName: "Tag")
            tag.setValue("\u{202E}txt.exe\u{7}", forKey: "name")
        }
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Tag")
            try await browser.waitForStatus("2 objects")
            #expect(
                try await browser.isTrue(
                    "[...document.querySelectorAll('.cell')].some(c => c.textContent === '⟨RLO⟩txt.exe⟨U+0007⟩')"))
            #expect(try await browser.isTrue("!/[\\u202A-\\u202E\\u0007]/.test(document.body.innerText)"))
        }
    }

    @Test(
        "The reader chooses what names objects, and the browser remembers it",
        arguments: ServedLibrary.Kind.available)
    func labels(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Shelf&sort=-name")
            try await browser.waitForStatus("2 objects")
            try await browser.wait(for: "document.querySelector('#row-0 .chip')?.textContent === 'Emma'")
            try await browser.show("Book")
            try await browser.waitForStatus("5 objects")
            try await browser.choose("#choose-label")
            try await browser.run("document.querySelector('#dialog select').value = 'pages'")
            try await browser.click("#dialog .primary")
            try await browser.wait(for: "!document.getElementById('dialog').open")
            try await browser.show("Shelf")
            try await browser.wait(for: "document.querySelector('#row-0 .chip')?.textContent === '474'")
            try await browser.run("location.reload()")
            try await browser.wait(for: "document.querySelector('#row-0 .chip')?.textContent === '474'")
        }
    }

    @Test("On a phone, the table has the screen, and actions are in a sheet", arguments: ServedLibrary.Kind.available)
    func phone(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind, bookCount: 40)
        try await Browser.use { browser in
            try await browser.resize(width: 390, height: 844)
            try await browser.open(served.studio, "entity=Book")
            try await browser.waitForStatus("40 objects")
            #expect(try await browser.isTrue("document.documentElement.scrollWidth <= innerWidth"))
            #expect(try await browser.isTrue("document.getElementById('grid').clientHeight > innerHeight * 0.8"))
            #expect(try await browser.isTrue("document.getElementById('insert').offsetParent === null"))
            let color = "getComputedStyle(document.getElementById('save')).backgroundColor"
            let before = try await browser.text("return \(color)")
            try await browser.click("#more")
            try await browser.wait(
                for: "document.getElementById('more-menu').getBoundingClientRect().bottom === innerHeight")
            try await browser.keep("phone-sheet")
            try await browser.click("#more-menu [data-for=insert]")
            try await browser.wait(for: "#inspector h2", toSay: "new Book")
            #expect(try await browser.text("return \(color)") == before)
            try await browser.press(.escape)
            try await browser.wait(for: "document.getElementById('inspector').hidden")
            try await browser.click("#more")
            #expect(try await browser.isTrue("!document.querySelector('[data-for=undo]').disabled"))
            try await browser.click("#more-menu [data-for=review]")
            try await browser.wait(for: "#dialog-title", toSay: "Unsaved changes")
            try await browser.keep("phone-review")
        }
    }

    @Test("Everything can be done by the keyboard", arguments: ServedLibrary.Kind.available)
    func keyboard(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio)
            try await browser.waitForStatus("5 objects")
            func focused() async throws -> String {
                try await browser.text("return document.activeElement.id || document.activeElement.textContent")
            }
            /// Goes on with Tab to an element.
            func tab(to id: String) async throws {
                for _ in 0..<40 {
                    if try await focused() == id { return }
                    try await browser.press(.tab)
                }
                Issue.record("Tab does not lead to '\(id)', but to '\(try await focused())'")
            }
            // The first key leads past everything to the objects.
            try await browser.press(.tab)
            #expect(try await focused() == "Skip to the objects")
            // Another entity.
            try await tab(to: "as-diagram")
            try await browser.press(.tab)
            try await browser.press(.tab)
            try await browser.press(.tab)
            try await browser.press(.enter)
            try await browser.waitForStatus("2 objects")
            // The filter, and a menu.
            try await browser.press(.slash)
            #expect(try await focused() == "condition")
            try await tab(to: "more")
            try await browser.press(.enter)
            try await browser.wait(for: "document.activeElement.id === 'choose-columns'")
            try await browser.press(.down)
            try await browser.press(.down)
            try await browser.press(.enter)
            try await browser.wait(for: "#dialog-title", toSay: "Names of Shelf")
            try await browser.press(.escape)
            try await browser.wait(for: "!document.getElementById('dialog').open")
            // The table: an object, its fields, and back.
            try await tab(to: "grid")
            try await browser.press(.down)
            try await browser.press(.enter)
            try await browser.wait(for: "!document.getElementById('inspector').hidden")
            try await tab(to: "value-name")
            try await browser.press(.escape)
            try await browser.wait(for: "document.getElementById('inspector').hidden")
            #expect(try await focused() == "grid")
            try await browser.press(.f2)
            try await browser.wait(for: "document.querySelector('#grid input')")
            try await browser.press(.escape)
            #expect(try await focused() == "grid")
            // Sorting, a histogram, help.
            try await browser.press(.s)
            try await browser.wait(for: "document.querySelector('[aria-sort=ascending]')")
            try await browser.press(.v)
            try await browser.wait(for: "#dialog-title", toSay: "Values of name")
            try await browser.press(.escape)
            try await browser.press(.question)
            try await browser.wait(for: "#dialog-title", toSay: "Keyboard")
            try await browser.press(.escape)
            try await browser.wait(for: "!document.getElementById('dialog').open")
        }
    }

    /// The findings of a check of what is seen now: names, references, roles, and the contrast of texts.
    private static let findings = """
        const found = [];
        const seen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const name = element => (element.getAttribute('aria-label') || [...(element.labels ?? [])].map(l => l.textContent).join(' ')
          || element.title || element.textContent || element.placeholder || '').trim();
        const say = (element, text) => found.push(`${element.tagName.toLowerCase()}#${element.id}.${element.className}: ${text}`);
        const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
        for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`two elements have the ID ${id}`);
        for (const element of document.querySelectorAll('button, a[href], input, select, textarea, iframe, dialog[open], [role=grid], [role=menu], [role=img]')) {
          if (!seen(element)) continue;
          const labelled = element.getAttribute('aria-labelledby');
          if (!name(element) && !(labelled && document.getElementById(labelled)?.textContent)) say(element, 'no name');
          if (element.matches('input:not([type=checkbox], [type=radio]), select, textarea') && !element.getAttribute('aria-label') && element.labels.length === 0) say(element, 'no label');
        }
        for (const key of ['aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-activedescendant', 'for']) {
          for (const element of document.querySelectorAll(`[${key}]`)) {
            for (const id of element.getAttribute(key).split(' ')) if (id && !document.getElementById(id)) say(element, `${key} leads to nothing: ${id}`);
          }
        }
        for (const [role, parent] of [['gridcell', 'row'], ['columnheader', 'row'], ['option', 'listbox'], ['menuitem', 'menu'], ['listitem', 'list']]) {
          for (const element of document.querySelectorAll(`[role=${role}]`)) if (!element.closest(`[role=${parent}]`)) say(element, `${role} without ${parent}`);
        }
        for (const image of document.querySelectorAll('img')) if (!image.alt) say(image, 'no alternative text');
        for (const svg of document.querySelectorAll('button svg')) if (svg.ariaHidden !== 'true') say(svg.parentElement, 'a picture that is read');
        if (!document.documentElement.lang || !document.title) found.push('the document has no language or title');
        // Contrast, as WCAG 2 computes it.
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const rgba = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
        const over = ([r, g, b, a], below) => [r, g, b].map((part, place) => (part * a + below[place] * (255 - a)) / 255);
        const luminance = parts => { const [r, g, b] = parts.map(part => { const s = part / 255; return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const ground = element => { if (!element) return [255, 255, 255]; const own = rgba(getComputedStyle(element).backgroundColor); return own[3] === 255 ? own.slice(0, 3) : over(own, ground(element.parentElement)); };
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const element = node.parentElement;
          if (!node.textContent.trim() || !seen(element) || element.closest('.hidden, .skip, svg, :disabled, script, .stale')) continue;
          if (document.querySelector('dialog[open]') && !element.closest('dialog')) continue;
          const style = getComputedStyle(element);
          const below = ground(element);
          const color = rgba(style.color);
          color[3] *= Number(style.opacity);
          const [one, other] = [luminance(over(color, below)), luminance(below)].sort((a, b) => b - a);
          const ratio = (one + 0.05) / (other + 0.05);
          if (ratio < 4.5) say(element, `contrast ${ratio.toFixed(2)} of “${node.textContent.trim().slice(0, 20)}”`);
        }
        return [...new Set(found)].join('\\n');
        """

    @Test("The accessibility check finds nothing, in light and dark, on every screen", arguments: [false, true])
    func accessibility(isDark: Bool) async throws {
        let served = try ServedLibrary(.json)
        try await Browser.use { browser in
            try await browser.prefer(dark: isDark)
            func check(_ screen: String) async throws {
                let findings = try await browser.text(Self.findings)
                #expect(findings == "", "\(screen)")
                try await browser.keep("\(isDark ? "dark" : "light")-\(screen)")
            }
            for width in [1440, 390] {
                try await browser.resize(width: width, height: 900)
                try await browser.open(served.studio, "entity=Book&sort=-pages")
                try await browser.waitForStatus("5 objects")
                try await check("table-\(width)")
                try await browser.click("#more")
                try await check("menu-\(width)")
                try await browser.press(.escape)
                try await browser.type("sta", into: "#condition")
                try await check("completions-\(width)")
                try await browser.press(.escape)
                try await browser.filter("titel == 1")
                try await browser.wait(for: "!document.getElementById('condition-error').hidden")
                try await check("error-\(width)")
                try await browser.filter("pages > 9000")
                try await browser.waitForStatus("0 objects")
                try await check("empty-\(width)")
                try await browser.click("#empty button")
                try await browser.waitForStatus("5 objects")
                try await browser.click("#row-0 .cell")
                try await browser.wait(for: "!document.getElementById('inspector').hidden")
                try await check("object-\(width)")
                try await browser.press(.escape)
                try await browser.wait(for: "document.getElementById('inspector').hidden")
                for (button, name) in [
                    ("#import", "import"), ("#export", "export"), ("#groups", "groups"), ("#texts", "code"),
                    ("#choose-columns", "columns"), ("#choose-label", "names"),
                ] {
                    try await browser.choose(button)
                    try await browser.wait(for: "document.getElementById('dialog').open")
                    try await check("\(name)-\(width)")
                    try await browser.press(.escape)
                    try await browser.wait(for: "!document.getElementById('dialog').open")
                }
                try await browser.run("document.querySelector('[data-column=pages] .chart').click()")
                try await browser.wait(for: "document.getElementById('dialog').open")
                try await check("values-\(width)")
                try await browser.press(.escape)
            }
        }
    }
}
