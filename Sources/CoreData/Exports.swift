// Objects have what their superclass has, and generated code says what properties are called; nothing else of the runtime is
// seen by programs that import this module.
@_exported public import Foundation

@_exported public import struct ObjectGraph.KeyPathNames
@_exported public import class ObjectGraph.ManagedObject
