// Values in readable form.
import { make, grouped } from './dom.js';

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A date in the reader's time zone. */
export const dateText = cell => {
  const date = new Date(((cell.raw ?? NaN) + 978307200) * 1000);
  return Number.isNaN(date.getTime()) ? cell.s : dates.format(date);
};

/** A number of bytes in readable form. */
export const sizeText = count => count < 1024 ? `${count} bytes`
  : count < 1048576 ? `${(count / 1024).toFixed(1)} KB` : `${(count / 1048576).toFixed(1)} MB`;

/** A value in one line of text. */
export function cellText(cell) {
  if (cell === null || cell === undefined) return 'nil';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell !== 'object') return String(cell);
  switch (cell.t) {
    case 'date': return dateText(cell);
    case 'data': return `${{ bytes: '', propertyList: 'property list, ' }[cell.data.kind] ?? cell.data.kind + ', '}${sizeText(cell.data.count)}`;
    case 'composite': return Object.entries(cell.members).sort().map(([key, member]) => `${key}: ${cellText(member)}`).join(', ');
    case 'object': return cell.link.label;
    case 'objects': return cell.links.map(link => link.label).join(', ') + (cell.count > cell.links.length ? `, … ${grouped(cell.count)} in all` : '');
    case 'long': return `${cell.s}… (${sizeText(cell.count)})`;
    default: return cell.s;
  }
}

/** A chip that links to an object. */
export function chip(link, follow) {
  return make('button', {
    class: 'chip', tabIndex: -1, title: `${link.entity}: ${link.label}`,
    onclick: event => { event.stopPropagation(); follow(link.id, event); },
  }, link.label);
}

/** Only web addresses become links, because others could run code. */
const isWebAddress = text => /^https?:\/\//i.test(text);

/** A value in a table cell. */
export function cellNodes(cell, follow) {
  if (cell === null || cell === undefined) return [make('span', { class: 'nil' }, 'nil')];
  if (typeof cell !== 'object') return [document.createTextNode(cellText(cell))];
  switch (cell.t) {
    case 'case': return [make('span', { class: 'case', title: `stored as ${cell.stored}` }, cell.s)];
    case 'date': return [make('time', { dateTime: cell.s, title: `${cell.s} (${cell.raw})` }, dateText(cell))];
    case 'uri': return [isWebAddress(cell.s)
      ? make('a', { href: cell.s, target: '_blank', rel: 'noopener noreferrer', tabIndex: -1, onclick: event => event.stopPropagation() }, cell.s)
      : make('span', {}, cell.s)];
    case 'data': return [make('span', { class: 'bytes' }, cellText(cell))];
    case 'object': return [chip(cell.link, follow)];
    case 'objects': {
      const rest = cell.count - cell.links.length;
      return [...cell.links.flatMap(link => [chip(link, follow), ' ']),
        ...(rest > 0 ? [make('span', { class: 'bytes' }, `+${grouped(rest)}`)] : []),
        ...(cell.count === 0 ? [make('span', { class: 'nil' }, 'none')] : [])];
    }
    default: return [document.createTextNode(cellText(cell))];
  }
}

/** Whether a value is aligned to the right. */
export const isNumber = cell => typeof cell === 'number' || cell?.t === 'digits';

/** The text in the field of a value. */
export function fieldText(cell) {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell);
  return cell.t === 'case' ? cell.s : cell.s ?? '';
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
  const hints = { Date: '2026-01-31T12:00:00Z', UUID: 'a UUID', URI: 'https://…', Binary: 'Base64' };
  const placeholder = cell === null ? 'nil' : hints[property.type] ?? '';
  return make(isLong ? 'textarea' : 'input', { value: fieldText(cell), placeholder, spellcheck: false, ...properties });
}
