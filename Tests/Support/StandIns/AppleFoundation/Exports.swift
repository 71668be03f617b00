// Importing Apple's framework imports Foundation.
@_exported public import Foundation
