// The page as a whole: its state, and its address.
import { byId, make, announce, counted, grouped } from './dom.js';
import { ProgramSource, EmbeddedSource, Canceled, Refusal, isLate } from './source.js';
import { ObjectTable } from './table.js';
import { ConditionField } from './condition.js';
import { Inspector } from './inspector.js';
import { importObjects } from './importing.js';
import { attachMenu } from './menu.js';
import { visible } from './values.js';
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

function remember(changes = {}) {
  try {
    localStorage.setItem(preferenceKey(view.entity), JSON.stringify({ ...preferences(view.entity), columns: view.columns, widths: table.widths, ...changes }));
  } catch { /* A browser may keep nothing; then nothing is remembered. */ }
}

// The address.

function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const sort = parts.get('sort');
  return {
    entity: parts.get('entity') ?? '', condition: parts.get('where') ?? '', object: parts.get('object'),
    order: sort ? sort.split(',').map(text => ({ key: text.replace(/^-/, ''), isAscending: !text.startsWith('-') })) : [],
    columns: parts.has('columns') ? [...new Set(parts.get('columns').split(',').filter(Boolean))] : null,
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
  if (error instanceof Canceled) return;
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
      const answer = await observed(`Examining ${key}`, observer => source.statistics(shown(), key, observer));
      const condition = await dialogs.showStatistics(key, answer);
      if (condition) narrow(condition);
    } catch (error) { failed(error); }
  },
  group: key => group(key),
  mayEdit: property => isEditable() && property && !property.destination && !property.isFixed,
  beginEditing: () => clearTimeout(opening),
  edit: (row, property, value, known) => change({ action: 'set', object: row.id, key: property.name, value }, known),
  selectionChanged: () => showSelection(),
  remove,
});

const inspector = new Inspector(source, {
  entities, get isEditable() { return isEditable(); }, get kind() { return overview.kind; }, follow: id => open(id, true), change, failed,
  closed: () => { view.object = null; table.selected = null; table.setSelection([]); table.drawBody(); writeAddress(false); byId('grid').focus(); },
  moved: id => { view.object = id; writeAddress(true); },
});

const condition = new ConditionField(entities, () => go({ condition: byId('condition').value, object: null }));

const isEditable = () => source.isLive && overview.readOnlyReason == null;
const question = () => ({ entity: view.entity, condition: view.condition, order: view.order });
/** What the table shows: after a failed query, the one before. */
const shown = () => table.question ?? question();

/** The state of the store, whether the program responds, and the last error until the next action. */
function showTrouble() {
  const text = [state.trouble, unreachable, failure].filter(Boolean).join(' ');
  const box = byId('trouble');
  box.hidden = !text;
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  // What lasts cannot be put away.
  const isPassing = failure && !state.trouble && !unreachable;
  box.replaceChildren(make('span', {}, text), isPassing ? make('button', { class: 'icon', 'aria-label': 'Close the message', onclick: () => { failure = null; showTrouble(); } }, '✕') : '');
}

// Long work.

/** Running work, latest last: each with its title, its progress, and what cancels it. */
const works = [];

/** Time after which work counts as long, in milliseconds. */
const patience = 300;

/** Does work that may take long. After a moment, the status bar shows its progress, and a button that cancels it. */
async function observed(title, ask) {
  const controller = new AbortController();
  const work = { title, detail: '', share: null, cancel: () => controller.abort(), isShown: false };
  works.push(work);
  const timer = setTimeout(() => { work.isShown = true; showWork(); }, patience);
  const progress = (done, total) => {
    work.share = total > 0 ? done / total : null;
    work.detail = total > 0 ? `${grouped(done)} of ${grouped(total)}` : '';
    showWork();
  };
  try {
    return await ask({ signal: controller.signal, progress, cancel: work.cancel });
  } finally {
    clearTimeout(timer);
    works.splice(works.indexOf(work), 1);
    showWork();
  }
}

function showWork() {
  const work = works.findLast(({ isShown }) => isShown);
  byId('progress').hidden = !work;
  if (!work) return;
  const bar = byId('progress-bar');
  if (work.share === null) bar.removeAttribute('value'); else bar.value = work.share;
  byId('progress-text').textContent = work.title + (work.detail ? `: ${work.detail}` : ' …');
  byId('cancel').onclick = work.cancel;
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

/** What cancels the present query, and the count that belongs to it. */
let cancelQuery = null;

/** Shows the objects of the view. The current ones stay until the answer arrives, and after an error. */
async function refresh() {
  clearTimeout(opening);
  const start = performance.now();
  const entity = entities.get(view.entity);
  if (!entity) return;
  const kept = preferences(view.entity);
  view.columns ??= kept.columns ?? null;
  const wanted = {
    question: question(), columns: view.columns ?? usualColumns(entity), order: view.order, widths: kept.widths ?? {},
    properties: new Map(entity.properties.map(property => [property.name, property])),
  };
  byId('entity-name').textContent = entity.name;
  byId('insert').disabled = !isEditable() || entity.isAbstract;
  byId('insert').title = entity.isAbstract ? `${entity.name} is abstract` : '';
  condition.show(view.entity, view.condition);
  drawEntities();
  cancelQuery?.();
  let answer;
  try {
    answer = await observed('Looking for objects', observer => {
      cancelQuery = observer.cancel;
      return table.show(wanted, observer);
    });
  } catch (error) { return showFailure(error, wanted.question); }
  if (!answer) return;
  byId('grid').classList.remove('stale');
  if (answer.rows.length > 0) byId('empty').hidden = true;
  showTime(performance.now() - start, answer.milliseconds);
  const [warning] = answer.warnings;
  condition.complain(warning?.text ?? '', warning?.column, true);
  await count();
  if (view.object) { if (inspector.shown?.id !== view.object) await open(view.object, false); } else if (inspector.isOpen) inspector.close();
}

/** The time that the reader has waited, and how much of it the store took. */
function showTime(waited, inStore) {
  byId('timing').textContent = source.isLive ? `${grouped(Math.round(waited))} ms` : '';
  byId('timing').title = source.isLive ? `From the request to the rows on this page; ${inStore} ms of it in the store` : '';
}

/** Shows the reason for a failed query below the filter. The objects of the last answer stay, if they are of the same entity. */
function showFailure(error, asked) {
  const isSame = table.question?.entity === asked.entity;
  byId('grid').classList.toggle('stale', isSame);
  if (!isSame) { table.clear(); byId('empty').hidden = true; }
  byId('timing').textContent = '';
  const what = error instanceof Canceled ? 'Canceled.' : 'No answer.';
  byId('status').textContent = isSame ? `${what} These are the ${counted(table.count, 'object')} from before.` : what;
  announce(byId('status').textContent);
  if (error instanceof Canceled) return;
  if (error instanceof Refusal && (error.column || !error.key) && asked.condition) condition.complain(error.message, error.column);
  else { condition.complain(''); failed(error); }
}

/** Counts the objects of the table, which may take longer than to show the first ones. */
async function count() {
  const { generation } = table;
  const isPart = table.count >= 100;
  if (isPart) byId('status').textContent = `${counted(table.count, 'object')} or more`;
  try {
    const answer = await observed('Counting objects', observer => {
      cancelQuery = observer.cancel;
      return source.count(table.question, observer);
    });
    if (generation !== table.generation) return;
    table.setCount(answer.count);
    showSelection();
    showEmptiness();
    announce(`${counted(answer.count, 'object')} of ${view.entity}`);
  } catch (error) {
    if (generation !== table.generation) return;
    showEmptiness();
    if (!(error instanceof Canceled)) failed(error);
    else byId('status').textContent = `${counted(table.count, 'object')} or more; the count was canceled`;
  }
}

/** The number of objects, and of selected ones. */
function showSelection() {
  const { size } = table.selection;
  byId('delete').disabled = !isEditable() || (size === 0 && !view.object);
  byId('delete').textContent = size > 1 ? `Delete ${grouped(size)}` : 'Delete';
  if (table.question && !byId('grid').classList.contains('stale')) byId('status').textContent = counted(table.count, 'object') + (size > 1 ? ` · ${grouped(size)} selected` : '');
}

/** Says in place of objects that there are none, and what can be done. */
function showEmptiness() {
  const box = byId('empty');
  box.hidden = table.count > 0;
  if (!box.hidden) {
    const { condition: asked, entity: name } = table.question;
    const entity = entities.get(name);
    const button = (text, onclick, style = 'quiet') => make('button', { class: style, onclick }, text);
    const mayAdd = isEditable() && !entity.isAbstract;
    box.replaceChildren(...(asked
      ? [make('p', {}, `No ${name} matches the filter.`), make('div', {}, button('Clear the filter', () => go({ condition: '', object: null })))]
      : [make('p', {}, `There is no ${name} yet.`), mayAdd
        ? make('div', {}, button(`Add the first ${name}`, () => byId('insert').click()), ' ', button('Import a file …', () => byId('import').click()))
        : make('p', { class: 'rules' }, entity.isAbstract ? `${name} is abstract: add an object of an entity below it.` : 'The store is read-only.')]));
  }
}

/** Reads the visible rows again. */
async function read() {
  if (!table.question) return;
  try {
    if (await table.reload()) await count();
  } catch (error) { failed(error); }
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
    showSelection();
    writeAddress(isStep);
  } catch (error) { failed(error); }
}

/** The visible objects in groups; choosing a group adds a condition. */
async function group(key) {
  const asked = shown();
  const found = await dialogs.showGroups(entities.get(view.entity), key, (by, measure, limit, observer) => source.groups(asked, by, measure, limit, observer));
  if (found) narrow(found);
}

function narrow(found) {
  const { condition: asked } = shown();
  return go({ condition: asked ? `(${asked}) AND ${found}` : found, object: null });
}

/** The list of entities, or the diagram of the model. */
async function show(what) {
  const isDiagram = what === 'diagram';
  byId('as-list').setAttribute('aria-pressed', String(!isDiagram));
  byId('as-diagram').setAttribute('aria-pressed', String(isDiagram));
  byId('diagram').hidden = !isDiagram;
  byId('objects').hidden = isDiagram;
  if (!isDiagram || byId('diagram').firstChild) return;
  const frame = make('iframe', { title: `Diagram of ${overview.name}`, srcdoc: await source.diagram() });
  // It has no access to this page, and only sends the names of entities.
  frame.setAttribute('sandbox', 'allow-scripts allow-modals');
  byId('diagram').append(frame);
}

addEventListener('message', event => {
  const name = event.data?.entity;
  if (event.source !== byId('diagram').querySelector('iframe')?.contentWindow || !entities.has(name)) return;
  show('list');
  go({ entity: name, condition: '', order: [], columns: null, object: null });
});

// Changing.

function take(answer) {
  if (isLate(answer, state)) return false;
  const isNew = answer.revision !== state.revision;
  state = answer;
  const { pendingCount } = state;
  byId('undo').disabled = !state.canUndo;
  byId('redo').disabled = !state.canRedo;
  byId('save').disabled = byId('review').disabled = pendingCount === 0;
  byId('review').textContent = pendingCount === 0 ? 'No changes' : counted(pendingCount, 'change');
  showTrouble();
  return isNew;
}

/**
 * Makes a change, and shows the result. Throws the program's error. `known.cell` is the value that the page has shown before a change of
 * one value, and then the present one. `step` is the change of another tab that may be undone or redone.
 */
function change(wanted, known, step) {
  // Changes are sent one after another, in order.
  const done = lastChange.then(() => makeChange(wanted, known, step));
  lastChange = done.catch(() => {});
  return done;
}

let lastChange = Promise.resolve();

async function makeChange(wanted, known, step) {
  let answer;
  try {
    answer = await source.change(known ? { ...wanted, before: known.cell } : wanted, step);
  } catch (error) {
    if (known && error.isStale) known.cell = error.present;
    throw error;
  }
  if (known && answer.cell !== undefined) known.cell = answer.cell;
  failure = null;
  take(answer);
  if (view.object && answer.identities?.[view.object]) view.object = answer.identities[view.object];
  if (table.selected && answer.identities?.[table.selected]) table.selected = answer.identities[table.selected];
  if (answer.identities) table.selection = new Set([...table.selection].map(id => answer.identities[id] ?? id));
  await showChanges(answer.identities);
  return answer;
}

/** Reads the visible rows again. */
async function showChanges(identities) {
  await Promise.all([read(), readCounts(), inspector.refresh(identities)]);
}

async function perform(wanted) {
  try { return await change(wanted); } catch (error) { failed(error); return null; }
}

/** Undoes or redoes the last change. One of another tab only if the reader wants it. */
async function walk(action, step) {
  try {
    await change({ action }, undefined, step);
  } catch (error) {
    if (error.step === undefined) return failed(error);
    const verb = action === 'undo' ? 'Undo' : 'Redo';
    const isSure = await dialogs.show(`${verb} a change of another tab?`, [make('p', {}, visible(error.message))],
      [{ text: 'Leave it', value: null }, { text: verb, value: true, style: 'danger' }]);
    if (isSure) await walk(action, error.step);
  }
}

async function save() {
  // Includes text that is being typed, unless it is not valid.
  document.activeElement?.blur();
  await new Promise(resolve => setTimeout(resolve, 0));
  await lastChange;
  const invalid = document.querySelector('#inspector [aria-invalid=true], #grid [aria-invalid=true]');
  if (invalid) {
    failed(new Refusal({ message: 'A value is not valid. Correct it, then save.' }));
    return invalid.focus();
  }
  const written = async wanted => {
    byId('save').textContent = 'Saving …';
    try { return await perform(wanted); } finally { byId('save').textContent = 'Save'; }
  };
  let answer = await written({ action: 'save' });
  let reason;
  while (answer?.conflicts?.length) {
    const choices = await dialogs.settleConflicts(answer.conflicts, reason);
    if (!choices) return;
    reason = 'Objects have been changed meanwhile, in another tab or by another program. Choose again.';
    answer = await written({ action: 'resolve', choices });
  }
  if (answer?.problems?.length) await dialogs.showProblems(answer.problems, id => open(id, false));
  else if (answer) announce('Saved');
}

async function remove(ids = table.selection.size > 1 ? [...table.selection] : [view.object ?? table.selected ?? [...table.selection][0]]) {
  if (!ids[0] || !isEditable()) return;
  try {
    await insist(async reason => {
      const effects = await source.deletion(ids);
      if (!await dialogs.confirmDeletion(effects, reason)) return;
      await change({ action: 'delete', objects: ids, digest: effects.digest });
      table.setSelection([]);
    });
  } catch (error) { failed(error); }
}

/** Lets the reader confirm an action, and again with the reason if what was confirmed has been changed by others meanwhile. */
async function insist(ask) {
  for (let reason; ;) {
    try { return await ask(reason); } catch (error) {
      if (!error.isOutdated) throw error;
      reason = error.message;
    }
  }
}

/** Shows what a save would write, and discards it if the reader wants that. */
async function review() {
  try {
    await insist(async reason => {
      const pending = await source.pending();
      if (!await dialogs.reviewChanges(pending, reason)) return;
      const isSure = await dialogs.show('Discard all changes?', [make('p', {}, `${counted(pending.count, 'change')} will be given up, in all tabs.`)],
        [{ text: 'Keep them', value: null }, { text: 'Discard', value: true, style: 'danger' }]);
      if (isSure) await change({ action: 'discard', digest: pending.digest });
    });
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
      byId('status').textContent += ` · ${news}`;
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
  on('undo', () => walk('undo'));
  on('redo', () => walk('redo'));
  on('save', save);
  on('delete', () => remove());
  on('help', dialogs.showKeys);
  on('review', review);
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
  on('texts', async () => { try { dialogs.showTexts(await source.texts(shown())); } catch (error) { failed(error); } });
  on('choose-label', async () => {
    const choice = await dialogs.chooseLabel(entities.get(view.entity), preferences(view.entity).label);
    if (!choice) return;
    try {
      await nameObjects(view.entity, choice.key);
      remember({ label: choice.key });
      await showChanges();
    } catch (error) { failed(error); }
  });
  on('import', async () => {
    try {
      const answer = await importObjects(source, entities.get(view.entity), observed);
      if (!answer) return;
      take(answer.state);
      await showChanges();
      announce(`${counted(answer.insertedCount, 'object')} imported, not saved yet`);
    } catch (error) { failed(error); }
  });
  on('export', async () => {
    const choice = await dialogs.chooseExport(table.count, [...table.selection]);
    if (!choice) return;
    const { value: form, ids, isForSpreadsheets } = choice;
    try {
      const wanted = { question: shown(), columns: table.columns, ids, isForSpreadsheets, isCSV: form === 'csv' };
      const address = URL.createObjectURL(await observed('Exporting', observer => source.exported(wanted, observer)));
      make('a', { href: address, download: `${view.entity}.${form}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    } catch (error) { failed(error); }
  });
  on('as-list', () => show('list'));
  on('as-diagram', () => show('diagram').catch(failed));
  on('menu', () => byId('menu').setAttribute('aria-expanded', String(byId('sidebar').classList.toggle('open'))));
  attachMenu('more', 'more-menu');
  addEventListener('popstate', () => { view = { ...view, ...readAddress() }; refresh(); });
  addEventListener('keydown', event => {
    if (byId('dialog').open) return;
    const isTyping = event.target.matches('input, textarea, select');
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === 's') { event.preventDefault(); save(); }
    else if (isCommand && event.key.toLowerCase() === 'z' && !isTyping) { event.preventDefault(); walk(event.shiftKey ? 'redo' : 'undo'); }
    else if (event.key === 'Escape' && inspector.isOpen) inspector.close();
    else if (isTyping) return;
    else if (event.key === '/') { event.preventDefault(); byId('condition').focus(); }
    else if (event.key === '?') dialogs.showKeys();
  });
  addEventListener('beforeunload', event => { if (!source.isLive) return; if (state.pendingCount > 0) event.preventDefault(); });
}

/** Names the objects of an entity by an attribute; null for the default. */
async function nameObjects(name, key) { entities.get(name).label = (await source.label(name, key)).label; }

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
    for (const id of ['ask', 'insert', 'delete', 'groups', 'choose-label', 'texts', 'import', 'export', 'undo', 'redo', 'review', 'save']) byId(id).hidden = true;
    byId('condition').placeholder = 'Look for a text in all values';
    byId('condition').addEventListener('input', () => go({ condition: byId('condition').value, object: null }, false));
  }
  if (!isEditable()) for (const id of ['insert', 'delete', 'import', 'undo', 'redo', 'review', 'save']) byId(id).hidden = true;
  listen();
  const asked = readAddress();
  view = { ...asked, entity: entities.has(asked.entity) ? asked.entity : overview.first };
  // As wide as the longest name, so that the field next to it stays.
  const heading = byId('entity-name');
  const widths = [...entities.keys()].map(name => { heading.textContent = name; return heading.scrollWidth; });
  document.body.style.setProperty('--name-width', Math.max(...widths) + 1 + 'px');
  document.body.classList.remove('loading');
  if (!view.entity) return failed(new Refusal({ message: 'This model has no entities.' }));
  const named = source.isLive ? [...entities.keys()].filter(name => preferences(name).label) : [];
  await Promise.all(named.map(name => nameObjects(name, preferences(name).label).catch(() => {})));
  await refresh();
  readCounts();
  if (source.isLive) {
    take(await source.state());
    follow();
  }
}

begin();
