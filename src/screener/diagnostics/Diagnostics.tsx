import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { drawer } from '../state/drawer.ts';
import { backends, diagnosticLines, drawerLine } from './backends.ts';

/** Status of each back end and which one computes what. */
export function Diagnostics() {
  const t = useT();
  const { choice } = useSnapshot(backends);
  const { choice: drawn } = useSnapshot(drawer);
  return (
    <section className="strip diagnostics" aria-label={t('diagnostics.title')}>
      {choice === null ? (
        <p>{t('diagnostics.waiting')}</p>
      ) : (
        <ul>
          {[...diagnosticLines(choice), drawerLine(drawn)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
