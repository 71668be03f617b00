import ArgumentParser
import CommandArguments
import FileAccess
import ObjectGraph
import StoreAccess
import StoreExchange

/// `modelgen store stats`.
struct Statistics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count the objects in a store, and the values of their properties.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "An entity whose property values to count.")
    var entity: String?

    @OptionGroup var form: FormatOption<TableFormat>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let context = try ProgressLine.during("opening the store") { try options.open() }
        guard let name = entity else {
            return try write(ProgressLine.during("counting objects") { try StoreStatistics.entities(in: context) })
        }
        let entity = try context.managedObjectModel.entity(named: name)
        try write(
            ProgressLine.during("counting values") { try StoreStatistics.properties(of: entity, in: context) })
    }

    private func write(_ table: RowTable) throws {
        try destination.write(table, as: form.format(for: destination.output).form(for: destination.output))
    }
}
