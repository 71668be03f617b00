import Foundation
import TestSupport
import Testing

/// A headless Chromium, driven through the protocol of WebDriver.
final class Browser {
    private static let driver = ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Whether Debian's packages `chromium` and `chromium-driver`, or others like them, are installed.
    static var isInstalled: Bool { driver != nil }

    /// Whether the longer walks run, which take minutes: where their pictures are kept, as in `make studio-test`.
    static var takesLongWalks: Bool {
        isInstalled && ProcessInfo.processInfo.environment["MODELGEN_SCREENSHOTS"] != nil
    }

    private let process = Process()
    private let folder: TemporaryFolder
    private var connection = DriverConnection(port: 0)
    private var session = ""

    struct BrowserError: Error, CustomStringConvertible {
        var description: String
    }

    private init(width: Int, height: Int) async throws {
        folder = try TemporaryFolder()
        let program = try Self.driver ?? { throw BrowserError(description: "there is no chromedriver") }()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--port=0"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while true {
            let more = output.fileHandleForReading.readAvailable()
            guard !more.isEmpty else { throw BrowserError(description: "chromedriver said: \(text)") }
            text += String(decoding: more, as: UTF8.self)
            if let found = text.firstMatch(of: /successfully on port (\d+)/) {
                connection.port = UInt16(found.1) ?? 0
                break
            }
        }
        let options: [String: Any] = [
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--window-size=\(width),\(height)", "--user-data-dir=\(folder.path("profile"))", "--lang=en-US",
            ]
        ]
        let answer = try await command(
            "POST", "/session", ["capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw BrowserError(description: "no session: \(answer)")
        }
        session = "/session/\(id)"
        _ = try await command(
            "POST", session + "/goog/cdp/execute",
            ["cmd": "Page.addScriptToEvaluateOnNewDocument", "params": ["source": Self.shiftRecorder]])
    }

    /// A script that records what the browser counts as a shift of the layout:
    /// what moves though nobody has done anything.
    private static let shiftRecorder = """
        window.layoutShifts = [];
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            const nameOf = node => node?.id || node?.className || (node?.parentElement ? `${node.nodeName} in ${nameOf(node.parentElement)}` : node?.nodeName);
            const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => `${nameOf(node)} (${from.x} ${from.y} to ${to.x} ${to.y})`);
            window.layoutShifts.push(`${entry.value.toFixed(4)}: ${moved.join(', ')}`);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        """

    /// Expects that nothing has moved by itself since the page was opened.
    private func expectNoShifts() async throws {
        let found = try await run("return (window.layoutShifts ?? []).join('\\n')")
        #expect("\(found)" == "", "the layout has shifted")
    }

    /// Uses a browser of its own, which ends with the work.
    static func use(width: Int = 1280, height: Int = 800, _ work: (Browser) async throws -> Void) async throws {
        let browser = try await Browser(width: width, height: height)
        do {
            try await work(browser)
            try await browser.expectNoShifts()
        } catch {
            await browser.quit()
            throw error
        }
        await browser.quit()
    }

    /// Ends the browser, then its driver.
    private func quit() async {
        _ = try? await command("DELETE", session, nil)
        // A signal may be blocked: a process inherits that from the thread that starts it.
        _ = try? connection.ask("GET", "/shutdown", Data())
        process.terminate()
    }

    private func command(_ method: String, _ path: String, _ body: [String: Any]?) async throws -> Any {
        let data = try connection.ask(
            method, path, body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data())
        let answer = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        let value = (answer as? [String: Any])?["value"] ?? NSNull()
        if let error = (value as? [String: Any])?["error"] as? String {
            throw BrowserError(description: "\(error): \((value as? [String: Any])?["message"] ?? "")")
        }
        return value
    }

    /// Opens a page.
    func open(_ url: URL) async throws {
        try await expectNoShifts()
        _ = try await command("POST", session + "/url", ["url": url.absoluteString])
    }

    /// Runs a script in the page, and gives what it returns.
    @discardableResult
    func run(_ script: String, _ arguments: String...) async throws -> Any {
        try await command("POST", session + "/execute/sync", ["script": script, "args": arguments])
    }

    /// The text that a script returns.
    func text(_ script: String) async throws -> String { "\(try await run(script))" }

    /// Waits until a condition holds; says what the page looks like when it does not within ten seconds.
    func wait(for condition: String) async throws {
        for _ in 0..<200 {
            if try await run("return Boolean(\(condition))") as? Bool == true { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        let page = try await text("return location.href + '\\n' + document.body.innerText")
        throw BrowserError(description: "it did not come to '\(condition)'; the page says:\n\(page)")
    }

    private func element(_ selector: String) async throws -> String {
        let answer = try await command(
            "POST", session + "/element", ["using": "css selector", "value": selector])
        guard let id = (answer as? [String: String])?.values.first else {
            throw BrowserError(description: "there is no '\(selector)'")
        }
        return session + "/element/\(id)"
    }

    /// Does work on what a selector finds first; again if the page has drawn it anew meanwhile,
    /// or is still moving it into view.
    private func act(on selector: String, _ work: (String) async throws -> Void) async throws {
        for attempt in 0... {
            do {
                return try await work(try await element(selector))
            } catch let error as BrowserError where Self.isPassing(error) && attempt < 100 {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private static func isPassing(_ error: BrowserError) -> Bool {
        ["no such element", "stale element", "element not interactable", "element click intercepted"]
            .contains { error.description.hasPrefix($0) }
    }

    /// Clicks on what a selector finds first.
    func click(_ selector: String) async throws {
        try await act(on: selector) { _ = try await command("POST", $0 + "/click", [:]) }
    }

    /// Chooses an item of the menu of further actions.
    func choose(_ selector: String) async throws {
        try await click("#more")
        try await click(selector)
    }

    /// Does work in the document of a frame.
    func inFrame(_ selector: String, _ work: () async throws -> Void) async throws {
        let id = try await element(selector).split(separator: "/").last.map(String.init) ?? ""
        _ = try await command(
            "POST", session + "/frame", ["id": ["element-6066-11e4-a52e-4f735466cecf": id]])
        try await work()
        _ = try await command("POST", session + "/frame", ["id": NSNull()])
    }

    /// Types into a field in place of what is in it, then presses a key.
    func type(_ text: String, into selector: String, then key: Key? = nil) async throws {
        // All of it is chosen, and typed over, as people do.
        let all = Key.control.rawValue + "a" + "\u{E000}"
        try await act(on: selector) {
            _ = try await command("POST", $0 + "/value", ["text": all + text + (key?.rawValue ?? "")])
        }
    }

    /// Clicks while a key is held.
    func click(_ selector: String, with key: Key) async throws {
        let id = try await element(selector).split(separator: "/").last.map(String.init) ?? ""
        let origin = ["element-6066-11e4-a52e-4f735466cecf": id]
        let mouse: [String: Any] = [
            "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
            "actions": [
                ["type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": origin] as [String: Any],
                ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0],
            ],
        ]
        let keyboard: [String: Any] = [
            "type": "key", "id": "keyboard",
            "actions": [
                ["type": "keyDown", "value": key.rawValue], ["type": "pause"], ["type": "pause"],
                ["type": "keyUp", "value": key.rawValue],
            ],
        ]
        _ = try await command("POST", session + "/actions", ["actions": [keyboard, mouse]])
    }

    /// Drags an element to just below the middle of another one.
    func drag(_ selector: String, to target: String) async throws {
        func origin(_ selector: String) async throws -> [String: String] {
            let id = try await element(selector).split(separator: "/").last.map(String.init) ?? ""
            return ["element-6066-11e4-a52e-4f735466cecf": id]
        }
        let (start, end) = (try await origin(selector), try await origin(target))
        let mouse: [String: Any] = [
            "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
            "actions": [
                ["type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": start] as [String: Any],
                ["type": "pointerDown", "button": 0],
                ["type": "pointerMove", "duration": 50, "x": 0, "y": 0, "origin": end] as [String: Any],
                ["type": "pointerMove", "duration": 50, "x": 0, "y": 6, "origin": end] as [String: Any],
                ["type": "pointerUp", "button": 0],
            ],
        ]
        _ = try await command("POST", session + "/actions", ["actions": [mouse]])
    }

    /// Clicks on a place of the page, as a mouse does.
    ///
    /// - Parameters:
    ///   - count: 2 for a double click.
    ///   - pause: The milliseconds between two clicks.
    func click(x: Int, y: Int, count: Int = 1, pause: Int = 100) async throws {
        var actions: [[String: Any]] = [["type": "pointerMove", "duration": 0, "x": x, "y": y]]
        for number in 0..<count {
            if number > 0 { actions.append(["type": "pause", "duration": pause]) }
            actions += [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        }
        let mouse: [String: Any] = [
            "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions,
        ]
        _ = try await command("POST", session + "/actions", ["actions": [mouse]])
    }

    /// Gives the page a size, which can be smaller than that of a window.
    func resize(width: Int, height: Int) async throws {
        let metrics: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
        _ = try await command(
            "POST", session + "/goog/cdp/execute",
            ["cmd": "Emulation.setDeviceMetricsOverride", "params": metrics])
    }

    private func devTools(_ name: String, _ parameters: [String: Any]) async throws {
        _ = try await command("POST", session + "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    /// Prefers dark or light colors.
    func prefer(dark isDark: Bool) async throws {
        let feature = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        try await devTools("Emulation.setEmulatedMedia", ["features": [feature]])
    }

    /// Shows times in UTC, so that they are the same on every machine.
    func beInUTC() async throws { try await devTools("Emulation.setTimezoneOverride", ["timezoneId": "UTC"]) }

    /// The share of the pixels that differ between two pictures; 1 for pictures of different sizes.
    ///
    /// - Parameter channelTolerance: How much a color may differ, of 255.
    func difference(between one: Data, and other: Data, channelTolerance: Int) async throws -> Double {
        try await run(
            """
            window.share = undefined;
            const pixels = async text => {
              const image = new Image();
              image.src = 'data:image/png;base64,' + text;
              await image.decode();
              const canvas = document.createElement('canvas');
              [canvas.width, canvas.height] = [image.width, image.height];
              const context = canvas.getContext('2d');
              context.drawImage(image, 0, 0);
              return context.getImageData(0, 0, image.width, image.height);
            };
            Promise.all([pixels(arguments[0]), pixels(arguments[1])]).then(([one, other]) => {
              if (one.width !== other.width || one.height !== other.height) { window.share = 1; return; }
              let count = 0;
              for (let place = 0; place < one.data.length; place += 4) {
                const differs = [0, 1, 2].some(part => Math.abs(one.data[place + part] - other.data[place + part]) > Number(arguments[2]));
                if (differs) count += 1;
              }
              window.share = count / (one.data.length / 4);
            }, () => { window.share = 1; });
            """, one.base64EncodedString(), other.base64EncodedString(), String(channelTolerance))
        try await wait(for: "window.share !== undefined")
        return try await run("return window.share") as? Double ?? 1
    }

    /// Sends keys to what has the focus.
    func press(_ keys: Key...) async throws {
        let downs = keys.map { ["type": "keyDown", "value": $0.rawValue] }
        let ups = keys.reversed().map { ["type": "keyUp", "value": $0.rawValue] }
        _ = try await command(
            "POST", session + "/actions",
            ["actions": [["type": "key", "id": "keyboard", "actions": downs + ups] as [String: Any]]])
    }

    /// Keys as WebDriver writes them.
    enum Key: String {
        case enter = "\u{E007}"
        case tab = "\u{E004}"
        case escape = "\u{E00C}"
        case delete = "\u{E017}"
        case control = "\u{E009}"
        case down = "\u{E015}"
        case up = "\u{E013}"
        case shift = "\u{E008}"
        case space = " "
        case right = "\u{E014}"
        case end = "\u{E010}"
        case home = "\u{E011}"
        case f2 = "\u{E032}"
        case a, s, v, z
        case slash = "/"
        case question = "?"
    }

    /// A picture of what is seen.
    func screenshot() async throws -> Data {
        let text = try await command("GET", session + "/screenshot", nil)
        return Data(base64Encoded: "\(text)") ?? Data()
    }
}
