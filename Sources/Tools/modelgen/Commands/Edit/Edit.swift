import ArgumentParser

/// `modelgen edit`: changes a model without a model editor.
struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Add, rename, change, and remove the elements of a model.",
        discussion: """
            The command edits the current version of a bundle. The file keeps the format of model editors, so only the \
            intended lines change. The command rejects an edit that would add an error to the model.

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
            EditRemoveConstraint.self, EditSetInverse.self, EditRemoveInverse.self, EditAddComposite.self,
            EditAddFetchedProperty.self, EditAddFetchRequest.self, EditSetFetchRequest.self,
            EditRemoveFetchRequest.self, EditAddConfiguration.self, EditSetConfiguration.self,
            EditRemoveConfiguration.self, EditSetUserInfo.self, EditRemoveUserInfo.self, EditSetModel.self,
        ])
}
