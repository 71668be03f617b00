import TestSupport

/// A model whose properties have the names of its enums, of the parameter of a setter, or of types of libraries.
enum HidingModel {
    /// Writes the model to a folder.
    static func write(to folder: TemporaryFolder) throws {
        try folder.write(contents, to: "Hiding.xcdatamodeld/Hiding.xcdatamodel/contents")
    }

    private static let contents = String.model(
        containing: #"<entity name="Change" representedClassName="Change">\#(attributes)"#
            + attribute("newValue", #"optional="YES" attributeType="String""#, enum: "Reason", accessor: "reason")
            + #"<attribute name="place" optional="YES" attributeType="Composite" composite="Place"/></entity>"#
            + #"<composite name="Place">\#(attributes)</composite>"#
            + #"<entity name="Library" representedClassName="Library">\#(libraryTypes)\#(enums)<relationship "#
            + #"name="parts" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Library" "#
            + #"inverseName="whole" inverseEntity="Library"/><relationship name="whole" optional="YES" maxCount="1" "#
            + #"deletionRule="Nullify" destinationEntity="Library" inverseName="parts" inverseEntity="Library"/>"#
            + #"</entity><composite name="Shelf">\#(libraryTypes)</composite>"#)

    private static let attributes =
        attribute("Status", #"optional="YES" attributeType="String""#, enum: "Status")
        + attribute(
            "Level", #"attributeType="Integer 16" defaultValueString="1" usesScalarValueType="YES""#, enum: "Level")
        + attribute("Grade", #"optional="YES" attributeType="Integer 32" usesScalarValueType="NO""#, enum: "Grade")
        + attribute("Rank", #"optional="YES" attributeType="Integer 64" usesScalarValueType="YES""#, enum: "Rank")

    /// Attributes with the names of types of libraries, each of another type.
    private static let libraryTypes = [
        "Int", "Int16", "Int32", "Int64", "Bool", "Double", "Float", "String", "Optional", "Set", "Array", "Dictionary",
        "Date", "Data", "UUID", "URL", "Decimal", "Sequence", "Never", "Void", "Codable", "NSNumber", "NSSet",
        "NSDecimalNumber", "NSFetchRequest", "NSManagedObject", "FetchRequest", "ManagedObject", "ToMany",
    ].enumerated().map { index, name in
        let types = ["URI", "UUID", "Decimal", "Binary", "Date", "String", "Boolean", "Double", "Integer 16"]
        return #"<attribute name="\#(name)" optional="YES" attributeType="\#(types[index % types.count])"/>"#
    }.joined()

    /// Optional enums of every kind of stored number, whose code converts numbers.
    private static let enums = ["Integer 16", "Integer 32", "Integer 64"].flatMap { type in
        ["YES", "NO"].map { isScalar in
            let name = type.replacing(" ", with: "") + isScalar
            return attribute(
                "kind\(name)", #"optional="YES" attributeType="\#(type)" usesScalarValueType="\#(isScalar)""#,
                enum: "Kind\(name)")
        }
    }.joined()

    private static func attribute(
        _ name: String, _ settings: String, enum typeName: String, accessor: String? = nil
    ) -> String {
        let accessor = accessor.map { #"<entry key="modelgen.enum.accessor" value="\#($0)"/>"# } ?? ""
        return #"<attribute name="\#(name)" \#(settings)><userInfo><entry key="modelgen.enum" value="\#(typeName)"/>"#
            + #"<entry key="modelgen.enum.cases" value="first, second"/>\#(accessor)</userInfo></attribute>"#
    }
}
