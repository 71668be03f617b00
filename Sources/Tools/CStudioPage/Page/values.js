// Values in readable form.
import { make, grouped } from './dom.js';

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A date in the reader's time zone, with seconds if it has any. */
export const dateText = cell => {
  const date = new Date(((cell.raw ?? NaN) + 978307200) * 1000);
  // Formats leave out the era, so years before the first would look like others.
  if (Number.isNaN(date.getTime()) || date.getFullYear() < 1) return cell.s;
  return (date.getSeconds() === 0 && date.getMilliseconds() === 0 ? days : seconds).format(date);
};

/** A number of bytes in readable form. */
export const sizeText = count => count < 1024 ? `${count} bytes`
  : count < 1048576 ? `${(count / 1024).toFixed(1)} KB` : `${(count / 1048576).toFixed(1)} MB`;

// Characters that are not seen, and change what is.

const directions = {
  0x202A: 'LRE', 0x202B: 'RLE', 0x202C: 'PDF', 0x202D: 'LRO', 0x202E: 'RLO', 0x2066: 'LRI', 0x2067: 'RLI', 0x2068: 'FSI', 0x2069: 'PDI',
};
const unseen = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
const markOf = character => {
  const code = character.codePointAt(0);
  return `⟨${directions[code] ?? 'U+' + code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
};

/** A text in which marks stand for control characters and for overrides of the direction of text. */
export const visible = text => text.replace(unseen, markOf);

/** The nodes of such a text. */
export function textNodes(text) {
  const nodes = [];
  let start = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    if (index > start) nodes.push(document.createTextNode(text.slice(start, index)));
    nodes.push(make('span', { class: 'unseen', title: 'A character that is not seen, and can change how the text around it reads' }, markOf(character)));
    start = index + 1;
  }
  if (start < text.length || nodes.length === 0) nodes.push(document.createTextNode(text.slice(start)));
  return nodes;
}

/** What stands for the empty text, which would look like nothing. */
export const emptyText = '“”';

/** A value in one line of text. */
export function cellText(cell) {
  if (cell === null || cell === undefined) return 'nil';
  if (cell === '') return emptyText;
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell !== 'object') return visible(String(cell));
  switch (cell.t) {
    case 'date': return dateText(cell);
    case 'data': return `${{ bytes: '', propertyList: 'property list, ' }[cell.data.kind] ?? cell.data.kind + ', '}${sizeText(cell.data.count)}`;
    case 'composite': return Object.entries(cell.members).sort().map(([key, member]) => `${key}: ${cellText(member)}`).join(', ');
    case 'object': return visible(cell.link.label);
    case 'objects': return cell.links.map(link => visible(link.label)).join(', ') + (cell.count > cell.links.length ? `, … ${grouped(cell.count)} in all` : '');
    case 'long': return `${visible(cell.s)}… (${sizeText(cell.count)})`;
    default: return visible(cell.s);
  }
}

/** Whether a value is one object or several. */
export const isLinked = cell => cell?.t === 'object' || cell?.t === 'objects';

/** A chip that links to an object. */
export function chip(link, follow) {
  return make('button', {
    class: 'chip', tabIndex: -1, title: `${link.entity}: ${visible(link.label)}`,
    onclick: event => { event.stopPropagation(); follow(link.id, event); },
  }, ...textNodes(link.label));
}

/** Only web addresses become links, because others could run code. */
const isWebAddress = text => /^https?:\/\//i.test(text);

/** A value in a table cell. */
export function cellNodes(cell, follow) {
  if (cell === null || cell === undefined) return [make('span', { class: 'nil' }, 'nil')];
  if (typeof cell === 'boolean') return [make('span', { class: cell ? 'check' : 'check off', role: 'img', 'aria-label': String(cell), title: String(cell) }, cell ? '✓' : '–')];
  if (cell === '') return [make('span', { class: 'nil', title: 'the empty text' }, emptyText)];
  if (typeof cell === 'string') return textNodes(cell);
  if (typeof cell !== 'object') return [document.createTextNode(String(cell))];
  switch (cell.t) {
    case 'case': return [make('span', { class: 'case', title: `stored as ${cell.stored}` }, cell.s)];
    case 'date': return [make('time', { dateTime: cell.s, title: `${cell.s} (${cell.raw})` }, dateText(cell))];
    case 'uri': return [isWebAddress(cell.s)
      ? make('a', { href: cell.s, target: '_blank', rel: 'noopener noreferrer', tabIndex: -1, onclick: event => event.stopPropagation() }, ...textNodes(cell.s))
      : make('span', {}, ...textNodes(cell.s))];
    case 'data': return [make('span', { class: 'bytes' }, cellText(cell))];
    case 'object': return [chip(cell.link, follow)];
    case 'objects': {
      const rest = cell.count - cell.links.length;
      return [...cell.links.flatMap(link => [chip(link, follow), ' ']),
        ...(rest > 0 ? [make('span', { class: 'bytes' }, `+${grouped(rest)}`)] : []),
        ...(cell.count === 0 ? [make('span', { class: 'nil' }, 'none')] : [])];
    }
    case 'long': return [...textNodes(cell.s), document.createTextNode(`… (${sizeText(cell.count)})`)];
    default: return [document.createTextNode(cellText(cell))];
  }
}

/** Whether a value is aligned to the right. */
export const isNumber = cell => typeof cell === 'number' || cell?.t === 'digits';

/** The text in the field of a value. */
export function fieldText(cell) {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell);
  return cell.s ?? '';
}

const forms = {
  Date: '2026-01-31T12:00:00Z', UUID: '1B4E28BA-2FA1-41D2-883F-0016D3CCA427', URI: 'https://example.org', Binary: 'SGVsbG8=',
  Boolean: 'true', Decimal: '9.99', Double: '1.5', Float: '1.5', 'Integer 16': '42', 'Integer 32': '42', 'Integer 64': '42',
  Transformable: '{"key": "value"}',
};

/**
 * The reason why a value was refused, with an example of how it is written: the value before, or one of the same type; or with the value
 * that somebody else has set meanwhile.
 */
export function complaint({ message, present }, property, before) {
  const example = property.type === 'String' || present !== undefined ? null : fieldText(before).slice(0, 60) || forms[property.type];
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  const other = present === undefined ? '' : ` It is now ${present === '' ? 'the empty text' : cellText(present)}.`;
  return `${sentence}${/[.!?]$/.test(sentence) ? '' : '.'}${other}${example ? ` Example: ${example}` : ''}`;
}

/** Whether a field can hold a text: it turns every line end into a line feed, so all of them must be of one kind. */
export const fitsField = cell => typeof cell !== 'string' || !cell.includes('\r') || !/\r(?!\n)|(?<!\r)\n/.test(cell);

/** The text of a field, with the line ends of the value that it edits. */
export const typedText = (input, cell) => typeof cell === 'string' && cell.includes('\r\n') ? input.value.replaceAll('\n', '\r\n') : input.value;

/**
 * The value of a field: its text, or null for nil. A string that was emptied is the empty text, which differs from nil; nothing else can
 * be empty.
 */
export function typedValue(input, property, cell) {
  if (input.tagName === 'SELECT') return input.selectedIndex === 0 ? null : input.value;
  if (input.value === '' && (property.type !== 'String' || cell === null)) return null;
  return typedText(input, cell);
}

/** The field that edits a value of an attribute. */
export function field(property, cell, properties = {}) {
  const choice = (value, text) => make('option', { value, selected: value === fieldText(cell) && cell !== null }, text);
  if (property.cases || property.type === 'Boolean') {
    const names = property.cases ? property.cases.map(known => known.name) : ['true', 'false'];
    const select = make('select', properties, make('option', { value: '', selected: cell === null }, 'nil'), ...names.map(name => choice(name, name)));
    // A value without a case.
    if (cell !== null && !names.includes(fieldText(cell))) select.append(choice(fieldText(cell), fieldText(cell)));
    return select;
  }
  const isLong = property.type === 'Transformable' || property.type === 'String' && typeof cell === 'string' && (cell.length > 60 || cell.includes('\n'));
  const placeholder = cell === null ? 'nil' : property.type === 'String' ? emptyText : forms[property.type] ?? '';
  return make(isLong ? 'textarea' : 'input', { value: fieldText(cell), placeholder, spellcheck: false, ...properties });
}
