/// The style sheet of the page around a drawing: the bars, and the effects of search and pointer on the drawing.
let pageStyle = #"""
    html, body { margin: 0; height: 100%; overflow: hidden; background: var(--ground); color: var(--ink); }
    body { font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
    #diagram {
      position: fixed; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none; outline: none;
      background: radial-gradient(circle, var(--grid) 1.2px, transparent 1.3px) 0 0 / 26px 26px;
      user-select: none; -webkit-user-select: none;
    }
    #diagram.dragging { cursor: grabbing; }
    .entity { outline: none; cursor: pointer; }
    .back { filter: drop-shadow(0 2px 5px var(--shadow)); }
    .far .back { filter: none; }
    .entity:hover .frame, .entity:focus-visible .frame, .entity.chosen .frame {
      stroke: var(--accent); stroke-width: 2; stroke-dasharray: none;
    }
    .line:hover .stroke, .line:hover .sign, .line:hover .ring, .line.near-by .stroke, .line.near-by .sign,
    .line.near-by .ring { stroke: var(--accent); stroke-width: 2; }
    .line.near-by .dot, .line:hover .dot { fill: var(--accent); }
    .far .near { display: none; }
    .far .overview { display: inline; }
    .far .header { fill: none; }
    .far .color-1 .back { fill: var(--head-1); }
    .far .color-2 .back { fill: var(--head-2); }
    .far .color-3 .back { fill: var(--head-3); }
    .far .color-4 .back { fill: var(--head-4); }
    .far .color-5 .back { fill: var(--head-5); }
    .far .color-6 .back { fill: var(--head-6); }
    .far .color-7 .back { fill: var(--head-7); }
    .far .color-8 .back { fill: var(--head-8); }
    .far .stroke { stroke-width: 1.1; }
    .far .sign, .far .ring, .far .dot { display: none; }
    .entity, .line { transition: opacity .12s; }
    .focusing .entity:not(.near-by) { opacity: .26; }
    .focusing .line:not(.near-by) { opacity: .1; }
    .searching .entity:not(.found) { opacity: .16; }
    .searching .line { opacity: .12; }
    .searching .row.found .row-back { fill: var(--mark); }
    .searching .entity.found .frame { stroke: var(--unique); stroke-width: 2; }
    .searching .entity.named .header { fill: var(--mark); fill-opacity: 1; }
    .searching .entity.current .frame { stroke: var(--accent); stroke-width: 4; }
    .bar {
      position: fixed; display: flex; align-items: center; gap: 10px; padding: 8px 12px; border-radius: 12px;
      background: var(--paper); border: 1px solid var(--faint); box-shadow: 0 3px 14px var(--shadow);
    }
    #title { top: 14px; left: 14px; max-width: 44vw; }
    h1 { font-size: 15px; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .counts { color: var(--soft); font-size: 12.5px; white-space: nowrap; }
    #search { top: 14px; right: 14px; }
    #search input {
      font: inherit; color: inherit; background: transparent; border: 0; outline: none; width: 13em; padding: 1px 0;
    }
    #search:focus-within { border-color: var(--accent); }
    #found { color: var(--soft); font-size: 12.5px; min-width: 3em; white-space: nowrap; \#
    font-variant-numeric: tabular-nums; }
    #zoom { bottom: 14px; right: 14px; padding: 4px; gap: 2px; }
    button {
      font: inherit; font-weight: 600; color: var(--ink); background: transparent; border: 0; border-radius: 8px;
      min-width: 34px; height: 32px; padding: 0 9px; cursor: pointer;
    }
    button:hover { background: var(--head-0); }
    button:focus-visible { outline: 2px solid var(--accent); }
    #level { min-width: 3.4em; padding-left: 4px; font-variant-numeric: tabular-nums; \#
    color: var(--soft); font-size: 12.5px; }
    #legend { bottom: 14px; left: 14px; display: block; padding: 6px 12px; font-size: 12.5px; color: var(--soft); }
    #legend summary { cursor: pointer; color: var(--ink); font-weight: 600; }
    #legend dl { display: grid; grid-template-columns: auto 1fr; gap: 3px 12px; margin: 8px 0 4px; }
    #legend dt { text-align: right; color: var(--ink); }
    #legend dd { margin: 0; }
    #legend svg { width: 48px; height: 16px; vertical-align: middle; overflow: visible; }
    kbd { font: 11px ui-monospace, monospace; border: 1px solid var(--faint); border-radius: 4px; padding: 0 4px; }
    #empty { position: fixed; inset: 0; display: grid; place-items: center; color: var(--soft); pointer-events: none; }
    @media (max-width: 640px) {
      .counts, #legend { display: none; }
      #search input { width: 8em; }
    }
    @media (prefers-reduced-motion: reduce) { .entity, .line { transition: none; } }
    @page { size: landscape; margin: 10mm; }
    @media print {
      html, body { height: 100vh; background: none; }
      body { display: flex; flex-direction: column; }
      #search, #zoom, #legend summary, #legend .keys { display: none; }
      #title, #legend { position: static; padding: 0; border: 0; box-shadow: none; background: none; }
      #title { order: -1; max-width: none; }
      #legend dl { grid-template-columns: repeat(4, auto 1fr); margin: 0; }
      #diagram { position: static; flex: 1; min-height: 0; background: none; }
      .back { filter: none; }
    }
    """#
