/// Search, zoom, and legend.
let pageControls = #"""
    <div id="search" class="bar" role="search"><input id="text" type="search" placeholder="Search  ( / )" \#
    aria-label="Search entities and properties" autocomplete="off" spellcheck="false">\#
    <span id="found" role="status"></span></div>
    <div id="zoom" class="bar"><button id="out" title="Zoom out ( - )" aria-label="Zoom out">−</button>\#
    <span id="level"></span><button id="in" title="Zoom in ( + )" aria-label="Zoom in">+</button>\#
    <button id="fit" title="Show all ( 0 )">Fit</button>\#
    <button id="print" title="Print the whole diagram on one page">Print</button></div>
    <details id="legend" class="bar"><summary>Legend</summary><dl>
    \#(DiagramLegend.htmlEntries)\#
    <dt class="keys">keys</dt><dd class="keys"><kbd>/</kbd> search, <kbd>Enter</kbd> next match, \#
    <kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd> zoom, arrows move, <kbd>Tab</kbd> entities, <kbd>Esc</kbd> clear</dd>
    <dt class="keys framed">objects</dt><dd class="keys framed">double-click an entity, or press <kbd>Enter</kbd></dd>
    </dl></details>

    """#
