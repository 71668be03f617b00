// Programs and generated code import only this module: it exports the types of models, predicates, and stores.
@_exported public import ColumnEngine
@_exported public import ModelExpressions
@_exported public import ModelSchema
@_exported public import StoreProtocol
