// Generated code describes its model with the schema's types and imports this module alone.
@_exported public import ModelSchema
