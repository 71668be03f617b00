// The plugin generates the accessors of the properties with @NSManaged in FieldNotes.
