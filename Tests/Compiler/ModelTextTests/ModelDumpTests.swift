import Foundation
import ModelSchema
import ModelText
import Testing

@Suite struct ModelDumpTests {
    private let model = Model(
        name: "Shop",
        entities: [
            Entity(
                name: "Order", representedClassName: ".Order",
                attributes: [
                    Attribute(
                        name: "number", type: .integer64, usesScalarValueType: true, defaultValueString: "0",
                        userInfo: ["note": "a \"quoted\"\nline\u{2028}"])
                ],
                relationships: [
                    Relationship(
                        name: "items", isOptional: true, isToMany: true, deleteRule: .cascade, destinationName: "Item",
                        inverseName: "order")
                ],
                uniquenessConstraints: [UniquenessConstraint(["number"])]),
            Entity(name: "Item"),
        ])

    @Test("JSON is sorted and contains its format version")
    func jsonIsSortedAndSaysWhichFormatItIs() {
        #expect(
            ModelDump(model).json == #"""
                {
                  "format": "modelgen-model",
                  "version": 1,
                  "model": {
                    "name": "Shop",
                    "entities": [
                      {
                        "name": "Item"
                      },
                      {
                        "name": "Order",
                        "representedClassName": ".Order",
                        "attributes": [
                          {
                            "name": "number",
                            "type": "Integer 64",
                            "defaultValue": "0",
                            "usesScalarValueType": true,
                            "userInfo": [
                              {
                                "key": "note",
                                "value": "a \"quoted\"\nline\u2028"
                              }
                            ]
                          }
                        ],
                        "relationships": [
                          {
                            "name": "items",
                            "destination": "Item",
                            "inverse": "order",
                            "optional": true,
                            "toMany": true,
                            "deleteRule": "Cascade"
                          }
                        ],
                        "uniquenessConstraints": [
                          [
                            "number"
                          ]
                        ]
                      }
                    ]
                  }
                }

                """#)
    }

    @Test("YAML has the same contents")
    func yamlSaysTheSame() {
        #expect(
            ModelDump(model).yaml == #"""
                format: "modelgen-model"
                version: 1
                model:
                  name: "Shop"
                  entities:
                    - name: "Item"
                    - name: "Order"
                      representedClassName: ".Order"
                      attributes:
                        - name: "number"
                          type: "Integer 64"
                          defaultValue: "0"
                          usesScalarValueType: true
                          userInfo:
                            - key: "note"
                              value: "a \"quoted\"\nline\u2028"
                      relationships:
                        - name: "items"
                          destination: "Item"
                          inverse: "order"
                          optional: true
                          toMany: true
                          deleteRule: "Cascade"
                      uniquenessConstraints:
                        - - "number"

                """#)
    }

    @Test("The order of elements in the file does not change the dump")
    func theOrderOfTheFileChangesNothing() {
        var moved = model
        moved.entities.reverse()
        #expect(ModelDump(moved).json == ModelDump(model).json)
        #expect(ModelDump(moved).yaml == ModelDump(model).yaml)
    }

    @Test("The dump is valid JSON")
    func theJSONIsJSON() throws {
        let object = try JSONSerialization.jsonObject(with: Data(ModelDump(model).json.utf8)) as? [String: Any]
        #expect(object?["version"] as? Int == ModelDump.formatVersion)
    }
}
