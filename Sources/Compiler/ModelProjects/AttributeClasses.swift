import Foundation
package import ModelCompiler
package import ModelConfiguration
import ModelDiagnostics
import ModelSchema
package import XCDataModel

/// The classes of the attributes in all versions of models. Each model is read when its classes are first needed.
package struct AttributeClasses {
    private let read: (ModelSource) -> ModelFile
    private var versions: [String: [ModelSource]] = [:]
    /// The names by path of a model; nil for one that cannot be read.
    private var names: [String: Set<String>?] = [:]

    /// - Parameter read: Reads the file of a version.
    package init(read: @escaping (ModelSource) -> ModelFile = ModelFile.init(onDisk:)) { self.read = read }

    /// The classes of the attributes of models; nil if one of them cannot be read, which the check of the models
    /// reports.
    ///
    /// Each model is read once, however often it is asked about.
    package mutating func names(inModelsAt paths: [String]) -> Set<String>? {
        var all: Set<String> = []
        for path in paths {
            let own: Set<String>?
            if let known = names[path] {
                own = known
            } else {
                own = readNames(inModelAt: path)
                names[path] = .some(own)
            }
            guard let own else { return nil }
            all.formUnion(own)
        }
        return all
    }

    /// Returns the classes of a configuration that no attribute has in the models for which they are meant, with the
    /// names of those that there are. Classes for other models are not among them.
    ///
    /// - Parameter paths: The paths of the models.
    package mutating func unused(
        of replaced: [ProjectConfiguration.ReplacedClass], inModelsAt paths: [String]
    ) -> [(replaced: ProjectConfiguration.ReplacedClass, known: [String])] {
        let pathsByIndex = replaced.map { paths.filter($0.applies(toModelAt:)) }
        return unmentioned(replaced.map(\.name), inModelsAt: pathsByIndex).compactMap { index in
            guard !pathsByIndex[index].isEmpty, let known = names(inModelsAt: pathsByIndex[index]),
                !known.contains(replaced[index].name)
            else { return nil }
            return (replaced[index], known.sorted())
        }
    }

    /// Returns the indices of the names that no file of their models has in the usual form of an attribute's class.
    ///
    /// Looking for them takes less time than reading the models, which a run without changes does not do. Each file is
    /// opened once at most.
    private mutating func unmentioned(_ names: [String], inModelsAt paths: [[String]]) -> [Int] {
        let texts = names.map { Data("customClassName=\"\($0)\"".utf8) }
        var open = Array(names.indices)
        var seen: Set<String> = []
        for path in paths.joined() where seen.insert(path).inserted {
            for source in versions(at: path) {
                guard open.contains(where: { paths[$0].contains(path) }) else { break }
                guard let bytes = try? read(source).bytes.get() else { continue }
                let text = Data(bytes)
                open.removeAll { paths[$0].contains(path) && text.range(of: texts[$0]) != nil }
            }
        }
        return open
    }

    private mutating func readNames(inModelAt path: String) -> Set<String>? {
        var names: Set<String> = []
        for source in versions(at: path) {
            var reportedByCheck: [LocatedDiagnostic] = []
            guard let model = read(source).document(into: &reportedByCheck)?.model else { return nil }
            let attributes = model.entities.flatMap(\.attributes) + model.composites.flatMap(\.attributes)
            names.formUnion(attributes.compactMap(\.customTypeName))
        }
        return names
    }

    private mutating func versions(at path: String) -> [ModelSource] {
        if let known = versions[path] { return known }
        var reportedByCheck: [LocatedDiagnostic] = []
        let found = ModelBundle.versions(at: path, into: &reportedByCheck)
        versions[path] = found
        return found
    }
}
