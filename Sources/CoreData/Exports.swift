// Programs that import this module see only these parts of the runtime: the superclass of objects, and the names of
// properties in generated code.
@_exported public import Foundation

@_exported public import struct ObjectGraph.KeyPathNames
@_exported public import class ObjectGraph.ManagedObject
