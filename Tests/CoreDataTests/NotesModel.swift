import CoreData

/// A model of notes with some attributes, which are texts.
func makeNotes(_ names: String...) -> NSManagedObjectModel {
    let note = NSEntityDescription()
    note.name = "Note"
    note.properties = names.map { name in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = .string
        return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [note]
    return model
}
