import { useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import type { ShownRun } from './backtest.ts';
import { Card } from './Card.tsx';
import { FigureChoice } from './FigureChoice.tsx';
import type { VariantFigure } from './figure.ts';
import { Strip } from './Strip.tsx';

/** Each number varied over its neighborhood, one after another, on request. */
export function StripsCard({ run }: { readonly run: ShownRun }) {
  const t = useT();
  const [figure, setFigure] = useState<VariantFigure>('cagr');
  const [started, setStarted] = useState<number | null>(null);
  const [done, setDone] = useState<readonly [run: number, count: number]>([run.ticket, 0]);
  const { numbers } = run.answer;
  const isStarted = started === run.ticket;
  const doneCount = done[0] === run.ticket ? done[1] : 0;
  return (
    <Card
      title={t('backtest.strips')}
      place="strips"
      tools={
        <>
          <FigureChoice value={figure} onChange={setFigure} />
          {!isStarted && <Button onClick={() => setStarted(run.ticket)}>{t('backtest.workOut')}</Button>}
        </>
      }
    >
      <div className="strips-grid">
        {numbers.map((number, at) => (
          <Strip
            key={`${run.ticket} ${number.at}`}
            run={run}
            at={at}
            figure={figure}
            isWanted={isStarted && at <= doneCount}
            onDone={() => setDone([run.ticket, Math.max(doneCount, at + 1)])}
          />
        ))}
      </div>
      <p className="card-note">{t('backtest.stripsNote')}</p>
    </Card>
  );
}
