// swift-format-ignore-file
import CoreData
import Foundation

@objc(Team)
public class Team: NSManagedObject {}

extension Team {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Team> {
        return NSFetchRequest<Team>(entityName: "Team")
    }

    @NSManaged public var name: String?
    @NSManaged public var heroes: NSSet?

    @objc(addHeroesObject:) @NSManaged public func addToHeroes(_ value: Superhero)
    @objc(removeHeroesObject:) @NSManaged public func removeFromHeroes(_ value: Superhero)
}

extension Team {
    public override func awakeFromInsert() {
        super.awakeFromInsert()
        // Not in the interface: #keyPath(Team.name) is a comment here.
        setPrimitiveValue("New Team", forKey: #keyPath(Team.name))
    }
}
