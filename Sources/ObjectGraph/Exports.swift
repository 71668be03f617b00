// Generated code describes its model with the schema's types, programs write predicates, and stores speak the protocol; all
// of them import this module alone.
@_exported public import ColumnEngine
@_exported public import ModelExpressions
@_exported public import ModelSchema
@_exported public import StoreProtocol
