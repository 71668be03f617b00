import Foundation

/// The result of a fetch of dictionaries or IDs, in sections. Unlike objects, it does not follow changes.
struct FetchedValues<Result> {
    /// Neighboring results with the same section name.
    struct Section {
        let name: String
        var results: [Result]
    }

    /// The sections, in the order of the result.
    private(set) var sections: [Section] = []

    private init() {}

    /// Divides results into sections.
    ///
    /// - Parameter sectionName: Returns the name of a result's section; nil for one section without a name.
    /// - Throws: An error with the code 134060 if the results of a section are not next to each other.
    init(_ results: [Result], sectionName: ((Result) -> String)?) throws {
        guard let sectionName else {
            sections = [Section(name: "", results: results)]
            return
        }
        var names: Set<String> = []
        for result in results {
            let name = sectionName(result)
            if sections.last?.name == name {
                sections[sections.count - 1].results.append(result)
                continue
            }
            guard names.insert(name).inserted else {
                throw NSError(
                    code: NSCoreDataError,
                    "the results of a section are not next to each other; sort by the key path of the sections first")
            }
            sections.append(Section(name: name, results: [result]))
        }
    }

    /// The results, in order.
    var results: [Result] { sections.flatMap(\.results) }

    /// The result at an index path; nil if there is none.
    func result(at indexPath: IndexPath) -> Result? {
        guard indexPath.count == 2, sections.indices.contains(indexPath[0]),
            sections[indexPath[0]].results.indices.contains(indexPath[1])
        else { return nil }
        return sections[indexPath[0]].results[indexPath[1]]
    }

    /// The index path of the first result that equals a value; nil if there is none.
    func indexPath(of value: Result) -> IndexPath? {
        for (section, part) in sections.enumerated() {
            if let place = part.results.firstIndex(where: { ($0 as? NSObject)?.isEqual(value) == true }) {
                return [section, place]
            }
        }
        return nil
    }

    /// The same results with another type.
    func typed<Other>(as type: Other.Type) -> FetchedValues<Other> {
        var values = FetchedValues<Other>()
        values.sections = sections.map { section in
            FetchedValues<Other>.Section(name: section.name, results: section.results.compactMap { $0 as? Other })
        }
        return values
    }
}

extension NSManagedObjectContext {
    /// The name of the section of a dictionary or an ID, by a key path: the string form of its value.
    final func sectionName(of result: Any, at keyPath: String) -> String {
        let value: Any? =
            switch result {
            case let row as NSDictionary: row[keyPath]
            case let objectID as NSManagedObjectID: object(with: objectID).value(forKeyPath: keyPath)
            default: nil
            }
        return switch value {
        case nil: ""
        case let text as String: text
        case let number as NSNumber: number.stringValue
        case let value?: "\(value)"
        }
    }
}
