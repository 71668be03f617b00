import TestSupport

/// A model whose properties have the names of its enums, or of the parameter of a setter.
enum HidingModel {
    /// Writes the model to a folder.
    static func write(to folder: TemporaryFolder) throws {
        try folder.write(contents, to: "Hiding.xcdatamodeld/Hiding.xcdatamodel/contents")
    }

    private static let contents = String.model(
        containing: #"<entity name="Change" representedClassName="Change">\#(attributes)"#
            + attribute("newValue", #"optional="YES" attributeType="String""#, enum: "Reason", accessor: "reason")
            + #"<attribute name="place" optional="YES" attributeType="Composite" composite="Place"/></entity>"#
            + #"<composite name="Place">\#(attributes)</composite>"#)

    private static let attributes =
        attribute("Status", #"optional="YES" attributeType="String""#, enum: "Status")
        + attribute(
            "Level", #"attributeType="Integer 16" defaultValueString="1" usesScalarValueType="YES""#, enum: "Level")
        + attribute("Grade", #"optional="YES" attributeType="Integer 32" usesScalarValueType="NO""#, enum: "Grade")
        + attribute("Rank", #"optional="YES" attributeType="Integer 64" usesScalarValueType="YES""#, enum: "Rank")

    private static func attribute(
        _ name: String, _ settings: String, enum typeName: String, accessor: String? = nil
    ) -> String {
        let accessor = accessor.map { #"<entry key="modelgen.enum.accessor" value="\#($0)"/>"# } ?? ""
        return #"<attribute name="\#(name)" \#(settings)><userInfo><entry key="modelgen.enum" value="\#(typeName)"/>"#
            + #"<entry key="modelgen.enum.cases" value="first, second"/>\#(accessor)</userInfo></attribute>"#
    }
}
