// A table with any number of rows, of which only the visible ones have elements.
import { make } from './dom.js';
import { cellNodes, isNumber, field } from './values.js';

const rowHeight = 30;
const headHeight = 34;
const pageSize = 100;
const keptPages = 24;
const greatestReadingCount = 2;
/** The maximum height of an element in browsers; above it, scroll positions are scaled. */
const greatestHeight = 8_000_000;

/** Shows the objects of a query. */
export class ObjectTable {
  /**
   * `delegate` has `follow(id, event)`, `select(row, event)`, `sort(key, isAdded)`, `chart(key)`, `beginEditing()`,
   * `edit(row, column, text)`, `remember()`. The event is the click that was meant; there is none for keys.
   */
  constructor(element, source, delegate) {
    this.element = element;
    this.source = source;
    this.delegate = delegate;
    this.columns = [];
    this.widths = {};
    this.count = 0;
    this.pages = new Map();
    this.rows = new Map();
    this.current = { row: 0, column: 0 };
    this.generation = 0;
    this.wanted = [];
    this.readingCount = 0;
    this.head = make('div', { class: 'head', role: 'row' });
    this.body = make('div', { class: 'body', role: 'presentation' });
    element.append(this.head, this.body);
    element.addEventListener('scroll', () => this.scheduleDrawing(), { passive: true });
    element.addEventListener('keydown', event => this.key(event));
    new ResizeObserver(() => this.scheduleDrawing()).observe(element);
  }

  /** Shows another query from the start. */
  show(question, columns, properties, order) {
    Object.assign(this, { question, columns, properties, order, count: 0, selected: null });
    this.current = { row: 0, column: 0 };
    this.forget();
    // Loads while the rest is drawn; `begin` handles the result.
    this.page(0).catch(() => {});
    this.element.scrollTop = 0;
    this.drawHead();
    this.drawBody();
  }

  /** Discards the rows, and reads the visible ones again. */
  forget() {
    this.generation += 1;
    this.pages.clear();
  }

  setCount(count) {
    this.count = count;
    this.element.setAttribute('aria-rowcount', count + 1);
    this.current.row = Math.min(this.current.row, Math.max(count - 1, 0));
    this.drawBody();
  }

  /** The first page, to show it together with other requests. */
  async begin() {
    const answer = await this.page(0);
    if (answer && this.count < answer.rows.length) this.setCount(answer.rows.length);
    return answer;
  }

  async page(index) {
    const known = this.pages.get(index);
    if (known) {
      this.pages.delete(index);
      this.pages.set(index, known);
      return known;
    }
    const generation = this.generation;
    const asked = this.source.rows(this.question, this.columns, index * pageSize, pageSize).then(answer => {
      if (generation !== this.generation) return null;
      this.pages.set(index, answer);
      for (const old of this.pages.keys()) {
        if (this.pages.size <= keptPages) break;
        this.pages.delete(old);
      }
      return answer;
    });
    this.pages.set(index, asked);
    try {
      return await asked;
    } catch (error) {
      if (generation === this.generation) this.pages.delete(index);
      throw error;
    }
  }

  row(index) {
    const page = this.pages.get(Math.floor(index / pageSize));
    return page?.rows?.[index % pageSize];
  }

  // Positions of rows.

  get height() { return Math.min(this.count * rowHeight, greatestHeight); }

  /** The number of pixels of rows for each pixel of the scroll bar. */
  get scale() {
    const room = this.element.clientHeight - headHeight;
    return this.height < this.count * rowHeight ? (this.count * rowHeight - room) / (this.height - room) : 1;
  }

  get firstVisible() { return this.element.scrollTop * this.scale / rowHeight; }

  get visibleCount() { return Math.max(1, Math.floor((this.element.clientHeight - headHeight) / rowHeight)); }

  reveal(index) {
    const first = this.firstVisible;
    if (index < first) this.element.scrollTop = index * rowHeight / this.scale;
    else if (index >= first + this.visibleCount) {
      this.element.scrollTop = (index - this.visibleCount + 1) * rowHeight / this.scale;
    }
    this.drawBody();
  }

  // Drawing.

  width(column) { return this.widths[column] ?? 170; }

  drawHead() {
    this.element.setAttribute('aria-colcount', this.columns.length);
    this.head.replaceChildren(...this.columns.map(column => {
      const place = this.order.findIndex(({ key }) => key === column);
      const sorted = place < 0 ? null : this.order[place];
      const arrow = sorted ? (sorted.isAscending ? ' ▲' : ' ▼') + (this.order.length > 1 ? place + 1 : '') : '';
      const property = this.properties.get(column);
      const cell = make('div', {
        role: 'columnheader', 'data-column': column,
        'aria-sort': sorted ? (sorted.isAscending ? 'ascending' : 'descending') : 'none',
      }, make('button', {
        class: 'sort', tabIndex: -1, title: `${column}${property?.type ? ', ' + property.type : ''}. Sort; with Shift, to add a sort key.`,
        onclick: event => this.delegate.sort(column, event.shiftKey),
      }, column + arrow));
      if (this.source.isLive && property?.type) {
        cell.append(make('button', { class: 'chart', tabIndex: -1, 'aria-label': `Values of ${column}`, title: 'Values', onclick: () => this.delegate.chart(column) }, '▤'));
      }
      cell.append(this.handle(column, cell));
      cell.style.width = this.width(column) + 'px';
      return cell;
    }));
  }

  handle(column, cell) {
    return make('div', {
      class: 'resize', onpointerdown: event => {
        event.preventDefault();
        const [start, before] = [event.clientX, this.width(column)];
        const move = moved => {
          this.widths[column] = Math.max(50, before + moved.clientX - start);
          cell.style.width = this.width(column) + 'px';
          this.rows.forEach(drawn => drawn.element.remove());
          this.rows.clear();
          this.drawBody();
        };
        const end = () => {
          removeEventListener('pointermove', move);
          removeEventListener('pointerup', end);
          this.delegate.remember();
        };
        addEventListener('pointermove', move);
        addEventListener('pointerup', end);
      },
    });
  }

  scheduleDrawing() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.drawBody();
    });
  }

  drawBody() {
    this.body.style.height = this.height + 'px';
    const first = Math.max(0, Math.floor(this.firstVisible) - 6);
    const last = Math.min(this.count, Math.ceil(this.firstVisible) + this.visibleCount + 7);
    const offset = this.element.scrollTop - this.firstVisible * rowHeight;
    const seen = new Set();
    for (let index = first; index < last; index += 1) {
      seen.add(index);
      const row = this.row(index);
      let drawn = this.rows.get(index);
      if (!drawn || drawn.row !== row || drawn.generation !== this.generation) {
        if (drawn?.element.contains(document.activeElement)) { seen.add(index); continue; }
        drawn?.element.remove();
        drawn = { row, generation: this.generation, element: this.drawRow(index, row) };
        this.rows.set(index, drawn);
        this.body.append(drawn.element);
      }
      drawn.element.style.transform = `translateY(${index * rowHeight + offset}px)`;
      this.mark(index, drawn.element);
    }
    if (!seen.has(this.current.row)) this.element.removeAttribute('aria-activedescendant');
    for (const [index, { element }] of this.rows) {
      if (seen.has(index)) continue;
      element.remove();
      this.rows.delete(index);
    }
    this.readPages(first, last);
  }

  readPages(first, last) {
    this.wanted = [];
    for (let page = Math.floor(first / pageSize); page * pageSize < last; page += 1) {
      if (!this.pages.has(page)) this.wanted.push(page);
    }
    this.readNext();
  }

  /** Requests visible pages, a few at a time, and skips those that were scrolled past. */
  readNext() {
    while (this.readingCount < greatestReadingCount && this.wanted.length > 0) {
      const page = this.wanted.shift();
      if (this.pages.has(page)) continue;
      this.readingCount += 1;
      this.page(page).then(answer => { if (answer) this.scheduleDrawing(); }, error => this.delegate.failed(error))
        .finally(() => { this.readingCount -= 1; this.readNext(); });
    }
  }

  drawRow(index, row) {
    const element = make('div', {
      class: 'row' + (row?.change ? ' ' + row.change : ''), role: 'row', 'aria-rowindex': index + 2, id: `row-${index}`,
      'data-id': row?.id,
      onclick: event => this.choose(index, event),
      ondblclick: event => {
        this.setCurrent(index, event.target.closest('.cell'));
        // A link has its own meaning for each click.
        if (!event.target.closest('a, button')) this.edit();
      },
    });
    this.columns.forEach((column, place) => {
      const cell = row?.cells[place];
      const shown = row ? cellNodes(cell, (id, event) => this.delegate.follow(id, event)) : ['…'];
      const box = make('div', { class: 'cell' + (isNumber(cell) ? ' number' : ''), role: 'gridcell', 'aria-colindex': place + 1, id: `cell-${index}-${place}` }, ...shown);
      box.style.width = this.width(column) + 'px';
      element.append(box);
    });
    return element;
  }

  mark(index, element) {
    const isCurrent = index === this.current.row;
    element.setAttribute('aria-selected', String(Boolean(this.selected) && this.row(index)?.id === this.selected));
    [...element.children].forEach((cell, place) => cell.classList.toggle('current', isCurrent && place === this.current.column));
    if (isCurrent) this.element.setAttribute('aria-activedescendant', `cell-${index}-${this.current.column}`);
  }

  setCurrent(index, cell) {
    this.current.row = index;
    if (cell) this.current.column = [...cell.parentElement.children].indexOf(cell);
  }

  choose(index, event) {
    this.setCurrent(index, event.target.closest('.cell'));
    this.select(event);
  }

  select(event) {
    const row = this.row(this.current.row);
    if (row) {
      this.selected = row.id;
      this.delegate.select(row, event);
    }
    this.drawBody();
  }

  key(event) {
    if (event.target !== this.element) return;
    const { row, column } = this.current;
    const page = Math.max(1, this.visibleCount - 1);
    const moves = {
      ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      PageDown: [row + page, column], PageUp: [row - page, column],
      Home: event.ctrlKey ? [0, column] : [row, 0], End: event.ctrlKey ? [this.count - 1, column] : [row, this.columns.length - 1],
    };
    if (moves[event.key]) {
      event.preventDefault();
      this.current.row = Math.max(0, Math.min(this.count - 1, moves[event.key][0]));
      this.current.column = Math.max(0, Math.min(this.columns.length - 1, moves[event.key][1]));
      this.reveal(this.current.row);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const linked = this.rows.get(row)?.element.children[column]?.querySelector('.chip, a');
      if (event.altKey && linked) linked.click(); else this.select();
    } else if ((event.key === 's' || event.key === 'S') && !event.ctrlKey && !event.metaKey) {
      this.delegate.sort(this.columns[column], event.shiftKey);
    } else if (event.key === 'v' && this.properties.get(this.columns[column])?.type && this.source.isLive) {
      this.delegate.chart(this.columns[column]);
    } else if (event.key === 'g' && this.source.isLive) {
      this.delegate.group(this.columns[column]);
    } else if (event.key === '<' || event.key === '>') {
      const name = this.columns[column];
      this.widths[name] = Math.max(50, this.width(name) + (event.key === '>' ? 20 : -20));
      this.rows.forEach(drawn => drawn.element.remove());
      this.rows.clear();
      this.drawHead();
      this.drawBody();
      this.delegate.remember();
    } else if (event.key === 'F2') {
      event.preventDefault();
      this.edit();
    } else if (event.key === 'Delete') {
      const found = this.row(row);
      if (found) this.delegate.remove(found.id);
    }
  }

  /** Edits the current cell in place. */
  edit() {
    const { row: index, column: place } = this.current;
    this.reveal(index);
    const row = this.row(index);
    const property = this.properties.get(this.columns[place]);
    if (!row || !this.delegate.mayEdit(property)) return;
    // Values that do not fit into a cell are edited in the inspector.
    if (['Binary', 'Composite', 'Transformable'].includes(property.type) || row.cells[place]?.t === 'long') {
      this.select();
      return;
    }
    this.delegate.beginEditing();
    const cell = this.rows.get(index).element.children[place];
    const input = field(property, row.cells[place], { 'aria-label': property.name });
    const before = input.value;
    let isDone = false;
    const finish = async isKept => {
      if (isDone) return;
      isDone = true;
      const text = input.value;
      this.rows.get(index)?.element.remove();
      this.rows.delete(index);
      this.element.focus();
      this.drawBody();
      if (isKept && text !== before) await this.delegate.edit(row, property, text);
    };
    input.addEventListener('keydown', event => {
      event.stopPropagation();
      if (event.key === 'Enter') { event.preventDefault(); finish(true); }
      if (event.key === 'Escape') finish(false);
    });
    input.addEventListener('blur', () => finish(true));
    cell.replaceChildren(input);
    input.focus();
    input.select?.();
  }
}
