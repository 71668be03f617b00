import StoreCommands

StoreProgram.main(named: "modelgen store")
