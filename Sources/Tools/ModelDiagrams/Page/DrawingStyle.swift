/// The style sheet of a drawing: colors, fonts, and lines, for light and dark mode.
///
/// The rules contain the literal colors of light mode. Browsers then replace them with variables. Programs that convert
/// pictures know neither variables nor `@supports`, so they skip all variables together. A literal color before a
/// variable in the same rule would not be enough, because many of them use the last one, and draw it black.
let drawingStyle: String = {
    let sheet = ColorSheet(rules: drawingRules)
    return """
        \(sheet.literalRules)
        @supports (fill: var(--ink)) {
        \(drawingColors)
        \(sheet.variableRules)
        }
        """
}()

/// The colors of light mode, and the variables for both modes.
let drawingColors = #"""
    :root {
      color-scheme: light dark;
      --ground: #f4f5f8; --grid: #e3e6ec; --paper: #ffffff; --ink: #1d2330; --soft: #69738a; --faint: #c9cfdb;
      --edge: #8a94a8; --accent: #2f6fed; --parent: #8b4fd6; --cascade: #c2410c; --deny: #b45309; --unique: #d97706;
      --mark: #ffe58a; --shadow: rgba(26, 34, 56, .13);
      --head-0: #e8ebf1; --head-1: #d9e6ff; --head-2: #d6f2e2; --head-3: #ffe7cf; --head-4: #efe0ff;
      --head-5: #ffdfe6; --head-6: #d3f1f5; --head-7: #f4eec6; --head-8: #e3e8d2;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --ground: #12151c; --grid: #1f2430; --paper: #1b202b; --ink: #e6eaf3; --soft: #97a2b8; --faint: #353d4e;
        --edge: #66718a; --accent: #79a7ff; --parent: #c39bff; --cascade: #ff9f6b; --deny: #f5c04e; --unique: #f5b73f;
        --mark: #6b5a12; --shadow: rgba(0, 0, 0, .5);
        --head-0: #2a3040; --head-1: #203a68; --head-2: #1c4a36; --head-3: #573a1c; --head-4: #422a63;
        --head-5: #5a2735; --head-6: #18474f; --head-7: #4b441a; --head-8: #3a4226;
      }
    }
    """#

private let drawingRules = #"""
    .key, .details {
      font: 12px ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
    }
    .back { fill: var(--paper); }
    .header { fill: var(--head-0); }
    .color-1 .header { fill: var(--head-1); }
    .color-2 .header { fill: var(--head-2); }
    .color-3 .header { fill: var(--head-3); }
    .color-4 .header { fill: var(--head-4); }
    .color-5 .header { fill: var(--head-5); }
    .color-6 .header { fill: var(--head-6); }
    .color-7 .header { fill: var(--head-7); }
    .color-8 .header { fill: var(--head-8); }
    .frame { fill: none; stroke: var(--faint); vector-effect: non-scaling-stroke; pointer-events: none; }
    .abstract .frame { stroke: var(--soft); stroke-dasharray: 5 4; }
    .name { font: 600 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--ink); }
    .abstract .name { font-style: italic; }
    .subtitle { font: 11px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--soft); }
    .overview {
      font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-weight: 650;
      fill: var(--ink); text-anchor: middle; display: none; pointer-events: none;
    }
    .row-back { fill: transparent; }
    .key { fill: var(--ink); }
    .optional .key { fill: var(--soft); }
    .details { fill: var(--soft); text-anchor: end; white-space: pre; }
    .default { opacity: .85; }
    .destination { fill: var(--accent); }
    .multiplicity { fill: var(--ink); }
    .cascade { fill: var(--cascade); }
    .deny { fill: var(--deny); }
    .fetched .key { font-style: italic; }
    .unique { fill: var(--unique); }
    .rule-line { stroke: var(--faint); stroke-dasharray: 2 3; }
    .stroke, .sign, .triangle { fill: none; stroke: var(--edge); stroke-width: 1.4; stroke-linejoin: round; }
    .stroke { vector-effect: non-scaling-stroke; }
    .ring, .triangle { fill: var(--ground); stroke: var(--edge); stroke-width: 1.4; }
    .dot { fill: var(--edge); }
    .reach { fill: none; stroke: transparent; stroke-width: 9; }
    .inheritance .stroke, .inheritance .triangle { stroke: var(--parent); }
    .inheritance .stroke { stroke-width: 1.8; }
    .one-sided .stroke { stroke-dasharray: 6 4; }
    .heading { font: 600 18px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--ink); }
    .counted, .meaning { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; \#
    fill: var(--soft); }
    .example { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--ink); }
    """#

/// Rules with variables for colors, in two forms.
private struct ColorSheet {
    /// The rules with the colors of light mode.
    let literalRules: String
    /// The declarations with variables.
    let variableRules: String

    init(rules: String) {
        // The first definition of each variable is that of light mode.
        let colors = Dictionary(
            drawingColors.matches(of: /(--[a-z0-9-]+): ([^;]+);/).map { (String($0.1), String($0.2)) },
            uniquingKeysWith: { first, _ in first })
        literalRules = rules.replacing(/var\((--[a-z0-9-]+)\)/) { colors[String($0.1)] ?? "none" }
        variableRules = rules.matches(of: /([^{}]+){([^}]*)}/).compactMap { rule in
            let declarations = rule.2.split(separator: ";").filter { $0.contains("var(") }
                .map { $0.trimmingPrefix(while: \.isWhitespace) }
            guard !declarations.isEmpty else { return nil }
            let selector = rule.1.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "\(selector){ \(declarations.joined(separator: "; ")); }"
        }.joined(separator: "\n")
    }
}
