import Foundation
import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing

@Suite struct DiagnosticSARIFFormatterTests {
    private static let schema = (0..<5)
        .reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appending(path: "shared/reference/sarif-schema-2.1.0.json")

    @Test("Diagnostics are written as a SARIF log")
    func theWholeLog() {
        #expect(
            SampleDiagnostics.text(.sarif) == #"""
                {
                  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
                  "version": "2.1.0",
                  "runs": [
                    {
                      "tool": {
                        "driver": {
                          "name": "modelgen",
                          "version": "1.2.3",
                          "rules": [
                            {
                              "id": "file-missing",
                              "shortDescription": {
                                "text": "A path does not exist."
                              },
                              "helpUri": "https://example.com/Diagnostics.md#file-missing",
                              "defaultConfiguration": {
                                "level": "error"
                              }
                            },
                            {
                              "id": "inverse-missing",
                              "shortDescription": {
                                "text": "A relationship has no inverse."
                              },
                              "helpUri": "https://example.com/Diagnostics.md#inverse-missing",
                              "defaultConfiguration": {
                                "level": "warning"
                              }
                            },
                            {
                              "id": "quiet",
                              "shortDescription": {
                                "text": "A rule that is off."
                              },
                              "helpUri": "https://example.com/Diagnostics.md#quiet",
                              "defaultConfiguration": {
                                "enabled": false
                              }
                            }
                          ]
                        }
                      },
                      "originalUriBaseIds": {
                        "%SRCROOT%": {
                          "description": {
                            "text": "The folder in which modelgen was run."
                          }
                        }
                      },
                      "columnKind": "unicodeCodePoints",
                      "results": [
                        {
                          "ruleId": "file-missing",
                          "ruleIndex": 0,
                          "level": "error",
                          "message": {
                            "text": "no such file"
                          },
                          "locations": [
                            {
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "../other/None",
                                  "uriBaseId": "%SRCROOT%"
                                }
                              }
                            }
                          ]
                        },
                        {
                          "ruleId": "not-listed",
                          "level": "note",
                          "message": {
                            "text": "100% \"odd\": a\\b,\nc\u001b"
                          },
                          "locations": [
                            {
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "My%20Models%3A%2050%25/Gr%C3%B6%C3%9Fe.xcdatamodel/contents",
                                  "uriBaseId": "%SRCROOT%"
                                },
                                "region": {
                                  "startLine": 3,
                                  "startColumn": 1
                                }
                              }
                            }
                          ]
                        },
                        {
                          "ruleId": "inverse-missing",
                          "ruleIndex": 1,
                          "level": "warning",
                          "message": {
                            "text": "relationship 'Order/items' has no inverse\nset inverseName=\"order\""
                          },
                          "locations": [
                            {
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "Shop.xcdatamodel/contents",
                                  "uriBaseId": "%SRCROOT%"
                                },
                                "region": {
                                  "startLine": 14,
                                  "startColumn": 9
                                }
                              }
                            }
                          ],
                          "relatedLocations": [
                            {
                              "id": 1,
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "Shop.xcdatamodel/contents",
                                  "uriBaseId": "%SRCROOT%"
                                },
                                "region": {
                                  "startLine": 22,
                                  "startColumn": 5
                                }
                              },
                              "message": {
                                "text": "entity 'Item' is the destination"
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ]
                }

                """#)
    }

    @Test(
        "The SARIF log is valid for the published schema",
        .enabled(
            if: FileManager.default.fileExists(atPath: schema.path(percentEncoded: false)),
            "../shared/reference/sarif-schema-2.1.0.json is missing; download it from github.com/oasis-tcs/sarif-spec"),
        arguments: [SampleDiagnostics.all, []])
    func theLogFitsThePublishedSchema(_ diagnostics: [LocatedDiagnostic]) throws {
        let schema = try JSONSchema(Data(contentsOf: Self.schema))
        let log = try JSONSerialization.jsonObject(with: Data(SampleDiagnostics.text(.sarif, diagnostics).utf8))
        #expect(schema.problems(of: log) == [])
    }

    /// What the standard requires, for machines without the schema (3.13.2, 3.14.6, 3.18.2, 3.19.8, 3.27.11, 3.49.3).
    @Test("The SARIF log contains what the standard requires")
    func theLogHasWhatTheStandardRequires() throws {
        let text = SampleDiagnostics.text(.sarif)
        let log = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(log["version"] as? String == "2.1.0")
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
        #expect(driver["name"] as? String == "modelgen")
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let ids = try rules.map { try #require($0["id"] as? String) }
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == SampleDiagnostics.all.count)
        for result in results {
            let message = try #require(result["message"] as? [String: String])
            #expect(message["text"]?.isEmpty == false)
            let index = result["ruleIndex"] as? Int
            #expect(index == nil || ids[index ?? 0] == result["ruleId"] as? String)
        }
    }
}
