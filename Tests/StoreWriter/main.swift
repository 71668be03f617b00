import Foundation
import JSONStore
import ObjectGraph
import SampleModels

// Saves for ever, until it is killed: save number n makes the hero "n" and drops the hero "n - 8", so that the store
// says which saves it holds. After a save has returned, its number is printed.
//
// Usage: store-writer <file>
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
        try JSONStore(
            at: URL(filePath: CommandLine.arguments[1]), model: model, operations: operations, newIdentifier: UUID())
    }
}

let container = try PersistentContainer(model: .superheroes, store: WriterStore(operations: operations))
let context = container.viewContext
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
    // Not through a buffer, which would die with the process.
    FileHandle.standardOutput.write(Data("\(number)\n".utf8))
}
