enum DatabaseError: Error, CustomStringConvertible {
    case unknownHero(String)
    case unknownTeam(String)
    case partyFull
    case notInParty(String)
    case teamExists(String)
    case tooManyTeams

    var description: String {
        switch self {
        case .unknownHero(let name): "There is no hero called \(name)"
        case .unknownTeam(let name): "There is no team called \(name)"
        case .partyFull: "Unable to add more members to party"
        case .notInParty(let name): "\(name) is not in the party"
        case .teamExists(let name): "There is a team called \(name) already"
        case .tooManyTeams: "There are \(DatabaseController.teamLimit) teams already, and more are not allowed"
        }
    }
}
