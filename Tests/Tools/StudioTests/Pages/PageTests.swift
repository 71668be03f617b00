import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import TestSupport
import Testing

/// The page in a browser, as people use it.
@Suite(
    .enabled(
        if: Browser.isInstalled,
        "there is no chromedriver; install the packages 'chromium' and 'chromium-driver'"),
    .serialized)
struct PageTests {
    private func studio(_ library: Library, _ arguments: String...) throws -> StudioProcess {
        try StudioProcess([library.url.path(percentEncoded: false)] + arguments)
    }

    /// Keeps a picture where somebody asks for it, to be looked at.
    private func keep(_ browser: Browser, _ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["MODELGEN_SCREENSHOTS"] else { return }
        try await browser.screenshot().write(to: URL(filePath: folder).appending(path: "\(name).png"))
    }

    private func status(_ text: String) -> String { "document.getElementById('status').textContent === '\(text)'" }

    private func cell(_ row: Int, _ column: Int) -> String {
        "document.getElementById('cell-\(row)-\(column)')?.textContent"
    }

    @Test("Objects are listed and queried, and relationships are followed", arguments: Library.Kind.allCases)
    func oneLooksAsksAndFollowsLinks(_ kind: Library.Kind) async throws {
        let library = try Library(kind)
        let studio = try studio(library)
        try await Browser.use { browser in
            try await browser.open(studio.address)
            try await browser.wait(for: status("5 objects"))
            #expect(try await browser.text("return document.title") == "\(kind.fileName) · modelgen studio")
            try await browser.wait(
                for: "[...document.querySelectorAll('#entities button')].map(b => b.innerText.replace(/\\s+/g, ' '))"
                    + ".join() === 'Book 5,Novel 1,Shelf 2,Tag 1'")
            try await browser.click("#entities li:nth-child(1) button")
            try await browser.wait(for: status("5 objects"))
            // Markup in a value is text.
            #expect(
                try await browser.text(
                    "return [...document.querySelectorAll('.row .cell:first-child')].map(c => c.textContent).sort()[0]")
                    == Library.hostileTitle)
            try await browser.click("[data-column=pages] .sort")
            try await browser.wait(for: "\(cell(0, 0)) === 'Book 0'")
            try await browser.click("[data-column=pages] .sort")
            try await browser.wait(for: "\(cell(0, 0)) === 'Emma'")
            try await keep(browser, "\(kind)-table")
            // A cell leads on, and the way back is there.
            try await browser.click("#row-0 .chip")
            try await browser.wait(for: "document.querySelector('#inspector h2')?.textContent === 'Novels'")
            try await browser.click("#inspector [data-key=books] .chip")
            try await browser.wait(for: "document.querySelector('#inspector h2')?.textContent === 'Emma'")
            try await browser.wait(for: "document.querySelector('#inspector [data-key=cover] img')?.naturalWidth === 1")
            #expect(
                try await browser.text("return document.querySelector('#inspector [data-key=site] input').value")
                    == "https://example.org/emma")
            try await keep(browser, "\(kind)-object")
            #expect(try await browser.text("return document.querySelector('.trail').textContent") == "Novels›")
            try await browser.run("history.back()")
            try await browser.wait(for: "document.querySelector('#inspector h2')?.textContent === 'Novels'")
            // The address is the view.
            let address = try #require(URL(string: try await browser.text("return location.href")))
            try await browser.open(try #require(URL(string: "about:blank")))
            try await browser.open(address)
            try await browser.wait(
                for: "document.querySelector('#inspector h2')?.textContent === 'Novels' && \(cell(0, 0)) === 'Emma'")
            #expect(try await browser.text("return document.title") != "broken")
        }
    }

    @Test("Conditions are completed, and errors in them show their place")
    func conditions() async throws {
        let library = try Library(.json)
        let studio = try studio(library)
        try await Browser.use { browser in
            try await browser.open(try #require(URL(string: studio.address.absoluteString + "#entity=Book")))
            try await browser.wait(for: status("5 objects"))
            try await browser.press(.slash)
            try await browser.type("sta", into: "#condition")
            try await browser.wait(for: "document.querySelector('#completions li')?.textContent.startsWith('state')")
            try await browser.press(.down)
            try await browser.press(.enter)
            try await browser.wait(for: "document.getElementById('condition').value === 'state '")
            try await browser.wait(for: "document.querySelector('#completions li')?.textContent.startsWith('==')")
            try await browser.type("state == ", into: "#condition")
            try await browser.wait(
                for:
                    "[...document.querySelectorAll('#completions li')].map(i => i.firstChild.textContent).join() === '\"new\",\"used\",\"worn\"'"
            )
            try await keep(browser, "completion")
            try await browser.type("state == 'worn'", into: "#condition", then: .enter)
            try await browser.wait(for: status("1 object"))
            try await browser.type("titel == 'x'", into: "#condition", then: .enter)
            try await browser.wait(for: "!document.getElementById('condition-error').hidden")
            #expect(
                try await browser.text("return document.getElementById('condition-error').textContent")
                    .hasPrefix("titel == 'x'\n^\n"))
            try await keep(browser, "error")
            try await browser.type("pages > 1", into: "#condition", then: .enter)
            try await browser.wait(for: status("4 objects"))
            try await browser.click("[data-column=pages] .chart")
            try await browser.wait(for: "document.querySelector('#dialog .bars button')")
            try await keep(browser, "statistics")
            try await browser.click("#dialog .bars button")
            try await browser.wait(
                for: "document.getElementById('condition').value.startsWith('(pages > 1) AND #pages')")
            try await browser.choose("#texts")
            try await browser.wait(for: "document.querySelector('#dialog pre')?.textContent.includes('store query')")
            try await keep(browser, "code")
            try await browser.click("#dialog .buttons button")
            // Groups lead to their objects.
            try await browser.type("pages > 1", into: "#condition", then: .enter)
            try await browser.wait(for: status("4 objects"))
            try await browser.choose("#groups")
            try await browser.wait(for: "document.querySelectorAll('#dialog tbody tr').length === 2")
            try await browser.run(
                "const [by, measure] = document.querySelectorAll('#dialog select'); by.value = 'state'; "
                    + "measure.value = 'pages'; measure.dispatchEvent(new Event('change'))")
            try await browser.wait(for: "document.querySelectorAll('#dialog tbody tr').length === 3")
            #expect(
                try await browser.text("return document.querySelector('#dialog tbody tr').textContent")
                    == "used24762382474"
            )
            try await keep(browser, "groups")
            try await browser.click("#dialog tbody button")
            try await browser.wait(for: status("2 objects"))
        }
    }

    @Test("Objects are edited, connected, undone, and saved", arguments: Library.Kind.allCases)
    func oneEditsConnectsUndoesAndSaves(_ kind: Library.Kind) async throws {
        let library = try Library(kind)
        let studio = try studio(library)
        try await Browser.use { browser in
            try await browser.open(
                try #require(URL(string: studio.address.absoluteString + "#entity=Book&sort=-pages")))
            try await browser.wait(for: status("5 objects"))
            // In place, by the keyboard.
            try await browser.run("document.getElementById('grid').focus()")
            try await browser.press(.f2)
            try await browser.wait(for: "document.querySelector('#cell-0-0 input')")
            try await browser.type("Emma and others", into: "#cell-0-0 input", then: .enter)
            try await browser.wait(for: "\(cell(0, 0)) === 'Emma and others'")
            try await browser.wait(for: "document.getElementById('review').textContent === '1 change'")
            // In the inspector, with what the model says.
            try await browser.run("document.getElementById('grid').focus()")
            try await browser.press(.enter)
            try await browser.wait(for: "document.querySelector('#value-pages')")
            try await browser.type("0", into: "#value-pages", then: .tab)
            try await browser.wait(for: "document.getElementById('error-pages').textContent !== ''")
            try await keep(browser, "\(kind)-invalid")
            try await browser.type("500", into: "#value-pages", then: .tab)
            try await browser.wait(for: "\(cell(0, 3)) === '500'")
            try await browser.click("#undo")
            try await browser.wait(for: "\(cell(0, 3)) === '474'")
            try await browser.click("#redo")
            try await browser.wait(for: "\(cell(0, 3)) === '500'")
            // A composite by its members, and a Transformable as the text that it is.
            try await browser.type("30", into: "[id='value-size.width']", then: .tab)
            try await browser.wait(for: "document.querySelector('#inspector .changed[data-key=size]')")
            try await browser.type(#"{"font": "mono"}"#, into: "#value-settings", then: .tab)
            try await browser.wait(for: "document.querySelector('#inspector .changed[data-key=settings]')")
            try await keep(browser, "\(kind)-edited")
            // A new object, and what a save refuses.
            try await browser.click("#entities li:nth-child(4) button")
            try await browser.wait(for: status("1 object"))
            try await browser.click("#insert")
            try await browser.wait(for: "document.querySelector('#inspector h2')?.textContent === 'new Tag'")
            try await browser.click("#save")
            try await browser.wait(for: "document.getElementById('dialog-title')?.textContent === 'Not saved'")
            try await browser.click("#dialog .buttons button")
            try await browser.type("fresh", into: "#value-name", then: .tab)
            try await browser.wait(for: "document.querySelector('#inspector h2')?.textContent === 'fresh'")
            try await browser.click("#inspector [data-key=books] .chips > button:last-child")
            try await browser.wait(for: "document.querySelectorAll('#dialog .chip').length === 5")
            try await browser.type("Book 1", into: "#dialog input")
            try await browser.wait(for: "document.querySelectorAll('#dialog .chip').length === 1")
            try await browser.click("#dialog .chip")
            try await browser.wait(
                for: "document.querySelector('#inspector [data-key=books] .chip')?.textContent === 'Book 1'")
            try await browser.click("#review")
            try await browser.wait(for: "document.querySelectorAll('#dialog .change').length === 3")
            try await keep(browser, "\(kind)-review")
            try await browser.click("#dialog [data-value=null]")
            try await browser.press(.control, .s)
            try await browser.wait(for: "document.getElementById('review').textContent === 'No changes'")
            // What delete rules take along is shown first.
            try await browser.click("#entities li:nth-child(3) button")
            try await browser.wait(for: status("2 objects"))
            try await browser.click("#row-0 .cell")
            try await browser.wait(for: "!document.getElementById('delete').disabled")
            try await browser.click("#delete")
            try await browser.wait(for: "document.querySelectorAll('#dialog li').length >= 6")
            try await keep(browser, "\(kind)-delete")
            try await browser.click("#dialog .danger")
            try await browser.wait(for: status("1 object"))
            try await browser.click("#review")
            try await browser.click("#dialog [data-value=true]")
            try await browser.click("#dialog .danger")
            try await browser.wait(for: status("2 objects"))
        }
        studio.stop()
        let context = try library.container(isReadOnly: true).newContext()
        let titles = try context.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).map {
            $0.value(forKey: "title") as? String
        }
        #expect(titles == ["Emma and others"])
        let novel = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
        #expect((novel.value(forKey: "size") as? [String: Any])?["width"] as? Double == 30)
        #expect(novel[transformable: "settings"] == ["font": "mono"])
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Tag")) == 2)
    }

    @Test("External changes appear, and conflicts are shown side by side")
    func conflicts() async throws {
        let library = try Library(.sqlite)
        let studio = try studio(library)
        try await Browser.use { browser in
            try await browser.open(try #require(URL(string: studio.address.absoluteString + "#entity=Novel")))
            try await browser.wait(for: "\(cell(0, 0)) === 'Emma'")
            let other = try library.container().newContext()
            let theirs = try #require(try other.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
            theirs.setValue("Emma of theirs", forKey: "title")
            try other.save()
            try await browser.wait(for: "\(cell(0, 0)) === 'Emma of theirs'")
            // Both change one property.
            try await browser.click("#row-0 .cell")
            try await browser.wait(for: "document.querySelector('#value-title')")
            try await browser.type("Emma of mine", into: "#value-title", then: .tab)
            try await browser.wait(for: "document.getElementById('review').textContent === '1 change'")
            theirs.setValue("Emma again", forKey: "title")
            try other.save()
            try await browser.click("#save")
            try await browser.wait(
                for:
                    "document.querySelectorAll('#dialog input[type=radio]').length === 2 || document.getElementById('review').textContent === 'No changes'"
            )
            try await keep(browser, "conflict")
            try await browser.click("#dialog input[value=theirs]")
            try await browser.click("#dialog .primary")
            try await browser.wait(
                for: "\(cell(0, 0)) === 'Emma again' && document.getElementById('review').textContent === 'No changes'")
        }
    }

    @Test(
        "A store in a database is queried, edited, and saved",
        .enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
    func databases() async throws {
        let server = try #require(TestServer.shared)
        let schemaName = server.newSchemaName()
        let container = try PersistentContainer(
            model: Library.model(),
            store: .postgreSQL(
                connectionString: server.connection, options: PostgreSQLStoreOptions(schemaName: schemaName)))
        try Library.fill(container)
        let studio = try StudioProcess(["\(server.address)&schema=\(schemaName)"])
        try await Browser.use { browser in
            try await browser.open(
                try #require(URL(string: studio.address.absoluteString + "#entity=Book&sort=-pages")))
            try await browser.wait(for: status("5 objects"))
            #expect(try await browser.text("return document.getElementById('store-kind').textContent") == "PostgreSQL")
            try await browser.type("title BEGINSWITH 'Emma'", into: "#condition", then: .enter)
            try await browser.wait(for: status("1 object"))
            try await browser.choose("#texts")
            try await browser.wait(
                for: "[...document.querySelectorAll('#dialog pre')].some(p => p.textContent.includes('\\nWHERE '))")
            try await keep(browser, "postgresql-code")
            try await browser.click("#dialog .buttons button")
            try await browser.click("#row-0 .cell")
            try await browser.wait(for: "document.querySelector('#value-title')")
            try await browser.type("Emma in a database", into: "#value-title", then: .tab)
            try await browser.wait(for: "document.getElementById('review').textContent === '1 change'")
            try await browser.press(.control, .s)
            try await browser.wait(for: "document.getElementById('review').textContent === 'No changes'")
            try await keep(browser, "postgresql-object")
        }
        studio.stop()
        let context = container.newContext()
        let novels = try context.fetch(FetchRequest<ManagedObject>(entityName: "Novel"))
        #expect(novels.map { $0.value(forKey: "title") as? String } == ["Emma in a database"])
    }

    @Test(
        "The token leaves the address, and the page can be loaded again in the tab",
        arguments: ServedLibrary.Kind.available)
    func theAddressIsNoSecret(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        let studio = served.studio
        // As the program opens the browser: by a file, from which the way leads on.
        let folder = try TemporaryFolder()
        let opener = folder.path("opener.html")
        try folder.write(
            "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(studio.address)#entity=Tag\">",
            to: "opener.html")
        try await Browser.use { browser in
            try await browser.open(URL(filePath: opener))
            try await browser.wait(for: status("1 object"))
            let base = "http://127.0.0.1:\(studio.port)/"
            #expect(try await browser.text("return location.href") == base + "#entity=Tag")
            #expect(try await browser.text("return document.referrer") == "")
            #expect(try await browser.text("return document.cookie") == "")
            try await browser.run("location.reload()")
            try await browser.wait(for: status("1 object"))
            try await browser.click("#entities li:nth-child(3) button")
            try await browser.wait(for: status("2 objects"))
            try await browser.run("history.back()")
            try await browser.wait(for: status("1 object"))
            try await browser.open(try #require(URL(string: "about:blank")))
            try await browser.open(try #require(URL(string: base + "#entity=Shelf")))
            try await browser.wait(for: status("2 objects"))
            #expect(try await browser.text("return location.href") == base + "#entity=Shelf")
            // Another tab gets the page, and no objects.
            try await browser.run("sessionStorage.clear(); location.reload()")
            try await browser.wait(
                for: "document.getElementById('trouble').textContent.includes('open the address that it printed last')")
        }
    }

    @Test("Nothing moves under the pointer when an object is opened, and a double click edits the cell that it is on")
    func clicksMoveNothing() async throws {
        let library = try Library(.json, bookCount: 60)
        let studio = try studio(library)
        try await Browser.use { browser in
            for width in [320, 480, 640, 760, 761, 900, 1024, 1200, 1280, 1366, 1440, 1600, 1920, 2560] {
                try await browser.resize(width: width, height: 800)
                try await browser.open(try #require(URL(string: "about:blank")))
                try await browser.open(
                    try #require(URL(string: studio.address.absoluteString + "#entity=Book&sort=-pages")))
                try await browser.wait(for: status("60 objects"))
                // The cells of a row that can be edited in place: the first that is seen, and the last.
                let cells = try await browser.run(
                    """
                    const area = document.getElementById('grid').getBoundingClientRect();
                    const room = { left: area.left, right: area.left + document.getElementById('grid').clientWidth };
                    return [...document.querySelectorAll('#row-3 .cell')].flatMap((cell, place) => {
                      const { left, right, top, height } = cell.getBoundingClientRect();
                      const [start, end] = [Math.max(left, room.left), Math.min(right, room.right)];
                      const key = document.querySelectorAll('.head > div')[place].dataset.column;
                      return end - start > 20 && ['title', 'pages', 'price', 'isRead', 'bought', 'state'].includes(key)
                        ? [[cell.id, String(Math.round(end - 12)), String(Math.round(top + height / 2))]] : [];
                    });
                    """)
                let shown = try #require(cells as? [[String]])
                #expect(!shown.isEmpty)
                for (cell, pause) in zip([shown.first, shown.last], [100, 300]) {
                    let cell = try #require(cell)
                    let (x, y) = (try #require(Int(cell[1])), try #require(Int(cell[2])))
                    let before = try await browser.text(Self.places)
                    let heights = try await browser.text(Self.heights)
                    try await browser.click(x: x, y: y)
                    let clicked = ContinuousClock.now
                    try await browser.wait(for: "document.querySelector('#inspector:not([hidden]) h2')")
                    #expect(try await browser.text(Self.places) == before, "width \(width), \(cell)")
                    try await keep(browser, "width-\(width)-\(cell[0])")
                    try await browser.press(.escape)
                    try await browser.wait(for: "document.getElementById('inspector').hidden")
                    #expect(try await browser.text(Self.places) == before, "width \(width), \(cell)")
                    // Two clicks within half a second are a double click, and the next one is no part of this one.
                    try await Task.sleep(until: clicked + .milliseconds(600))
                    try await browser.click(x: x, y: y, count: 2, pause: pause)
                    try await browser.wait(for: "document.querySelector('#grid input, #grid select')")
                    #expect(
                        try await browser.text("return document.activeElement.closest('.cell').id") == cell[0],
                        "width \(width)")
                    // A cell that was partly seen may come into view sideways.
                    #expect(try await browser.text(Self.heights) == heights, "width \(width), \(cell)")
                    try await browser.press(.escape)
                    try await browser.press(.escape)
                    try await browser.wait(for: "document.getElementById('inspector').hidden")
                }
            }
            // A double click on a link edits nothing, whichever cell was the current one.
            try await browser.click("#row-2 .cell")
            let chip = try await browser.run(
                """
                const { left, top, width, height } = document.querySelector('#row-5 .chip').getBoundingClientRect();
                return [Math.round(left + width / 2), Math.round(top + height / 2)];
                """)
            let place = try #require(chip as? [Int])
            try await browser.click(x: place[0], y: place[1], count: 2)
            try await browser.wait(for: "document.querySelector('#inspector h2')?.textContent === 'Novels'")
            #expect(try await browser.run("return document.querySelector('#grid input') === null") as? Bool == true)
        }
    }

    /// A script for the places of all cells, headings, and tools.
    private static let places = """
        return [...document.querySelectorAll('.row .cell, .head > div, .asking > *, .asking input, .top button')]
          .map(element => {
            const { left, top, width, height } = element.getBoundingClientRect();
            return [element.id || element.textContent, left, top, width, height].join(' ');
          }).join(' | ');
        """

    /// A script for the heights of all rows in the window.
    private static let heights =
        "return [...document.querySelectorAll('.row')].map(row => row.getBoundingClientRect().top).join(' ');"

    @Test("The page fits a phone, and reports that the program has ended")
    func itFitsAPhoneAndSaysWhenTheProgramIsGone() async throws {
        let library = try Library(.json)
        let studio = try studio(library, "--read-only")
        try await Browser.use(width: 500, height: 800) { browser in
            try await browser.open(studio.address)
            try await browser.wait(for: status("5 objects"))
            #expect(try await browser.run("return document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
            #expect(try await browser.run("return document.getElementById('save').hidden") as? Bool == true)
            try await browser.click("#menu")
            try await browser.click("#entities li:nth-child(1) button")
            try await browser.wait(for: status("5 objects"))
            try await keep(browser, "phone-table")
            try await browser.click("#row-0 .cell")
            try await browser.wait(for: "!document.getElementById('inspector').hidden")
            try await keep(browser, "phone-object")
            try await browser.press(.escape)
            try await browser.wait(for: "document.getElementById('inspector').hidden")
            studio.stop()
            try await browser.wait(
                for: "document.getElementById('trouble').textContent.startsWith('The studio does not respond')")
        }
    }

    @Test(
        "The diagram is the page of modelgen graph: you can search it, zoom it, and open objects from it",
        arguments: ServedLibrary.Kind.available)
    func diagramOfModel(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        let folder = try TemporaryFolder()
        let page = folder.path("page.html")
        let exported = try BuiltProduct("modelgen-studio").run(served.place, "--read-only", "--export", page)
        #expect(exported.exitCode == 0)
        for address in [served.studio.address, URL(filePath: page)] {
            try await Browser.use { browser in
                try await browser.open(address)
                try await browser.wait(for: status("5 objects"))
                try await browser.click("#as-diagram")
                try await browser.wait(for: "document.querySelector('#diagram iframe')")
                try await browser.inFrame("#diagram iframe") {
                    try await browser.wait(for: "document.querySelectorAll('.entity').length === 4")
                    // All of it is seen.
                    try await browser.wait(
                        for: """
                            [...document.querySelectorAll('.entity')].every(e => {
                              const { left, right, top, bottom } = e.getBoundingClientRect();
                              return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
                            })
                            """)
                    try await keep(browser, "diagram")
                    let before = try await browser.text("return document.getElementById('level').textContent")
                    try await browser.click("#in")
                    #expect(try await browser.text("return document.getElementById('level').textContent") != before)
                    try await browser.type("hero", into: "#text")
                    #expect(try await browser.text("return document.getElementById('found').textContent") == "1 / 1")
                    #expect(try await browser.run("return document.getElementById('print') !== null") as? Bool == true)
                    // The frame knows nothing of the page around it.
                    #expect(
                        try await browser.text(
                            "try { return String(parent.document); } catch (error) { return error.name; }")
                            == "SecurityError")
                    try await browser.click("#fit")
                    try await browser.run(
                        "document.querySelector('.entity[aria-label=Tag]')"
                            + ".dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))")
                }
                try await browser.wait(for: "document.getElementById('entity-name').textContent === 'Tag'")
                try await browser.wait(for: status("1 object"))
            }
        }
    }

    @Test("An exported page works without the program")
    func anExportedPageWorksAlone() async throws {
        let library = try Library(.json)
        let page = library.folder.path("page.html")
        let outcome = try BuiltProduct("modelgen-studio").run(
            library.url.path(percentEncoded: false), "--export", page)
        #expect(outcome.exitCode == 0 && outcome.errorOutput == "")
        try await Browser.use { browser in
            try await browser.open(URL(filePath: page))
            try await browser.wait(for: status("5 objects"))
            try await browser.click("#entities li:nth-child(1) button")
            try await browser.wait(for: status("5 objects"))
            try await browser.type("emma", into: "#condition")
            try await browser.wait(for: status("1 object"))
            try await browser.click("#row-0 .cell")
            try await browser.wait(for: "document.querySelector('#inspector h2')?.textContent === 'Emma'")
            try await keep(browser, "exported")
            #expect(try await browser.text("return document.title") != "broken")
        }
    }

    @Test("A long table has elements only for its visible rows")
    func aTableOfManyRowsHoldsFewOfThem() async throws {
        let library = try Library(.sqlite, bookCount: 3_000)
        let studio = try studio(library, "--read-only")
        try await Browser.use { browser in
            try await browser.open(try #require(URL(string: studio.address.absoluteString + "#entity=Book&sort=title")))
            try await browser.wait(for: status("3,000 objects"))
            try await browser.run("document.getElementById('grid').focus()")
            try await browser.press(.control, .end)
            try await browser.wait(for: "\(cell(2_999, 0)) === 'Emma'")
            #expect(try await browser.run("return document.querySelectorAll('.row').length < 60") as? Bool == true)
            #expect(
                try await browser.text("return document.getElementById('grid').getAttribute('aria-rowcount')") == "3001"
            )
            try await browser.run(
                "document.getElementById('grid').scrollTop = document.getElementById('grid').scrollHeight / 2")
            try await browser.wait(
                for:
                    "[...document.querySelectorAll('.row')].some(row => row.getAttribute('aria-rowindex') === '1502' && row.dataset.id)"
            )
            // Pages that are scrolled past before they come are not asked for.
            try await browser.run(
                """
                document.querySelector('[data-column=pages] .sort').click();
                """)
            try await browser.wait(for: "\(cell(0, 3)) === '1'")
            try await browser.run(
                """
                const real = window.fetch;
                window.askedCount = 0;
                window.fetch = async (...request) => {
                  if (request[0].endsWith('rows')) window.askedCount += 1;
                  await new Promise(resolve => setTimeout(resolve, 200));
                  return real(...request);
                };
                const grid = document.getElementById('grid');
                let step = 0;
                const next = () => {
                  grid.scrollTop = grid.scrollHeight * step / 30;
                  step += 1;
                  if (step <= 30) setTimeout(next, 20);
                };
                next();
                """)
            try await browser.wait(for: "\(cell(2_999, 3)) === '900'")
            #expect(try await browser.run("return window.askedCount < 16") as? Bool == true)
        }
    }
}
