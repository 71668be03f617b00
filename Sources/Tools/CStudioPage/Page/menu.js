// A menu of a button: below it, or on a phone as a sheet at the bottom of the window.
import { byId } from './dom.js';

/** Lets a button open a menu. Items with `data-for` stand for other buttons. */
export function attachMenu(buttonID, menuID) {
  const [button, menu] = [byId(buttonID), byId(menuID)];
  const items = () => [...menu.querySelectorAll('[role=menuitem]')].filter(item => !item.hidden && !item.disabled && item.offsetParent !== null);
  const open = () => {
    for (const item of menu.querySelectorAll('[data-for]')) {
      const original = byId(item.dataset.for);
      item.disabled = original.disabled;
      item.hidden = original.hidden;
    }
    menu.showPopover();
    const { right, bottom } = button.getBoundingClientRect();
    menu.style.setProperty('--top', bottom + 4 + 'px');
    menu.style.setProperty('--right', innerWidth - right + 'px');
    items()[0]?.focus();
  };
  button.addEventListener('click', () => { if (menu.matches(':popover-open')) menu.hidePopover(); else open(); });
  menu.addEventListener('toggle', event => button.setAttribute('aria-expanded', String(event.newState === 'open')));
  menu.addEventListener('click', event => {
    const item = event.target.closest('[role=menuitem]');
    if (!item) return;
    menu.hidePopover();
    if (item.dataset.for) byId(item.dataset.for).click();
  });
  menu.addEventListener('keydown', event => {
    const all = items();
    const place = all.indexOf(document.activeElement);
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Tab') menu.hidePopover();
    if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); menu.hidePopover(); button.focus(); }
    if (next === undefined) return;
    event.preventDefault();
    all[(next + all.length) % all.length]?.focus();
  });
}
