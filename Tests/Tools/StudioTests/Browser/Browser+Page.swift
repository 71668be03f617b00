import Foundation

// The page of the studio, as tests speak of it.
extension Browser {
    /// Opens the page, at a view such as `entity=Book&sort=-pages`.
    func open(_ studio: StudioProcess, _ view: String = "") async throws {
        guard let url = URL(string: studio.address.absoluteString + (view.isEmpty ? "" : "#\(view)")) else { return }
        try await open(url)
    }

    /// Waits until the status bar says something.
    func waitForStatus(_ text: String) async throws {
        try await wait(for: "document.getElementById('status').textContent === \"\(text)\"")
    }

    /// Waits until an element contains a text.
    func wait(for selector: String, toSay text: String) async throws {
        try await wait(for: "document.querySelector(\"\(selector)\")?.textContent.includes(\"\(text)\")")
    }

    /// The text of an element.
    func text(of selector: String) async throws -> String {
        try await text("return document.querySelector(\"\(selector)\")?.textContent ?? 'nothing'")
    }

    /// Whether a condition holds now.
    func isTrue(_ condition: String) async throws -> Bool {
        try await run("return Boolean(\(condition))") as? Bool == true
    }

    /// Asks a condition.
    func filter(_ condition: String) async throws {
        try await type(condition, into: "#condition")
        // Without a completion: what is typed is all of it.
        try await run("document.getElementById('ask').click()")
    }

    /// Chooses an entity in the list.
    func show(_ entity: String) async throws {
        try await run(
            "[...document.querySelectorAll('#entities button')].find(b => b.firstChild.textContent === '\(entity)').click()"
        )
        try await wait(for: "document.getElementById('entity-name').textContent === '\(entity)'")
    }

    /// Keeps a picture where somebody asks for it, to be looked at.
    func keep(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["MODELGEN_SCREENSHOTS"] else { return }
        try await screenshot().write(to: URL(filePath: folder).appending(path: "\(name).png"))
    }

    /// Keeps the texts of files that the page saves from now on, in `window.savedTexts`.
    func catchSavedFiles() async throws {
        try await run(
            """
            window.savedTexts = [];
            const real = URL.createObjectURL;
            URL.createObjectURL = blob => { blob.text().then(text => window.savedTexts.push(text)); return real.call(URL, blob); };
            """)
    }

    /// Gives a file to a field, as a person chooses one.
    func giveFile(_ text: String, named name: String, to selector: String) async throws {
        try await run(
            """
            const files = new DataTransfer();
            files.items.add(new File([arguments[0]], arguments[1]));
            const input = document.querySelector(arguments[2]);
            input.files = files.files;
            input.dispatchEvent(new Event('change'));
            """, text, name, selector)
    }
}
