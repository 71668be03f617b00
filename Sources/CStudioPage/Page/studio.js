// The page as a whole: its state, and its address.
import { byId, make, announce, counted, grouped } from './dom.js';
import { ProgramSource, EmbeddedSource, Refusal } from './source.js';
import { ObjectTable } from './table.js';
import { ConditionField } from './condition.js';
import { Inspector } from './inspector.js';
import * as dialogs from './dialogs.js';

const embedded = byId('embedded');
const source = embedded ? new EmbeddedSource(JSON.parse(embedded.textContent)) : new ProgramSource();
const entities = new Map();
let overview;
let counts = {};
let state = { revision: 0, pendingCount: 0 };
/** The state of the page. The address contains it, so that a link restores a view. */
let view = { entity: '', condition: '', order: [], columns: null, object: null };

// The settings of each entity, in the browser's storage.

const preferenceKey = name => `studio ${overview.path} ${name}`;

function preferences(name) {
  try { return JSON.parse(localStorage.getItem(preferenceKey(name))) ?? {}; } catch { return {}; }
}

function remember() {
  try {
    localStorage.setItem(preferenceKey(view.entity), JSON.stringify({ columns: view.columns, widths: table.widths }));
  } catch { /* A browser may keep nothing; then nothing is remembered. */ }
}

// The address.

function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const sort = parts.get('sort');
  return {
    entity: parts.get('entity') ?? '', condition: parts.get('where') ?? '', object: parts.get('object'),
    order: sort ? sort.split(',').map(text => ({ key: text.replace(/^-/, ''), isAscending: !text.startsWith('-') })) : [],
    columns: parts.get('columns')?.split(',').filter(Boolean) ?? null,
  };
}

function writeAddress(isStep) {
  if (view.columns?.length === 0) view.columns = null;
  const parts = new URLSearchParams({ entity: view.entity });
  if (view.condition) parts.set('where', view.condition);
  if (view.order.length) parts.set('sort', view.order.map(({ key, isAscending }) => (isAscending ? '' : '-') + key).join(','));
  if (view.columns) parts.set('columns', view.columns.join(','));
  if (view.object) parts.set('object', view.object);
  const address = '#' + parts;
  if (address === location.hash) return;
  if (isStep) history.pushState(null, '', address); else history.replaceState(null, '', address);
}

// Parts.

let failure = null;
let unreachable = null;

const failed = error => {
  if (!(error instanceof Refusal)) console.error(error);
  failure = error.message;
  showTrouble();
};

const table = new ObjectTable(byId('grid'), source, {
  follow: (id, event) => openBelow(event, id, true), select: (row, event) => openBelow(event, row.id, false), failed, remember,
  sort: (key, isAdded) => {
    const known = view.order.find(order => order.key === key);
    const next = !known ? { key, isAscending: true } : known.isAscending ? { key, isAscending: false } : null;
    const property = entities.get(view.entity).properties.find(candidate => candidate.name === key);
    if (!property || property.destination) return;
    const others = isAdded ? view.order.filter(order => order.key !== key) : [];
    go({ order: next ? [...others, next] : others, object: null });
  },
  chart: async key => {
    try {
      const condition = await dialogs.showStatistics(key, await source.statistics(question(), key));
      if (condition) narrow(condition);
    } catch (error) { failed(error); }
  },
  group: key => group(key),
  mayEdit: property => isEditable() && property && !property.destination && !property.isFixed,
  beginEditing: () => clearTimeout(opening),
  edit: async (row, property, text) => {
    try {
      await change({ action: 'set', object: row.id, key: property.name, value: text === '' && (property.isOptional || property.type !== 'String') ? null : text });
    } catch (error) { dialogs.tell(`'${property.name}' stays as it was`, error.message); }
  },
  remove,
});

const inspector = new Inspector(source, {
  entities, get isEditable() { return isEditable(); }, get kind() { return overview.kind; }, follow: id => open(id, true), change,
  closed: () => { view.object = null; table.selected = null; byId('delete').disabled = true; table.drawBody(); writeAddress(false); byId('grid').focus(); },
  moved: id => { view.object = id; writeAddress(true); },
});

const condition = new ConditionField(entities, () => go({ condition: byId('condition').value, object: null }));

const isEditable = () => source.isLive && overview.readOnlyReason == null;
const question = () => ({ entity: view.entity, condition: view.condition, order: view.order });

/** The state of the store, whether the program responds, and the last error until the next action. */
function showTrouble() {
  const text = [state.trouble, unreachable, failure].filter(Boolean).join(' ');
  byId('trouble').hidden = !text;
  if (byId('trouble').textContent !== text) byId('trouble').textContent = text;
}

// Showing.

/** The columns of an entity by default: short values first, then links. */
function usualColumns(entity) {
  const shown = entity.properties.filter(({ isTransient, type }) => !isTransient && type !== 'Binary').map(({ name }) => name);
  const first = entity.label && shown.includes(entity.label) ? [entity.label] : [];
  return [...first, ...shown.filter(name => name !== entity.label)].slice(0, 12);
}

/** Changes the state of the page, as a step in the browser's history. */
function go(changes, isStep = true) {
  failure = null;
  showTrouble();
  view = { ...view, ...changes };
  writeAddress(isStep);
  return refresh();
}

async function refresh() {
  clearTimeout(opening);
  const entity = entities.get(view.entity);
  if (!entity) return;
  const kept = preferences(view.entity);
  view.columns ??= kept.columns ?? null;
  table.widths = kept.widths ?? {};
  const columns = view.columns ?? usualColumns(entity);
  table.show(question(), columns, new Map(entity.properties.map(property => [property.name, property])), view.order);
  byId('entity-name').textContent = entity.name;
  byId('insert').disabled = !isEditable() || entity.isAbstract;
  byId('insert').title = entity.isAbstract ? `${entity.name} is abstract` : '';
  condition.show(view.entity, view.condition);
  drawEntities();
  byId('status').textContent = 'Reading …';
  await read();
  if (view.object) { if (inspector.shown?.id !== view.object) await open(view.object, false); } else if (inspector.isOpen) inspector.close();
}

/** Reads the first rows, and then the total number, which may take longer. */
async function read() {
  const asked = table.generation;
  try {
    const answer = await table.begin();
    if (!answer) return;
    byId('timing').textContent = source.isLive ? `first rows in ${answer.milliseconds} ms` : '';
    const [warning] = answer.warnings;
    condition.complain(warning?.text ?? '', warning?.column, true);
    const { count } = await source.count(question());
    if (asked !== table.generation) return;
    table.setCount(count);
    byId('status').textContent = counted(count, 'object');
    announce(`${counted(count, 'object')} of ${view.entity}`);
  } catch (error) {
    if (asked !== table.generation) return;
    table.setCount(0);
    byId('status').textContent = '';
    if (error instanceof Refusal && (error.column || !error.key) && view.condition) condition.complain(error.message, error.column);
    else { condition.complain(''); failed(error); }
  }
}

function drawEntities() {
  const list = byId('entities');
  const depth = name => { const parent = entities.get(name)?.parent; return parent ? 1 + depth(parent) : 0; };
  const children = new Map();
  for (const { name, parent } of entities.values()) children.set(parent ?? '', [...(children.get(parent ?? '') ?? []), name]);
  const inOrder = parent => (children.get(parent) ?? []).flatMap(name => [name, ...inOrder(name)]);
  const total = name => (counts[name] ?? 0) + (children.get(name) ?? []).reduce((sum, child) => sum + total(child), 0);
  list.replaceChildren(...inOrder('').map(name => {
    const entity = entities.get(name);
    const button = make('button', {
      'aria-current': name === view.entity ? 'page' : null, title: entity.notes.map(({ key, text }) => `${key}: ${text}`).join('\n'),
      onclick: () => { closeMenu(); show('list'); go({ entity: name, condition: '', order: [], columns: null, object: null }); },
    }, make('span', { class: 'entity-label' + (entity.isAbstract ? ' abstract' : '') }, name), make('span', { class: 'count' }, name in counts || children.has(name) ? grouped(total(name)) : ''));
    button.style.paddingLeft = 8 + 14 * depth(name) + 'px';
    return make('li', {}, button);
  }));
}

async function readCounts() {
  try {
    ({ counts } = await source.counts());
    drawEntities();
  } catch (error) { failed(error); }
}

/** How long browsers wait for the second click of a double click, at most; in milliseconds. */
const doubleClickTime = 500;
let opening;

/** Opens an object on a click in the table; after a possible second click, if the panel would come between it and the table. */
function openBelow(event, id, isStep) {
  clearTimeout(opening);
  // A click that a key stands for has no place.
  if (!event?.detail || !inspector.wouldCover(event.clientX, event.clientY)) return open(id, isStep);
  opening = setTimeout(() => open(id, isStep), doubleClickTime);
}

async function open(id, isStep) {
  clearTimeout(opening);
  try {
    if (!await inspector.open(id, isStep)) return;
    if (byId('objects').hidden) show('list');
    view.object = id;
    table.selected = id;
    table.drawBody();
    byId('delete').disabled = !isEditable();
    writeAddress(isStep);
  } catch (error) { failed(error); }
}

/** The visible objects in groups; choosing a group adds a condition. */
async function group(key) {
  const asked = question();
  const found = await dialogs.showGroups(entities.get(view.entity), key, (by, measure, limit) => source.groups(asked, by, measure, limit));
  if (found) narrow(found);
}

const narrow = found => go({ condition: view.condition ? `(${view.condition}) AND ${found}` : found, object: null });

/** The list of entities, or the diagram of the model. */
async function show(what) {
  const isDiagram = what === 'diagram';
  byId('as-list').setAttribute('aria-pressed', String(!isDiagram));
  byId('as-diagram').setAttribute('aria-pressed', String(isDiagram));
  byId('diagram').hidden = !isDiagram;
  byId('objects').hidden = isDiagram;
  if (!isDiagram || byId('diagram').firstChild) return;
  const drawing = new DOMParser().parseFromString(await source.diagram(), 'image/svg+xml').documentElement;
  const shown = document.importNode(drawing, true);
  const [, , width, height] = shown.getAttribute('viewBox').split(' ');
  shown.setAttribute('width', width);
  shown.setAttribute('height', height);
  for (const box of shown.querySelectorAll('.entity')) {
    const name = box.getAttribute('aria-label');
    box.setAttribute('role', 'link');
    const follow = () => { show('list'); go({ entity: name, condition: '', order: [], columns: null, object: null }); };
    box.addEventListener('click', follow);
    box.addEventListener('keydown', event => { if (event.key === 'Enter') follow(); });
  }
  byId('diagram').append(shown);
}

// Changing.

function take(answer) {
  const isNew = answer.revision !== state.revision;
  state = answer;
  const { pendingCount } = state;
  byId('undo').disabled = !state.canUndo;
  byId('redo').disabled = !state.canRedo;
  byId('save').disabled = byId('discard').disabled = byId('review').disabled = pendingCount === 0;
  byId('review').textContent = pendingCount === 0 ? 'No changes' : counted(pendingCount, 'change');
  showTrouble();
  return isNew;
}

/** Makes a change, and shows the result. Throws the program's error. */
function change(wanted) {
  // Changes are sent one after another, in order.
  const done = lastChange.then(() => makeChange(wanted));
  lastChange = done.catch(() => {});
  return done;
}

let lastChange = Promise.resolve();

async function makeChange(wanted) {
  const answer = await source.change(wanted);
  failure = null;
  take(answer);
  if (view.object && answer.identities?.[view.object]) view.object = answer.identities[view.object];
  if (table.selected && answer.identities?.[table.selected]) table.selected = answer.identities[table.selected];
  await showChanges(answer.identities);
  return answer;
}

/** Reads the visible rows again. */
async function showChanges(identities) {
  table.forget();
  await Promise.all([read(), readCounts(), inspector.refresh(identities)]);
}

async function perform(wanted) {
  try { return await change(wanted); } catch (error) { failed(error); return null; }
}

async function save() {
  // Includes text that is being typed, unless it is not valid.
  document.activeElement?.blur();
  await new Promise(resolve => setTimeout(resolve, 0));
  await lastChange;
  if (document.querySelector('#inspector [aria-invalid=true]')) return failed(new Refusal({ message: 'A value next to the table is not valid. Correct it, then save.' }));
  const written = async wanted => {
    byId('save').textContent = 'Saving …';
    try { return await perform(wanted); } finally { byId('save').textContent = 'Save'; }
  };
  let answer = await written({ action: 'save' });
  while (answer?.conflicts?.length) {
    const choices = await dialogs.settleConflicts(answer.conflicts);
    if (!choices) return;
    answer = await written({ action: 'resolve', choices });
  }
  if (answer?.problems?.length) await dialogs.showProblems(answer.problems, id => open(id, false));
  else if (answer) announce('Saved');
}

async function remove(id = view.object ?? table.selected) {
  if (!id || !isEditable()) return;
  try {
    const isSure = await dialogs.confirmDeletion(await source.deletion([id]));
    if (isSure) await change({ action: 'delete', objects: [id] });
  } catch (error) { failed(error); }
}

// Following others.

async function follow() {
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, document.hidden ? 4000 : 1000));
    try {
      const before = state.pendingCount;
      const answer = await source.state();
      unreachable = null;
      if (!take(answer)) continue;
      await showChanges();
      const news = answer.pendingCount === before ? 'Someone saved; the page is up to date' : 'Another tab made changes';
      announce(news);
      byId('timing').textContent = news;
    } catch (error) {
      unreachable = error.message;
      showTrouble();
    }
  }
}

// Start.

const closeMenu = () => { byId('sidebar').classList.remove('open'); byId('menu').setAttribute('aria-expanded', 'false'); };

function listen() {
  const on = (id, handler) => byId(id).addEventListener('click', handler);
  on('ask', () => go({ condition: byId('condition').value, object: null }));
  on('undo', () => perform({ action: 'undo' }));
  on('redo', () => perform({ action: 'redo' }));
  on('save', save);
  on('delete', () => remove());
  on('help', dialogs.showKeys);
  on('review', async () => dialogs.reviewChanges(await source.pending()));
  on('discard', async () => {
    const isSure = await dialogs.show('Discard all changes?', [make('p', {}, `${counted(state.pendingCount, 'change')} will be given up, in all tabs.`)],
      [{ text: 'Keep them', value: null }, { text: 'Discard', value: true, style: 'danger' }]);
    if (isSure) perform({ action: 'discard' });
  });
  on('insert', async () => {
    const answer = await perform({ action: 'insert', entity: view.entity });
    if (answer?.object) open(answer.object, false);
  });
  on('choose-columns', async () => {
    const columns = await dialogs.chooseColumns(entities.get(view.entity), table.columns);
    if (!columns) return;
    await go({ columns });
    remember();
  });
  on('groups', () => group(null));
  on('texts', async () => { try { dialogs.showTexts(await source.texts(question())); } catch (error) { failed(error); } });
  on('export', async () => {
    const form = await dialogs.show('Export', [make('p', {}, `${counted(table.count, 'object')} with the columns that are shown.`)],
      [{ text: 'Cancel', value: null }, { text: 'JSON', value: 'json' }, { text: 'CSV', value: 'csv', style: 'primary' }]);
    if (!form) return;
    try {
      const address = URL.createObjectURL(await source.exported(question(), table.columns, form === 'csv'));
      make('a', { href: address, download: `${view.entity}.${form}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    } catch (error) { failed(error); }
  });
  on('as-list', () => show('list'));
  on('as-diagram', () => show('diagram').catch(failed));
  on('menu', () => byId('menu').setAttribute('aria-expanded', String(byId('sidebar').classList.toggle('open'))));
  addEventListener('popstate', () => { view = { ...view, ...readAddress() }; refresh(); });
  addEventListener('keydown', event => {
    if (byId('dialog').open) return;
    const isTyping = event.target.matches('input, textarea, select');
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === 's') { event.preventDefault(); save(); }
    else if (isCommand && event.key.toLowerCase() === 'z' && !isTyping) { event.preventDefault(); perform({ action: event.shiftKey ? 'redo' : 'undo' }); }
    else if (event.key === 'Escape' && inspector.isOpen) inspector.close();
    else if (isTyping) return;
    else if (event.key === '/') { event.preventDefault(); byId('condition').focus(); }
    else if (event.key === '?') dialogs.showKeys();
  });
  addEventListener('beforeunload', event => { if (!source.isLive) return; if (state.pendingCount > 0) event.preventDefault(); });
}

async function begin() {
  try {
    overview = await source.overview();
  } catch (error) { return failed(error); }
  for (const entity of overview.entities) entities.set(entity.name, entity);
  document.title = `${overview.name} · modelgen studio`;
  byId('store-name').textContent = overview.name;
  byId('store-name').title = overview.path;
  byId('store-kind').textContent = overview.kind;
  byId('read-only').hidden = overview.readOnlyReason == null;
  byId('read-only').title = overview.readOnlyReason ?? '';
  if (!source.isLive) {
    for (const id of ['ask', 'insert', 'delete', 'groups', 'texts', 'export', 'undo', 'redo', 'review', 'discard', 'save']) byId(id).hidden = true;
    byId('condition').placeholder = 'look for a text in all values';
    byId('condition').addEventListener('input', () => go({ condition: byId('condition').value, object: null }, false));
  }
  if (!isEditable()) for (const id of ['insert', 'delete', 'undo', 'redo', 'review', 'discard', 'save']) byId(id).hidden = true;
  listen();
  const asked = readAddress();
  const first = overview.entities.find(({ isAbstract }) => !isAbstract)?.name ?? overview.entities[0]?.name;
  view = { ...asked, entity: entities.has(asked.entity) ? asked.entity : first };
  if (!view.entity) return failed(new Refusal({ message: 'This model has no entities.' }));
  await refresh();
  readCounts();
  if (source.isLive) {
    take(await source.state());
    follow();
  }
}

begin();
