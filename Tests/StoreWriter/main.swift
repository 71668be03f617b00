import Foundation
import JSONStore
import ObjectGraph
import SampleModels

// Saves for ever, until it is killed: save number n makes the hero "n" and drops the hero "n - 8", so that the store
// says which saves it holds. After a save has returned, its number is printed.
//
// Usage: store-writer <file>
let container = try PersistentContainer(
    model: .superheroes, store: .json(at: URL(filePath: CommandLine.arguments[1])))
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
