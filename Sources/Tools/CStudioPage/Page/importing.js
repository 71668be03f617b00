// The dialog that imports objects from a file.
import { byId, make, counted, grouped } from './dom.js';
import { show } from './dialogs.js';
import { visible } from './values.js';

const formats = { csv: 'CSV', json: 'JSON', jsonl: 'JSON Lines' };
const example = '{"match": ["name"],\n "properties": {\n   "name": "full_name",\n   "team": {"from": "club", "match": "name", "create": true}}}';

/** Whether an import would change nothing. */
const isWithoutEffect = ({ insertedCount, updatedCount }) => insertedCount + updatedCount === 0;

/** What an import has done, or would do, in words. */
function outcome({ insertedCount, updatedCount, rejectedCount, rejected, unused }) {
  const list = rejected.map(({ line, column, text }) => {
    const place = `line ${grouped(line)}` + (column ? `, column ${grouped(column)}` : '');
    return make('li', {}, make('strong', {}, place), ` ${visible(text)}`);
  });
  return [
    make('p', {}, `${counted(insertedCount, 'new object')}, ${counted(updatedCount, 'changed object')}, ${counted(rejectedCount, 'rejected row')}`),
    ...unused.map(({ name, nearest }) => make('p', { class: 'rules' }, `No property matches the field “${visible(name)}”${nearest ? `; did you mean ${nearest}?` : ''}`)),
    list.length === 0 ? null : make('ul', { class: 'rejected' }, ...list),
    rejectedCount > list.length ? make('p', { class: 'rules' }, `… and ${grouped(rejectedCount - list.length)} more`) : null,
  ].filter(Boolean);
}

/**
 * Lets the reader choose a file, and shows what would happen. Resolves to the answer of the import, or null. `observed(title, ask)` shows
 * the progress of what is asked while no dialog does.
 */
export async function importObjects(source, entity, observed) {
  const file = make('input', { type: 'file', accept: '.csv,.json,.jsonl,text/csv,application/json', 'aria-label': 'File' });
  const format = make('select', { 'aria-label': 'Format' }, ...Object.entries(formats).map(([value, text]) => make('option', { value }, text)));
  const target = make('select', { 'aria-label': 'Objects' }, make('option', { value: entity.name }, entity.name), make('option', { value: '' }, 'as each row says'));
  const mapping = make('textarea', { 'aria-label': 'Mapping', placeholder: example, spellcheck: false, rows: 5 });
  const result = make('div', { class: 'outcome', role: 'status' }, make('p', { class: 'rules' }, 'Choose a file, and see what would be imported.'));
  let trialCount = 0;
  let trial;
  /** What tells the contents that the trial has seen from later ones. */
  let contents;
  const parameters = isDryRun => ({ entity: target.value || null, format: format.value, mapping: mapping.value, isDryRun });
  const button = () => byId('dialog').querySelector('[data-value=true]');
  const attempt = async () => {
    const number = trialCount += 1;
    button().disabled = true;
    trial?.abort();
    trial = new AbortController();
    if (!file.files[0]) return;
    result.replaceChildren(make('p', { class: 'rules' }, 'Reading the file …'));
    try {
      const progress = (done, total) => {
        if (number === trialCount && total > 0) result.firstChild.textContent = `Trying the rows: ${grouped(done)} of ${grouped(total)}`;
      };
      const answer = await source.imported(parameters(true), file.files[0], { signal: trial.signal, progress });
      if (number !== trialCount) return;
      ({ contents } = answer);
      result.replaceChildren(...outcome(answer));
      button().disabled = isWithoutEffect(answer);
    } catch (error) {
      if (number === trialCount) result.replaceChildren(make('p', { class: 'bad' }, error.message));
    }
  };
  file.addEventListener('change', () => {
    const extension = /\.(\w+)$/.exec(file.files[0]?.name ?? '')?.[1]?.toLowerCase();
    if (extension in formats) format.value = extension;
    attempt();
  });
  /** Imports into the contents that the reader knows the outcome with; into later ones, asks again. */
  const importSeen = async () => {
    for (;;) {
      try { return await source.imported({ ...parameters(false), contents }, file.files[0]); } catch (error) {
        if (!error.isOutdated) throw error;
        const tried = await observed('Trying the rows', observer => source.imported(parameters(true), file.files[0], observer));
        ({ contents } = tried);
        const isSure = await show('Import objects', [make('p', { class: 'bad' }, error.message), ...outcome(tried)],
          [{ text: 'Cancel', value: null }, { text: 'Import', value: true, style: 'primary', isDisabled: isWithoutEffect(tried) }]);
        if (!isSure) return null;
      }
    }
  };
  for (const input of [format, target, mapping]) input.addEventListener('change', attempt);
  const isSure = await show('Import objects', [
    make('div', { class: 'choices' }, make('label', {}, 'File ', file), make('label', {}, 'Format ', format), make('label', {}, 'Objects ', target)),
    make('label', { class: 'block' }, 'Mapping, as for modelgen store import; empty if fields have the names of properties', mapping),
    result,
  ], [{ text: 'Cancel', value: null }, { text: 'Import', value: true, style: 'primary', isDisabled: true }]);
  trialCount += 1;
  trial?.abort();
  if (!isSure) return null;
  const answer = await importSeen();
  if (!answer) return null;
  if (answer.rejectedCount > 0) await show('Imported', outcome(answer), [{ text: 'Close', value: null }]);
  return answer;
}
