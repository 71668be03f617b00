// Public imports, since a conformance of a public type to a public protocol is public itself.
public import ArgumentParser
public import ModelCodegen

extension GenerationOptions.Style: ExpressibleByArgument {}
extension GenerationOptions.FileLayout: ExpressibleByArgument {}
extension GenerationOptions.AccessLevel: ExpressibleByArgument {}
extension GenerationOptions.Subclassing: ExpressibleByArgument {}
extension GenerationOptions.Optionality: ExpressibleByArgument {}
extension GenerationOptions.Isolation: ExpressibleByArgument {}
extension GenerationOptions.Platforms: ExpressibleByArgument {}
extension GenerationOptions.PropertyNaming: ExpressibleByArgument {}
extension GenerationOptions.Classes: ExpressibleByArgument {}
extension GenerationOptions.TemplateContext: ExpressibleByArgument {}
extension GenerationOptions.TemplateUnit: ExpressibleByArgument {}
