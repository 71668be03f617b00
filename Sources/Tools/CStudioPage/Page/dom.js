// Creates elements. Text from a store becomes text nodes and property values, never markup.

/** The element with an identifier. */
export const byId = id => document.getElementById(id);

/** A new element with properties, `data-` and `aria-` attributes, listeners (`onclick`), and children. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'class') element.className = value;
    else if (/^(aria|data)-|^(role|for|colspan|list)$/.test(key)) element.setAttribute(key, value === true ? 'true' : value);
    else element[key] = value;
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** Announces an event to screen readers. */
export function announce(text) { byId('announcer').textContent = text; }

/** A number with the separators of the reader's language. */
export const grouped = number => new Intl.NumberFormat().format(number);

/** `1 object`, `3 objects`. */
export const counted = (number, one, many = one + 's') => `${grouped(number)} ${number === 1 ? one : many}`;
