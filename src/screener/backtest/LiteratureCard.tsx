import type { Replay } from '../../engine/backtest/literature.ts';
import { isSort } from '../../engine/steps/sort.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { useT } from '../../shell/i18n.ts';
import { ScrollRegion } from '../frame/ScrollRegion.tsx';
import { columnLabel } from '../state/words.ts';
import { Card } from './Card.tsx';
import { useRunAnswer } from './useRunAnswer.ts';
import { Work } from './Work.tsx';
import { percent, ratio, signed } from './words.ts';

/** Column and direction of the signal's sort. */
function nameOf(text: string): string {
  const sort = parseScreen(text).find(isSort);
  return sort ? `${columnLabel(sort.columnId)} ${sort.sortOperator === 'Descending' ? '↓' : '↑'}` : text;
}

/** Published claims of known signals next to their replication on this history. */
export function LiteratureCard({ run }: { readonly run: number }) {
  const t = useT();
  const asked = useRunAnswer(run, { kind: 'literature' }, false);
  const { answer, share } = asked;
  return (
    <Card
      title={t('literature.title')}
      place="literature"
      tools={<Work asked={asked} {...(answer && share === null ? {} : { action: t('literature.run') })} />}
    >
      {answer && (
        <ScrollRegion className="card-scroll" label={t('literature.title')}>
          <table className="figures rows-table">
            <thead>
              <tr>
                <th scope="col">{t('literature.signal')}</th>
                <th scope="col">{t('literature.published')}</th>
                <th scope="col">{t('backtest.tValue')}</th>
                <th scope="col">{t('literature.sample')}</th>
                <th scope="col">{t('literature.here')}</th>
                <th scope="col">{t('backtest.tValue')}</th>
                <th scope="col">{t('literature.covered')}</th>
                <th scope="col" className="name">
                  {t('literature.source')}
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.replays.map((replay) => (
                <Line key={replay.signal.name} replay={replay} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className="card-note">{t('literature.note')}</p>
    </Card>
  );
}

function Line({ replay: { signal, report, covered } }: { readonly replay: Replay }) {
  const t = useT();
  const { text, claim, from, to, source, place } = signal;
  const spread = report?.quantiles?.spread;
  return (
    <tr>
      <th scope="row">{nameOf(text)}</th>
      <td>{claim ? t('literature.perMonth', { claim: signed(claim.spread, 2) }) : t('literature.unverified')}</td>
      <td>{ratio(claim?.t)}</td>
      <td>{`${from}–${to}`}</td>
      <td data-negative={(spread ?? 0) < 0 || undefined}>{t('literature.perMonth', { claim: signed(spread, 2) })}</td>
      <td>{ratio(report?.spreadT)}</td>
      <td>{percent(covered)}</td>
      <td className="name" title={`${source}; ${place}`} lang="en">
        {source}
        {place && `; ${place}`}
      </td>
    </tr>
  );
}
