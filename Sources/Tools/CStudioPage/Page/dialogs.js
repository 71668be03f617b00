// The dialogs of the page.
import { byId, make, counted, grouped } from './dom.js';
import { cellText, emptyText, textNodes, visible } from './values.js';

/** A value in one line, in which nil differs from the text nil. */
const shown = cell => cell === null || cell === undefined ? make('span', { class: 'nil' }, 'nil') : cellText(cell);

/**
 * Shows a dialog with a title, content, and buttons; resolves to the value of the button, or null. With `read`, the value is a
 * member of what that returns.
 */
export function show(title, content, buttons, read) {
  const dialog = byId('dialog');
  return new Promise(resolve => {
    const finish = value => {
      // What was chosen, before the dialog is emptied.
      if (read && value !== null) value = { ...read(dialog), value };
      dialog.oncancel = null;
      dialog.removeAttribute('aria-labelledby');
      dialog.close();
      dialog.replaceChildren();
      resolve(value);
    };
    dialog.replaceChildren(make('div', { class: 'inside' },
      make('h2', { id: 'dialog-title' }, title), make('div', { class: 'content' }, ...content),
      make('div', { class: 'buttons' }, ...buttons.map(({ text, value, style, isDisabled }) =>
        make('button', { class: style ?? '', disabled: isDisabled, 'data-value': String(value), onclick: () => finish(value) }, text)))));
    dialog.oncancel = event => { event.preventDefault(); finish(null); };
    dialog.setAttribute('aria-labelledby', 'dialog-title');
    dialog.showModal();
    // An accidental Enter must not delete anything.
    (dialog.querySelector('[autofocus]') ?? dialog.querySelector('.buttons button:last-child:not(.danger)') ?? dialog.querySelector('.buttons button'))?.focus();
  });
}

/** Shows a message that people must read. */
export const tell = (title, text) => show(title, [make('p', {}, text)], [{ text: 'Close', value: null }]);

const closing = { text: 'Close', value: null };

/** A paragraph about why the reader is asked again; null for the first time. */
const again = reason => reason ? make('p', { class: 'bad' }, visible(reason)) : null;

/** What a save would write, with the reason why it is shown again; resolves to true to discard it. */
export const reviewChanges = ({ changes, count }, reason) => show('Unsaved changes', [again(reason), ...changes.map(({ object, kind, properties }) =>
  make('div', { class: 'change' }, make('strong', {}, `${visible(object.label)} `), make('small', {}, `${object.entity}, ${kind}`),
    properties.length === 0 ? null : make('table', {}, make('tbody', {}, ...properties.map(({ key, before, after }) =>
      make('tr', {}, make('th', {}, key), make('td', {}, kind === 'inserted' ? '' : shown(before)), make('td', {}, '→'), make('td', {}, shown(after)))))))),
  count > changes.length ? make('p', {}, `… and ${grouped(count - changes.length)} more`) : null].filter(Boolean), [{ text: 'Discard all …', value: true }, closing]);

/** The effects of a deletion, with the reason why they are shown again; resolves to true to delete. */
export function confirmDeletion({ objects, count, affected, problems }, reason) {
  const list = links => make('ul', {}, ...links.map(link => make('li', {}, `${visible(link.label)} `, make('small', {}, link.entity))));
  return show(`Delete ${counted(count, 'object')}?`, [
    again(reason),
    problems.length === 0 ? null : make('div', { class: 'bad' }, make('strong', {}, 'A delete rule prevents it:'),
      make('ul', {}, ...problems.map(({ object, text }) => make('li', {}, `${visible(object?.label ?? '')}: ${text}`)))),
    make('p', {}, 'These objects are deleted, by the model’s delete rules:'), list(objects),
    count > objects.length ? make('p', {}, `… and ${grouped(count - objects.length)} more`) : null,
    affected.length === 0 ? null : make('div', {}, make('p', {}, 'These objects stay, but lose a relationship:'), list(affected)),
    make('p', {}, 'Nothing is written until you save.'),
  ].filter(Boolean), [
    { text: 'Cancel', value: null },
    { text: 'Delete', value: true, style: 'danger', isDisabled: problems.length > 0 },
  ]);
}

/** The problems that prevent a save. */
export const showProblems = (problems, follow) => show('Not saved', [
  make('p', {}, 'Nothing was written. Your changes are still here:'),
  make('ul', {}, ...problems.map(({ object, key, text }) => make('li', {},
    object ? make('button', { class: 'chip', onclick: () => { byId('dialog').oncancel?.(new Event('cancel')); follow(object.id); } }, ...textNodes(object.label)) : null,
    ` ${key ? key + ': ' : ''}${text}`))),
], [closing]);

/**
 * The conflicts between changes of others and of this page, with the reason why they are shown again; resolves to a choice for each
 * object, or null.
 */
export async function settleConflicts(conflicts, reason) {
  const content = conflicts.map(({ object, isGone, isDeletedHere, properties }, place) => make('div', { class: 'change' },
    make('strong', {}, visible(object.label)), ' ', make('small', {}, object.entity),
    isGone ? make('p', {}, 'Someone else deleted this object. Your changes to it will be discarded.') : null,
    isDeletedHere ? make('p', {}, 'You deleted this object, and someone else changed it. It will be deleted.') : null,
    properties.length === 0 ? null : make('table', {},
      make('thead', {}, make('tr', {}, ...['', 'before', 'yours', 'theirs'].map(name => make('th', {}, name)))),
      make('tbody', {}, ...properties.map(({ key, mine, theirs, before }) => {
        const choice = (value, cell) => make('td', {}, make('label', {},
          make('input', { type: 'radio', name: `conflict-${place}-${key}`, value, checked: value === 'mine', 'data-object': object.id, 'data-key': key }), ' ', shown(cell)));
        return make('tr', {}, make('th', {}, key), make('td', {}, shown(before)), choice('mine', mine), choice('theirs', theirs));
      })))));
  const answer = show('Someone else saved changes to the same objects', [again(reason), make('p', {}, 'Nothing has been written yet. Choose what to save:'), ...content].filter(Boolean), [
    { text: 'Cancel', value: null }, { text: 'Save selection', value: true, style: 'primary' },
  ]);
  const inputs = [...byId('dialog').querySelectorAll('input[type=radio]')];
  if (!await answer) return null;
  return conflicts.map(({ object, digest }) => ({
    object: object.id, digest,
    theirs: inputs.filter(input => input.checked && input.value === 'theirs' && input.dataset.object === object.id).map(input => input.dataset.key),
  }));
}

/** A summary of a column's values; resolves to the chosen condition, or null. */
export function showStatistics(key, answer) {
  const greatest = Math.max(1, ...answer.bars.map(bar => bar.count));
  const bars = answer.bars.flatMap(({ label, count, condition }) => {
    const text = label === '' ? emptyText : visible(label);
    const bar = make('div', { class: 'bar', 'aria-hidden': 'true' });
    bar.style.width = Math.max(1, 100 * count / greatest) + '%';
    const name = condition ? make('button', { title: condition, onclick: () => finish(condition) }, text) : make('span', {}, text);
    return [name, bar, make('span', { class: 'number' }, grouped(count))];
  });
  let finish;
  const facts = [`${grouped(answer.examinedCount)} objects`, `${grouped(answer.distinctCount)} different values`, `${grouped(answer.nilCount)} nil`];
  if (answer.least !== null) facts.push(`from ${cellText(answer.least)} to ${cellText(answer.greatest)}`);
  if (answer.mean != null) facts.push(`mean ${new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 }).format(answer.mean)}`);
  return new Promise(resolve => {
    finish = condition => { byId('dialog').oncancel?.(new Event('cancel')); resolve(condition); };
    show(`Values of ${key}`, [
      make('p', {}, facts.join(' · ')), answer.isPartial ? make('p', {}, 'Only the first 100,000 objects were examined.') : null,
      make('div', { class: 'bars' }, ...bars),
    ].filter(Boolean), [closing]).then(() => resolve(null));
  });
}

/** The objects of a query in groups; resolves to the condition of the chosen group, or null. */
export function showGroups(entity, key, ask) {
  const isGroup = ({ type, isToMany, isTransient }) => !isTransient && !isToMany && !['Binary', 'Transformable', 'Composite', 'ObjectID', 'Undefined'].includes(type);
  const isMeasured = ({ type }) => /^(Integer|Double|Float|Decimal|Date)/.test(type ?? '');
  const groups = entity.properties.filter(isGroup);
  const first = groups.find(({ name }) => name === key) ?? groups.find(({ cases, type }) => cases || type === 'Boolean')
    ?? groups.find(({ destination }) => destination) ?? groups[0];
  const choice = (label, names, chosen) => {
    const select = make('select', { 'aria-label': label, onchange: () => { fill(); } }, ...names.map(([value, text]) => make('option', { value, selected: value === chosen }, text)));
    return [make('label', {}, label, ' ', select), select];
  };
  const [byLabel, by] = choice('Group by', groups.map(({ name, type }) => [name, type === 'Date' ? `${name}, by month` : name]), first?.name);
  const [measureLabel, measure] = choice('Measure', [['', 'count only'], ...entity.properties.filter(isMeasured).map(({ name }) => [name, name])], '');
  const note = make('p', { class: 'note', role: 'status' });
  let asking;
  const table = make('table', { class: 'groups' });
  let finish;
  let askCount = 0;
  const fill = async (limit = 100000) => {
    const number = askCount += 1;
    asking?.abort();
    const { signal } = asking = new AbortController();
    note.replaceChildren('Counting … ', make('button', { onclick: () => asking.abort() }, 'Cancel'));
    const progress = done => { if (number === askCount) note.firstChild.textContent = `Counting … ${grouped(done)} objects so far `; };
    let answer;
    try {
      answer = await ask(by.value, measure.value || undefined, limit, { signal, progress });
    } catch (error) {
      if (number === askCount) { note.textContent = error.message; table.replaceChildren(); }
      return;
    }
    if (number !== askCount) return;
    const facts = [counted(answer.examinedCount, 'object'), counted(answer.groupCount, 'group')];
    if (answer.groupCount > answer.groups.length) facts.push(`the ${grouped(answer.groups.length)} largest are shown`);
    if (answer.isPartial) facts.push('the others were not looked at');
    note.textContent = facts.join(' · ');
    if (answer.isPartial && limit < 1000000) note.append(' ', make('button', { class: 'quiet', onclick: () => fill(1000000) }, 'Examine a million'));
    const isDate = entity.properties.find(({ name }) => name === measure.value)?.type === 'Date';
    const measures = !measure.value ? [] : isDate ? ['least', 'greatest'] : ['sum', 'average', 'least', 'greatest'];
    const precise = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 12 });
    const text = cell => cell === null ? '' : typeof cell === 'number' ? (Number.isInteger(cell) ? grouped(cell) : precise.format(cell))
      : cell.t === 'digits' && /^-?\d+$/.test(cell.s) ? grouped(BigInt(cell.s)) : cellText(cell);
    const names = { least: isDate ? 'earliest' : 'min', greatest: isDate ? 'latest' : 'max' };
    table.replaceChildren(
      make('thead', {}, make('tr', {}, ...[by.value, 'count', ...measures.map(name => names[name] ?? name)].map((name, place) => make('th', { class: place ? 'number' : '' }, name)))),
      make('tbody', {}, ...answer.groups.map(group => make('tr', {},
        make('td', {}, group.condition ? make('button', { title: group.condition, onclick: () => finish(group.condition) }, shown(group.cell)) : shown(group.cell)),
        make('td', { class: 'number' }, grouped(group.count)), ...measures.map(name => make('td', { class: 'number' }, text(group[name])))))));
  };
  return new Promise(resolve => {
    finish = condition => { byId('dialog').oncancel?.(new Event('cancel')); resolve(condition); };
    show(`Groups of ${entity.name}`, [make('div', { class: 'choices' }, byLabel, measureLabel), note, make('div', { class: 'groups-room' }, table)], [closing])
      .then(() => { asking?.abort(); resolve(null); });
    if (first) fill(); else note.textContent = 'The entity has no property to group by.';
  });
}

/** The query in other languages. */
export const showTexts = ({ command, swift, sql, sqlNotes, plan }) => show('As code', [
  ['In a terminal', command, []], ['In Swift', swift, swift ? [] : ['This condition cannot be written as #Predicate. Use its text with FetchRequest or NSPredicate(format:).']],
  ['In SQL', sql, sqlNotes], ['Query plan', plan, []],
].map(([title, text, notes]) => make('section', {}, make('h3', {}, title), ...notes.map(note => make('p', { class: 'rules' }, note)),
  ...(text ? [make('pre', {}, text), make('button', { class: 'quiet', onclick: event => copy(text, event.target) }, 'Copy')] : []))), [closing]);

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Select the text to copy it';
  }
}

/** Chooses columns; resolves to their names, or null. */
export async function chooseColumns(entity, chosen) {
  const boxes = entity.properties.map(({ name, type, destination, isToMany }) => make('label', {},
    make('input', { type: 'checkbox', value: name, checked: chosen.includes(name) }), ` ${name} `, make('small', {}, type ?? destination + (isToMany ? ' …' : ''))));
  const more = make('input', {
    'aria-label': 'More columns', placeholder: 'further columns, such as team.name, teams.@count',
    value: chosen.filter(name => !entity.properties.some(property => property.name === name)).join(', '),
  });
  const inputs = boxes.map(box => box.querySelector('input'));
  const answer = await show('Columns', [...boxes.map(box => make('div', {}, box)), more], [
    { text: 'Cancel', value: null }, { text: 'Show', value: true, style: 'primary' },
  ]);
  if (!answer) return null;
  const further = more.value.split(',').map(text => text.trim()).filter(Boolean);
  return [...new Set([...inputs.filter(input => input.checked).map(input => input.value), ...further])];
}

/** Chooses the attribute that names the objects of an entity; resolves to `{ key }`, where null is the default, or to null. */
export async function chooseLabel(entity, chosen) {
  const usable = entity.properties.filter(({ type, isTransient }) => type && !isTransient && !['Binary', 'Transformable', 'Composite', 'ObjectID', 'Undefined'].includes(type));
  const select = make('select', { 'aria-label': 'Attribute' }, make('option', { value: '' }, 'as usual: a name, a title, or another text'),
    ...usable.map(({ name }) => make('option', { value: name, selected: name === chosen }, name)));
  const answer = await show(`Names of ${entity.name}`, [
    make('p', {}, 'Links and lists call objects by the value of this attribute. The browser remembers it.'), select,
  ], [{ text: 'Cancel', value: null }, { text: 'Use it', value: true, style: 'primary' }]);
  return answer ? { key: select.value || null } : null;
}

/** Chooses what to export; resolves to the form of the file and the objects, or null. */
export async function chooseExport(count, selection) {
  const which = (value, text, checked) => make('label', {}, make('input', { type: 'radio', name: 'objects', value, checked }), ' ' + text);
  const escaped = make('input', { type: 'checkbox', name: 'spreadsheets' });
  const answer = await show('Export', [
    make('div', { class: 'choices', role: 'radiogroup', 'aria-label': 'Objects' },
      which('all', counted(count, 'object'), selection.length < 2), selection.length > 0 ? which('selection', `${counted(selection.length, 'selected object')}`, selection.length > 1) : null),
    make('p', { class: 'rules' }, 'The file has the columns that are shown, in full.'),
    make('label', {}, escaped, ' CSV for spreadsheets'),
    make('p', { class: 'rules' }, 'Texts that begin with =, +, -, or @ get an apostrophe, because spreadsheets would run them as formulas. Leave this off for a file that is imported again.'),
  ], [{ text: 'Cancel', value: null }, { text: 'JSON', value: 'json' }, { text: 'CSV', value: 'csv', style: 'primary' }],
  dialog => ({ ids: dialog.querySelector('[value=selection]')?.checked ? selection : undefined, isForSpreadsheets: escaped.checked }));
  return answer;
}

/** Chooses an object of an entity to connect; resolves to its URI, or null. */
export async function chooseObject(source, entity, title) {
  const list = make('div', { class: 'chips', role: 'listbox', 'aria-label': entity.name });
  const note = make('p', { class: 'bytes' });
  const label = entity.label;
  let finish;
  let searchCount = 0;
  const search = async () => {
    const number = searchCount += 1;
    const text = input.value.trim();
    const condition = text && isText ? `#${label} CONTAINS[cd] ${JSON.stringify(text)}` : '';
    try {
      const { rows } = await source.rows({ entity: entity.name, condition }, [], 0, 60);
      // A later query has already been answered.
      if (number !== searchCount) return;
      list.replaceChildren(...rows.map(({ id, label: name }) => make('button', { class: 'chip', role: 'option', onclick: () => finish(id) }, ...textNodes(name))));
      note.textContent = rows.length === 60 ? 'Only the first 60 are shown.' : '';
    } catch (error) {
      note.textContent = error.message;
    }
  };
  const isText = entity.properties.find(({ name }) => name === label)?.type === 'String';
  const input = make('input', { autofocus: true, 'aria-label': 'Look for', placeholder: isText ? `${label} contains …` : 'the first objects are shown', disabled: !isText, oninput: search });
  input.setAttribute('autofocus', '');
  return new Promise(resolve => {
    finish = id => { byId('dialog').oncancel?.(new Event('cancel')); resolve(id); };
    show(title, [input, list, note], [closing]).then(() => resolve(null));
    search();
  });
}

/** The keyboard shortcuts of the page. */
export const showKeys = () => show('Keyboard', [make('table', {}, make('tbody', {}, ...[
  ['/', 'go to the filter'], ['Arrows, Page Up, Page Down, Home, End', 'move in the table; with Ctrl, Home and End go to the first and last object'],
  ['Enter', 'open the object; with Alt, follow the link in the cell'], ['F2 or double click', 'edit the cell'], ['S, with Shift to add a sort key', 'sort by the column'], ['V', 'show how the values of the column are distributed'], ['G', 'group by the column'], ['<, >', 'make the column narrower, wider'], ['Space, Shift with an arrow, Ctrl+A', 'select the object, up to another, all'], ['Delete', 'delete the selected objects'], ['Arrows on the handle ⠿', 'move an object in an ordered relationship'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo, redo'], ['Ctrl+S', 'save'], ['Esc', 'clear the selection, close the object'], ['?', 'this list'],
].map(([keys, text]) => make('tr', {}, make('th', {}, keys), make('td', {}, text)))))], [closing]);
