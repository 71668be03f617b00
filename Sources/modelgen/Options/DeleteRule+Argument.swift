// Public imports, since a conformance of a public type to a public protocol is public itself.
public import ArgumentParser
public import ModelSchema

extension DeleteRule: ExpressibleByArgument {}
