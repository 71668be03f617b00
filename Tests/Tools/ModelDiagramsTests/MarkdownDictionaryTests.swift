import ModelSchema
import StructuredText
import Testing

@testable import ModelDiagrams

@Suite struct MarkdownDictionaryTests {
    @Test("The sample model is written in Markdown")
    func shop() {
        let expected = #"""
            # Shop

            - Version identifier: `2`

            | Entity | Parent | Attributes | Relationships |
            | --- | --- | --- | --- |
            | `Item` | `Thing` | 1 | 1 |
            | `Order` | `Thing` | 2 | 3 |
            | `Person` |  | 0 | 1 |
            | `Thing` (abstract) |  | 1 | 0 |

            ## `Item`

            - Parent: `Thing`

            ### Attributes

            | Name | Type | Optional | Default | Bounds | Notes |
            | --- | --- | --- | --- | --- | --- |
            | `place` | Place | yes |  |  |  |

            ### Relationships

            | Name | Destination | Inverse | Count | On delete | Notes |
            | --- | --- | --- | --- | --- | --- |
            | `order` | `Order` | `items` | 1 | nullify |  |

            ### Indexes

            | Name | Elements | Where |
            | --- | --- | --- |
            |  | `order`, `place` |  |

            ## `Order`

            - Parent: `Thing`
            - Class: `PurchaseOrder` in module `Sales`
            - Code generation: category/extension

            ### Attributes

            | Name | Type | Optional | Default | Bounds | Notes |
            | --- | --- | --- | --- | --- | --- |
            | `itemCount` | Integer 64 | no |  |  | derived: items.&#64;count |
            | `number` | String | no |  | length 3...10 | unique, `sync.remoteKey` = order\_number |

            ### Relationships

            | Name | Destination | Inverse | Count | On delete | Notes |
            | --- | --- | --- | --- | --- | --- |
            | `customer` | `Person` | none | 1 | deny |  |
            | `items` | `Item` | `order` | 1..\* | cascade | ordered |
            | `lost` | none | none | 0..1 | nullify |  |

            ### Uniqueness constraints

            - `number`

            ### User info

            | Key | Value |
            | --- | --- |
            | `owner` | sales |

            ## `Person`

            ### Relationships

            | Name | Destination | Inverse | Count | On delete | Notes |
            | --- | --- | --- | --- | --- | --- |
            | `friends` | `Person` | `friends` | 0..10 | nullify |  |

            ### Fetched properties

            | Name | Destination | Predicate | Notes |
            | --- | --- | --- | --- |
            | `orders` | `Order` | customer == \$FETCH\_SOURCE |  |

            ## `Thing`

            - Abstract

            ### Attributes

            | Name | Type | Optional | Default | Bounds | Notes |
            | --- | --- | --- | --- | --- | --- |
            | `created` | Date | no | 2001-01-01T00:00:00Z |  |  |

            ### Indexes

            | Name | Elements | Where |
            | --- | --- | --- |
            | `byCreated` | `created` (descending) | created != nil |

            ## Composites

            ### `Place`

            | Name | Type | Optional | Default | Bounds | Notes |
            | --- | --- | --- | --- | --- | --- |
            | `shelf` | Integer 16 | no |  |  |  |

            ## Fetch requests

            | Name | Entity | Predicate | Result | Limit | Batch size |
            | --- | --- | --- | --- | --- | --- |
            | `byNumber` | `Order` | number == \$N | objects | 1 |  |

            ## Configurations

            | Name | Entities | CloudKit |
            | --- | --- | --- |
            | `Local` | `Item`, `Person` |  |

            """#
        #expect(MarkdownDictionary().render(SampleModels.shop) == expected)
    }

    @Test("Text of the model is escaped in Markdown")
    func textOfTheModelIsEscaped() {
        #expect(markdownText("a|b\n<i>*_`[x](y)") == #"a\|b &lt;i&gt;\*\_\`\[x\](y)"#)
        #expect(markdownText("https://example.org") == "https&#58;//example.org")
        #expect(markdownText("www.example.org, a.b@example.org") == "www&#46;example.org, a.b&#64;example.org")
        #expect(markdownText("ww.x") == "ww.x")
        #expect(markdownText("- x") == #"\- x"#)
    }

    @Test("Malicious text adds neither markup nor table cells")
    func hostileTextAddsNeitherMarkupNorCells() {
        let text = MarkdownDictionary().render(SampleModels.hostile)
        #expect(!text.contains("<"))
        var columns = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                columns = 0
                continue
            }
            let cells = line.replacing(#"\\"#, with: "").replacing(#"\|"#, with: "").split(separator: "|").count
            if columns > 0 { #expect(cells == columns, "\(line)") }
            columns = cells
        }
    }

    @Test("A model without entities has a page")
    func modelWithoutEntities() {
        #expect(MarkdownDictionary().render(Model(name: "Empty")) == "# Empty\n\nThis model has no entities.\n")
    }
}
