// Shows and edits one object.
import { byId, make, announce, grouped } from './dom.js';
import { cellNodes, chip, complaint, dateText, emptyText, field, fitsField, sizeText, textNodes, typedValue, visible } from './values.js';
import { chooseObject } from './dialogs.js';

/** The maximum size of a file in an attribute, in bytes. */
const maximumFile = 256 * 1048576;

/** Shows an object beside the table. */
export class Inspector {
  /** `delegate` has `entities`, `isEditable`, `follow(id)`, `change(change, known)`, `closed()`. */
  constructor(source, delegate) {
    this.source = source;
    this.delegate = delegate;
    this.element = byId('inspector');
    this.trail = [];
    /** The texts that were refused, by the paths of their properties, with the reasons and the known values. */
    this.refused = new Map();
    /** The texts of fields when they were drawn. */
    this.originals = new WeakMap();
  }

  get isOpen() { return !this.element.hidden; }

  /** Whether opening would cover a point of the window. */
  wouldCover(x, y) {
    if (this.isOpen) return false;
    this.element.hidden = false;
    const { left, right, top, bottom } = this.element.getBoundingClientRect();
    this.element.hidden = true;
    return left <= x && x < right && top <= y && y < bottom;
  }

  /** Shows an object; `isStep` adds the previous one to the path. */
  async open(id, isStep) {
    const number = this.openCount = (this.openCount ?? 0) + 1;
    const object = await this.source.object(id);
    // Another object was opened, or the inspector was closed, before the response arrived.
    if (number !== this.openCount) return false;
    if (isStep && this.shown && this.shown.id !== id) this.trail = [...this.trail.filter(step => step.id !== id), this.shown].slice(-8);
    if (!isStep) this.trail = [];
    if (this.shown?.id !== id) this.refused.clear();
    this.shown = { id, label: object.label };
    this.object = object;
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.draw();
    return true;
  }

  async refresh(identities = {}) {
    if (!this.isOpen || !this.shown) return;
    const renamed = link => ({ ...link, id: identities[link.id] ?? link.id });
    this.trail = this.trail.map(renamed);
    this.shown = renamed(this.shown);
    const { id } = this.shown;
    const number = this.refreshCount = (this.refreshCount ?? 0) + 1;
    try {
      const object = await this.source.object(id);
      // Keep text that is being typed, and an object that was opened, or read again, meanwhile.
      if (this.shown?.id !== id || number !== this.refreshCount) return;
      const active = document.activeElement;
      if (this.originals.has(active) && active.value !== this.originals.get(active)) {
        active.addEventListener('blur', () => setTimeout(() => this.refresh(), 0), { once: true });
        return;
      }
      this.object = object;
      this.draw();
    } catch (error) {
      this.element.replaceChildren(this.closeButton(), make('p', { class: 'bad' }, error.message));
    }
  }

  close() {
    this.openCount = (this.openCount ?? 0) + 1;
    this.element.hidden = true;
    this.shown = null;
    this.trail = [];
    this.refused.clear();
    this.delegate.closed();
  }

  closeButton() {
    return make('button', { class: 'icon', 'aria-label': 'Close the object', title: 'Close (Esc)', onclick: () => this.close() }, '✕');
  }

  draw() {
    const { object } = this;
    const entity = this.delegate.entities.get(object.entity);
    const active = document.activeElement;
    const focused = active?.closest?.('#inspector .property')?.dataset.key;
    const caret = active?.matches?.('#inspector input:not([type=file]), #inspector textarea') ? [active.selectionStart, active.selectionEnd] : null;
    const isLink = ({ key }) => Boolean(entity.properties.find(known => known.name === key)?.destination);
    const group = (title, values) => values.length === 0 ? '' : make('section', { class: 'group', 'aria-label': title }, make('h3', {}, title), ...values.map(value => this.property(entity, value)));
    const { scrollTop } = this.element;
    this.element.replaceChildren(
      this.trail.length === 0 ? '' : make('nav', { class: 'trail', 'aria-label': 'Path to this object' }, ...this.trail.flatMap(({ id, label }) => [
        make('button', { class: 'chip', onclick: () => this.back(id) }, ...textNodes(label)), '›'])),
      make('header', {}, make('h2', {}, ...textNodes(object.label)), make('small', {}, object.entity), this.closeButton()),
      object.change === 'deleted' ? make('p', { class: 'bad' }, 'Deleted. It is removed from the store when you save.') : '',
      ...this.notes(entity.notes),
      group('Attributes', object.values.filter(value => !isLink(value))),
      group('Relationships', object.values.filter(isLink)),
      object.history.transactions.length === 0 ? '' : this.history(object.history),
      make('section', { class: 'group', 'aria-label': 'Identity' }, make('h3', {}, 'Identity'),
        make('p', { class: 'identity' }, object.id, ...(object.version == null ? [] : [make('br'), this.version(object.version)]))));
    this.element.scrollTop = scrollTop;
    const same = active?.id && this.element.contains(byId(active.id)) ? byId(active.id) : null;
    if (same) {
      same.focus();
      if (caret) same.setSelectionRange?.(...caret);
    }
    else if (focused) [...this.element.querySelectorAll('.property')].find(box => box.dataset.key === focused)?.querySelector('input, select, textarea, button')?.focus();
  }

  async back(id) {
    const place = this.trail.findIndex(step => step.id === id);
    const kept = this.trail.slice(0, place);
    await this.open(id, false);
    this.trail = kept;
    this.draw();
    this.delegate.moved(id);
  }

  notes(notes) {
    return notes.map(({ key, text }) => make('p', { class: 'rules' }, `${key}: ${text}`));
  }

  /** The version of the object in the store. */
  version(number) {
    return make('span', { class: 'version' }, `version ${grouped(number)}${this.delegate.kind === 'JSON' ? ', counted since the store was opened' : ''}`);
  }

  history({ transactions, hasMore }) {
    const line = ({ number, date, author, kind, properties }) =>
      make('p', { class: 'rules' }, `${number}: ${kind}${properties.length ? ' of ' + properties.join(', ') : ''}, ${dateText(date)}${author ? ', ' + author : ''}`);
    const box = make('section', { class: 'group history', 'aria-label': 'History' }, make('h3', {}, 'History'), ...transactions.map(line));
    if (!hasMore) return box;
    const { id } = this.object;
    let last = transactions.at(-1).number;
    const more = make('button', { class: 'quiet' }, 'Earlier');
    more.addEventListener('click', async () => {
      more.disabled = true;
      try {
        const answer = await this.source.history(id, last);
        more.before(...answer.transactions.map(line));
        last = answer.transactions.at(-1)?.number ?? last;
        if (!answer.hasMore) more.remove();
      } catch (error) { more.textContent = error.message; }
      more.disabled = false;
    });
    box.append(more);
    return box;
  }

  property(entity, { key, cell, isChanged, text, fixedReason }) {
    const property = entity.properties.find(known => known.name === key);
    const error = make('p', { class: 'error', id: `error-${key}`, role: 'alert' });
    const rules = [property.inverse ? `inverse ${property.inverse}` : null, property.deleteRule && property.deleteRule !== 'Nullify' ? `${property.deleteRule} on delete` : null, ...property.rules].filter(Boolean);
    const box = make('div', { class: 'property' + (isChanged ? ' changed' : ''), 'data-key': key });
    const kind = property.type ?? `${property.destination}${property.isToMany ? (property.isOrdered ? ', ordered' : ', many') : ''}`;
    const name = [make('span', { class: 'title' }, key, property.isOptional ? null : make('span', { class: 'required', title: 'required' }, '*')), make('small', {}, kind)];
    const label = () => make('div', { class: 'label' }, ...name);
    const value = make('div', { class: 'value' });
    const mayEdit = this.delegate.isEditable && this.object.change !== 'deleted';
    const known = this.known(key, text ?? cell);
    const nilButton = mayEdit ? this.nilButton(property, key, error, known) : '';
    if (property.destination) {
      box.append(label());
      value.append(this.links(property, cell, mayEdit, error));
    } else if (mayEdit && property.members) {
      box.append(label());
      value.append(this.members(property, cell, key), nilButton);
    } else if (mayEdit && (text != null || this.isField(property, cell))) {
      const input = field(property, text ?? cell, { id: `value-${key}`, 'aria-describedby': `error-${key}` });
      this.edits(input, property, key, error, text ?? cell, known);
      box.append(make('label', { class: 'label', for: `value-${key}` }, ...name));
      const line = make('div', { class: 'line' }, input);
      if (input.tagName !== 'SELECT') line.append(nilButton);
      value.append(line);
      if (cell?.t === 'date') value.append(make('p', { class: 'rules', title: `stored as ${cell.raw}` }, dateText(cell)));
      if (cell?.t === 'case') rules.unshift(`stored as ${cell.stored}`);
    } else {
      box.append(label());
      value.append(...this.shownValue(property, cell, mayEdit, error));
      if (mayEdit && fixedReason) value.append(make('p', { class: 'rules' }, fixedReason));
      if (mayEdit && !fitsField(cell)) value.append(make('p', { class: 'rules' }, 'The text has carriage returns, which a field cannot keep.'));
      value.append(nilButton);
    }
    if (rules.length) value.append(make('p', { class: 'rules' }, rules.join(' · ')));
    value.append(...this.notes(property.notes), error);
    box.append(value);
    return box;
  }

  isField(property, cell) {
    return !property.isFixed && fitsField(cell) && cell?.t !== 'long' && cell?.t !== 'data' && !['Binary', 'Transformable', 'Composite'].includes(property.type);
  }

  /** The button that sets a value to nil, or nil to the empty text, where one of them is possible. */
  nilButton(property, path, error, known) {
    const button = (value, text, name) => make('button', {
      class: 'nil-button', title: `Set to ${name}`, 'aria-label': `Set ${path} to ${name}`, onclick: () => this.set(path, value, error, known),
    }, text);
    if (property.isFixed) return '';
    if (known.cell !== null) return property.isOptional ? button(null, 'nil', 'nil') : '';
    return property.type === 'String' && !property.cases ? button('', emptyText, 'the empty text') : '';
  }

  /**
   * The value that the reader has seen: after a refusal the one that was known then, because the field has hidden every
   * later one.
   */
  known(path, cell) { return this.refused.get(path)?.known ?? { cell }; }

  edits(input, property, path, error, cell, known = this.known(path, cell)) {
    const { id } = this.object;
    // What was typed stays when the object is drawn anew.
    const refused = this.refused.get(path);
    const send = () => this.set(path, typedValue(input, property, cell), error, known, { input, property, cell }, id);
    input.addEventListener('change', send);
    input.addEventListener('replace', send);
    if (refused) input.value = refused.text;
    this.originals.set(input, input.value);
    if (!refused) return;
    input.setAttribute('aria-invalid', 'true');
    this.explain(error, refused, path, input);
  }

  /** Shows the reason of a refusal next to its field; for a value of somebody else, with the choice between both. */
  explain(error, { reason, isStale }, path, input) {
    error.textContent = reason;
    if (!isStale) return;
    const take = () => { this.refused.delete(path); this.originals.set(input, input.value); this.refresh(); };
    error.append(' ', make('button', { class: 'quiet', onclick: () => input.dispatchEvent(new Event('replace')) }, 'Set mine'), ' ', make('button', { class: 'quiet', onclick: take }, 'Keep the other'));
  }

  /** The members of a composite, with a field for each. */
  members(property, cell, path) {
    return make('div', { class: 'members', role: 'group', 'aria-label': path }, ...property.members.map(member => {
      const memberPath = `${path}.${member.name}`;
      const value = cell?.members?.[member.name] ?? null;
      const error = make('p', { class: 'error', id: `error-${memberPath}`, role: 'alert' });
      if (member.members) return make('div', {}, make('div', { class: 'label' }, member.name), this.members(member, value, memberPath));
      if (!this.isField(member, value)) return make('div', {}, make('div', { class: 'label' }, member.name, ' ', make('small', {}, member.type)), ...cellNodes(value, this.delegate.follow));
      const input = field(member, value, { id: `value-${memberPath}`, 'aria-describedby': `error-${memberPath}` });
      const known = this.known(memberPath, value);
      this.edits(input, member, memberPath, error, value, known);
      const nilButton = input.tagName === 'SELECT' || member.type !== 'String' ? '' : this.nilButton(member, memberPath, error, known);
      return make('div', {}, make('label', { for: `value-${memberPath}` }, member.name, ' ', make('small', {}, member.type)), input, nilButton, error);
    }));
  }

  shownValue(property, cell, mayEdit, error) {
    if (cell?.t === 'data') return this.data(property, cell, mayEdit, error);
    if (cell?.t === 'composite') {
      return [make('table', {}, make('tbody', {}, ...Object.entries(cell.members).sort().map(([name, member]) => make('tr', {}, make('th', {}, name), make('td', {}, ...cellNodes(member, this.delegate.follow))))))];
    }
    const long = typeof cell === 'string' && cell.length > 120 ? [make('pre', {}, visible(cell))] : cell?.t === 'long'
      ? [make('pre', {}, visible(cell.s) + '…'), make('p', { class: 'rules' }, `${sizeText(cell.count)} of text: the beginning is shown, and cannot be edited`),
        this.source.isLive ? make('button', { class: 'quiet', onclick: () => this.download(property, error) }, 'Download all') : ''] : null;
    const nodes = long ?? [make('div', {}, ...cellNodes(cell, this.delegate.follow))];
    if (property.type === 'Binary' && mayEdit) nodes.push(this.picker(property, cell, error));
    return nodes;
  }

  data(property, cell, mayEdit, error) {
    const { data } = cell;
    const nodes = [];
    if (['png', 'jpeg', 'gif', 'webp'].includes(data.kind)) {
      const image = make('img', { alt: `The picture in ${property.name}` });
      if (this.source.isLive) {
        this.source.data(this.object.id, property.name).then(blob => {
          const address = URL.createObjectURL(new Blob([blob], { type: 'image/' + data.kind }));
          image.onload = image.onerror = () => URL.revokeObjectURL(address);
          image.src = address;
        }, () => {});
        nodes.push(image);
      }
    } else {
      nodes.push(make('pre', { class: data.kind === 'bytes' ? 'digits' : '' }, visible(data.text)));
    }
    const names = { propertyList: 'property list', archive: 'archive of objects', json: 'JSON', text: 'text', bytes: 'bytes' };
    nodes.push(make('p', { class: 'rules' }, `${names[data.kind] ?? data.kind.toUpperCase()}, ${sizeText(data.count)}`));
    if (this.source.isLive) nodes.push(make('button', { class: 'quiet', onclick: () => this.download(property, error) }, 'Download'));
    if (mayEdit && property.type === 'Binary') nodes.push(this.picker(property, cell, error));
    return nodes;
  }

  picker(property, cell, error) {
    const known = { cell };
    const input = make('input', { type: 'file', 'aria-label': `A file for ${property.name}` });
    input.addEventListener('change', () => {
      const [file] = input.files;
      if (!file) return;
      if (file.size > maximumFile) { error.textContent = `The file has ${sizeText(file.size)}; the limit is ${sizeText(maximumFile)}.`; return; }
      this.act({ action: 'set', object: this.object.id, key: property.name, file }, error, known);
    });
    return input;
  }

  async download(property, error) {
    try {
      const address = URL.createObjectURL(await this.source.data(this.object.id, property.name));
      make('a', { href: address, download: property.name + (property.type === 'String' ? '.txt' : '') }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    } catch (refusal) { error.textContent = refusal.message; }
  }

  links(property, cell, mayEdit, error) {
    const links = cell === null ? [] : cell.t === 'object' ? [cell.link] : cell.links;
    // Members of to-many relationships are added and removed one by one, so nothing of others is lost.
    const known = property.isToMany ? undefined : { cell };
    const isOrdered = property.isOrdered && mayEdit && (cell?.count ?? 0) > 1;
    const box = make('div', { class: isOrdered ? 'chips ordered' : 'chips', role: isOrdered ? 'list' : null });
    const member = link => make('span', { class: 'member', role: isOrdered ? 'listitem' : null, 'data-id': link.id },
      isOrdered ? this.handle(property, link, box, error, { cell }) : null, tabbable(chip(link, this.delegate.follow)),
      mayEdit ? make('button', { class: 'remove', 'aria-label': `Disconnect ${visible(link.label)}`, onclick: () => this.act({ action: 'disconnect', object: this.object.id, relationship: property.name, destination: link.id }, error, known) }, '✕') : null);
    box.append(...links.map(member));
    if (links.length === 0) box.append(make('span', { class: 'nil' }, property.isToMany ? 'none' : 'nil'));
    const count = cell?.count ?? links.length;
    if (count > links.length) {
      let known = links.length;
      const more = make('button', { class: 'quiet' }, `${grouped(count - known)} more`);
      more.addEventListener('click', async () => {
        const answer = await this.source.members(this.object.id, property.name, known, 100);
        known += answer.members.length;
        more.before(...answer.members.map(member));
        more.textContent = `${grouped(answer.count - known)} more`;
        if (known >= answer.count) more.remove();
      });
      box.append(more);
    }
    if (mayEdit) {
      box.append(make('button', { class: 'quiet', onclick: async () => {
        const destination = await chooseObject(this.source, this.delegate.entities.get(property.destination), `Connect ${property.name}`);
        if (destination) this.act({ action: 'connect', object: this.object.id, relationship: property.name, destination }, error, known);
      } }, property.isToMany ? 'Add' : 'Choose'));
    }
    return box;
  }

  /** The handle that moves an object in an ordered relationship, by dragging and by the arrow keys. */
  handle(property, link, box, error, known) {
    const places = () => [...box.querySelectorAll('.member')];
    const placeOf = id => places().findIndex(element => element.dataset.id === id);
    const move = async place => {
      if (place < 0 || place >= places().length || place === placeOf(link.id)) return;
      await this.act({ action: 'move', object: this.object.id, relationship: property.name, destination: link.id, place }, error, known);
      const moved = [...this.element.querySelectorAll(`.property[data-key="${CSS.escape(property.name)}"] .member`)].find(element => element.dataset.id === link.id);
      moved?.querySelector('.handle').focus();
      announce(`${visible(link.label)} is number ${place + 1}`);
    };
    return make('button', {
      class: 'handle', 'aria-label': `Move ${visible(link.label)}`, title: 'Drag, or use the arrow keys',
      onkeydown: event => {
        const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        move(placeOf(link.id) + step);
      },
      onpointerdown: event => {
        event.preventDefault();
        const handle = event.currentTarget;
        const own = handle.parentElement;
        handle.focus();
        handle.setPointerCapture(event.pointerId);
        own.classList.add('moving');
        let target = placeOf(link.id);
        const look = moved => {
          const others = places().filter(element => element !== own);
          target = others.filter(element => { const { top, height } = element.getBoundingClientRect(); return moved.clientY > top + height / 2; }).length;
          for (const [place, element] of others.entries()) {
            element.classList.toggle('before', place === target);
            element.classList.toggle('after', target === others.length && place === others.length - 1);
          }
        };
        const end = () => {
          handle.removeEventListener('pointermove', look);
          own.classList.remove('moving');
          for (const element of places()) element.classList.remove('before', 'after');
        };
        handle.addEventListener('pointermove', look);
        handle.addEventListener('pointerup', () => { end(); move(target); }, { once: true });
        handle.addEventListener('pointercancel', end, { once: true });
      },
    }, '⠿');
  }

  set(path, value, error, known, edit, id = this.object.id) {
    edit?.input.setAttribute('aria-invalid', 'false');
    return this.act({ action: 'set', object: id, key: path, value }, error, known, edit && { ...edit, path });
  }

  /** Makes a change. After a refusal, the text of the edited field stays, with the reason next to it. */
  async act(change, error, known, edit) {
    error.textContent = '';
    const text = edit?.input.value;
    if (edit) this.refused.delete(edit.path); else if (change.key) this.refused.delete(change.key);
    try {
      await this.delegate.change(change, known);
    } catch (refusal) {
      const reason = edit ? complaint(refusal, edit.property, edit.cell) : complaint(refusal, { type: 'String' });
      // Another object may be shown by now.
      if (change.object && this.shown?.id !== change.object) { this.delegate.failed(refusal); return; }
      const { isStale } = refusal;
      if (!edit) { error.textContent = reason; return; }
      this.refused.set(edit.path, { text, reason, isStale, known });
      edit.input.setAttribute('aria-invalid', 'true');
      this.explain(error, { reason, isStale }, edit.path, edit.input);
    }
  }
}

const tabbable = element => { element.tabIndex = 0; return element; };
