import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import SQLiteStore
import SampleModels

// Saves for ever, until it is killed: save number n makes the hero "n" and drops the hero "n - 8", so that the store
// says which saves it holds. After a save has returned, its number is printed.
//
// With a name it only inserts, so that several may work on one SQLite store, or one in a PostgreSQL database: save
// number n makes two heroes "<name> n", and it ends after a number of saves. A save of which nobody can tell whether it
// took place is made again. With `history`, the store keeps its history, and each transaction is printed at the end,
// with its author and its changes.
//
// Usage: store-writer <file or connection string> [<name> <number of saves> [history]]
var operations = FileOperations.system
operations.write = { descriptor, bytes, offset in
    // In small pieces, since the operating system does not stop within one: so a kill can meet half a file or a line.
    for start in stride(from: 0, to: bytes.count, by: 256) {
        let piece = bytes[start..<min(start + 256, bytes.count)]
        try FileOperations.system.write(descriptor, UnsafeRawBufferPointer(rebasing: piece), offset + start)
    }
}

struct WriterStore: PersistentStoreDescription {
    let operations: FileOperations

    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        let place = CommandLine.arguments[1]
        if place.contains("dbname=") {
            return try PostgreSQLStore(
                connectionString: place, model: model, options: PostgreSQLStoreOptions(schemaName: "heroes"))
        }
        let url = URL(filePath: place)
        if url.pathExtension == "sqlite" { return try SQLiteStore(at: url, model: model) }
        return try JSONStore(at: url, model: model, operations: operations, newIdentifier: UUID())
    }
}

/// Not through a buffer, which would die with the process.
func acknowledge(_ number: Int) {
    FileHandle.standardOutput.write(Data("\(number)\n".utf8))
}

let container = try PersistentContainer(model: .superheroes, store: WriterStore(operations: operations))
let context = container.viewContext
if CommandLine.arguments.count > 3, let saveCount = Int(CommandLine.arguments[3]) {
    let coordinator = container.persistentStoreCoordinator
    let keepsHistory = CommandLine.arguments.last == "history"
    if keepsHistory {
        try coordinator.setTracksHistory(true)
        context.transactionAuthor = CommandLine.arguments[2]
    }
    for number in 0..<saveCount {
        for _ in 0..<2 {
            let hero = Superhero(context: context)
            hero.name = "\(CommandLine.arguments[2]) \(number)"
        }
        while true {
            do {
                try context.save()
                break
            } catch let error as StoreError where error.outcome != nil {
                continue
            }
        }
        acknowledge(number)
    }
    for transaction in keepsHistory ? try coordinator.history(after: nil) : [] {
        let changes = transaction.changes.map { "\($0.changeType)" }.joined(separator: ", ")
        print("\(transaction.author ?? "nobody"): \(changes)")
    }
    exit(0)
}
var heroes = try context.fetch(Superhero.fetchRequest())
var number = heroes.last?.name.flatMap(Int.init) ?? 0
let team = try context.fetch(Team.fetchRequest()).first ?? Team(context: context)
while true {
    number += 1
    let hero = Superhero(context: context)
    hero.name = String(number)
    // Saves of different lengths, so that kills meet every part of one.
    hero.abilities = String(repeating: "x", count: number * 7919 % 20_000)
    team.addToHeroes(hero)
    heroes.append(hero)
    if heroes.count > 8 { context.delete(heroes.removeFirst()) }
    try context.save()
    acknowledge(number)
}
