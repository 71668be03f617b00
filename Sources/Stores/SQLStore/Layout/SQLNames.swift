package import StoreProtocol

/// The names in a database of what a model describes.
///
/// Names are ready for SQL, with quotes if they need them.
package protocol SQLNames: Sendable {
    /// Returns the table of an entity's objects; nil if the database does not contain the entity.
    func table(of entity: EntityDescription) -> String?

    /// The key column of each entity table, which contains the number of an object's ID.
    var key: String { get }

    /// The entity column of each entity table.
    var entityColumn: String { get }

    /// Returns the value in ``entityColumn`` of an entity's rows; nil if the database does not contain the entity.
    func number(ofEntityNamed name: String) -> Int64?

    /// Returns whether the table of an entity can contain no other, so that its rows need not say what they are.
    func isOnlyEntityOfTable(entityNamed name: String) -> Bool

    /// Returns the column of an attribute; nil if it has no column or several.
    func column(ofAttributeAt index: Int, of entity: EntityDescription) -> String?

    /// Returns the value of an attribute for comparisons: an integer for a Boolean, and seconds for a date. Nil if no
    /// column contains it.
    ///
    /// - Parameter alias: The alias of the table in the statement.
    func value(ofAttributeAt index: Int, of entity: EntityDescription, alias: String) -> SQLFragment?

    /// Returns how the database's indexes have an attribute, if that differs from its value for comparisons; else nil.
    ///
    /// - Parameter alias: The alias of the table in the statement.
    func indexForm(ofAttributeAt index: Int, of entity: EntityDescription, alias: String) -> SQLIndexForm?

    /// Returns where a relationship is stored; nil if it is not.
    func link(of relationship: RelationshipDescription, of entity: EntityDescription) -> LinkColumns?
}

extension SQLNames {
    /// Returns the values in ``entityColumn`` of the rows of entities; nil if all rows of their table are of one
    /// entity, which the table says, whatever the column contains.
    ///
    /// - Parameter names: Entities of one table, without their descendants.
    package func entityNumbers(ofEntitiesNamed names: [String]) -> [Int64]? {
        let known = names.filter { number(ofEntityNamed: $0) != nil }
        if let first = known.first, isOnlyEntityOfTable(entityNamed: first) { return nil }
        return known.compactMap(number).sorted()
    }

    /// Returns the column itself, for databases that store Booleans and dates as numbers.
    package func value(ofAttributeAt index: Int, of entity: EntityDescription, alias: String) -> SQLFragment? {
        column(ofAttributeAt: index, of: entity).map { "\(name: alias).\(name: $0)" }
    }
}

extension SQLNames {
    /// Returns nil, for databases whose indexes have columns as they are compared.
    package func indexForm(
        ofAttributeAt index: Int, of entity: EntityDescription, alias: String
    ) -> SQLIndexForm? { nil }
}

/// How an index has the values of an attribute.
package enum SQLIndexForm: Sendable {
    /// The canonical forms of strings, which are equal and in order as the evaluator says.
    case canonical(SQLFragment)
    /// A column of dates, each within a second of its value. Only a null date or one that is not a number has none
    /// there.
    case rounded(SQLFragment)
}
