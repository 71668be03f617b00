import ModelDiagnostics
import ModelSchema
import Testing

@testable import ModelCodegen

/// Templates written for SwiftGen: its names, tags and filters.
@Suite struct SwiftGenContextTests {
    private let model = Model(
        name: "Shop",
        entities: [
            Entity(
                name: "Order", representedClassName: ".OrderObject", codeGeneration: nil,
                attributes: [
                    Attribute(
                        name: "total", type: .integer32, isOptional: true, usesScalarValueType: true,
                        userInfo: ["RawType": "Money", "unwrapOptional": "YES", "digits": "2"]),
                    Attribute(name: "count", type: .integer16), Attribute(name: "tags", type: .transformable),
                ],
                relationships: [
                    Relationship(name: "items", isToMany: true, destinationName: "Item", inverseName: "order")
                ],
                uniquenessConstraints: [UniquenessConstraint(["total", "count"])]),
            Entity(
                name: "Item", codeGeneration: .classDefinition, attributes: [Attribute(name: "sku", type: .string)],
                relationships: [Relationship(name: "order", destinationName: "Order", inverseName: "items")]),
            Entity(name: "Big", representedClassName: "Shop.Big", parentName: "Order"),
        ],
        fetchRequestTemplates: [
            FetchRequestTemplate(
                name: "costly", entityName: "Order",
                predicateString: "total > $MIN_TOTAL AND (ANY items.sku == $sku OR NOT items.order == $order)",
                resultType: .objectIDs)
        ])

    private func render(_ text: String, _ parameters: String...) throws -> String {
        let set = TemplateSet([.init(name: "out", path: "out.stencil", text: text)])
        #expect(set.check(.swiftGen) == [])
        let options = GenerationOptions(
            parameters: try TemplateParameters(arguments: parameters), templateContext: .swiftGen,
            environment: ["USER": "ada"])
        let files = try CodeGenerator(options: options, templates: set).generate(forSwiftGen: [model])
        #expect(files.map(\.name) == ["out.swift"])
        return files[0].text
    }

    @Test("Entities can be iterated by name and looked up")
    func entitiesComeByNameAndAreLookedUp() throws {
        let text = try render(
            """
            {% for model in models %}
            {% for name, entity in model.entities %}
            {% set parent %}{{ model.entities[entity.superEntity].className|default:"NSManagedObject" }}{% endset %}
            {{ name }} {{ entity.className|default:"-" }} {{ parent }} {{ entity.shouldGenerateCode }}
            {% for relationship in entity.relationships where relationship.isToMany %}
              {{ relationship.name }}: Set<{{ model.entities[relationship.destinationEntity].className }}>
              {{ relationship.inverseRelationship.entityName }}.{{ relationship.inverseRelationship.name }}
            {% endfor %}
            {% endfor %}
            {{ model.configurations.Default|join:"," }}
            {% endfor %}
            """)
        #expect(
            text == """

                Big Big OrderObject true
                Item  NSManagedObject false
                Order OrderObject NSManagedObject true
                  items: Set<>
                  Item.order
                Big,Item,Order

                """)
    }

    @Test("Attributes have the types of SwiftGen")
    func attributesHaveTheTypesOfSwiftGen() throws {
        #expect(
            try render(
                """
                {% for a in models.0.entities.Order.attributes %}
                {{ a.name }} {{ a.type }} {{ a.typeName }}{{ "?" if a.isOptional }} \
                {% if a.userInfo.RawType %}{{ a.userInfo.RawType }} {{ a.userInfo.unwrapOptional }}\
                {% if a.userInfo.digits == 2 %} 2{% endif %}{% endif %};
                {% endfor %}
                """) == """

                    total Integer 32 Int32? Money true 2;
                    count Integer 16 NSNumber ;
                    tags Transformable AnyObject ;

                    """)
    }

    @Test("Fetch requests have typed variables")
    func fetchRequestsHaveTypedVariables() throws {
        #expect(
            try render(
                """
                {% for request in models.first.fetchRequests.Order %}{{ request.name|upperFirstLetter }} \
                {{ request.resultType }} {{ request.includeSubentities }}\
                {% for name, type in request.substitutionVariables %} {{ name|lowerFirstWord }}: {{ type }}\
                {{ "," if not forloop.last }}{% endfor %}{% endfor %}
                """) == "Costly Object ID true min_TOTAL: Int32, order: OrderObject, sku: String")
    }

    @Test("Tags with signs trim white space")
    func templatesWithSignsAreTrimmed() throws {
        #expect(try render("{% for model in models -%}\n  a\n  {% endfor %}b") == "a\nb")
        #expect(try render("a{% if models %}?{% endif %}\n\n  {% if models %}\n  b\n  {% endif %}\n") == "a?\n\n  b\n")
    }

    @Test("Parameters and environment variables are available")
    func parametersAndEnvironmentAreThere() throws {
        #expect(
            try render(
                """
                {% for module in param.modules %}import {{ module }}
                {% empty %}{% if param.modules %}import {{ param.modules }}{% endif %}{% endfor %}{{ env.USER }}
                """, "modules=A") == "import Aada")
        #expect(
            try render(
                "{% for module in param.modules %}{{ module }}{% endfor %}{% if param.public %}!{% endif %}",
                "modules=A",
                "modules=B", "public") == "AB!")
    }
}
