// Programs that describe models and ask questions need these types.
@_exported public import ModelExpressions
@_exported public import ModelSchema
