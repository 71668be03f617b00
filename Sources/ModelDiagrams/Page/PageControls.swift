/// Search, zoom, and legend.
let pageControls = #"""
    <div id="search" class="bar" role="search"><input id="text" type="search" placeholder="Search  ( / )" \#
    aria-label="Search entities and properties" autocomplete="off" spellcheck="false">\#
    <span id="found" role="status"></span></div>
    <div id="zoom" class="bar"><button id="out" title="Zoom out ( - )" aria-label="Zoom out">−</button>\#
    <span id="level"></span><button id="in" title="Zoom in ( + )" aria-label="Zoom in">+</button>\#
    <button id="fit" title="Show all ( 0 )">Fit</button></div>
    <details id="legend" class="bar"><summary>Legend</summary><dl>
    <dt><svg><path class="stroke" d="M0 8H48"/><path class="sign" d="M35 8L48 2M35 8L48 14"/>\#
    <circle class="ring" cx="31" cy="8" r="4"/></svg></dt><dd>any number (0..*)</dd>
    <dt><svg><path class="stroke" d="M0 8H48"/><path class="sign" d="M35 8L48 2M35 8L48 14M31 2L31 14"/></svg></dt>\#
    <dd>at least one (1..*)</dd>
    <dt><svg><path class="stroke" d="M0 8H48"/><path class="sign" d="M41 2L41 14"/>\#
    <circle class="ring" cx="34" cy="8" r="4"/></svg></dt><dd>one or none (0..1)</dd>
    <dt><svg><path class="stroke" d="M0 8H48"/><path class="sign" d="M41 2L41 14M36 2L36 14"/></svg></dt>\#
    <dd>exactly one (1)</dd>
    <dt><svg class="one-sided"><path class="stroke" d="M0 8H48"/><circle class="dot" cx="1" cy="8" r="4"/></svg></dt>\#
    <dd>relationship without inverse, from the dot</dd>
    <dt><svg class="inheritance"><path class="stroke" d="M0 8H36"/>\#
    <path class="triangle" d="M48 8L35 1L35 15Z"/></svg></dt>\#
    <dd>child entity, to its parent</dd>
    <dt>Type?</dt><dd>optional</dd>
    <dt><svg><path class="unique" d="M38 8l5-5l5 5l-5 5Z"/></svg></dt><dd>in a uniqueness constraint</dd>
    <dt>keys</dt><dd><kbd>/</kbd> search, <kbd>Enter</kbd> next match, <kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd> zoom, \#
    arrows move, <kbd>Tab</kbd> entities, <kbd>Esc</kbd> clear</dd>
    </dl></details>

    """#
