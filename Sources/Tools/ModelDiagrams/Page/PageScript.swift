/// The script of the page. It contains no text of a model, and reads everything from the elements of the drawing.
///
/// The script supports `#search=text` and `#entity=name` at the end of the page's address.
let pageScript = #"""
    'use strict';
    (() => {
      const diagram = document.getElementById('diagram');
      const view = document.getElementById('view');
      const input = document.getElementById('text');
      const found = document.getElementById('found');
      const level = document.getElementById('level');
      const box = diagram.viewBox.baseVal;
      const whole = { x: box.x, y: box.y, width: box.width, height: box.height };
      diagram.removeAttribute('viewBox');
      const entities = [...diagram.querySelectorAll('.entity')].map((element, index) => ({
        element, index, lines: [], neighbours: new Set([index]),
        label: element.getAttribute('aria-label'),
        rows: [...element.querySelectorAll('.row')].map(row => ({
          element: row, key: row.dataset.name.toLowerCase(),
        })),
      }));
      for (const line of diagram.querySelectorAll('.line')) {
        const [one, other] = line.dataset.ends.split(' ').map(Number);
        for (const [end, far] of [[one, other], [other, one]]) {
          entities[end].lines.push(line);
          entities[end].neighbours.add(far);
        }
      }

      // Moving and zooming.
      let scale = 1, left = 0, top = 0, isFitted = true;
      const farBelow = 0.42;
      const show = () => {
        isFitted = false;
        view.setAttribute('transform', `translate(${left} ${top}) scale(${scale})`);
        diagram.classList.toggle('far', scale < farBelow);
        level.textContent = Math.round(scale * 100) + ' %';
      };
      const zoom = (factor, x = innerWidth / 2, y = innerHeight / 2) => {
        const next = Math.min(4, Math.max(0.02, scale * factor));
        left = x - (x - left) * next / scale;
        top = y - (y - top) * next / scale;
        scale = next;
        show();
      };
      const frame = (area, greatest) => {
        const room = { width: Math.max(innerWidth - 24, 1), height: Math.max(innerHeight - 128, 1) };
        scale = Math.min(greatest, room.width / area.width, room.height / area.height);
        left = (innerWidth - area.width * scale) / 2 - area.x * scale;
        top = 66 + (room.height - area.height * scale) / 2 - area.y * scale;
        show();
      };
      const fit = () => { frame(whole, 1.25); isFitted = true; };
      const areaOf = (indices, margin) => {
        const areas = [...indices].map(index => {
          const { e, f } = entities[index].element.transform.baseVal.consolidate().matrix;
          const size = entities[index].element.querySelector('.frame');
          return { x: e, y: f, right: e + size.width.baseVal.value, bottom: f + size.height.baseVal.value };
        });
        const x = Math.min(...areas.map(area => area.x)) - margin;
        const y = Math.min(...areas.map(area => area.y)) - margin;
        return {
          x, y, width: Math.max(...areas.map(area => area.right)) + margin - x,
          height: Math.max(...areas.map(area => area.bottom)) + margin - y,
        };
      };
      const go = index => frame(areaOf([index], 90), 1.15);
      // A page around this one shows the entity itself.
      const isFramed = parent !== window;
      const enter = index => { if (isFramed) parent.postMessage({ entity: entities[index].label }, '*'); \#
    else go(index); };

      diagram.addEventListener('wheel', event => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1;
        zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
      }, { passive: false });
      const pointers = new Map();
      let travelled = 0;
      diagram.addEventListener('pointerdown', event => {
        if (event.button !== 0) return;
        if (pointers.size === 0) travelled = 0;
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      });
      addEventListener('pointermove', event => {
        const last = pointers.get(event.pointerId);
        if (!last) return;
        const next = { x: event.clientX, y: event.clientY };
        travelled += Math.abs(next.x - last.x) + Math.abs(next.y - last.y);
        if (pointers.size === 1) {
          left += next.x - last.x;
          top += next.y - last.y;
          diagram.classList.add('dragging');
          show();
        } else {
          const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
          const before = Math.hypot(last.x - other.x, last.y - other.y);
          const after = Math.hypot(next.x - other.x, next.y - other.y);
          if (before > 0) zoom(after / before, (next.x + other.x) / 2, (next.y + other.y) / 2);
        }
        pointers.set(event.pointerId, next);
      });
      const release = event => {
        pointers.delete(event.pointerId);
        if (pointers.size === 0) diagram.classList.remove('dragging');
      };
      addEventListener('pointerup', release);
      addEventListener('pointercancel', release);

      // Neighbors of the hovered, focused, or chosen entity.
      let chosen = null;
      const light = index => {
        for (const element of diagram.querySelectorAll('.near-by')) element.classList.remove('near-by');
        diagram.classList.toggle('focusing', index !== null);
        if (index === null) return;
        for (const near of entities[index].neighbours) entities[near].element.classList.add('near-by');
        for (const line of entities[index].lines) line.classList.add('near-by');
      };
      const choose = index => {
        if (chosen !== null) entities[chosen].element.classList.remove('chosen');
        chosen = index;
        if (chosen !== null) entities[chosen].element.classList.add('chosen');
        light(chosen);
      };
      for (const { element, index } of entities) {
        element.addEventListener('pointerenter', () => { if (pointers.size === 0) light(index); });
        element.addEventListener('pointerleave', () => light(chosen));
        element.addEventListener('focus', () => {
          if (!element.matches(':focus-visible')) return;
          light(index);
          const seen = element.getBoundingClientRect();
          if (seen.left < 0 || seen.top < 60 || seen.right > innerWidth || seen.bottom > innerHeight) go(index);
        });
        element.addEventListener('blur', () => light(chosen));
        element.addEventListener('dblclick', () => enter(index));
        element.addEventListener('keydown', event => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          choose(index);
          enter(index);
        });
      }
      diagram.addEventListener('click', event => {
        if (travelled > 5) return;
        const element = event.target.closest('.entity');
        const index = element ? entities.findIndex(entity => entity.element === element) : null;
        choose(index === chosen ? null : index);
      });

      // Search.
      let hits = [], current = -1;
      const search = () => {
        const text = input.value.trim().toLowerCase();
        let properties = 0;
        hits = [];
        current = -1;
        diagram.classList.toggle('searching', text !== '');
        for (const entity of entities) {
          const isNamed = text !== '' && entity.label.toLowerCase().includes(text);
          let isFound = isNamed;
          for (const row of entity.rows) {
            const isHit = text !== '' && row.key.includes(text);
            row.element.classList.toggle('found', isHit);
            if (isHit) { properties += 1; isFound = true; }
          }
          entity.element.classList.toggle('named', isNamed);
          entity.element.classList.toggle('found', isFound);
          entity.element.classList.remove('current');
          if (isFound) hits.push({ index: entity.index, rank: isNamed ? 0 : 1 });
        }
        hits.sort((one, other) => one.rank - other.rank || one.index - other.index);
        found.textContent = text === '' ? '' : `${hits.length} / ${properties}`;
        found.title = `${hits.length} entities, ${properties} properties`;
      };
      const next = step => {
        if (hits.length === 0) return;
        if (current >= 0) entities[hits[current].index].element.classList.remove('current');
        current = current < 0 && step < 0 ? hits.length - 1 : (current + step + hits.length) % hits.length;
        entities[hits[current].index].element.classList.add('current');
        go(hits[current].index);
      };
      const clear = () => { input.value = ''; search(); choose(null); };
      input.addEventListener('input', search);
      input.addEventListener('keydown', event => {
        if (event.key === 'Enter') next(event.shiftKey ? -1 : 1);
        if (event.key === 'Escape') { clear(); input.blur(); }
      });

      // Keys and buttons.
      const keys = {
        '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), '0': fit, 'f': fit,
        '1': () => zoom(1 / scale),
        'ArrowLeft': () => { left += 80; show(); }, 'ArrowRight': () => { left -= 80; show(); },
        'ArrowUp': () => { top += 80; show(); }, 'ArrowDown': () => { top -= 80; show(); },
        '/': () => { input.focus(); input.select(); }, 'Escape': clear,
      };
      addEventListener('keydown', event => {
        if (event.target === input || event.ctrlKey || event.metaKey || event.altKey) return;
        const action = keys[event.key];
        if (!action) return;
        event.preventDefault();
        action();
      });
      document.getElementById('in').addEventListener('click', () => zoom(1.25));
      document.getElementById('out').addEventListener('click', () => zoom(0.8));
      document.getElementById('fit').addEventListener('click', fit);
      document.getElementById('print').addEventListener('click', () => print());
      if (!isFramed) for (const hint of document.querySelectorAll('.framed')) hint.remove();
      // A frame may get its size after its contents.
      new ResizeObserver(() => { if (isFitted) fit(); }).observe(diagram);

      const open = () => {
        const wish = new URLSearchParams(location.hash.slice(1));
        if (wish.has('search')) { input.value = wish.get('search'); search(); }
        const entity = entities.find(entity => entity.label === wish.get('entity'));
        if (entity) { choose(entity.index); frame(areaOf(entity.neighbours, 40), 1.15); }
      };
      addEventListener('hashchange', open);

      // On paper, the whole diagram fills one page, with the title and the legend.
      const legend = document.getElementById('legend');
      const paper = { width: 1040, height: 640 };
      let wasOpen = false;
      addEventListener('beforeprint', () => {
        wasOpen = legend.open;
        legend.open = true;
        diagram.setAttribute('viewBox', `${whole.x} ${whole.y} ${whole.width} ${whole.height}`);
        view.removeAttribute('transform');
        diagram.classList.toggle('far', Math.min(paper.width / whole.width, paper.height / whole.height) < farBelow);
      });
      addEventListener('afterprint', () => {
        legend.open = wasOpen;
        diagram.removeAttribute('viewBox');
        if (isFitted) fit(); else show();
      });
      fit();
      open();
    })();
    """#
