import DictionaryStore
import StoreCommands

StoreProgram.main(named: "dictionary-store", adding: [DictionaryStoreDescription.self])
