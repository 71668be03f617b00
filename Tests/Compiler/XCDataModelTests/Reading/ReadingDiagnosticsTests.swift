import ModelDiagnostics
import TestSupport
import Testing

struct ReadingDiagnosticsTests {
    @Test("A document that is not a model is an error")
    func documentsThatAreNoModelsAreErrors() {
        expectDiagnostics(in: "<?xml version='1.0'?>\n  «1»<plist/>", [.init(.error, "not-a-data-model", at: "«1»")])
        expectDiagnostics(in: "<?xml version='1.0'?>«1»<model/>", [.init(.error, "not-a-data-model", at: "«1»")])
        expectDiagnostics(in: "<model «1»type='x'/>", [.init(.error, "not-a-data-model", at: "«1»")])
    }

    @Test(
        "A missing name of an element is an error",
        arguments: [
            "<entity/>", "<entity name=''/>", "<composite/>", "<configuration/>", "<fetchRequest entity='E'/>",
        ])
    func namesAreRequired(_ xml: String) {
        expectDiagnostics(in: "«1»" + xml, [.init(.error, "name-missing", at: "«1»")])
    }

    @Test(
        "A missing name of a property or index is an error",
        arguments: [
            "<attribute attributeType='String'/>", "<relationship maxCount='1'/>", "<fetchIndex/>",
            "<fetchedProperty><fetchRequest name='f' entity='E'/></fetchedProperty>",
        ])
    func namesArePropertiesDuties(_ xml: String) {
        expectDiagnostics(in: "<entity name='E'>«1»\(xml)</entity>", [.init(.error, "name-missing", at: "«1»")])
    }

    @Test("An unknown attribute type is an error")
    func unknownAttributeTypeIsAnError() {
        expectDiagnostics(
            in: "<entity name='E'><attribute name='a'\n  «1»attributeType='Integer64'/></entity>",
            [.init(.error, "attribute-type-unknown", at: "«1»")])
    }

    @Test(
        "An unreadable value is a warning, and ignored",
        arguments: [
            "<entity name='E' «1»isAbstract='maybe'/>", "<entity name='E' «1»codeGenerationType='all'/>",
            "<entity name='E'><relationship name='r' «1»deletionRule='Delete'/></entity>",
            "<entity name='E'><relationship name='r' «1»maxCount='many'/></entity>",
            "<entity name='E'><relationship name='r' «1»minCount='1.5'/></entity>",
            "<entity name='E'><attribute name='a' «1»usesScalarValueType=''/></entity>",
            "<entity name='E'><fetchIndex name='i'><fetchIndexElement «1»type='Tree'/></fetchIndex></entity>",
            "<entity name='E'><fetchIndex name='i'><fetchIndexElement «1»order='up'/></fetchIndex></entity>",
            "<fetchRequest name='r' «1»resultType='3'/>", "<fetchRequest name='r' «1»fetchLimit='x'/>",
            "<configuration name='c' «1»usedWithCloudKit='y'/>",
        ])
    func unreadableValuesAreReportedAndIgnored(_ xml: String) {
        expectDiagnostics(in: xml, [.init(.warning, "xml-value-invalid", at: "«1»")])
    }

    @Test("An unknown XML attribute is reported once for each kind of element")
    func unknownAttributesAreReportedOnceAKind() {
        expectDiagnostics(
            in: """
                <entity name='E'>
                    <attribute name='a' «1»newThing='1'/><attribute name='b' newThing='2' «2»newerThing=''/>
                    <relationship name='r' maxCount='1' «3»newThing='1'/>
                    «4»<userInfo «5»newThing=''/>
                </entity>
                """,
            [
                .init(.warning, "xml-attribute-unknown", at: "«1»"),
                .init(.warning, "xml-attribute-unknown", at: "«2»"),
                .init(.warning, "xml-attribute-unknown", at: "«3»"),
                .init(.warning, "xml-attribute-unknown", at: "«5»"),
            ])
    }

    @Test("An unknown XML element is reported once for each kind of parent")
    func unknownElementsAreReportedOnceAKind() {
        expectDiagnostics(
            in: """
                <entity name='E'>«1»<widget><gadget/></widget><widget/>
                    <attribute name='a'>«2»<widget/></attribute>
                    <uniquenessConstraints>«3»<widget/></uniquenessConstraints></entity>«4»<widget/>
                """,
            ["«1»", "«2»", "«3»", "«4»"].map { .init(.warning, "xml-element-unknown", at: $0) })
    }

    @Test("A known XML element in the wrong place is reported as unknown")
    func knownElementsInTheWrongPlaceAreUnknown() {
        expectDiagnostics(
            in: """
                <entity name='E'>«1»<constraint value='x'/><fetchIndex name='i'>«2»<userInfo/>\
                </fetchIndex></entity>
                """,
            ["«1»", "«2»"].map { .init(.warning, "xml-element-unknown", at: $0) })
    }

    @Test("A part of a model in the wrong place, such as after a lost closing tag, is an error")
    func partsInTheWrongPlaceAreMisplaced() {
        expectDiagnostics(
            in: """
                «1»<attribute name='a'/><entity name='E'><attribute name='x' attributeType='String'>
                    «2»<attribute name='y' attributeType='String'/><attribute name='z' attributeType='String'/>
                    «3»<relationship name='r' maxCount='1'/>«4»<uniquenessConstraints/></attribute>
                    «5»<entity name='F'><attribute name='lost' attributeType='String'/></entity>
                    «6»<fetchRequest name='f' entity='E'/></entity>
                <configuration name='C'>«7»<entity name='G'/></configuration>
                """,
            ["«1»", "«2»", "«3»", "«4»", "«5»", "«6»", "«7»"].map { .init(.error, "xml-element-misplaced", at: $0) })
    }

    @Test("Attributes and elements of XML namespaces are reported as unknown")
    func namespacesAreUnknownAttributes() {
        expectDiagnostics(
            in: "<entity name='E' «1»xmlns:x='urn:x'>«2»<x:thing/></entity>",
            [.init(.warning, "xml-attribute-unknown", at: "«1»"), .init(.warning, "xml-element-unknown", at: "«2»")])
    }

    @Test("Text between elements is reported")
    func textIsReported() {
        expectDiagnostics(
            in: "<entity name='E'>«1»<attribute name='a'>text</attribute></entity>",
            [.init(.warning, "xml-text-unexpected", at: "«1»")])
        expectDiagnostics(
            in: "<entity name='E'>«1»<attribute name='a'><![CDATA[text]]></attribute></entity>",
            [.init(.warning, "xml-text-unexpected", at: "«1»")])
    }

    @Test("Comments and processing instructions are not text")
    func commentsAreNoText() {
        expectDiagnostics(in: "<!-- a --><entity name='E'><!-- b --></entity><?php c?>", [])
    }

    @Test("A fetched property must have exactly one fetch request")
    func fetchedPropertyHoldsOneFetchRequest() {
        expectDiagnostics(
            in: "<entity name='E'>«1»<fetchedProperty name='f'/></entity>",
            [.init(.error, "fetched-property-request-count", at: "«1»")])
        expectDiagnostics(
            in: """
                <entity name='E'>«1»<fetchedProperty name='f'><fetchRequest name='a' entity='E'/>\
                <fetchRequest name='b' entity='E'/></fetchedProperty></entity>
                """,
            [.init(.error, "fetched-property-request-count", at: "«1»")])
    }

    @Test("Columns are counted in characters")
    func columnsCountCharacters() {
        expectDiagnostics(
            in: "<entity name='Größe😀' «1»isAbstract='?'/>", [.init(.warning, "xml-value-invalid", at: "«1»")])
    }

    @Test("A finding in the second of two elements with equal names has its place")
    func oneOfTwoEqualNamesIsMeant() {
        expectDiagnostics(
            in: """
                <entity name='E'><attribute name='a'/>
                <attribute name='a' «1»optional='?'/><userInfo/><userInfo><entry key='k' value='v'/>
                <entry key='k' «2»extra='' value='w'/></userInfo></entity>
                """,
            [.init(.warning, "xml-value-invalid", at: "«1»"), .init(.warning, "xml-attribute-unknown", at: "«2»")])
    }

    @Test("At most a hundred findings of a kind are reported")
    func aHundredOfAKindAreEnough() {
        let xml = String.model(containing: String(repeating: "<entity name='E' isAbstract='?'/>", count: 20_000))
        let found = diagnostics(reading: Array(xml.utf8)).diagnostics
        #expect(found.count == 101)
        #expect(found.last?.anchor == .file)
        let names = (0..<20_000).map { "<x\($0)/>" }.joined()
        #expect(diagnostics(reading: Array(String.model(containing: names).utf8)).diagnostics.count == 101)
    }
}
