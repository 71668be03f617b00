public import Foundation
public import ModelCodegen

/// Options of generated code, and the ways of compiling that they are meant for.
public struct CompiledStyle: Sendable {
    public var options: GenerationOptions
    public var modes: [CompilerMode]

    /// All that has to be checked of a style.
    ///
    /// Code in Xcode's form leaves the isolation to its module, and asks for an option where that is the main actor.
    public static func ways(of style: GenerationOptions.Style, layout: GenerationOptions.FileLayout) -> [CompiledStyle]
    {
        let options = GenerationOptions(style: style, fileLayout: layout)
        guard style != .objectGraph else { return [CompiledStyle(options: options, modes: CompilerMode.allCases)] }
        return [
            CompiledStyle(options: options, modes: [.swift5, .swift6]),
            CompiledStyle(
                options: GenerationOptions(style: style, fileLayout: layout, isolation: .nonisolated),
                modes: [.mainActor]),
        ]
    }

    /// What a report calls it.
    public var name: String {
        "\(options.style.rawValue), \(options.fileLayout.rawValue) layout, "
            + modes.map(\.rawValue).joined(separator: " and ")
    }

    /// The folder of the modules that the code imports.
    ///
    /// - Parameter builtModules: The folder of the modules of this package; what stands in for others is put into a
    ///   folder beside it.
    public func modules(builtModules: URL) throws -> URL {
        guard options.style != .objectGraph else { return builtModules }
        let isSwiftData = options.style == .swiftData
        let folder = builtModules.deletingLastPathComponent()
            .appending(path: isSwiftData ? "SwiftDataModules" : "StandInModules")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if isSwiftData {
            try StandInModule.buildSwiftData(into: folder)
        } else {
            try StandInModule.buildCoreData(into: folder)
        }
        return folder
    }
}
