import Foundation
import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing
import XCDataModel

@Suite struct BrokenModelTests {
    /// The sample bundles that are broken for one reason each, and the code it has.
    static let codes: [String: Diagnostic.Code] = [
        "AbstractWithoutChildren": "entity-abstract-without-children",
        "AttributeNameWithDigit": "attribute-name-not-identifier",
        "CascadeBothWays": "relationship-cascade-both-ways",
        "CascadeManyToMany": "relationship-cascade-many-to-many",
        "ClassNameWithCode": "class-name-not-identifier",
        "ClassNamedData": "class-name-shadows-type",
        "CloudKitConstraint": "cloudkit-uniqueness-constraint",
        "CloudKitOrdered": "cloudkit-relationship-ordered",
        "CompositeCycle": "composite-cycle",
        "CustomClassWithCode": "attribute-class-invalid",
        "DefaultOfAnotherType": "attribute-default-invalid",
        "DefaultOutOfBounds": "attribute-default-out-of-bounds",
        "DenyBothWays": "relationship-deny-both-ways",
        "DuplicateEntity": "entity-name-duplicate",
        "DuplicateEnumValue": "enum-case-duplicate",
        "DuplicateProperty": "property-name-duplicate",
        "DuplicateRenamingIdentifier": "renaming-identifier-duplicate",
        "EntityNameWithSpace": "entity-name-not-identifier",
        "EnumCaseOutOfRange": "enum-case-invalid",
        "EnumOnDouble": "enum-attribute-unsupported",
        "InheritanceCycle": "entity-inheritance-cycle",
        "InvalidPattern": "attribute-pattern-invalid",
        "InverseDoesNotPointBack": "relationship-inverse-mismatch",
        "KeywordAsName": "name-is-keyword",
        "MissingDerivation": "attribute-derivation-missing",
        "MissingDestination": "relationship-destination-missing",
        "MissingInverse": "relationship-inverse-missing",
        "MissingType": "attribute-type-missing",
        "NoActionWithInverse": "relationship-no-action-with-inverse",
        "NullifyOntoRequired": "relationship-nullifies-required",
        "OrderedToOne": "relationship-ordered-to-one",
        "PredicateThatDoesNotParse": "expression-syntax",
        "RedeclaredProperty": "property-redeclared",
        "RelationshipAcrossConfigurations": "relationship-across-configurations",
        "ReservedPropertyName": "property-name-reserved",
        "ReversedBounds": "attribute-bounds-reversed",
        "ReversedCounts": "relationship-count-reversed",
        "SharedClass": "class-name-duplicate",
        "TransformableWithoutTransformer": "attribute-transformer-insecure",
        "UnknownComposite": "attribute-composite-unknown",
        "UnknownConfigurationMember": "configuration-member-unknown",
        "UnknownConstraintProperty": "constraint-property-unknown",
        "UnknownDestination": "relationship-destination-unknown",
        "UnknownFetchRequestEntity": "fetch-request-entity-unknown",
        "UnknownFetchedPropertyDestination": "fetched-property-destination-unknown",
        "UnknownIndexProperty": "index-property-unknown",
        "UnknownInverse": "relationship-inverse-unknown",
        "UnknownKeyInPredicate": "expression-unknown-key",
        "UnknownParent": "entity-parent-unknown",
    ]

    @Test(
        "A broken sample model has exactly the finding that it is named after",
        arguments: codes.keys.sorted())
    func aBrokenModelGivesExactlyItsCode(_ name: String) throws {
        var located: [LocatedDiagnostic] = []
        let path = SourceTree.folder("Models/Broken/\(name).xcdatamodeld").path(percentEncoded: false)
        let bundle = try #require(ModelBundle.open(path, into: &located))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: bundle.currentVersion.contentsPath)))
        var diagnostics: [Diagnostic] = []
        let document = try #require(XCDataModelReader().read(bytes, named: name, into: &diagnostics))
        ModelValidator().validate(document.model, into: &diagnostics)
        #expect(located.isEmpty)
        #expect(diagnostics.map(\.code) == Self.codes[name].map { [$0] })
        for diagnostic in diagnostics {
            let place = LocatedDiagnostic(diagnostic, file: name) { document.sourceMap.position(of: $0) }
            #expect(place.position.line != nil, "the source map does not find \(diagnostic.anchor)")
            #expect(place.notes.allSatisfy { $0.position.line != nil })
            #expect(diagnostic.hint != nil)
        }
    }
}
