// swift-format-ignore-file
import CoreData
import Foundation

#if canImport(ObjectiveC)
@objc(Team)
#endif
public class Team: NSManagedObject {
    public override func awakeFromInsert() {
        super.awakeFromInsert()
        // Not in the interface: #keyPath(Team.name) is a comment here.
        setPrimitiveValue("New Team", forKey: "name")
    }
}

extension Team {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Team> {
        return NSFetchRequest<Team>(entityName: "Team")
    }

    @NSManaged public var name: String?
    @NSManaged public var heroes: NSSet?

    #if canImport(ObjectiveC)
    @objc(addHeroesObject:)
    #endif
    @NSManaged public func addToHeroes(_ value: Superhero)
    #if canImport(ObjectiveC)
    @objc(removeHeroesObject:)
    #endif
    @NSManaged public func removeFromHeroes(_ value: Superhero)
}
