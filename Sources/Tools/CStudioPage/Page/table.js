// A table with any number of rows, of which only the visible ones have elements.
import { make } from './dom.js';
import { cellNodes, isNumber, field, fitsField, typedValue, complaint } from './values.js';
import { columnWidths } from './columns.js';

/** On a phone, a row is high enough for a finger. */
const phone = matchMedia('(max-width: 760px)');
const headHeight = 34;
const pageSize = 100;
const keptPages = 24;
const maximumReadingCount = 2;
/** The maximum number of rows in one answer, and of selected objects. */
const maximumWindow = 500;
const maximumSelection = 10_000;
/** The maximum height of an element in browsers; above it, scroll positions are scaled. */
const maximumHeight = 8_000_000;

/** Whether the values of a property are aligned to the right. */
const hasNumbers = property => /^(Integer|Double|Float|Decimal)/.test(property?.type ?? '') && !property.cases;

/** Shows the objects of a query. */
export class ObjectTable {
  /**
   * `delegate` has `follow(id, event)`, `select(row, event)`, `sort(key, isAdded)`, `chart(key)`, `beginEditing()`,
   * `edit(row, property, value, known)`, which throws if the value is refused, `selectionChanged()`, and `remember()`.
   * The event is the click that was meant; there is none for keys.
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
    /** The identifiers of the selected objects. */
    this.selection = new Set();
    this.anchor = 0;
    /**
     * The cell that is being edited: its object, its column, its field, the reason why its text was refused, and
     * whether that is a value of somebody else.
     */
    this.editing = null;
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
    // Only the window changes widths: a panel that opens moves nothing.
    addEventListener('resize', () => this.fitColumns());
  }

  get rowHeight() { return phone.matches ? 40 : 30; }

  /**
   * Shows another query from the start, as soon as its first rows are there. Until then, and after an error, everything stays
   * as it was. Returns the answer, or null if another query has replaced this one.
   */
  async show({ question, columns, properties, order, widths }, observer) {
    const attempt = this.attempt = (this.attempt ?? 0) + 1;
    const answer = await this.source.rows(question, columns, 0, pageSize, observer);
    if (attempt !== this.attempt) return null;
    const isSame = this.question?.entity === question.entity && this.columns.join() === columns.join();
    Object.assign(this, { question, columns, properties, order, widths, selected: null, count: answer.rows.length });
    this.current = { row: 0, column: 0 };
    this.editing = null;
    this.setSelection([]);
    this.generation += 1;
    this.pages.clear();
    this.pages.set(0, answer);
    this.element.scrollTop = 0;
    this.element.setAttribute('aria-rowcount', this.count + 1);
    if (!isSame || !this.isMeasured) this.measureColumns();
    this.drawHead();
    this.drawBody();
    return answer;
  }

  /** Shows nothing, because there is nothing that could stay. */
  clear() {
    this.attempt = (this.attempt ?? 0) + 1;
    Object.assign(this, { question: null, columns: [], order: [], count: 0, selected: null, editing: null });
    this.setSelection([]);
    this.forget();
    this.drawHead();
    this.drawBody();
  }

  /** Discards the rows. */
  forget() {
    this.generation += 1;
    this.pages.clear();
  }

  /** Reads the visible rows again, and replaces them when the new ones are there. */
  async reload() {
    const { attempt, question } = this;
    const number = this.reloading = (this.reloading ?? 0) + 1;
    const first = Math.floor(Math.max(0, this.firstVisible) / pageSize);
    const last = Math.floor(Math.max(0, this.firstVisible + this.visibleCount) / pageSize);
    const places = [...new Set([0, first, last])];
    const answers = await Promise.all(places.map(place => this.source.rows(question, this.columns, place * pageSize, pageSize)));
    if (attempt !== this.attempt || number !== this.reloading) return null;
    this.forget();
    places.forEach((place, index) => this.pages.set(place, answers[index]));
    this.drawBody();
    return answers[0];
  }

  setCount(count) {
    this.count = count;
    this.element.setAttribute('aria-rowcount', count + 1);
    this.current.row = Math.min(this.current.row, Math.max(count - 1, 0));
    this.drawBody();
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

  get height() { return Math.min(this.count * this.rowHeight, maximumHeight); }

  /** The number of pixels of rows for each pixel of the scroll bar. */
  get scale() {
    const room = this.element.clientHeight - headHeight;
    return this.height < this.count * this.rowHeight ? (this.count * this.rowHeight - room) / (this.height - room) : 1;
  }

  get firstVisible() { return this.element.scrollTop * this.scale / this.rowHeight; }

  get visibleCount() { return Math.max(1, Math.floor((this.element.clientHeight - headHeight) / this.rowHeight)); }

  reveal(index) {
    const first = this.firstVisible;
    if (index < first) this.element.scrollTop = index * this.rowHeight / this.scale;
    else if (index >= first + this.visibleCount) {
      this.element.scrollTop = (index - this.visibleCount + 1) * this.rowHeight / this.scale;
    }
    this.drawBody();
  }

  // Drawing.

  width(column) { return this.widths[column] ?? this.natural?.[column] ?? 170; }

  /** Makes columns as wide as the first rows need, within the window. Widths that somebody has chosen stay. */
  measureColumns() {
    const style = getComputedStyle(this.element);
    const fonts = { head: `600 13px ${style.fontFamily}`, cell: `${style.fontSize} ${style.fontFamily}` };
    const rows = this.pages.get(0)?.rows ?? [];
    const room = this.element.clientWidth;
    const chosen = this.columns.filter(column => this.widths[column]);
    const taken = chosen.reduce((sum, column) => sum + this.widths[column], 0);
    const others = this.columns.filter(column => !this.widths[column]);
    const places = others.map(column => this.columns.indexOf(column));
    const parts = rows.map(row => ({ cells: places.map(place => row.cells[place]) }));
    this.natural = columnWidths(others, this.properties, parts, room - taken, fonts);
    this.isMeasured = rows.length > 0;
  }

  fitColumns() {
    if (!this.question) return;
    this.measureColumns();
    this.drawHead();
    this.redraw();
  }

  /** Draws all rows anew. */
  redraw() {
    const hasFocus = this.editing && document.activeElement === this.editing.input;
    this.rows.forEach(drawn => drawn.element.remove());
    this.rows.clear();
    this.drawBody();
    if (hasFocus) this.editing.input.focus();
  }


  drawHead() {
    this.element.setAttribute('aria-colcount', this.columns.length);
    this.head.replaceChildren(...this.columns.map(column => {
      const place = this.order.findIndex(({ key }) => key === column);
      const sorted = place < 0 ? null : this.order[place];
      const arrow = sorted ? (sorted.isAscending ? ' ▲' : ' ▼') + (this.order.length > 1 ? place + 1 : '') : '';
      const property = this.properties.get(column);
      const cell = make('div', {
        role: 'columnheader', 'data-column': column, class: hasNumbers(property) ? 'numeric' : '',
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
      class: 'resize', title: 'Drag to resize; double-click to fit the contents',
      ondblclick: () => { delete this.widths[column]; this.fitColumns(); this.delegate.remember(); },
      onpointerdown: event => {
        event.preventDefault();
        const [start, before] = [event.clientX, this.width(column)];
        const move = moved => {
          this.widths[column] = Math.max(50, before + moved.clientX - start);
          cell.style.width = this.width(column) + 'px';
          this.redraw();
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
    const offset = this.element.scrollTop - this.firstVisible * this.rowHeight;
    const seen = new Set();
    for (let index = first; index < last; index += 1) {
      seen.add(index);
      const row = this.row(index);
      let drawn = this.rows.get(index);
      if (!drawn || drawn.row !== row || drawn.generation !== this.generation) {
        // A field that is being edited moves to the new row, and keeps the focus.
        const hasFocus = this.editing && drawn?.element.contains(document.activeElement);
        const element = this.drawRow(index, row);
        if (drawn) drawn.element.replaceWith(element); else this.body.append(element);
        drawn = { row, generation: this.generation, element };
        this.rows.set(index, drawn);
        if (hasFocus) this.editing.input.focus();
      }
      drawn.element.style.transform = `translateY(${index * this.rowHeight + offset}px)`;
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
    while (this.readingCount < maximumReadingCount && this.wanted.length > 0) {
      const page = this.wanted.shift();
      if (this.pages.has(page)) continue;
      this.readingCount += 1;
      this.page(page).then(answer => { if (answer) this.scheduleDrawing(); }, error => this.delegate.failed(error))
        .finally(() => { this.readingCount -= 1; this.readNext(); });
    }
  }

  drawRow(index, row) {
    const isEdited = this.editing && row?.id === this.editing.id;
    const element = make('div', {
      class: (isEdited ? 'row edited' : 'row') + (row?.change ? ' ' + row.change : ''), role: 'row', 'aria-rowindex': index + 2, id: `row-${index}`,
      'data-id': row?.id,
      // Shift extends the selection of objects, and not that of text.
      onmousedown: event => { if (event.shiftKey) { event.preventDefault(); this.element.focus(); } },
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
      const box = make('div', { class: isNumber(cell) || hasNumbers(this.properties.get(column)) ? 'cell number' : 'cell', role: 'gridcell', 'aria-colindex': place + 1, id: `cell-${index}-${place}` }, ...shown);
      box.style.width = this.width(column) + 'px';
      if (isEdited && column === this.editing.column) box.replaceChildren(this.editing.input);
      element.append(box);
    });
    if (isEdited && this.editing.reason) this.explain(element, index);
    return element;
  }

  mark(index, element) {
    const isCurrent = index === this.current.row;
    const row = this.row(index);
    element.setAttribute('aria-selected', String(Boolean(row) && (this.selection.has(row.id) || this.selected === row.id)));
    [...element.children].forEach((cell, place) => cell.classList.toggle('current', isCurrent && place === this.current.column && cell.classList.contains('cell')));
    if (isCurrent) this.element.setAttribute('aria-activedescendant', `cell-${index}-${this.current.column}`);
  }

  setCurrent(index, cell) {
    this.current.row = index;
    if (cell) this.current.column = [...cell.parentElement.children].indexOf(cell);
  }

  choose(index, event) {
    if (event.target.closest('input, select, textarea')) return;
    this.setCurrent(index, event.target.closest('.cell'));
    if (event.shiftKey) this.selectTo(index, event.ctrlKey || event.metaKey);
    else if (event.ctrlKey || event.metaKey) this.toggle(index);
    else this.select(event);
  }

  // The selection.

  setSelection(ids) {
    this.selection = new Set(ids);
    this.delegate.selectionChanged();
  }

  /** Selects the current object alone, and opens it. */
  select(event) {
    const row = this.row(this.current.row);
    if (row) {
      this.selected = row.id;
      this.anchor = this.current.row;
      this.setSelection([row.id]);
      this.delegate.select(row, event);
    }
    this.drawBody();
  }

  /** Adds an object to the selection, or removes it. */
  toggle(index) {
    const row = this.row(index);
    if (!row) return;
    this.anchor = index;
    const ids = new Set(this.selection);
    if (!ids.delete(row.id)) ids.add(row.id);
    if (this.selected === row.id && !ids.has(row.id)) this.selected = null;
    this.setSelection(ids);
    this.drawBody();
  }

  /** Selects the objects from the last selected one to another. Reads those that are not there. */
  async selectTo(index, isAdded = false) {
    const number = this.extending = (this.extending ?? 0) + 1;
    const [first, last] = [Math.min(this.anchor, index), Math.max(this.anchor, index)];
    const before = isAdded ? [...this.selection] : [];
    if (last - first >= maximumSelection) return this.delegate.failed(new Error(`At most ${maximumSelection.toLocaleString()} objects can be selected. Filter them, or export all.`));
    const known = Array.from({ length: last - first + 1 }, (_, place) => this.row(first + place)?.id);
    const { generation } = this;
    try {
      for (let place = 0; place < known.length; place += 1) {
        if (known[place]) continue;
        const { rows } = await this.source.rows(this.question, [], first + place, maximumWindow);
        if (generation !== this.generation || number !== this.extending) return;
        rows.forEach(({ id }, offset) => { if (place + offset < known.length) known[place + offset] = id; });
      }
    } catch (error) { return this.delegate.failed(error); }
    this.setSelection([...before, ...known.filter(Boolean)]);
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
      if (event.shiftKey && this.current.row !== row) this.selectTo(this.current.row);
      else if (this.current.row !== row && this.selection.size === 0) this.anchor = this.current.row;
    } else if (event.key === ' ') {
      event.preventDefault();
      this.toggle(row);
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.anchor = 0;
      this.selectTo(this.count - 1);
    } else if (event.key === 'Escape' && this.selection.size > 1) {
      event.stopPropagation();
      this.selected = null;
      this.setSelection([]);
      this.drawBody();
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
      this.drawHead();
      this.redraw();
      this.delegate.remember();
    } else if (event.key === 'F2') {
      event.preventDefault();
      this.edit();
    } else if (event.key === 'Delete') {
      const found = this.row(row);
      if (this.selection.size > 1) this.delegate.remove([...this.selection]);
      else if (found) this.delegate.remove([found.id]);
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
    if (['Binary', 'Composite', 'Transformable'].includes(property.type) || row.cells[place]?.t === 'long' || !fitsField(row.cells[place])) {
      this.select();
      return;
    }
    this.delegate.beginEditing();
    this.editing = null;
    const before = row.cells[place];
    const input = field(property, before, { 'aria-label': property.name });
    const editing = this.editing = { id: row.id, column: property.name, input, reason: null, isStale: false };
    const original = input.value;
    const known = { cell: before };
    let isSending = false;
    const leave = () => {
      if (this.editing !== editing) return;
      this.editing = null;
      this.redraw();
    };
    const finish = async isKept => {
      if (isSending || this.editing !== editing) return;
      const text = input.value;
      if (!isKept || text === original) {
        leave();
        if (document.activeElement === document.body) this.element.focus();
        return;
      }
      isSending = true;
      const isFocused = document.activeElement === input;
      try {
        editing.isStale = false;
        await this.delegate.edit(row, property, typedValue(input, property, before), known);
        leave();
        if (isFocused || document.activeElement === document.body) this.element.focus();
      } catch (error) {
        // What was typed stays, next to the reason.
        editing.isStale = error.isStale === true;
        editing.reason = complaint(error, property, before) + (editing.isStale ? ' Enter replaces it, and Escape keeps it.' : '');
        input.setAttribute('aria-invalid', 'true');
        input.setAttribute('aria-describedby', 'cell-error');
        this.redraw();
        if (isFocused) input.focus();
      }
      isSending = false;
    };
    input.addEventListener('keydown', event => {
      // The keys of the page, such as that of a save, stay those of the page.
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
      if (event.key === 'Enter') { event.preventDefault(); finish(true); }
      if (event.key === 'Escape') { finish(false); this.element.focus(); }
    });
    // A field that moves with its row loses the focus only for a moment. The value of somebody else is replaced only on purpose.
    input.addEventListener('blur', () => setTimeout(() => { if (document.activeElement !== input && !editing.isStale) finish(true); }, 0));
    this.redraw();
    input.focus();
    input.select?.();
  }

  /** Says below or above the edited cell why its text was refused. */
  explain(element, index) {
    const place = this.columns.indexOf(this.editing.column);
    const left = this.columns.slice(0, place).reduce((sum, column) => sum + this.width(column), 0);
    const isLow = (index - this.firstVisible) * this.rowHeight > (this.element.clientHeight - headHeight) * 0.7;
    const box = make('div', { class: isLow ? 'reason above' : 'reason', id: 'cell-error', role: 'alert' }, this.editing.reason);
    box.style.left = left + 'px';
    element.append(box);
  }
}
