import { useSnapshot } from 'valtio';
import { openConsent } from '../../shell/consent.ts';
import { messageOf } from '../../shell/errors.ts';
import { locale, useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { Progress } from '../controls/Progress.tsx';
import { backends } from '../diagnostics/backends.ts';
import { diagnostics, toggleDiagnostics } from '../diagnostics/shown.ts';
import { copySelected } from '../grid/copySelected.ts';
import { COMPARED_MAX, compareRows } from '../rows/chosen.ts';
import { shownNumber } from '../state/figures.ts';
import { FILE_FORMATS, type FileFormat } from '../state/fileFormats.ts';
import { type SelectionSummary, state } from '../state/store.ts';
import { counted, figureText, msText, wholeText } from '../state/words.ts';

export function StatusBar() {
  const t = useT();
  const { frame } = useSnapshot(state);
  const { choice } = useSnapshot(backends);
  const { isShown } = useSnapshot(diagnostics);
  return (
    <footer className="status line quiet">
      {frame && (
        <>
          <span className="status-rows">
            {t('status.rows', { rows: wholeText(frame.rows.length), total: wholeText(frame.universeCount) })}
          </span>
          <QuietButton
            className="quiet-button status-ms"
            title={t('diagnostics.title')}
            aria-expanded={isShown}
            onClick={toggleDiagnostics}
          >
            {t('status.ms', { ms: msText(frame.ms) })}
          </QuietButton>
          {isShown && <span>{[...new Set(Object.values(choice?.byWork ?? { masks: 'cpu' }))].join(' + ')}</span>}
        </>
      )}
      <Selection />
      <span className="spring" />
      <Export />
      <QuietButton onClick={openConsent}>{t('consent.open')}</QuietButton>
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
      <QuietButton onClick={copySelected}>{t('status.copyTable')}</QuietButton>
      {selection.rows.length > 1 && selection.rows.length <= COMPARED_MAX && (
        <QuietButton onClick={() => compareRows(selection.rows)}>{t('status.compareRows')}</QuietButton>
      )}
    </span>
  );
}

function shown({ display, currency, ...figures }: SelectionSummary, figure: 'sum' | 'mean' | 'median'): string {
  const text = display ? shownNumber(figures[figure], display, locale()) : figureText(figures[figure]);
  return currency ? `${text} ${currency}` : text;
}

async function save(format: FileFormat, which: 'shown' | 'all'): Promise<void> {
  try {
    const { exportFile } = await import('../state/export.ts');
    await exportFile(format, which);
  } catch (error) {
    state.exportFault = messageOf(error);
  }
}

function Export() {
  const t = useT();
  const { exporting, frame } = useSnapshot(state);
  if (exporting) {
    const label = t('export.progress', { percent: wholeText(exporting.share * 100) });
    return <Progress className="status-export" label={label} share={exporting.share} onCancel={exporting.cancel} />;
  }
  return (['shown', 'all'] as const).map((which) => (
    <span key={which} className="status-export">
      <span>{t(`export.${which}`)}</span>
      {FILE_FORMATS.map((format) => (
        <QuietButton
          key={format}
          disabled={!frame}
          aria-label={t(`export.${format}.${which}`)}
          onClick={() => void save(format, which)}
        >
          {t(`export.${format}`)}
        </QuietButton>
      ))}
    </span>
  ));
}
