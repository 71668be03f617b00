// Public imports, since a conformance of a public type to a public protocol is public itself.
public import ArgumentParser
public import ModelCodegen

extension GenerationOptions.FileLayout: ExpressibleByArgument {}
extension GenerationOptions.AccessLevel: ExpressibleByArgument {}
