/// Pieces of Swift sources, for tests of what reads sources.
public enum SwiftPieces {
    /// Pieces that make sources of all kinds in any order, most of which do not compile.
    public static let all = [
        "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\#(", "(", ")", "{", "}", "/*", "*/", "//", "\n", "\r\n", "@objc",
        "#if ", "#endif", "#keyPath(A.b)", "#selector(getter: a)", "class A ", "extension A ", "override func a() {}",
        "`", "/", "#", "@NSManaged private var a: B", "import UIKit\n", "é", "👩‍👩‍👧", "\0", "\u{FEFF}", " ",
        "canImport(ObjectiveC)", "!", "private ",
    ]

    /// Pieces that make deep, long, and unterminated sources if they are repeated.
    public static let repeated = [
        "\"\\(", "(", "{", "/*", "\"\"\"\n", "#if a\n", "@objc ", "class A ", "extension A {", "#\"", "\"", "`",
        "#keyPath(", "public ", "@objc class A {\n", "/a", "#/", "!", "private @NSManaged ", "import UIKit\n",
        "as! NSFetchRequest<", "<", "extension A { override func f() {} }\n", "#if (", "#elseif !(", "#",
    ]

    /// A source of some pieces in random order.
    public static func randomSource(_ random: inout SplitMix) -> [UInt8] {
        let pieces = (0..<Int.random(in: 0..<60, using: &random)).map { _ in all.randomElement(using: &random) ?? "" }
        return Array(pieces.joined().utf8)
    }
}
