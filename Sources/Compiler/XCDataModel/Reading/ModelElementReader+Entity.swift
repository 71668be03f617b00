import ModelDiagnostics
import ModelSchema

extension ModelElementReader {
    mutating func entity(_ element: XMLElement) -> Entity {
        var entity = value(of: element, as: ModelFormat.entity, name: \.name)
        for child in element.children {
            switch child.formatName {
            case .attribute: entity.attributes.append(attribute(child))
            case .relationship: entity.relationships.append(relationship(child))
            case .fetchedProperty: entity.fetchedProperties.append(fetchedProperty(child))
            case .fetchIndex: entity.indexes.append(fetchIndex(child))
            case .compoundIndexes: entity.compoundIndexes += compoundIndexes(child)
            case .uniquenessConstraints: entity.uniquenessConstraints += uniquenessConstraints(child)
            case .userInfo: entity.userInfo.entries += userInfo(child)
            default: report.addUnknownElement(child)
            }
        }
        return entity
    }

    mutating func attribute(_ element: XMLElement) -> Attribute {
        var attribute = value(of: element, as: ModelFormat.attribute, name: \.name)
        attribute.userInfo.entries = userInfo(in: element)
        return attribute
    }

    private mutating func relationship(_ element: XMLElement) -> Relationship {
        var relationship = value(of: element, as: ModelFormat.relationship, name: \.name)
        relationship.userInfo.entries = userInfo(in: element)
        return relationship
    }

    private mutating func fetchedProperty(_ element: XMLElement) -> FetchedProperty {
        var property = value(of: element, as: ModelFormat.fetchedProperty, name: \.name)
        var requests: [FetchRequestTemplate] = []
        for child in element.children {
            switch child.formatName {
            case .fetchRequest: requests.append(fetchRequest(child))
            case .userInfo: property.userInfo.entries += userInfo(child)
            default: report.addUnknownElement(child)
            }
        }
        if let request = requests.first { property.fetchRequest = request }
        if requests.count != 1 {
            report.add(at: element, .fetchRequestCount) { .fetchRequestCount(requests.count, of: $0, at: $1) }
        }
        return property
    }

    /// Reads the user info of an element that contains no other elements.
    private mutating func userInfo(in element: XMLElement) -> [UserInfo.Entry] {
        children(.userInfo, of: element) { $0.userInfo($1) }.flatMap(\.self)
    }

    // MARK: Indexes and constraints

    private mutating func fetchIndex(_ element: XMLElement) -> FetchIndex {
        var index = value(of: element, as: ModelFormat.fetchIndex, name: \.name)
        index.elements = children(.fetchIndexElement, of: element) {
            $0.leaf($1, as: ModelFormat.fetchIndexElement)
        }
        return index
    }

    private mutating func compoundIndexes(_ element: XMLElement) -> [[String]] {
        values(.compoundIndex, in: element) { $0.propertyNames(.index, in: $1) }
    }

    private mutating func uniquenessConstraints(_ element: XMLElement) -> [UniquenessConstraint] {
        values(.uniquenessConstraint, in: element) { UniquenessConstraint($0.propertyNames(.constraint, in: $1)) }
    }

    private mutating func propertyNames(_ name: FormatName, in element: XMLElement) -> [String] {
        values(name, in: element) { $0.leaf($1, as: ModelFormat.propertyName) }
    }
}
