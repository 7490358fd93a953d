import { useSnapshot } from 'valtio';
import { displayText } from '../catalogue/display.ts';
import { locale, useT } from '../shell/i18n.ts';
import { allIds, shownIds } from './columns/view.ts';
import { exportCsv } from './csv.ts';
import { type SelectionSummary, state } from './store.ts';
import { counted, figureText, msText, wholeText } from './words.ts';

export function StatusBar() {
  const t = useT();
  const { frame, universe } = useSnapshot(state);
  return (
    <footer className="status">
      {frame && (
        <>
          <span className="status-rows">
            {t('status.rows', { rows: wholeText(frame.rows.length), total: wholeText(universe.rowCount) })}
          </span>
          <span className="status-ms">{t('status.ms', { ms: msText(frame.ms) })}</span>
          <span>{t('status.cpu')}</span>
        </>
      )}
      <Selection />
      <span className="spring" />
      <Export />
    </footer>
  );
}

function Selection() {
  const t = useT();
  const { selection } = useSnapshot(state);
  if (!selection) return null;
  const figures = Number.isNaN(selection.sum) ? [] : (['sum', 'mean', 'median'] as const);
  return (
    <span className="status-selection">
      <span>{counted('status.cells', selection.cellCount)}</span>
      {figures.map((figure) => (
        <span key={figure}>{t(`status.${figure}`, { value: shown(selection, figure) })}</span>
      ))}
    </span>
  );
}

function shown({ display, ...figures }: SelectionSummary, figure: 'sum' | 'mean' | 'median'): string {
  return display ? displayText(figures[figure], display, locale()) : figureText(figures[figure]);
}

function Export() {
  const t = useT();
  const { exporting, frame } = useSnapshot(state);
  if (exporting) {
    const label = t('export.progress', { percent: wholeText(exporting.share * 100) });
    return (
      <span className="status-export">
        <span>{label}</span>
        <progress value={exporting.share} max={1} aria-label={label} />
        <button type="button" className="quiet-button" onClick={exporting.cancel}>
          {t('export.cancel')}
        </button>
      </span>
    );
  }
  return (
    <span className="status-export">
      <span>{t('export.label')}</span>
      <button
        type="button"
        className="quiet-button"
        disabled={!frame}
        aria-label={t('export.shownLabel')}
        onClick={() => exportCsv(shownIds())}
      >
        {t('export.shown')}
      </button>
      <button
        type="button"
        className="quiet-button"
        disabled={!frame}
        aria-label={t('export.allLabel')}
        onClick={() => exportCsv(allIds())}
      >
        {t('export.all')}
      </button>
    </span>
  );
}
