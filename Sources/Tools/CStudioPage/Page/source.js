// The source of answers: the program, or the data in an exported page.

/**
 * The error of a request; `key` and `column` specify its position. `present` is the value that somebody else has set meanwhile, and
 * `step` the change of another page that was not confirmed. After an `isOutdated` one, the page must show again what it asks for.
 */
export class Refusal extends Error {
  constructor({ message, key, column, present, step, isOutdated }) {
    super(message);
    this.key = key;
    this.column = column;
    this.present = present;
    this.step = step;
    this.isOutdated = isOutdated === true;
  }

  /** Whether the page has shown another value than the present one. */
  get isStale() { return this.present !== undefined; }
}

/** Whether an answer about the state is older than the known one: answers can arrive in another order than they were given. */
export const isLate = (answer, known) => answer.revision < known.revision;

/** The error of a request that the reader has canceled. */
export class Canceled extends Error {
  constructor() { super('Canceled.'); }
}

/**
 * The token, which leaves the address at once: an address is shown, shared, and kept. The memory of the tab keeps it, so that
 * the page can be loaded again.
 */
function takeToken() {
  const given = new URLSearchParams(location.search).get('token');
  if (given !== null) history.replaceState(null, '', location.pathname + location.hash);
  try {
    if (given !== null) sessionStorage.setItem('token', given);
    return sessionStorage.getItem('token') ?? '';
  } catch { return given ?? ''; /* A browser may keep nothing; then the page cannot be loaded again. */ }
}

/** Sends requests to the program. */
export class ProgramSource {
  isLive = true;
  token = takeToken();
  /** The name of this page among all tabs. */
  page = crypto.randomUUID();

  async request(path, body, signal) {
    const isFile = body instanceof Blob;
    let response;
    try {
      response = await fetch('api/' + path, {
        method: 'POST', cache: 'no-store', signal,
        headers: { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json', Authorization: 'Bearer ' + this.token },
        body: isFile ? body : JSON.stringify(body ?? {}),
      });
    } catch {
      if (signal?.aborted) throw new Canceled();
      throw new Refusal({ message: 'The studio does not respond; it may have been stopped. What you see stays here while the page is open, but unsaved changes were in the program and are lost with it.' });
    }
    if (response.ok) return response;
    let refusal;
    try { refusal = await response.json(); } catch { refusal = { message: `The studio responded with status ${response.status}.` }; }
    throw new Refusal(refusal);
  }

  async ask(path, body) { return (await this.request(path, body)).json(); }

  /**
   * A request that may take long. `observer` has the `signal` that cancels it, and `progress(done, total)`. With a `file`, the first line
   * of the body has the parameters.
   */
  async long(path, parameters, observer, file) {
    const bodyOf = parameters => file ? new Blob([JSON.stringify(parameters), '\n', file]) : parameters;
    if (!observer) return this.request(path, bodyOf(parameters));
    const work = crypto.randomUUID();
    let isDone = false;
    const look = async () => {
      if (isDone) return;
      const { completedCount, totalCount } = await this.ask('progress', { work });
      if (isDone) return;
      observer.progress(completedCount, totalCount);
      setTimeout(() => look().catch(() => {}), progressInterval);
    };
    setTimeout(() => look().catch(() => {}), progressInterval);
    const stop = () => this.ask('cancel', { work }).catch(() => {});
    observer.signal.addEventListener('abort', stop);
    try {
      return await this.request(path, bodyOf({ ...parameters, work }), observer.signal);
    } finally {
      isDone = true;
      observer.signal.removeEventListener('abort', stop);
    }
  }

  overview() { return this.ask('overview'); }
  counts() { return this.ask('counts'); }
  state() { return this.ask('state'); }
  async count(question, observer) { return (await this.long('count', { question }, observer)).json(); }
  async rows(question, columns, offset, limit, observer) { return (await this.long('rows', { question, columns, offset, limit }, observer)).json(); }
  label(entity, key) { return this.ask('label', { entity, key }); }
  object(id) { return this.ask('object', { id }); }
  members(id, relationship, offset, limit) { return this.ask('members', { id, relationship, offset, limit }); }
  async statistics(question, key, observer) { return (await this.long('statistics', { question, key }, observer)).json(); }
  async groups(question, key, measure, limit, observer) { return (await this.long('groups', { question, key, measure, limit }, observer)).json(); }
  history(id, before) { return this.ask('history', { id, before }); }
  texts(question) { return this.ask('texts', { question }); }
  pending() { return this.ask('pending'); }
  deletion(ids) { return this.ask('deletion', { ids }); }
  /** Makes a change; `step` is the change of another page that may be undone or redone. */
  change(change, step) {
    const { page } = this;
    if (!change.file) return this.ask('change', { change, page, step });
    // The value that was shown, before the file.
    const head = new Blob(change.before === undefined ? [] : [JSON.stringify(change.before)]);
    const address = new URLSearchParams({ id: change.object, key: change.key, page, head: head.size });
    return this.ask('data-change?' + address, new Blob([head, change.file]));
  }
  async diagram() { return (await this.request('diagram')).text(); }
  async data(id, key) { return (await this.request('data', { id, key })).blob(); }
  async exported(wanted, observer) { return (await this.long('export', wanted, observer)).blob(); }
  async imported(parameters, file, observer) { return (await this.long('import', { ...parameters, page: this.page }, observer, file)).json(); }
}

/** The time from the start of long work to the first look at its progress, and between two looks; in milliseconds. */
const progressInterval = 300;

const sortValue = cell => {
  if (cell === null || typeof cell !== 'object') return cell;
  if (cell.t === 'date') return cell.raw;
  if (cell.t === 'digits') return Number(cell.s);
  if (cell.t === 'objects') return cell.count;
  if (cell.t === 'object') return cell.link.label;
  return cell.s ?? '';
};

const plainText = cell => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell);
  if (cell.t === 'object') return cell.link.label;
  if (cell.t === 'objects') return cell.links.map(link => link.label).join(' ');
  return cell.s ?? '';
};

/** Answers from the contents of an exported page. A condition is text to find in any value. */
export class EmbeddedSource {
  isLive = false;

  constructor(data) {
    this.embedded = data;
    this.objects = new Map(data.objects.map(object => [object.id, object]));
    const children = new Map();
    for (const { name, parent } of data.overview.entities) {
      if (parent) children.set(parent, [...(children.get(parent) ?? []), name]);
    }
    this.family = name => [name, ...(children.get(name) ?? []).flatMap(child => this.family(child))];
  }

  async overview() { return this.embedded.overview; }
  async state() { return { revision: 1, pendingCount: 0, canUndo: false, canRedo: false }; }
  async diagram() { return this.embedded.diagram; }

  async counts() {
    const counts = {};
    for (const { entity } of this.embedded.objects) counts[entity] = (counts[entity] ?? 0) + 1;
    return { counts };
  }

  found({ entity, condition, order }) {
    const family = new Set(this.family(entity));
    const text = (condition ?? '').trim().toLowerCase();
    const cellOf = (object, key) => object.values.find(value => value.key === key)?.cell ?? null;
    const found = this.embedded.objects.filter(object => family.has(object.entity)
      && (!text || object.values.some(value => plainText(value.cell).toLowerCase().includes(text))));
    for (const { key, isAscending } of [...(order ?? [])].reverse()) {
      found.sort((one, other) => {
        const [left, right] = [sortValue(cellOf(one, key)), sortValue(cellOf(other, key))];
        const result = left === right ? 0 : left === null ? -1 : right === null ? 1
          : typeof left === 'string' ? left.localeCompare(right) : left < right ? -1 : 1;
        return isAscending ? result : -result;
      });
    }
    return found;
  }

  async count(question) { return { count: this.found(question).length }; }

  async rows(question, columns, offset, limit) {
    const rows = this.found(question).slice(offset, offset + limit).map(object => ({
      id: object.id, entity: object.entity, label: object.label,
      cells: columns.map(column => {
        const cell = object.values.find(value => value.key === column)?.cell ?? null;
        return cell?.t === 'objects' ? { ...cell, links: cell.links.slice(0, 3) } : cell;
      }),
    }));
    return { rows, milliseconds: 0, warnings: [] };
  }

  async object(id) {
    const object = this.objects.get(id);
    if (!object) throw new Refusal({ message: 'This page does not contain the object.' });
    return { ...object, history: { transactions: [], hasMore: false } };
  }

  async members(id, relationship, offset, limit) {
    const { cell } = this.objects.get(id).values.find(value => value.key === relationship);
    return { members: cell.links.slice(offset, offset + limit), count: cell.links.length };
  }
}
