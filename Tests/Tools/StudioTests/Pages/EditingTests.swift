import Foundation
import ObjectGraph
import TestSupport
import Testing

/// Changing objects on the page, in stores of every kind.
@Suite(.enabled(if: Browser.takesLongWalks, "it takes minutes; run 'make studio-test'"), .serialized)
struct EditingTests {
    @Test(
        "A refused value stays where it was typed, with the reason and an example",
        arguments: ServedLibrary.Kind.available)
    func refusedValuesStay(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Book&sort=-pages&columns=title,pages,bought")
            try await browser.waitForStatus("5 objects")
            func field() async throws -> String {
                try await browser.text("return document.querySelector('#grid input').value")
            }
            // In the table.
            try await browser.run("document.getElementById('grid').focus()")
            try await browser.press(.right)
            try await browser.press(.f2)
            try await browser.type("many", into: "#grid input", then: .enter)
            try await browser.wait(for: "document.querySelector('#grid .reason')")
            let reason = try await browser.text(of: "#grid .reason")
            #expect(reason.hasSuffix("Example: 474") && reason.contains("Integer 32"))
            #expect(try await field() == "many")
            #expect(try await browser.isTrue("document.activeElement.getAttribute('aria-invalid') === 'true'"))
            #expect(try await browser.isTrue("!document.getElementById('dialog').open"))
            try await browser.keep("\(kind)-refused")
            // It stays while others read and scroll, and a save does not leave it behind.
            try await browser.press(.control, .s)
            try await browser.wait(for: "#trouble", toSay: "A value is not valid")
            #expect(try await field() == "many")
            // A rule of the model.
            try await browser.type("0", into: "#grid input", then: .enter)
            try await browser.wait(for: "!document.querySelector('#grid .reason').textContent.includes('differently')")
            #expect(try await field() == "0")
            try await browser.type("475", into: "#grid input", then: .enter)
            try await browser.wait(for: "document.querySelector('#cell-0-1')?.textContent === '475'")
            #expect(try await browser.isTrue("document.activeElement.id === 'grid'"))
            // A date, refused, then given up.
            try await browser.press(.right)
            try await browser.press(.f2)
            try await browser.type("tomorrow", into: "#grid input", then: .enter)
            try await browser.wait(for: "#grid .reason", toSay: "Example: 2023-03-")
            try await browser.press(.escape)
            try await browser.wait(for: "!document.querySelector('#grid input')")
            // In the panel: also while another value is accepted, and the object is drawn again.
            try await browser.press(.enter)
            try await browser.wait(for: "document.querySelector('#value-pages')")
            try await browser.type("none", into: "#value-pages", then: .tab)
            try await browser.wait(for: "#error-pages", toSay: "Example: 475")
            try await browser.type("Emma II", into: "#value-title", then: .tab)
            try await browser.wait(for: "#inspector h2", toSay: "Emma II")
            #expect(try await browser.text("return document.querySelector('#value-pages').value") == "none")
            #expect(try await browser.text(of: "#error-pages").hasSuffix("Example: 475"))
            try await browser.type("476", into: "#value-pages", then: .tab)
            try await browser.wait(for: "document.getElementById('error-pages').textContent === ''")
            // Nil is an action of the field.
            try await browser.run("document.querySelector('[data-key=price] .nil-button').click()")
            try await browser.wait(for: "document.querySelector('#value-price').placeholder === 'nil'")
            try await browser.press(.control, .s)
            try await browser.wait(for: "document.getElementById('review').textContent === 'No changes'")
        }
        let context = try served.saved()
        let novel = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
        #expect(novel.value(forKey: "pages") as? Int32 == 476 && novel.value(forKey: "price") == nil)
        #expect(novel.value(forKey: "title") as? String == "Emma II")
    }

    @Test(
        "Several objects are selected with Shift, Control, and keys, exported, and deleted",
        arguments: ServedLibrary.Kind.available)
    func selections(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind, bookCount: 1_200)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Book&sort=title&columns=title,pages")
            try await browser.waitForStatus("1,200 objects")
            try await browser.click("#row-1 .cell", with: .control)
            try await browser.click("#row-3 .cell", with: .control)
            try await browser.waitForStatus("1,200 objects · 2 selected")
            #expect(try await browser.isTrue("document.getElementById('inspector').hidden"))
            try await browser.click("#row-6 .cell", with: .shift)
            try await browser.waitForStatus("1,200 objects · 4 selected")
            #expect(
                try await browser.text(
                    "return [...document.querySelectorAll('.row[aria-selected=true]')].map(r => r.ariaRowIndex).join()")
                    == "5,6,7,8")
            try await browser.keep("\(kind)-selection")
            // The file has the selected objects alone, and formulas only if they are wanted.
            try await browser.click("#row-0 .cell", with: .control)
            try await browser.waitForStatus("1,200 objects · 5 selected")
            try await browser.catchSavedFiles()
            try await browser.choose("#export")
            #expect(try await browser.isTrue("document.querySelector('#dialog [value=selection]').checked"))
            try await browser.keep("\(kind)-export")
            try await browser.click("#dialog [data-value=csv]")
            try await browser.wait(for: "window.savedTexts.length === 1")
            let lines = try await browser.text("return window.savedTexts[0]").split(separator: "\r\n")
            #expect(lines.count == 6 && lines.first == "title,pages")
            // By keys, beyond what is on the page.
            try await browser.run("document.getElementById('grid').focus()")
            try await browser.press(.escape)
            try await browser.waitForStatus("1,200 objects")
            try await browser.press(.control, .home)
            try await browser.press(.shift, .down)
            try await browser.press(.shift, .down)
            try await browser.waitForStatus("1,200 objects · 3 selected")
            try await browser.press(.control, .a)
            try await browser.waitForStatus("1,200 objects · 1,200 selected")
            #expect(try await browser.text(of: "#delete") == "Delete 1,200")
            try await browser.press(.space)
            try await browser.waitForStatus("1,200 objects · 1,199 selected")
            try await browser.click("#delete")
            try await browser.wait(for: "#dialog-title", toSay: "Delete 1,199 objects?")
            try await browser.click("#dialog .danger")
            try await browser.waitForStatus("1 object")
            try await browser.press(.control, .s)
            try await browser.wait(for: "document.getElementById('review').textContent === 'No changes'")
        }
        #expect(try served.saved().count(for: FetchRequest<ManagedObject>(entityName: "Book")) == 1)
    }

    @Test("Formulas in CSV are escaped on request", arguments: ServedLibrary.Kind.available)
    func spreadsheets(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind, "--read-only") { context in
            let shelf = context.insertNewObject(forEntityName: "Shelf")
            shelf.setValue("=HYPERLINK(\"http://evil\")", forKey: "name")
        }
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Shelf&columns=name")
            try await browser.waitForStatus("3 objects")
            try await browser.catchSavedFiles()
            for isEscaped in [false, true] {
                try await browser.choose("#export")
                try await browser.wait(for: "document.querySelector('#dialog [name=spreadsheets]')")
                #expect(try await browser.text(of: "#dialog").contains("get an apostrophe"))
                if isEscaped { try await browser.click("#dialog [name=spreadsheets]") }
                try await browser.click("#dialog [data-value=csv]")
                try await browser.wait(for: "window.savedTexts.length === \(isEscaped ? 2 : 1)")
            }
            #expect(try await browser.text("return window.savedTexts[0]").contains("\"=HYPERLINK"))
            #expect(try await browser.text("return window.savedTexts[1]").contains("\"'=HYPERLINK"))
        }
    }

    @Test(
        "The page asks about what another tab has changed, rather than replace, delete, discard, or undo it",
        arguments: ServedLibrary.Kind.available)
    func otherTabs(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Novel&columns=title,hero,pages")
            try await browser.waitForStatus("1 object")
            try await browser.click("#cell-0-2")
            try await browser.wait(for: "document.querySelector('#value-title')")
            let id = try await browser.text(
                "return new URLSearchParams(location.hash.slice(1)).get('object') ?? ''")
            func changeElsewhere(_ change: String) throws {
                let body = #"{"page": "other", "change": {\#(change)}}"#
                let answer = try served.studio.response(
                    "POST", "/api/change", headers: served.studio.authorization, body: body)
                #expect(answer.status == 200, "\(answer)")
            }
            func set(_ key: String, _ value: String) throws {
                try changeElsewhere(#""action": "set", "object": "\#(id)", "key": "\#(key)", "value": "\#(value)""#)
            }
            // The empty text is not nil.
            try set("hero", "")
            try await browser.wait(for: "document.querySelector('#cell-0-1 .nil')?.textContent === '“”'")
            try await browser.wait(for: "document.querySelector('#value-hero').placeholder === '“”'")
            // A typed value next to the one of the other tab.
            try await browser.type("Mine", into: "#value-title")
            try set("title", "Theirs")
            try await browser.wait(for: "document.querySelector('#cell-0-0').textContent === 'Theirs'")
            #expect(try await browser.text("return document.querySelector('#value-title').value") == "Mine")
            try await browser.press(.tab)
            try await browser.wait(for: "#error-title", toSay: "It is now Theirs.")
            try await browser.keep("\(kind)-other-value")
            try await browser.click("#error-title button:last-of-type")
            try await browser.wait(for: "document.querySelector('#value-title').value === 'Theirs'")
            try await browser.type("Mine", into: "#value-title", then: .tab)
            try await browser.wait(for: "document.querySelector('#cell-0-0').textContent === 'Mine'")
            // An undo of the other tab's change.
            try set("pages", "7")
            try await browser.click("#undo")
            try await browser.wait(for: "#dialog-title", toSay: "Undo a change of another tab?")
            #expect(try await browser.text(of: "#dialog").contains("'pages' of Mine"))
            try await browser.click("#dialog [data-value=null]")
            try await browser.wait(for: "document.querySelector('#cell-0-2').textContent === '7'")
            // A deletion of what has been changed since.
            try await browser.click("#delete")
            try await browser.wait(for: "#dialog-title", toSay: "Delete 1 object?")
            try set("pages", "8")
            try await browser.click("#dialog .danger")
            try await browser.wait(for: "#dialog .bad", toSay: "Nothing was deleted.")
            try await browser.keep("\(kind)-other-deletion")
            try await browser.click("#dialog [data-value=null]")
            try await browser.wait(for: "document.querySelector('#cell-0-2').textContent === '8'")
            // Changes that were not among those to discard.
            try await browser.wait(for: "document.getElementById('review').textContent === '1 change'")
            try await browser.click("#review")
            try await browser.wait(for: "#dialog-title", toSay: "Unsaved changes")
            try await browser.click("#dialog [data-value=true]")
            try await browser.wait(for: "#dialog-title", toSay: "Discard all changes?")
            try changeElsewhere(#""action": "insert", "entity": "Tag""#)
            try await browser.click("#dialog .danger")
            try await browser.wait(for: "#dialog .bad", toSay: "Nothing was discarded.")
            try await browser.click("#dialog [data-value=true]")
            try await browser.click("#dialog .danger")
            try await browser.wait(for: "document.getElementById('review').textContent === 'No changes'")
            #expect(try await browser.isTrue("!document.getElementById('dialog').open"))
            try await browser.wait(for: "document.querySelector('#cell-0-0').textContent === 'Emma'")
        }
        #expect(try served.saved().count(for: FetchRequest<ManagedObject>(entityName: "Tag")) == 1)
    }

    @Test("An ordered relationship is reordered by keys and by dragging", arguments: ServedLibrary.Kind.available)
    func order(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Shelf&sort=-name")
            try await browser.waitForStatus("2 objects")
            try await browser.click("#row-0 .cell")
            try await browser.wait(for: "document.querySelectorAll('#inspector .handle').length === 5")
            let names = "[...document.querySelectorAll('#inspector .ordered .chip')].map(c => c.textContent).join()"
            let start = try await browser.text("return \(names)").split(separator: ",").map(String.init)
            #expect(start.first == "Emma")
            try await browser.run("document.querySelector('#inspector .handle').focus()")
            try await browser.press(.down)
            try await browser.wait(for: "\(names).split(',')[1] === 'Emma'")
            // The handle keeps the focus, so the next key goes on.
            try await browser.wait(for: "document.activeElement.ariaLabel === 'Move Emma'")
            try await browser.press(.down)
            try await browser.wait(for: "\(names).split(',')[2] === 'Emma'")
            try await browser.keep("\(kind)-order")
            // With the pointer, below the last one.
            try await browser.drag(
                "#inspector .member:first-of-type .handle", to: "#inspector .member:last-of-type .handle")
            try await browser.wait(for: "\(names).split(',').at(-1) === '\(start[1].replacing("'", with: "\\'"))'")
            try await browser.click("#undo")
            try await browser.wait(for: "\(names).split(',')[0] === '\(start[1].replacing("'", with: "\\'"))'")
            try await browser.press(.control, .s)
            try await browser.wait(for: "document.getElementById('review').textContent === 'No changes'")
        }
        let context = try served.saved()
        let shelf = try #require(
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Shelf"))
                .first { $0.value(forKey: "name") as? String == "Novels" })
        let books = shelf.mutableOrderedSetValue(forKey: "books").map { $0.value(forKey: "title") as? String }
        #expect(books.firstIndex(of: "Emma") == 2)
    }

    @Test("Rows of CSV and JSON are tried, imported with a mapping, and saved", arguments: ServedLibrary.Kind.available)
    func importing(_ kind: ServedLibrary.Kind) async throws {
        let served = try ServedLibrary(kind)
        try await Browser.use { browser in
            try await browser.open(served.studio, "entity=Book&sort=title")
            try await browser.waitForStatus("5 objects")
            try await browser.choose("#import")
            try await browser.wait(for: "document.querySelector('#dialog input[type=file]')")
            let csv =
                "title,count,place,colour\r\nEmma,480,Novels,red\r\nPersuasion,250,New shelf,blue\r\nBad,x,Novels,\r\n"
            try await browser.giveFile(csv, named: "books.csv", to: "#dialog input[type=file]")
            try await browser.wait(for: "#dialog .outcome", toSay: "3 new objects")
            #expect(try await browser.text(of: "#dialog .outcome").contains("No property matches the field “colour”"))
            try await browser.type(
                #"{"match": ["title"], "properties": {"pages": "count", "shelf": {"from": "place", "match": "name", "create": true}}}"#,
                into: "#dialog textarea", then: .tab)
            try await browser.wait(for: "#dialog .outcome", toSay: "1 new object, 1 changed object, 1 rejected row")
            #expect(try await browser.text(of: "#dialog .rejected").contains("line 4"))
            try await browser.keep("\(kind)-import")
            // Trying has changed nothing.
            #expect(try await browser.text(of: "#review") == "No changes")
            // Another tab has made a change since.
            let change = #"{"page": "other", "change": {"action": "insert", "entity": "Tag"}}"#
            _ = try served.studio.response(
                "POST", "/api/change", headers: served.studio.authorization, body: change)
            try await browser.click("#dialog [data-value=true]")
            try await browser.wait(for: "#dialog .bad", toSay: "Nothing was imported.")
            #expect(try await browser.text(of: "#dialog").contains("1 new object, 1 changed object, 1 rejected row"))
            let undo = #"{"page": "other", "change": {"action": "undo"}}"#
            _ = try served.studio.response("POST", "/api/change", headers: served.studio.authorization, body: undo)
            try await browser.click("#dialog [data-value=true]")
            try await browser.click("#dialog [data-value=true]")
            try await browser.wait(for: "#dialog-title", toSay: "Imported")
            try await browser.click("#dialog .buttons button")
            try await browser.waitForStatus("6 objects")
            // Persuasion, Emma, and the two shelves.
            try await browser.wait(for: "document.getElementById('review').textContent.endsWith('changes')")
            try await browser.click("#undo")
            try await browser.waitForStatus("5 objects")
            try await browser.click("#redo")
            try await browser.waitForStatus("6 objects")
            // A file that cannot be used says why.
            try await browser.show("Tag")
            try await browser.waitForStatus("1 object")
            try await browser.choose("#import")
            try await browser.giveFile("{", named: "tags.json", to: "#dialog input[type=file]")
            try await browser.wait(for: "document.querySelector('#dialog .outcome .bad')")
            try await browser.giveFile(#"[{"name": "new"}]"#, named: "tags.json", to: "#dialog input[type=file]")
            try await browser.wait(for: "#dialog .outcome", toSay: "1 new object")
            try await browser.click("#dialog [data-value=true]")
            try await browser.waitForStatus("2 objects")
            try await browser.press(.control, .s)
            try await browser.wait(for: "document.getElementById('review').textContent === 'No changes'")
        }
        let context = try served.saved()
        let books = try context.fetch(FetchRequest<ManagedObject>(entityName: "Book"))
        let pages = Dictionary(
            books.map { ($0.value(forKey: "title") as? String ?? "", $0.value(forKey: "pages") as? Int32 ?? 0) },
            uniquingKeysWith: { $1 })
        #expect(pages["Emma"] == 480 && pages["Persuasion"] == 250 && pages["Bad"] == nil)
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Shelf")) == 3)
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Tag")) == 2)
    }
}
