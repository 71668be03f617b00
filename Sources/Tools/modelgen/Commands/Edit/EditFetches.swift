import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit add-fetch-request`: adds a fetch request template.
struct EditAddFetchRequest: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-fetch-request", abstract: "Add a fetch request template.",
        discussion: """
            The predicate can contain variables, such as $DATE. Model files contain no sort order for fetch requests.

            EXAMPLES:
              modelgen edit add-fetch-request Models/Shop.xcdatamodeld OrdersSince Order \\
                --where 'date >= $DATE' --limit 20
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the fetch request.") var name: String
    @Argument(help: "The entity to fetch.") var entity: String
    @OptionGroup var fetch: FetchArguments

    @Option(help: .init("The form of the results. The default is objects.", valueName: "type"))
    var resultType: FetchRequestTemplate.ResultType?

    func edit(_ model: inout Model) throws(EditError) {
        var template = fetch.template(named: name, of: entity)
        if let resultType { template.resultType = resultType }
        try model.add(template)
    }
}

/// `modelgen edit set-fetch-request`: changes a fetch request template.
struct EditSetFetchRequest: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-fetch-request", abstract: "Change the settings or the name of a fetch request template.",
        discussion: """
            Settings use the names and values of the model file: entity, predicateString, resultType, fetchLimit, \
            fetchBatchSize, includeSubentities, includePropertyValues, includesPendingChanges, returnObjectsAsFaults, \
            and returnDistinctResults. A setting without a value is removed. The values of resultType are \
            \(FetchRequestTemplate.ResultType.words).

            EXAMPLES:
              modelgen edit set-fetch-request Models/Shop.xcdatamodeld Recent \\
                fetchLimit=10 includeSubentities=NO
              modelgen edit set-fetch-request Models/Shop.xcdatamodeld Recent \\
                'predicateString=date > $DATE'
              modelgen edit set-fetch-request Models/Shop.xcdatamodeld Recent --name Latest
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the fetch request.") var name: String
    @OptionGroup var settings: SettingArguments
    @Option(name: .customLong("name"), help: .init("The new name.", valueName: "name")) var newName: String?

    func validate() throws {
        guard !settings.isEmpty || newName != nil else {
            throw ValidationError("specify settings and values, such as fetchLimit=10, or a name with --name")
        }
    }

    func edit(_ model: inout Model) throws(EditError) {
        try model.setFetchRequest(name, settings.changes, newName: newName)
    }
}

/// `modelgen edit remove-fetch-request`: removes a fetch request template.
struct EditRemoveFetchRequest: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-fetch-request", abstract: "Remove a fetch request template.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-fetch-request Models/Shop.xcdatamodeld Recent
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the fetch request.") var name: String

    func edit(_ model: inout Model) throws(EditError) { try model.removeFetchRequest(name) }
}

/// `modelgen edit add-fetched-property`: adds a fetched property to an entity.
struct EditAddFetchedProperty: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-fetched-property", abstract: "Add a fetched property to an entity.",
        discussion: """
            In the predicate, $FETCH_SOURCE is the object that has the property. Change the property and its fetch \
            with set, rename, and remove.

            EXAMPLES:
              modelgen edit add-fetched-property Models/Shop.xcdatamodeld Order/sameDay \\
                Order --where 'date == $FETCH_SOURCE.date'
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(
        help: "The entity and the property name, such as Order/sameDay.", transform: ElementPath.init(propertyArgument:)
    )
    var path: ElementPath

    @Argument(help: "The entity to fetch.") var destination: String
    @OptionGroup var fetch: FetchArguments

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditError) {
        var property = FetchedProperty(defaultsNamed: path.property ?? "")
        property.isOptional = true
        property.fetchRequest = fetch.template(named: property.fetchRequest.name, of: destination)
        try model.add(property, to: path.entity)
    }
}

/// What a new fetch returns.
struct FetchArguments: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: .init("The predicate. The default is all objects.", valueName: "predicate"))
    var predicate: String?

    @Option(help: .init("The maximum number of results. The default is all.", valueName: "count")) var limit: Int?

    @Option(help: .init("The number of objects to load at a time. The default is all.", valueName: "count"))
    var batchSize: Int?

    func validate() throws {
        guard limit ?? 0 >= 0, batchSize ?? 0 >= 0 else {
            throw ValidationError("\(limit ?? 0 < 0 ? "--limit" : "--batch-size") must be an integer of at least 0")
        }
    }

    func template(named name: String, of entity: String) -> FetchRequestTemplate {
        FetchRequestTemplate(
            name: name, entityName: entity, predicateString: predicate.flatMap { $0.isEmpty ? nil : $0 },
            fetchLimit: limit ?? 0, fetchBatchSize: batchSize ?? 0)
    }
}

extension FetchRequestTemplate.ResultType {
    fileprivate static var words: String { allCases.map(\.schemaWord).joined(separator: ", ") }
}
