import Testing

@testable import SourcePorting

/// Each rule changes what it names, and nothing else.
@Suite struct PortingRuleTests {
    /// The source after porting, which porting leaves as it is.
    private func ported(
        _ text: String, _ others: String..., entities: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String { portedAll([text] + others, entities: entities, sourceLocation: sourceLocation)[0] }

    private func portedAll(
        _ texts: [String], entities: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        let sources = texts.enumerated().map { (path: "\($0.offset)", bytes: Array($0.element.utf8)) }
        let first = SourcePort.port(sources, entityByClass: entities)
        let second = SourcePort.port(first.map { ($0.path, $0.ported) }, entityByClass: entities)
        for (one, two) in zip(first, second) {
            #expect(one.ported == two.ported, "not the same when ported again", sourceLocation: sourceLocation)
            #expect(two.constructs.filter { !$0.isManual } == [], sourceLocation: sourceLocation)
            #expect(one.remaining == two.remaining, sourceLocation: sourceLocation)
        }
        return first.map { String(decoding: $0.ported, as: UTF8.self) }
    }

    /// `line:column message` of what is left by hand.
    private func left(_ text: String, _ others: String..., entities: [String: String] = [:]) -> [String] {
        let sources = ([text] + others).enumerated().map { (path: "\($0.offset)", bytes: Array($0.element.utf8)) }
        return SourcePort.port(sources, entityByClass: entities)[0].constructs.filter(\.isManual).map {
            "\($0.line ?? 0):\($0.column ?? 0) \($0.message)"
        }
    }

    @Test(
        "Conditions of declarations are no inherited types",
        arguments: [
            "extension Array where Element: Equatable {}", "protocol P where Self: NSManagedObject {}",
            "extension Foo: Bar where Element: Equatable, Element.ID == Int {}", "class A<B> where B: C {}",
            "extension Array where Element ==", "extension A where B:", "protocol P: where Self: A {}",
        ])
    func conditions(_ text: String) { #expect(ported(text) == text) }

    @Test(
        "Key paths become strings, without their types",
        arguments: [
            ("f(#keyPath(Note.date))", #"f("date")"#),
            ("f(#keyPath(App.Note.owner.name))", #"f("owner.name")"#),
            ("f(#keyPath(name))", #"f("name")"#),
            ("f(#keyPath(Note.`default`))", #"f("default")"#),
            ("f(#keyPath(\n  Note.date\n))", #"f("date")"#),
            (##""\(#keyPath(Note.date)) == %@""##, #""date == %@""#),
            (###"#"\#(#keyPath(Note.date)) == %@"#"###, ##"#"date == %@"#"##),
            (##""\(a + #keyPath(Note.date))""##, #""\(a + "date")""#),
            ("// #keyPath(Note.date)\n\"#keyPath(Note.date)\"", "// #keyPath(Note.date)\n\"#keyPath(Note.date)\""),
            (
                "#if canImport(ObjectiveC)\n#keyPath(A.b)\n#else\n\"b\"\n#endif",
                "#if canImport(ObjectiveC)\n#keyPath(A.b)\n#else\n\"b\"\n#endif"
            ),
            ("#if DEBUG\n#keyPath(A.b)\n#endif", "#if DEBUG\n\"b\"\n#endif"),
        ])
    func keyPaths(_ before: String, _ after: String) {
        #expect(ported(before) == after)
    }

    @Test(
        "A key that can differ from the property is left by hand",
        arguments: [
            ("f(#keyPath(Note.URL))", ""), ("f(#keyPath(Note.isDeleted))", ""),
            ("f(#keyPath(Note.done))", "class Note { @objc(isDone) var done: Bool }"), ("f(#keyPath(Note[0].a))", ""),
            ("f(#keyPath(Note.Kind.name))", "class Note { @objc var Kind: Kind }"),
        ])
    func keysByHand(_ before: String, _ other: String) {
        #expect(ported(before, other) == before)
        #expect(left(before, other).count == 1)
    }

    @Test(
        "Selectors of properties and of comparisons have replacements",
        arguments: [
            ("NSStringFromSelector(#selector(getter: name))", #""name""#),
            ("NSStringFromSelector(#selector(getter: Note.name))", #""name""#),
            (
                "x(selector: #selector(NSString.caseInsensitiveCompare(_:)))",
                #"x(selector: Selector(("caseInsensitiveCompare:")))"#
            ),
            (
                "x(selector: #selector(NSString.localizedStandardCompare))",
                #"x(selector: Selector(("localizedStandardCompare:")))"#
            ),
            ("x(selector: #selector(Foundation.NSNumber.compare(_:)))", #"x(selector: Selector(("compare:")))"#),
        ])
    func selectors(_ before: String, _ after: String) {
        #expect(ported(before) == after)
        #expect(left(before) == [])
    }

    @Test(
        "Other selectors are left by hand",
        arguments: [
            "a.addObserver(self, selector: #selector(contextSaved(_:)), name: nil, object: nil)",
            "f(#selector(getter: Note.name))",
            "f(#selector(setter: Note.name))", "f(#selector(NSString.compare(_:options:)))",
            "f(#selector(Own.compare(_:)))",
            "NSStringFromSelector(#selector(Note.save))",
        ])
    func selectorsByHand(_ before: String) {
        #expect(ported(before) == before)
        #expect(left(before).count == 1)
    }

    @Test(
        "Attributes of Objective-C stand in a condition, in lines of their own",
        arguments: [
            (
                "@objc(Note)\npublic class Note {}",
                "#if canImport(ObjectiveC)\n@objc(Note)\n#endif\npublic class Note {}"
            ),
            ("@objc class A {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nclass A {}"),
            (
                "class A {\n    @objc func f() {}\n}",
                "class A {\n    #if canImport(ObjectiveC)\n    @objc\n    #endif\n    func f() {}\n}"
            ),
            (
                "class A {\n\t@NSManaged @objc public var a: Int\n}",
                "class A {\n\t#if canImport(ObjectiveC)\n\t@objc\n\t#endif\n\t@NSManaged public var a: Int\n}"
            ),
            (
                "@objc(A) @objcMembers\nclass A {}",
                "#if canImport(ObjectiveC)\n@objc(A) @objcMembers\n#endif\nclass A {}"
            ),
            (
                "@objc(A)\n@objcMembers\nclass A {}",
                "#if canImport(ObjectiveC)\n@objc(A)\n@objcMembers\n#endif\nclass A {}"
            ),
            (
                "@objc(A) @objcMembers class A {}",
                "#if canImport(ObjectiveC)\n@objc(A) @objcMembers\n#endif\nclass A {}"
            ),
            ("public @objc func f() {}", "#if canImport(ObjectiveC)\n@objc\n#endif\npublic func f() {}"),
            ("public\n@objc func f() {}", "#if canImport(ObjectiveC)\n@objc\n#endif\npublic\nfunc f() {}"),
            (
                "@available(iOS 13, *)\n@objc(f:) func f(_ a: Int) {}",
                "@available(iOS 13, *)\n#if canImport(ObjectiveC)\n@objc(f:)\n#endif\nfunc f(_ a: Int) {}"
            ),
            ("@objc // why\nfunc f() {}", "#if canImport(ObjectiveC)\n@objc // why\n#endif\nfunc f() {}"),
            ("class A { @objc func f() {} }", "class A { \n#if canImport(ObjectiveC)\n@objc\n#endif\nfunc f() {} }"),
            (
                "@objc(insertObject:inItemsAtIndex:)\n@NSManaged public func insertIntoItems(_ value: A, at idx: Int)",
                "#if canImport(ObjectiveC)\n@objc(insertObject:inItemsAtIndex:)\n#endif\n@NSManaged public func insertIntoItems(_ value: A, at idx: Int)"
            ),
            ("@objc extension A {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nextension A {}"),
            ("@objc enum E: Int { case a }", "#if canImport(ObjectiveC)\n@objc\n#endif\nenum E: Int { case a }"),
            ("@nonobjc class func f() {}", "@nonobjc class func f() {}"),
            (
                "#if canImport(ObjectiveC)\n@objc(A)\n#endif\nclass A {}",
                "#if canImport(ObjectiveC)\n@objc(A)\n#endif\nclass A {}"
            ),
            (
                "#if os(iOS) || os(macOS)\n@objc class A {}\n#endif",
                "#if os(iOS) || os(macOS)\n@objc class A {}\n#endif"
            ),
            ("#if !os(Linux)\n@objc class A {}\n#endif", "#if !os(Linux)\n@objc class A {}\n#endif"),
            (
                "@objc class A {}\r\nlet b = 1\r\n",
                "#if canImport(ObjectiveC)\r\n@objc\r\n#endif\r\nclass A {}\r\nlet b = 1\r\n"
            ),
            ("\u{FEFF}@objc class A {}", "\u{FEFF}#if canImport(ObjectiveC)\n@objc\n#endif\nclass A {}"),
        ])
    func attributes(_ before: String, _ after: String) {
        #expect(ported(before) == after)
    }

    @Test(
        "A protocol keeps its restriction to classes",
        arguments: [
            ("@objc protocol P {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: AnyObject {}"),
            ("@objc protocol P: Q {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: AnyObject, Q {}"),
            (
                "@objc protocol P: NSObjectProtocol {}",
                "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: NSObjectProtocol {}"
            ),
            ("@objc protocol P: AnyObject {}", "#if canImport(ObjectiveC)\n@objc\n#endif\nprotocol P: AnyObject {}"),
        ])
    func protocols(_ before: String, _ after: String) {
        #expect(ported(before) == after)
    }

    @Test("Optional requirements are left by hand, at their places")
    func optionalRequirements() {
        #expect(
            left("@objc protocol P: AnyObject {\n    @objc optional func f()\n}")
                == ["2:11 optional requirements of protocols require the Objective-C runtime"])
    }

    @Test(
        "Members with @NSManaged become visible to the module",
        arguments: [
            ("class A { @NSManaged private var a: Int }", "class A { @NSManaged var a: Int }"),
            ("class A { private @NSManaged var a: Int }", "class A { @NSManaged var a: Int }"),
            ("class A { fileprivate @NSManaged func f() }", "class A { @NSManaged func f() }"),
            ("class A { @NSManaged private(set) var a: Int }", "class A { @NSManaged private(set) var a: Int }"),
            (
                "class A { @NSManaged public fileprivate(set) var a: Int }",
                "class A { @NSManaged public fileprivate(set) var a: Int }"
            ),
            ("private extension A { @NSManaged var a: Int }", "extension A { @NSManaged var a: Int }"),
            ("private extension A { var a: Int { 1 } }", "private extension A { var a: Int { 1 } }"),
            ("class A { private var a: Int }", "class A { private var a: Int }"),
        ])
    func inaccessibleMembers(_ before: String, _ after: String) {
        #expect(ported(before) == after)
        #expect(left(before) == [])
    }

    @Test("A nested class with @NSManaged is left by hand")
    func nestedClass() {
        #expect(left("enum Space { class A: B { @NSManaged var a: Int } }").count == 1)
    }

    @Test("An override in an extension moves into the class, with its comment")
    func overrideOfSameFile() {
        let before = """
            class Note: NSManagedObject {
                @NSManaged var title: String
            }

            extension Note {
                /// Sets the title.
                override public func awakeFromInsert() {
                    super.awakeFromInsert()
                    setPrimitiveValue("", forKey: #keyPath(Note.title))
                }

                func other() {}

                override func willSave() { super.willSave() }
            }

            """
        #expect(
            ported(before) == """
                class Note: NSManagedObject {
                    @NSManaged var title: String

                    /// Sets the title.
                    override public func awakeFromInsert() {
                        super.awakeFromInsert()
                        setPrimitiveValue("", forKey: "title")
                    }

                    override func willSave() { super.willSave() }
                }

                extension Note {
                    func other() {}
                }

                """)
    }

    @Test("An override moves into the class of another file, and an empty extension goes away")
    func overrideOfOtherFile() {
        let texts = portedAll([
            "import CoreData\n\nextension Note {\n    override func willSave() {\n        super.willSave()\n    }\n}\n",
            "import CoreData\n\nclass Note: NSManagedObject {\n}\n",
        ])
        #expect(texts[0] == "import CoreData\n")
        #expect(
            texts[1]
                == "import CoreData\n\nclass Note: NSManagedObject {\n    override func willSave() {\n        super.willSave()\n"
                + "    }\n}\n")
    }

    @Test("Overrides move into a class without members, one after the other")
    func overridesOfEmptyClass() {
        let members = "    override func willSave() {}\n\n    override func didSave() {}\n"
        #expect(
            ported("extension Note {\n\(members)}\n", "class Note: NSManagedObject {}\n") == "")
        #expect(
            portedAll(["extension Note {\n\(members)}\n", "class Note: NSManagedObject { }\n"])[1]
                == "class Note: NSManagedObject {\n\(members) }\n")
    }

    @Test(
        "An override that cannot move is left by hand",
        arguments: [
            ("extension Note {\n    override func willSave() {}\n}\n", "class Other {}"),
            (
                "extension Note {\n    override func willSave() { check() }\n    private func check() {}\n}\n",
                "class Note {\n}\n"
            ),
            ("extension Note {\n    #if DEBUG\n    override func willSave() {}\n    #endif\n}\n", "class Note {\n}\n"),
            ("extension Note { override func willSave() {} }\n", "class Note {\n}\n"),
            (
                "extension Note {\n    override func willSave() {}\n}\n",
                "class Note {}\nenum A { class Note {} }\nclass Note {}"
            ),
            ("#if DEBUG\nextension Note {\n    override func willSave() {}\n}\n#endif\n", "class Note {\n}\n"),
            (
                "extension Note {\n    override func willSave() {}\n}\n",
                "#if os(macOS)\nclass Note: A {\n}\n#else\nclass Note: B {\n}\n#endif\n"
            ),
            ("@MainActor extension Note {\n    override func willSave() {}\n}\n", "class Note {\n}\n"),
            (
                "extension Note {\n    override class func keyPathsForValuesAffectingValue(forKey key: String) {}\n}\n",
                "class Note {\n}\n"
            ),
        ])
    func overridesByHand(_ before: String, _ other: String) {
        #expect(ported(before, other) == before)
        #expect(left(before, other).count == 1)
    }

    @Test("An override moves with its class in one condition")
    func overrideInCondition() {
        #expect(
            ported("#if DEBUG\nclass Note: A {\n}\n\nextension Note {\n    override func willSave() {}\n}\n#endif\n")
                == "#if DEBUG\nclass Note: A {\n    override func willSave() {}\n}\n#endif\n")
    }

    @Test("An override takes the access of its extension, the imports of its file, and the indentation of its class")
    func overrideKeepsMeaning() {
        let texts = portedAll([
            "import CoreData\nimport Kit\n\npublic extension Space.Note {\n    override func willSave() {\n        save()\n    }\n\n"
                + "    override func didSave() {}\n}\n",
            "import CoreData\n\nenum Space {\n    public class Note: NSManagedObject {\n        var a = 1\n\n    }\n}\n",
        ])
        #expect(texts[0] == "import CoreData\nimport Kit\n")
        #expect(
            texts[1]
                == "import Kit\nimport CoreData\n\nenum Space {\n    public class Note: NSManagedObject {\n        var a = 1\n\n"
                + "        public override func willSave() {\n            save()\n        }\n\n"
                + "        public override func didSave() {}\n\n    }\n}\n")
    }

    @Test("Comments of an extension that do not belong to an override stay")
    func commentsOfExtension() {
        let texts = portedAll([
            "extension Note {\n    // MARK: Saving\n\n    override func willSave() {}\n}\n",
            "class Note: NSManagedObject {\n}\n",
        ])
        #expect(texts[0] == "extension Note {\n    // MARK: Saving\n}\n")
        #expect(texts[1] == "class Note: NSManagedObject {\n    override func willSave() {}\n}\n")
    }

    @Test("Key paths with comments are left by hand")
    func keyPathWithComment() {
        let text = "f(#keyPath(\n  Note.owner // the owner\n  .name))"
        #expect(ported(text) == text)
        #expect(left(text).count == 1)
    }

    @Test("The other members of a private extension with @NSManaged stay private")
    func privateExtension() {
        #expect(
            ported(
                """
                private extension Note {
                    @NSManaged var extra: String?
                    @MainActor static func make(_ kind: Kind) {}
                    public var shown: Int { 1 }
                    struct Part { var a = 1 }
                }
                """)
                    == """
                    extension Note {
                        @NSManaged var extra: String?
                        @MainActor fileprivate static func make(_ kind: Kind) {}
                        public var shown: Int { 1 }
                        fileprivate struct Part { var a = 1 }
                    }
                    """)
    }

    @Test("The other members of a private class with @NSManaged keep their access")
    func privateClass() {
        let members = "    @NSManaged var a: String?\n    override func willSave() {}\n    deinit {}\n}\n"
        #expect(
            ported("private final class Note: NSManagedObject {\n" + members) == "final class Note: NSManagedObject {\n"
                + members)
    }

    @Test("A member whose setter alone is private has the access of its extension")
    func privateSetter() {
        #expect(
            ported(
                "private extension Note {\n    @NSManaged var a: Int\n    private(set) var b: Int { get { 1 } set {} }\n}\n"
            )
                == "extension Note {\n    @NSManaged var a: Int\n    fileprivate private(set) var b: Int { get { 1 } set {} }\n}\n"
        )
    }

    @Test("An import is added where it is one, whatever the file begins with")
    func insertedImports() {
        let use = "let a = NSPredicate(format: \"TRUEPREDICATE\")\n"
        for (before, after) in [
            ("#!/usr/bin/swift\n\(use)", "#!/usr/bin/swift\nimport CoreData\n\n\(use)"),
            ("import Kit /* a\n comment */\n\(use)", "import CoreData\nimport Kit /* a\n comment */\n\(use)"),
            ("internal import Foundation\n\(use)", "internal import CoreData\ninternal import Foundation\n\(use)"),
            ("\u{FEFF}import Foundation\r\n\(use)", "\u{FEFF}import CoreData\r\nimport Foundation\r\n\(use)"),
            ("\(use)", "import CoreData\n\n\(use)"),
        ] {
            #expect(ported(before, "import CoreData\n") == after)
        }
    }

    @Test("An extension with a comment above it, or behind its end, stays when its override moves")
    func commentsAroundExtension() {
        for (start, end) in [("/// Saving.\n", ""), ("", " /* two\nlines */")] {
            let text = portedAll([
                "\(start)extension Note {\n    override func willSave() {}\n}\(end)\n",
                "class Note: NSManagedObject {\n}\n",
            ])[0]
            #expect(text == "\(start)extension Note {\n}\(end)\n")
        }
    }

    @Test("A declared name is not UIKit's")
    func declaredNames() {
        #expect(left("class A {\n    var UIDate = 1\n    func f() -> Int { UIDate }\n}\n", "import UIKit\n") == [])
    }

    @Test("A file with names that only the module CoreData has imports it, in a project with Core Data")
    func foundationNames() {
        let text = "import Foundation\n\nlet all = NSPredicate(format: \"TRUEPREDICATE\")\n"
        #expect(ported(text) == text)
        #expect(
            ported(text, "import CoreData\n") == "import CoreData\n" + text)
        #expect(
            ported("import Foundation\nlet a = NSSortDescriptor(key: \"a\", ascending: true)\n", "import CoreData\n")
                == "import CoreData\nimport Foundation\nlet a = NSSortDescriptor(key: \"a\", ascending: true)\n")
        let transformer = "import Foundation\n\nfinal class A: NSSecureUnarchiveFromDataTransformer {}\n"
        #expect(
            ported(transformer, "import CoreData\n")
                == "import CoreData\n" + transformer)
        #expect(
            ported("import Foundation\nlet a = NSPredicate { _, _ in true }\n", "import CoreData\n").contains(
                "CoreData") == false)
    }

    @Test("Each line that uses UIKit is left by hand, also in a file that another one imports it for")
    func uikitWithoutImport() {
        let text = "func f() {\n    let a = UIColor.red\n    let b = UIColor.blue\n}\n"
        #expect(left(text) == [])
        #expect(left(text, "import UIKit\n").count == 2)
    }

    @Test(
        "Imports that nothing needs stand in a condition",
        arguments: [
            ("import CoreData\nimport UIKit\n", "import CoreData\n#if canImport(UIKit)\nimport UIKit\n#endif\n"),
            ("import UIKit\n", "#if canImport(UIKit)\nimport UIKit\n#else\nimport Foundation\n#endif\n"),
            ("import Foundation\nimport os.log\n", "import Foundation\n#if canImport(os)\nimport os.log\n#endif\n"),
            ("#if canImport(UIKit)\nimport UIKit\n#endif\n", "#if canImport(UIKit)\nimport UIKit\n#endif\n"),
            ("import Own\nimport Foundation\n", "import Own\nimport Foundation\n"),
        ])
    func imports(_ before: String, _ after: String) {
        #expect(ported(before) == after)
        #expect(left(before) == [])
    }

    /// Sources that import a framework after Foundation, as they begin before and after porting.
    private func withImport(of module: String, _ before: String, _ after: String) -> (String, String) {
        (
            "import Foundation\nimport \(module)\n\n\(before)",
            "import Foundation\n#if canImport(\(module))\nimport \(module)\n#endif\n\n\(after)"
        )
    }

    @Test(
        "Declarations whose heads need a framework stand in a condition",
        arguments: [
            (
                "class A {\n    /// The image.\n    var image: UIImage? { nil }\n}\n",
                "class A {\n    #if canImport(UIKit)\n    /// The image.\n    var image: UIImage? { nil }\n    #endif\n}\n"
            ),
            (
                "class A {\n    func f(_ a: UIColor) -> Int {\n        1\n    }\n}\n",
                "class A {\n    #if canImport(UIKit)\n    func f(_ a: UIColor) -> Int {\n        1\n    }\n    #endif\n}\n"
            ),
            (
                "@objc class C: UIViewController {\n    let a = UIView()\n}\n",
                "#if canImport(UIKit)\n@objc class C: UIViewController {\n    let a = UIView()\n}\n#endif\n"
            ),
            (
                "extension UIColor {\n    var a: Int { 1 }\n}\n",
                "#if canImport(UIKit)\nextension UIColor {\n    var a: Int { 1 }\n}\n#endif\n"
            ),
            (
                "func f() {\n    a()\n    UIApplication.shared.b()\n    c()\n}\n",
                "func f() {\n    a()\n    #if canImport(UIKit)\n    UIApplication.shared.b()\n    #endif\n    c()\n}\n"
            ),
            (
                "func f() -> Int {\n    do { try a() } catch {\n        UIApplication.shared.b()\n    }\n}\n",
                "func f() -> Int {\n    do { try a() } catch {\n        #if canImport(UIKit)\n        UIApplication.shared.b()\n        #endif\n    }\n}\n"
            ),
            ("class UIOwn {}\nlet a = UIOwn()\n", "class UIOwn {}\nlet a = UIOwn()\n"),
        ])
    func frameworkDeclarations(_ before: String, _ after: String) {
        let (before, after) = withImport(of: "UIKit", before, after)
        #expect(ported(before) == after)
        #expect(left(before) == [])
    }

    @Test("What uses a class in a condition stands in the condition, too, in all files and in any number of steps")
    func usesOfConditionalDeclarations() {
        let first = "import Foundation\nimport UIKit\n\nclass VC: UIViewController { enum Kind { case x } }\n"
        let second = """
            import Foundation

            struct Router { let vc: VC?; let k: VC.Kind }
            func make() -> VC { VC() }
            extension VC {
                func f() {}
            }
            class Next: VC {
            }
            func use(_ next: Next) -> Int {
                1
            }
            let made = make()
            typealias Other = Next
            func g() -> Int {
                let label = f(VC: 1)
                return label + a.VC
            }

            """
        let ported = portedAll([first, second])
        #expect(
            ported[1] == """
                import Foundation

                struct Router { let vc: VC?; let k: VC.Kind }
                #if canImport(UIKit)
                func make() -> VC { VC() }
                #endif
                #if canImport(UIKit)
                extension VC {
                    func f() {}
                }
                #endif
                #if canImport(UIKit)
                class Next: VC {
                }
                #endif
                #if canImport(UIKit)
                func use(_ next: Next) -> Int {
                    1
                }
                #endif
                let made = make()
                typealias Other = Next
                func g() -> Int {
                    let label = f(VC: 1)
                    return label + a.VC
                }

                """)
        let message = "is declared only where UIKit exists, on Apple's platforms"
        #expect(
            left(second, first) == [
                "3:25 'VC' \(message)", "13:12 'make' \(message)", "14:19 'Next' \(message)",
            ])
        #expect(
            left(ported[1], ported[0]) == [
                "3:25 'VC' \(message)", "21:12 'make' \(message)", "22:19 'Next' \(message)",
            ])
    }

    @Test(
        "A name that is also declared for Linux is not missing there",
        arguments: [
            "#if canImport(UIKit)\nclass A: UIView {}\n#else\nclass A {}\n#endif\n",
            "#if os(iOS)\nclass A {}\n#endif\n", "#if !canImport(UIKit)\nclass A {}\n#endif\n",
            "#if canImport(UIKit)\nclass A: UIView {}\n#endif\nclass B { class A {} }\n",
        ])
    func alternatives(_ declaration: String) {
        let text = "func f(_ a: A) {\n}\n"
        #expect(ported(text, declaration) == text)
        #expect(left(text, declaration) == [])
    }

    @Test("Every name of a framework on a line is left by hand, each once")
    func severalNames() {
        let text =
            "import CoreData\nimport UIKit\nclass A { let a = UIView(); var b: UIImage? = nil; let c = UIView() }\n"
        #expect(
            left(text) == [
                "3:19 'UIView' of UIKit exists only on Apple's platforms",
                "3:36 'UIImage' of UIKit exists only on Apple's platforms",
            ])
    }

    @Test(
        "Observable objects are observable where Combine is",
        arguments: [
            (
                "class A: ObservableObject {\n    @Published var a = 1\n    @Published private(set) var b = 2\n}\n",
                "class A {\n    #if canImport(Combine)\n    @Published\n    #endif\n    var a = 1\n    #if canImport(Combine)\n    @Published\n"
                    + "    #endif\n    private(set) var b = 2\n}\n\n#if canImport(Combine)\nextension A: ObservableObject {}\n#endif\n"
            ),
            (
                "final class A: NSObject, ObservableObject {\n}\n",
                "final class A: NSObject {\n}\n\n#if canImport(Combine)\nextension A: ObservableObject {}\n#endif\n"
            ),
            (
                "class A: ObservableObject, B {\n}\n",
                "class A: B {\n}\n\n#if canImport(Combine)\nextension A: ObservableObject {}\n#endif\n"
            ),
        ])
    func observableObjects(_ before: String, _ after: String) {
        let (before, after) = withImport(of: "Combine", before, after)
        #expect(ported(before) == after)
        #expect(left(before) == [])
    }

    @Test(
        "What people decide about a framework is left by hand",
        arguments: [
            "class A {\n    let a = UIColor.red\n}\n", "enum A {\n    case a(UIColor)\n}\n",
            "class A: B {\n    @NSManaged var color: UIColor?\n}\n",
            "func f() -> Int {\n    UIApplication.shared.a()\n}\n",
            "func f() {\n    let a = UIApplication.shared\n    b(a)\n}\n", "func f() {\n    if UIDevice.a { b() }\n}\n",
            "func f() {\n    a.map {\n        UIColor($0)\n    }\n}\n", "func f() {\n    return\n    UIColor()\n}\n",
        ])
    func frameworkByHand(_ before: String) {
        let (before, after) = withImport(of: "UIKit", before, before)
        #expect(ported(before) == after)
        #expect(left(before).count == 1)
    }

    @Test(
        "Requests are created instead of cast",
        arguments: [
            ("Note.fetchRequest() as! NSFetchRequest<Note>", #"NSFetchRequest<Note>(entityName: "NoteEntity")"#),
            (
                "f(Note.fetchRequest() as! NSFetchRequest<NSFetchRequestResult>)",
                #"f(NSFetchRequest<NSFetchRequestResult>(entityName: "NoteEntity"))"#
            ),
            (
                "Note.fetchRequest() as! NSFetchRequest<any NSFetchRequestResult>",
                #"NSFetchRequest<any NSFetchRequestResult>(entityName: "NoteEntity")"#
            ),
        ])
    func requestCasts(_ before: String, _ after: String) {
        #expect(ported(before, entities: ["Note": "NoteEntity"]) == after)
        #expect(left(before).count == 1)
    }

    @Test(
        "Imports of submodules become imports of their modules",
        arguments: [
            ("import CoreData.NSFetchRequest\nlet a = 1", "import CoreData\nlet a = 1"),
            ("@testable import Foundation.NSDate", "@testable import Foundation"),
            ("import class CoreData.NSManagedObject", "import class CoreData.NSManagedObject"),
        ])
    func submodules(_ before: String, _ after: String) {
        #expect(ported(before) == after && ported(after) == after)
    }

    @Test(
        "What only people can change is found",
        arguments: [
            ("let a = request as? NSFetchRequest<Note>", "1:17"),
            ("guard let notes = controller as? NSFetchedResultsController<Note> else { return }", "1:34"),
            ("a.observe(\\.title) { _, _ in }", "1:3"),
            ("let a = \\Note.title._kvcKeyPathString", "1:21"),
            ("a.addObserver(self, forKeyPath: \"a\", options: [])", "1:3"),
            ("let c = NSPersistentCloudKitContainer(name: \"A\")", "1:9"),
            ("let u = Bundle.main.url(forResource: \"A\", withExtension: \"momd\")!", "1:59"),
            ("let b: @convention(block) () -> Void", "1:8"), ("s as NSDiffableDataSourceSnapshot<String, A>", "1:6"),
            ("import UIKit\nstruct A {\n    let a: UIImage\n}", "3:12"),
        ])
    func byHand(_ before: String, _ place: String) {
        let isImport = before.hasPrefix("import")
        #expect(isImport || ported(before) == before)
        #expect(left(before).map { $0.split(separator: " ").first.map(String.init) } == [place])
    }

    @Test(
        "A source that cannot be understood is left as it is",
        arguments: [
            "let a = \"b\n@objc func f() {}", "/* @objc", "@objc func f() { (", "@objc func f() {}}",
        ])
    func notUnderstood(_ before: String) {
        #expect(ported(before) == before)
        #expect(left(before).count == 1)
    }

    @Test("Bytes that are not UTF-8 are left as they are")
    func notUTF8() {
        let bytes = Array("@objc class A {}\n// ".utf8) + [0xFF]
        let source = SourcePort.port([("a", bytes)])[0]
        #expect(source.ported == bytes)
        #expect(source.remaining.map(\.message) == ["the file is not UTF-8"])
        #expect(source.remaining.map(\.line) == [nil])
    }
}
