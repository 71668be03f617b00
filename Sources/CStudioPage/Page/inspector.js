// Everything about one object, and where it is edited.
import { byId, make, grouped } from './dom.js';
import { cellNodes, chip, dateText, field, sizeText } from './values.js';
import { chooseObject } from './dialogs.js';

/** Shows an object beside the table. */
export class Inspector {
  /** `delegate` has `entities`, `isEditable`, `follow(id)`, `change(change)`, `closed()`. */
  constructor(source, delegate) {
    this.source = source;
    this.delegate = delegate;
    this.element = byId('inspector');
    this.trail = [];
  }

  get isOpen() { return !this.element.hidden; }

  /** Shows an object; `isStep` adds the one that was shown to the way back. */
  async open(id, isStep) {
    const number = this.openCount = (this.openCount ?? 0) + 1;
    const object = await this.source.object(id);
    // Something else was opened, or all was closed, while the answer was under way.
    if (number !== this.openCount) return false;
    if (isStep && this.shown && this.shown.id !== id) this.trail = [...this.trail.filter(step => step.id !== id), this.shown].slice(-8);
    if (!isStep) this.trail = [];
    this.shown = { id, label: object.label };
    this.object = object;
    this.element.hidden = false;
    this.draw();
    return true;
  }

  async refresh(identities = {}) {
    if (!this.isOpen || !this.shown) return;
    const renamed = link => ({ ...link, id: identities[link.id] ?? link.id });
    this.trail = this.trail.map(renamed);
    this.shown = renamed(this.shown);
    const { id } = this.shown;
    try {
      const object = await this.source.object(id);
      // What is being typed is not taken away, nor what was opened meanwhile.
      if (this.shown?.id !== id) return;
      if (document.activeElement?.matches('#inspector input, #inspector textarea')) {
        document.activeElement.addEventListener('blur', () => setTimeout(() => this.refresh(), 0), { once: true });
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
    this.delegate.closed();
  }

  closeButton() {
    return make('button', { class: 'quiet', 'aria-label': 'Close the object', title: 'Close (Esc)', onclick: () => this.close() }, '✕');
  }

  draw() {
    const { object } = this;
    const entity = this.delegate.entities.get(object.entity);
    const focused = document.activeElement?.closest?.('#inspector .property')?.dataset.key;
    this.element.replaceChildren(
      this.trail.length === 0 ? '' : make('nav', { class: 'trail', 'aria-label': 'The way here' }, ...this.trail.flatMap(({ id, label }) => [
        make('button', { class: 'chip', onclick: () => this.back(id) }, label), '›'])),
      make('header', {}, make('h2', {}, object.label), this.closeButton()),
      make('p', { class: 'identity' }, object.entity, make('br'), object.id),
      object.change === 'deleted' ? make('p', { class: 'bad' }, 'Deleted; gone when you save.') : '',
      ...this.notes(entity.notes),
      ...object.values.map(value => this.property(entity, value)),
      ...(object.history.length === 0 ? [] : [this.history(object.history)]));
    if (focused) [...this.element.querySelectorAll('.property')].find(box => box.dataset.key === focused)?.querySelector('input, select, textarea, button')?.focus();
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

  history(history) {
    return make('div', { class: 'property' }, make('div', { class: 'label' }, 'History'), ...history.map(({ number, date, author, kind, properties }) =>
      make('p', { class: 'rules' }, `${number}: ${kind}${properties.length ? ' of ' + properties.join(', ') : ''}, ${dateText(date)}${author ? ', ' + author : ''}`)));
  }

  property(entity, { key, cell, isChanged }) {
    const property = entity.properties.find(known => known.name === key);
    const error = make('p', { class: 'error', id: `error-${key}`, role: 'alert' });
    const rules = [property.isOptional ? null : 'required', property.inverse ? `inverse ${property.inverse}` : null, property.deleteRule && property.deleteRule !== 'Nullify' ? `${property.deleteRule} on delete` : null, ...property.rules].filter(Boolean);
    const box = make('div', { class: 'property' + (isChanged ? ' changed' : ''), 'data-key': key });
    const kind = make('small', {}, property.type ?? `${property.destination}${property.isToMany ? (property.isOrdered ? ', ordered' : ' …') : ''}`);
    const mayEdit = this.delegate.isEditable && this.object.change !== 'deleted';
    if (property.destination) {
      box.append(make('div', { class: 'label' }, key, kind), this.links(property, cell, mayEdit, error));
    } else if (mayEdit && this.isField(property, cell)) {
      const input = field(property, cell, { id: `value-${key}`, 'aria-describedby': `error-${key}` });
      input.addEventListener('change', () => this.set(property, input.value === '' && (property.isOptional || property.type !== 'String') ? null : input.value, error, input));
      box.append(make('label', { for: `value-${key}` }, key, kind), input);
      if (cell?.t === 'date') box.append(make('p', { class: 'rules' }, `${dateText(cell)} · raw ${cell.raw}`));
      if (cell?.t === 'case') box.append(make('p', { class: 'rules' }, `stored as ${cell.stored}`));
      if (property.isOptional && cell !== null && input.tagName !== 'SELECT') box.append(make('button', { class: 'quiet', onclick: () => this.set(property, null, error) }, 'Set to nil'));
    } else {
      box.append(make('div', { class: 'label' }, key, kind), ...this.shownValue(property, cell, mayEdit, error));
    }
    if (rules.length) box.append(make('p', { class: 'rules' }, rules.join(' · ')));
    box.append(...this.notes(property.notes), error);
    return box;
  }

  isField(property, cell) {
    return !property.isFixed && cell?.t !== 'long' && cell?.t !== 'data' && property.type !== 'Binary';
  }

  shownValue(property, cell, mayEdit, error) {
    if (cell?.t === 'data') return this.data(property, cell.data, mayEdit, error);
    if (cell?.t === 'composite') {
      return [make('table', {}, make('tbody', {}, ...Object.entries(cell.members).sort().map(([name, member]) => make('tr', {}, make('th', {}, name), make('td', {}, ...cellNodes(member, this.delegate.follow))))))];
    }
    const long = typeof cell === 'string' && cell.length > 120 ? [make('pre', {}, cell)] : cell?.t === 'long'
      ? [make('pre', {}, cell.s + '…'), make('p', { class: 'rules' }, `${grouped(cell.count)} characters; the beginning is shown, an export has all`)] : null;
    const nodes = long ?? [make('div', {}, ...cellNodes(cell, this.delegate.follow))];
    if (property.type === 'Binary' && mayEdit) nodes.push(this.picker(property, error));
    return nodes;
  }

  data(property, data, mayEdit, error) {
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
      nodes.push(make('pre', {}, data.text));
    }
    const names = { propertyList: 'property list', json: 'JSON', text: 'text', bytes: 'bytes' };
    nodes.push(make('p', { class: 'rules' }, `${names[data.kind] ?? data.kind.toUpperCase()}, ${sizeText(data.count)}`));
    if (this.source.isLive) nodes.push(make('button', { class: 'quiet', onclick: () => this.download(property) }, 'Download'));
    if (mayEdit && property.type === 'Binary') nodes.push(this.picker(property, error));
    return nodes;
  }

  picker(property, error) {
    const input = make('input', { type: 'file', 'aria-label': `A file for ${property.name}` });
    input.addEventListener('change', () => {
      const reader = new FileReader();
      reader.onload = () => this.set(property, reader.result.slice(reader.result.indexOf(',') + 1), error);
      if (input.files[0]) reader.readAsDataURL(input.files[0]);
    });
    return input;
  }

  async download(property) {
    const address = URL.createObjectURL(await this.source.data(this.object.id, property.name));
    make('a', { href: address, download: property.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  links(property, cell, mayEdit, error) {
    const links = cell === null ? [] : cell.t === 'object' ? [cell.link] : cell.links;
    const box = make('div', { class: 'chips' });
    const member = link => make('span', { class: 'member' }, tabbable(chip(link, this.delegate.follow)),
      mayEdit ? make('button', { class: 'remove', 'aria-label': `Disconnect ${link.label}`, onclick: () => this.act({ action: 'disconnect', object: this.object.id, relationship: property.name, destination: link.id }, error) }, '✕') : null);
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
        if (destination) this.act({ action: 'connect', object: this.object.id, relationship: property.name, destination }, error);
      } }, property.isToMany ? 'Add' : 'Choose'));
    }
    return box;
  }

  set(property, value, error, input) {
    input?.setAttribute('aria-invalid', 'false');
    return this.act({ action: 'set', object: this.object.id, key: property.name, value }, error, input);
  }

  async act(change, error, input) {
    error.textContent = '';
    try {
      await this.delegate.change(change);
    } catch (refusal) {
      error.textContent = refusal.message;
      input?.setAttribute('aria-invalid', 'true');
    }
  }
}

const tabbable = element => { element.tabIndex = 0; return element; };
