// The widths of the columns of a table: as wide as their contents, within the window.
import { cellText, isLinked } from './values.js';

const narrowest = 60;
/** The width above which a text is cut although there is room. */
const widest = 420;
/** The width below which a column is not made narrower for the sake of others. */
const leastElastic = 130;
const sampledCount = 60;
const padding = 22;

/** Whether a column gives way when the window is too narrow: dates, numbers, and enums are never cut for others. */
const isElastic = property => !property || Boolean(property.destination) || property.members
  || ['String', 'URI', 'UUID', 'Transformable', 'Binary', 'Composite'].includes(property.type) && !property.cases;

/** The width of a text in a font. */
const measuring = document.createElement('canvas').getContext('2d');

function textWidth(text, font) {
  if (measuring.font !== font) measuring.font = font;
  return measuring.measureText(text).width;
}

const chipWidth = (link, font) => Math.min(220, textWidth(link.label, font) + 18) + 4;

function cellWidth(cell, font) {
  if (typeof cell === 'boolean') return 20;
  if (cell?.t === 'case') return textWidth(cell.s, font) + 14;
  if (isLinked(cell)) {
    const links = cell.t === 'object' ? [cell.link] : cell.links;
    const rest = cell.t === 'objects' && cell.count > links.length ? 34 : 0;
    return links.reduce((sum, link) => sum + chipWidth(link, font), rest) || textWidth('none', font);
  }
  return textWidth(cellText(cell).slice(0, 90), font);
}

/**
 * The widths of columns by name. `room` is the width of the window, `rows` are the first rows, and `fonts` are those of
 * headings and cells.
 */
export function columnWidths(columns, properties, rows, room, fonts) {
  const sample = rows.slice(0, sampledCount);
  const natural = columns.map((column, place) => {
    const heading = textWidth(column, fonts.head) + padding + 40;
    const contents = sample.reduce((most, row) => Math.max(most, cellWidth(row.cells[place], fonts.cell)), 0) + padding;
    return Math.ceil(Math.max(narrowest, heading, contents));
  });
  const elastic = columns.map(column => isElastic(properties.get(column)));
  const fixed = natural.reduce((sum, width, place) => sum + (elastic[place] ? 0 : width), 0);
  const fits = cap => fixed + natural.reduce((sum, width, place) => sum + (elastic[place] ? Math.min(width, cap) : 0), 0) <= room;
  // The greatest common limit with which all columns fit.
  let [low, high] = [leastElastic, Math.max(widest, ...natural)];
  if (!fits(low)) high = low;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle; else high = middle;
  }
  const cap = Math.min(Math.floor(fits(high) ? high : low), Math.max(widest, leastElastic));
  return Object.fromEntries(columns.map((column, place) => [column, elastic[place] ? Math.min(natural[place], cap) : natural[place]]));
}
