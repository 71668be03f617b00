import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit set-model`: changes settings of the model itself.
struct EditSetModel: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-model", abstract: "Change the settings of the model itself.",
        discussion: """
            Settings use the names and values of the model file: userDefinedModelVersionIdentifier, usedWithCloudKit, \
            and usedWithSwiftData.

            EXAMPLES:
              modelgen edit set-model Models/Shop.xcdatamodeld \\
                userDefinedModelVersionIdentifier=3
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @OptionGroup var settings: SettingArguments

    func validate() throws {
        guard !settings.isEmpty else {
            throw ValidationError("specify settings and values, such as usedWithCloudKit=YES")
        }
    }

    func edit(_ model: inout Model) throws(EditError) { try model.setModel(settings.changes) }
}
