import ModelDiagnostics

/// Two files for one place.
enum OutputCollision {
    static func diagnostics(among outputs: [ModelOutput]) -> [LocatedDiagnostic] {
        var diagnostics: [LocatedDiagnostic] = []
        var modelPaths: [String: String] = [:]
        for output in outputs {
            if let other = modelPaths.updateValue(output.path, forKey: output.model) {
                diagnostics.append(.sameModelName(output.model, first: other, second: output.path))
            }
        }
        var sources: [String: String] = [:]
        for output in outputs {
            for file in output.files + output.humanFiles {
                // Many file systems do not tell case apart.
                guard let other = sources.updateValue(output.path, forKey: file.name.lowercased()) else { continue }
                diagnostics.append(.sameFile(file.name, first: other, second: output.path))
            }
        }
        return diagnostics.sorted()
    }
}
