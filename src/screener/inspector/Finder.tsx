import './trace.css';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { useT } from '../../shell/i18n.ts';
import { clampIndex } from '../frame/clamp.ts';
import { showDetail } from '../rows/chosen.ts';
import { type FoundRow, rowsOfIsin, searchRows } from '../rows/search.ts';
import { textValue } from '../rows/values.ts';
import { useAnswer } from '../state/answers.ts';
import { jumpTo } from '../state/jump.ts';
import { type Frame, state } from '../state/store.ts';

/** Maximum of suggestions. */
const FOUND_MAX = 8;

/** Finds any security of the universe, including those outside the result. */
export function Finder({ frame }: { readonly frame: Frame | null }) {
  const t = useT();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const isins = useIsins(frame);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search reads the painted frame
  const found = useMemo(() => find(text, isins), [text, isins, frame]);

  const choose = (chosen: FoundRow | undefined): void => {
    if (!chosen) return;
    showDetail(chosen.row);
    setText('');
    setPlace(0);
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setPlace(clampIndex(place + by, found.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(found[place]);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (text === '') jumpTo({});
      setText('');
    }
  };
  const current = found[place];
  return (
    <div className="trace-finder">
      <input
        type="text"
        role="combobox"
        aria-label={t('trace.search')}
        placeholder={t('trace.search')}
        aria-expanded={found.length > 0}
        aria-controls="trace-found"
        aria-autocomplete="list"
        aria-activedescendant={current ? `where-${current.row}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPlace(0);
        }}
        onKeyDown={pressed}
      />
      <div id="trace-found" role="listbox" className="trace-found" aria-label={t('palette.found')} hidden={found.length === 0}>
        {found.map((each) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles keys
          <div
            key={each.row}
            id={`where-${each.row}`}
            role="option"
            tabIndex={-1}
            aria-selected={each === current}
            className="trace-row"
            onClick={() => choose(each)}
          >
            <strong>
              <bdi>{each.symbol}</bdi>
            </strong>
            <span className="cut">
              <bdi>{each.name}</bdi>
            </span>
            <span className="trace-note cut quiet">{each.position < 0 ? t('palette.notInResult') : ''}</span>
          </div>
        ))}
      </div>
      {text.trim() !== '' && found.length === 0 && <p className="panel-hint">{t('palette.nothing')}</p>}
    </div>
  );
}

function find(text: string, isins: ColumnValues | undefined): readonly FoundRow[] {
  const rows = rowsOfIsin(isins, text.trim());
  const { frame } = state;
  if (rows.length === 0 || !frame) return searchRows(text, FOUND_MAX);
  return rows.map((row) => ({
    row,
    symbol: textValue(frame, 'symbol', row),
    name: textValue(frame, 'name', row),
    position: frame.rows.indexOf(row),
  }));
}

/** ISINs of the painted version. */
function useIsins(frame: Frame | null): ColumnValues | undefined {
  const version = frame?.version;
  const { answer } = useAnswer('column', () => (version === undefined ? null : { id: 'isin' }), [version]);
  return answer?.version === version ? answer?.column : undefined;
}
