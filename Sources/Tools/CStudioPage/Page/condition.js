// The field for conditions: completes keys, operators, and cases, and shows errors in the condition.
import { byId, make } from './dom.js';
import { visible } from './values.js';

const operatorsOfTexts = ['==', '!=', 'BEGINSWITH', 'CONTAINS[cd]', 'ENDSWITH', 'LIKE', 'MATCHES', 'IN'];
const operatorsOfNumbers = ['==', '!=', '<', '<=', '>', '>=', 'BETWEEN', 'IN'];
const joiners = ['AND', 'OR'];
const beginnings = ['NOT', 'ANY', 'ALL', 'NONE', 'SUBQUERY('];
const constants = ['nil', 'TRUE', 'FALSE'];

/** Shows completions. */
export class ConditionField {
  constructor(entities, ask) {
    this.entities = entities;
    this.ask = ask;
    this.input = byId('condition');
    this.list = byId('completions');
    this.choices = [];
    this.chosen = -1;
    this.input.addEventListener('input', () => { this.markClear(); this.complete(); });
    byId('clear').addEventListener('click', () => { this.input.value = ''; this.markClear(); this.ask(); this.input.focus(); });
    this.input.addEventListener('keydown', event => this.key(event));
    this.input.addEventListener('blur', () => setTimeout(() => this.close(), 120));
  }

  show(entity, text) {
    this.entity = entity;
    this.input.value = text;
    this.markClear();
    this.close();
  }

  markClear() { byId('clear').hidden = this.input.value === ''; }

  /** Shows an error, with a mark below its position; `column` counts characters from 1. */
  complain(message, column, isWarning) {
    const box = byId('condition-error');
    box.hidden = !message;
    box.classList.toggle('warning', Boolean(isWarning));
    this.input.setAttribute('aria-invalid', String(Boolean(message) && !isWarning));
    if (!message) return;
    const text = visible(this.input.value);
    box.textContent = column ? `${text}\n${' '.repeat(Math.max(column - 1, 0))}^\n${message}` : message;
  }

  // Completions.

  /** The entity that a key path without its last part points to; nil if there is none. */
  entityOf(parts) {
    return parts.slice(0, -1).reduce((entity, name) => {
      const property = entity?.properties.find(known => known.name === name);
      return property?.destination ? this.entities.get(property.destination) : undefined;
    }, this.entities.get(this.entity));
  }

  property(path) {
    const parts = path.split('.');
    return this.entityOf(parts)?.properties.find(known => known.name === parts.at(-1));
  }

  offers() {
    const before = this.input.value.slice(0, this.input.selectionStart);
    // Inside of a constant, only cases can be completed.
    const inside = /(["'])((?:\\.|(?!\1).)*)$/.exec(before.replace(/(["'])(?:\\.|(?!\1).)*\1/g, match => ' '.repeat(match.length)));
    const word = inside ? inside[0] : /[\w.#@]*$/.exec(before)[0];
    const left = before.slice(0, before.length - word.length).trimEnd();
    const operator = /(==|=|!=|<>|<=|>=|<|>|\bIN\b\s*\{?|\b(?:BEGINSWITH|ENDSWITH|CONTAINS|LIKE|MATCHES)(?:\[\w+\])?|,)$/i.exec(left);
    const key = /([\w.#@]+)\s*$/.exec(operator ? left.slice(0, operator.index) : left)?.[1];
    const keyed = key && !/^(AND|OR|NOT|ANY|ALL|NONE|SOME|IN)$/i.test(key) ? this.property(key.replaceAll('#', '')) : undefined;
    let choices;
    // Whether the condition is complete without a further word.
    let isComplete = false;
    if (operator) {
      choices = keyed?.cases ? keyed.cases.map(known => [JSON.stringify(known.name), 'case'])
        : keyed?.type === 'Boolean' ? [['TRUE', ''], ['FALSE', '']] : inside ? [] : constants.map(name => [name, '']);
    } else if (inside) {
      choices = [];
    } else if (keyed && left.length < before.length && word === '') {
      const isText = ['String', 'URI', 'UUID'].includes(keyed.type);
      choices = keyed.destination
        ? [['== nil', ''], ['!= nil', '']] : (isText ? operatorsOfTexts : operatorsOfNumbers).map(name => [name, keyed.type]);
    } else if (/["'\d\w)}]$/.test(left) && !/\b(AND|OR|NOT|ANY|ALL|NONE|SOME)$|[(&|!]$/i.test(left)) {
      // After a space: until then, the word may go on.
      choices = left.length < before.length ? joiners.map(name => [name, '']) : [];
      isComplete = true;
    } else {
      const parts = word.split('.');
      const entity = this.entityOf(parts);
      const prefix = parts.slice(0, -1).map(part => part + '.').join('');
      choices = (entity?.properties ?? []).map(({ name, type, destination, isToMany }) =>
        [prefix + name, type ?? (isToMany ? destination + ' …' : destination)]);
      if (parts.length === 1) choices.push(...beginnings.map(name => [name, '']));
      else choices.push([prefix + '@count', 'Integer 64']);
    }
    const lower = word.toLowerCase();
    isComplete ||= choices.some(([text]) => text === word);
    return { word, isComplete, choices: choices.filter(([text]) => text.toLowerCase().startsWith(lower) && text !== word).slice(0, 40) };
  }

  complete() {
    const { word, isComplete, choices } = this.offers();
    this.word = word;
    this.choices = choices;
    this.chosen = -1;
    if (choices.length === 0 || (word === '' && this.input.value.trim() === '')) return this.close();
    this.list.replaceChildren(...choices.map(([text, detail], index) => make('li', {
      role: 'option', id: `completion-${index}`, 'aria-selected': 'false',
      onpointerdown: event => { event.preventDefault(); this.take(index); },
    }, text, detail ? make('small', {}, detail) : null)));
    this.list.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    // Enter takes a completion, unless the condition can be asked without it.
    if (!isComplete) this.mark(0); else this.input.removeAttribute('aria-activedescendant');
  }

  mark(index) {
    this.list.children[this.chosen]?.setAttribute('aria-selected', 'false');
    this.chosen = (index + this.choices.length) % this.choices.length;
    const item = this.list.children[this.chosen];
    item.setAttribute('aria-selected', 'true');
    // Only the list scrolls, and not the page.
    this.list.scrollTop = Math.min(item.offsetTop, Math.max(this.list.scrollTop, item.offsetTop + item.offsetHeight - this.list.clientHeight));
    this.input.setAttribute('aria-activedescendant', item.id);
  }

  take(index) {
    const [text] = this.choices[index];
    const place = this.input.selectionStart;
    const start = place - this.word.length;
    const end = text.endsWith('(') ? '' : ' ';
    this.input.setRangeText(text + end, start, place, 'end');
    this.complete();
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  key(event) {
    const isOpen = !this.list.hidden;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      if (isOpen) this.mark(this.chosen + 1); else this.complete();
    } else if (event.key === 'ArrowUp' && isOpen) {
      event.preventDefault();
      this.mark(this.chosen < 0 ? this.choices.length - 1 : this.chosen - 1);
    } else if (event.key === 'Tab' && isOpen && this.chosen < 0 && this.word) {
      event.preventDefault();
      this.take(0);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && isOpen && this.chosen >= 0) {
      event.preventDefault();
      this.take(this.chosen);
    } else if (event.key === 'Enter') {
      this.close();
      this.ask();
    } else if (event.key === 'Escape' && (isOpen || !byId('condition-error').hidden)) {
      event.stopPropagation();
      if (isOpen) this.close(); else byId('condition-error').hidden = true;
    }
  }
}
