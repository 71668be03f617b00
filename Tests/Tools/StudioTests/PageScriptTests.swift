import Foundation
import StoreStudio
import TestSupport
import Testing

/// The program that runs scripts without a browser.
enum Node {
    /// The program; nil if it is not installed.
    static let url = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(filePath: String($0)).appending(path: "node") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
}

/// The parts of the page that need no browser, run by Node.js.
@Suite(.enabled(if: Node.url != nil, "Node.js is not installed"))
struct PageScriptTests {
    /// Runs a script next to the modules of the page, which fails with a message if an assertion is wrong.
    private func run(_ script: String) throws {
        let folder = try TemporaryFolder()
        for file in StudioPage.files where file.name.hasSuffix(".js") {
            try file.contents.write(to: folder.url.appending(path: file.name))
        }
        try Data(#"{"type": "module"}"#.utf8).write(to: folder.url.appending(path: "package.json"))
        let setting = """
            import assert from 'node:assert';
            globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
            globalThis.location = { search: '', pathname: '/', hash: '' };
            globalThis.sessionStorage = { getItem: () => 'token', setItem() {} };
            \(script)
            """
        let url = folder.url.appending(path: "test.js")
        try Data(setting.utf8).write(to: url)
        let process = Process()
        process.executableURL = Node.url
        process.arguments = [url.path(percentEncoded: false)]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: data, as: UTF8.self))")
    }

    @Test("An emptied string is the empty string, and every other emptied value is nil")
    func typedValues() throws {
        try run(
            """
            const { typedValue, complaint } = await import('./values.js');
            const typed = (type, value, cell) => typedValue({ tagName: 'INPUT', value }, { type, isOptional: true }, cell);
            assert.strictEqual(typed('String', '', 'before'), '');
            assert.strictEqual(typed('String', '', null), null);
            assert.strictEqual(typed('String', 'x', null), 'x');
            assert.strictEqual(typed('String', 'a\\nb', 'a\\r\\nc'), 'a\\r\\nb');
            assert.strictEqual(typed('Double', '', 1.5), null);
            assert.strictEqual(typed('Date', '', { t: 'date', s: 'x' }), null);
            // The first choice is nil, whatever a case is stored as.
            const chosen = (selectedIndex, value) => typedValue({ tagName: 'SELECT', selectedIndex, value }, { type: 'String' }, 'x');
            assert.strictEqual(chosen(0, ''), null);
            assert.strictEqual(chosen(2, ''), '');
            assert.match(complaint({ message: 'changed', present: '' }, { type: 'String' }), /now the empty text/);
            assert.match(complaint({ message: 'changed', present: null }, { type: 'String' }), /now nil/);
            """)
    }

    @Test("Nil, the text nil, and the empty text look different")
    func shownValues() throws {
        try run(
            """
            \(Self.document)
            const { cellNodes, cellText, field } = await import('./values.js');
            assert.strictEqual(cellText(''), '“”');
            const looks = [null, 'nil', ''].map(cell => cellNodes(cell).map(node => node.attributes ? [node.className, ...node.children] : node));
            assert.deepStrictEqual(looks, [[['nil', 'nil']], ['nil'], [['nil', '“”']]]);
            const fields = [null, ''].map(cell => field({ type: 'String' }, cell)).map(({ value, placeholder }) => [value, placeholder]);
            assert.deepStrictEqual(fields, [['', 'nil'], ['', '“”']]);
            """)
    }

    @Test("A state that is late does not replace a newer one")
    func lateStates() throws {
        try run(
            """
            const { isLate } = await import('./source.js');
            assert.strictEqual(isLate({ revision: 4 }, { revision: 5 }), true);
            assert.strictEqual(isLate({ revision: 5 }, { revision: 5 }), false);
            assert.strictEqual(isLate({ revision: 6 }, { revision: 5 }), false);
            """)
    }

    @Test("A change is sent with the page, and a file behind the value that was shown")
    func requests() throws {
        try run(
            """
            const sent = [];
            globalThis.fetch = async (address, { body }) => {
              sent.push({ address, body: typeof body === 'string' ? body : await body.text() });
              return new Response('{"message": "stale", "present": null, "key": "k"}', { status: 400 });
            };
            const { ProgramSource } = await import('./source.js');
            const source = new ProgramSource();
            const refusal = await source.change({ action: 'set', object: 'o', key: 'k', value: 'v', before: null }).catch(error => error);
            assert.strictEqual(refusal.isStale, true);
            assert.deepStrictEqual(JSON.parse(sent[0].body).change.before, null);
            assert.strictEqual(JSON.parse(sent[0].body).page, source.page);
            await source.change({ object: 'o', key: 'k', before: 'é', file: new Blob(['bytes']) }).catch(() => {});
            const parts = new URLSearchParams(sent[1].address.split('?')[1]);
            const bytes = Buffer.from(sent[1].body);
            assert.deepStrictEqual(JSON.parse(bytes.subarray(0, Number(parts.get('head'))).toString()), 'é');
            assert.strictEqual(bytes.subarray(Number(parts.get('head'))).toString(), 'bytes');
            assert.strictEqual(refusal.isOutdated, false);
            """)
    }

    /// As much of a document as one field needs.
    private static let document = """
        class Element extends EventTarget {
          attributes = {}; children = []; hidden = false; text = ''; value = '';
          classList = { add() {}, remove() {}, toggle() {} };
          setAttribute(name, value) { this.attributes[name] = value; }
          append(...nodes) { this.children.push(...nodes); }
          set textContent(text) { this.text = text; this.children = []; }
          get textContent() { return this.text; }
        }
        const element = new Element();
        globalThis.document = {
          getElementById: () => element, createTextNode: text => text, activeElement: null,
          createElement: name => Object.assign(new Element(), { tagName: name.toUpperCase() }),
        };
        const { Inspector } = await import('./inspector.js');
        const { Refusal } = await import('./source.js');
        """

    @Test("A value that another tab has changed is shown next to the typed one, and replaced only on purpose")
    func choices() throws {
        try run(
            """
            \(Self.document)
            const sent = [];
            const inspector = new Inspector({ object: async () => ({}) }, {
              change: async (change, known) => {
                sent.push({ ...change, before: known.cell });
                if (known.cell === 'theirs') return;
                known.cell = 'theirs';
                throw new Refusal({ message: 'changed', present: 'theirs' });
              },
            });
            inspector.object = inspector.shown = { id: 'o' };
            const input = Object.assign(new Element(), { tagName: 'INPUT', value: 'before' });
            const error = new Element();
            const property = { name: 'k', type: 'String', isOptional: true };
            inspector.edits(input, property, 'k', error, 'before');
            input.value = 'mine';
            input.dispatchEvent(new Event('change'));
            await new Promise(resolve => setTimeout(resolve));
            assert.match(error.textContent, /now theirs/);
            assert.strictEqual(input.value, 'mine');
            assert.strictEqual(sent.length, 1);
            // The page is drawn again, and the reader decides.
            const again = Object.assign(new Element(), { tagName: 'INPUT', value: 'theirs' });
            inspector.edits(again, property, 'k', error, 'theirs');
            assert.strictEqual(again.value, 'mine');
            const [mine] = error.children.filter(node => node.tagName === 'BUTTON');
            assert.ok(mine);
            mine.dispatchEvent(new Event('click'));
            await new Promise(resolve => setTimeout(resolve));
            assert.deepStrictEqual(sent.map(({ value, before }) => [value, before]), [['mine', 'before'], ['mine', 'theirs']]);
            assert.strictEqual(error.textContent, '');
            """)
    }

    @Test("A refused text replaces no value that its field has hidden")
    func hiddenValues() throws {
        try run(
            """
            \(Self.document)
            const sent = [];
            const inspector = new Inspector({ object: async () => ({}) }, {
              change: async ({ value }, known) => {
                sent.push([value, known.cell]);
                if (value === 'abc') throw new Refusal({ message: 'no number' });
                if (known.cell === 6) return;
                known.cell = 6;
                throw new Refusal({ message: 'changed', present: 6 });
              },
            });
            inspector.object = inspector.shown = { id: 'o' };
            const error = new Element();
            const property = { name: 'k', type: 'Integer 32', isOptional: true };
            const drawn = cell => {
              const input = Object.assign(new Element(), { tagName: 'INPUT', value: String(cell) });
              inspector.edits(input, property, 'k', error, cell);
              return input;
            };
            const type = async (input, text) => {
              input.value = text;
              input.dispatchEvent(new Event('change'));
              await new Promise(resolve => setTimeout(resolve));
            };
            await type(drawn(5), 'abc');
            assert.match(error.textContent, /No number/);
            // Another tab sets the value to 6, which the refused text hides.
            const again = drawn(6);
            assert.strictEqual(again.value, 'abc');
            await type(again, '7');
            assert.match(error.textContent, /now 6/);
            const [mine] = error.children.filter(node => node.tagName === 'BUTTON');
            mine.dispatchEvent(new Event('click'));
            await new Promise(resolve => setTimeout(resolve));
            assert.deepStrictEqual(sent, [['abc', 5], ['7', 5], ['7', 6]]);
            assert.strictEqual(error.textContent, '');
            """)
    }
}
