import ArgumentParser

/// `modelgen edit`: changes to a model without a model editor.
struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Add, rename, change and remove what a model consists of.",
        discussion: """
            The current version of a bundle is edited. The file keeps the form that model editors give it, so that \
            only the lines that are meant change. An edit that would leave the model with a new error is refused.

            EXAMPLES:
              modelgen edit add-entity Models/Shop.xcdatamodeld Invoice
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/comment String
              modelgen edit add-relationship Models/Shop.xcdatamodeld Order/lines Item \\
                --to-many --inverse order
              modelgen edit rename Models/Shop.xcdatamodeld Order/date orderDate --dry-run
              modelgen edit set Models/Shop.xcdatamodeld Order/note optional=NO \\
                "defaultValueString=none"
              modelgen edit remove Models/Shop.xcdatamodeld Order/note
            """,
        subcommands: [
            EditAddEntity.self, EditAddAttribute.self, EditAddRelationship.self, EditRename.self, EditSet.self,
            EditRemove.self, EditAddIndex.self, EditSetIndex.self, EditRemoveIndex.self, EditAddConstraint.self,
            EditRemoveConstraint.self, EditAddConfiguration.self, EditSetConfiguration.self,
            EditRemoveConfiguration.self, EditSetUserInfo.self, EditRemoveUserInfo.self,
        ])
}
