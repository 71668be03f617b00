import ModelDiagrams
import ModelSchema
import Testing

@Suite struct DOTDiagramTests {
    @Test("The sample model is drawn in DOT")
    func shop() {
        let expected = #"""
            digraph "Shop" {
                graph [rankdir=LR, nodesep=0.4, ranksep=1.2, fontname="Helvetica"]
                node [shape=plain, fontname="Helvetica", fontsize=11]
                edge [color="#69738a", arrowsize=0.8]
                "Item" [label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="4" COLOR="#c9cfdb">
                    <TR><TD PORT="head" BGCOLOR="#e8ebf1"><B>Item</B></TD></TR>
                    <TR><TD CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">place</TD><TD ALIGN="RIGHT">Place?</TD></TR></TABLE></TD></TR>
                    <TR><TD PORT="relationship0" CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">order</TD><TD ALIGN="RIGHT">Order 1 nullify</TD></TR></TABLE></TD></TR></TABLE>>]
                "Order" [label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="4" COLOR="#c9cfdb">
                    <TR><TD PORT="head" BGCOLOR="#e8ebf1"><B>Order</B></TD></TR>
                    <TR><TD CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">itemCount</TD><TD ALIGN="RIGHT">Integer 64</TD></TR></TABLE></TD></TR>
                    <TR><TD CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">number</TD><TD ALIGN="RIGHT">String</TD></TR></TABLE></TD></TR>
                    <TR><TD PORT="relationship0" CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">customer</TD><TD ALIGN="RIGHT">Person 1 deny</TD></TR></TABLE></TD></TR>
                    <TR><TD PORT="relationship1" CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">items</TD><TD ALIGN="RIGHT">Item 1..* cascade ordered</TD></TR></TABLE></TD></TR>
                    <TR><TD PORT="relationship2" CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">lost</TD><TD ALIGN="RIGHT">no destination 0..1 nullify</TD></TR></TABLE></TD></TR></TABLE>>]
                "Person" [label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="4" COLOR="#c9cfdb">
                    <TR><TD PORT="head" BGCOLOR="#e8ebf1"><B>Person</B></TD></TR>
                    <TR><TD PORT="relationship0" CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">friends</TD><TD ALIGN="RIGHT">Person 0..10 nullify</TD></TR></TABLE></TD></TR>
                    <TR><TD CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">orders</TD><TD ALIGN="RIGHT">Order fetched</TD></TR></TABLE></TD></TR></TABLE>>]
                "Thing" [label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="4" COLOR="#c9cfdb">
                    <TR><TD PORT="head" BGCOLOR="#e8ebf1"><I><B>Thing</B></I></TD></TR>
                    <TR><TD CELLPADDING="0"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="4"><TR><TD ALIGN="LEFT">created</TD><TD ALIGN="RIGHT">Date = 2001-01-01T00:00:00Z</TD></TR></TABLE></TD></TR></TABLE>>]
                "Item" -> "Thing" [arrowhead=empty, color="#8b4fd6"]
                "Order" -> "Thing" [arrowhead=empty, color="#8b4fd6"]
                "Item":relationship0 -> "Order":relationship1 [dir=both, arrowtail=crowtee, arrowhead=teetee]
                "Order":relationship0 -> "Person":head [dir=both, arrowtail=dot, arrowhead=teetee, style=dashed]
                "Person":relationship0 -> "Person":relationship0 [dir=both, arrowtail=crowodot, arrowhead=crowodot]
            }

            """#
        #expect(DOTDiagram().render(SampleModels.shop) == expected)
    }

    @Test("Text of the model is escaped in DOT")
    func textOfTheModelIsEscaped() {
        let model = Model(name: #"a"b\"#, entities: [Entity(name: "x\"\n<b>&\\")])
        let expected = #"""
            digraph "a\"b\\" {
                graph [rankdir=LR, nodesep=0.4, ranksep=1.2, fontname="Helvetica"]
                node [shape=plain, fontname="Helvetica", fontsize=11]
                edge [color="#69738a", arrowsize=0.8]
                "_1" [label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="4" COLOR="#c9cfdb">
                    <TR><TD PORT="head" BGCOLOR="#e8ebf1"><B>x&quot;\#u{FFFD}&lt;b&gt;&amp;\</B></TD></TR></TABLE>>]
            }

            """#
        #expect(DOTDiagram().render(model) == expected)
    }

    @Test(
        "A sign replaces characters that change the direction of text",
        arguments: ["\u{061C}", "\u{200E}", "\u{200F}", "\u{202E}", "\u{2066}"] as [Unicode.Scalar])
    func directions(_ mark: Unicode.Scalar) {
        let text = DOTDiagram().render(Model(name: "A\(mark)B", entities: [Entity(name: "C\(mark)D")]))
        #expect(!text.unicodeScalars.contains(mark))
        #expect(text.contains("A\u{FFFD}B") && text.contains("C\u{FFFD}D"))
    }

    /// Inside labels, hostile text adds no tag.
    @Test("Labels contain only the tags of the drawing")
    func labelsHoldOnlyOwnTags() {
        let text = DOTDiagram().render(SampleModels.hostile)
        let labels = text.split(separator: "label=<").dropFirst()
        #expect(labels.count == 3)
        for label in labels {
            let tags = label.split(separator: "<").map { String($0.prefix { $0.isLetter || $0 == "/" }) }
            #expect(Set(tags).subtracting(["TABLE", "TR", "TD", "B", "I", "/TABLE", "/TR", "/TD", "/B", "/I"]) == [])
        }
    }
}
