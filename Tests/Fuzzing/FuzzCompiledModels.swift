import CompiledModelWriting
import CompiledModels
import MappingModels
import ModelDiagnostics
import ModelExpressions
import ModelSchema
import XCDataModel

/// What libFuzzer calls with each input. Whatever the bytes are, reading a compiled model, a mapping model, and an
/// expression ends, and a model that can be compiled again gives the same model.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCompiledModels(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? PropertyListTable(bytes)
    _ = try? CompiledModel(modelCache: bytes, name: "Fuzz")
    _ = ModelExpression(archive: bytes)
    var diagnostics: [Diagnostic] = []
    _ = MappingModelReader().read(bytes, into: &diagnostics)
    if let mappingModel = try? MappingModel(archive: bytes) {
        var writer = CompiledMappingModelWriter()
        if let archive = writer.archive(of: mappingModel) {
            precondition((try? MappingModel(archive: archive)) != nil, "what was written cannot be read")
        }
    }
    guard let compiled = try? CompiledModel(archive: bytes, name: "Fuzz") else { return 0 }
    precondition(compiled.unreadableParts.allSatisfy { $0.utf8.count < 1000 }, "an unreadable part is long")
    var writer = CompiledModelWriter()
    guard let archive = writer.archive(of: compiled.model) else { return 0 }
    precondition((try? CompiledModel(archive: archive, name: "Fuzz")) != nil, "what was written cannot be read")
    return 0
}
