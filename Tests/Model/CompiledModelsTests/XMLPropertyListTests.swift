import Foundation
import Testing

@testable import CompiledModels

/// Property lists in the XML form, made here.
@Suite struct XMLPropertyListTests {
    private func table(_ contents: String) throws -> PropertyListTable {
        try PropertyListTable(Array("<plist version=\"1.0\">\(contents)</plist>".utf8))
    }

    private func message(_ text: String) -> String? {
        #expect(throws: CompiledModelError.self) { try PropertyListTable(Array(text.utf8)) }?.message
    }

    @Test("A table has its strings, bytes, lists, and tables")
    func values() throws {
        let table = try table(
            """
            <dict>
                <key>text</key> <string>a &lt;&amp;&gt; &#x1F9B8;&#233; <!-- not this --><![CDATA[<b>]]></string>
                <key>empty</key> <string/>
                <key>data</key> <data>AAEC
                    /w==</data>
                <key>list</key> <array><string>a</string><integer>-5</integer><string>b</string></array>
                <key>others</key>
                <array><true/><false/><real>1e3</real><date>2020-02-29T12:30:00Z</date><array/></array>
                <key>table</key> <dict><key>a</key><dict/></dict>
            </dict>
            """)
        #expect(table.keys == ["data", "empty", "list", "others", "table", "text"])
        #expect(table.text("text") == "a <&> 🦸é <b>")
        #expect(table.text("empty") == "")
        #expect(table.bytes("data") == [0, 1, 2, 255])
        #expect(table.texts("list") == ["a", "b"])
        #expect(table.texts("others") == [])
        #expect(table.table("table")?.table("a")?.count == 0)
    }

    @Test("A byte order mark, an XML declaration, and a document type come before the list")
    func prolog() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <!-- a list -->
            <plist version="1.0"><dict><key>a</key><string>b</string></dict></plist>

            """
        #expect(try PropertyListTable(Array(text.utf8)).text("a") == "b")
    }

    @Test(
        "What is not a property list is an error that says why",
        arguments: [
            ("<html></html>", "it is not a property list"), ("<", "it is truncated"), ("<!--", "it is truncated"),
            ("<plist><array/></plist>", "it is not a dictionary"),
            ("<plist><dict/></plist><plist/>", "the file does not end with the property list"),
            ("<plist><dict><key>a</key></dict></plist>", "a key has no value"),
            ("<plist><dict><string/></dict></plist>", "a value has no key"),
            ("<plist><dict><key>a</key><integer>x</integer></dict></plist>", "an integer is not valid"),
            ("<plist><dict><key>a</key><real>x</real></dict></plist>", "a number is not valid"),
            ("<plist><dict><key>a</key><date>x</date></dict></plist>", "a date is not valid"),
            ("<plist><dict><key>a</key><data>x</data></dict></plist>", "data is not valid Base64"),
            ("<plist><dict><key>a</key><other/></dict></plist>", "unknown element 'other'"),
            ("<plist><dict><key>&a;</key><true/></dict></plist>", "unknown character '&a;'"),
            ("<plist><dict><key>a</key><array></dict></plist>", "the end of 'array' is missing"),
            ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>", "the document declares entities"),
            ("<plist>" + String(repeating: "<array>", count: 100_000), "its values are nested too deeply"),
        ])
    func errors(text: String, expected: String) {
        #expect(message(text) == expected)
    }

    @Test("A list that is cut short is an error")
    func truncation() throws {
        let text = "<plist><dict><key>a</key><string>b&amp;</string><key>c</key><data>AA==</data></dict></plist>"
        let bytes = Array(text.utf8)
        _ = try PropertyListTable(bytes)
        for count in bytes.indices {
            #expect(throws: CompiledModelError.self, "\(count) bytes") { try PropertyListTable(Array(bytes[..<count])) }
        }
    }
}
