// swift-format-ignore-file
//
//  Superhero+CoreDataProperties.swift
//

import Foundation
import CoreData

enum Universe: Int32 {
    case marvel = 0
    case dc = 1
}

extension Superhero {

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Superhero> {
        return NSFetchRequest<Superhero>(entityName: "Superhero")
    }

    @NSManaged public var abilities: String?
    @NSManaged public var name: String?
    @NSManaged public var universe: Int32
    @NSManaged public var teams: NSSet?

}

// MARK: Generated accessors for teams
extension Superhero {

    #if canImport(ObjectiveC)
    @objc(addTeamsObject:)
    #endif
    @NSManaged public func addToTeams(_ value: Team)

    #if canImport(ObjectiveC)
    @objc(removeTeamsObject:)
    #endif
    @NSManaged public func removeFromTeams(_ value: Team)

    #if canImport(ObjectiveC)
    @objc(addTeams:)
    #endif
    @NSManaged public func addToTeams(_ values: NSSet)

    #if canImport(ObjectiveC)
    @objc(removeTeams:)
    #endif
    @NSManaged public func removeFromTeams(_ values: NSSet)

}

extension Superhero : Identifiable {

}

extension Superhero {
    var herouniverse: Universe {
        get {
            return Universe(rawValue: self.universe)!
        }
        set {
            self.universe = newValue.rawValue
        }
    }
}
