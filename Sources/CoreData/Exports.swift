// Objects have what their superclass has; nothing else of the runtime is seen by programs that import this module.
@_exported public import Foundation

@_exported public import class ObjectGraph.ManagedObject
