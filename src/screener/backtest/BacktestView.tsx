import './backtest.css';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { trialCount } from '../../engine/backtest/trialLog.ts';
import { isHold } from '../../engine/steps/hold.ts';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { Strip } from '../controls/Strip.tsx';
import { state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { trialsOver } from '../trials/trials.ts';
import { ViewFrame } from '../views/ViewFrame.tsx';
import { backtest, followSteps, retryRun, type ShownRun } from './backtest.ts';
import { CalendarCard } from './CalendarCard.tsx';
import { CoverageCard } from './CoverageCard.tsx';
import { CurveCard } from './CurveCard.tsx';
import { ExposuresCard } from './ExposuresCard.tsx';
import { FanCard } from './FanCard.tsx';
import { Headline } from './Headline.tsx';
import { HoldingsCard } from './HoldingsCard.tsx';
import { LiteratureCard } from './LiteratureCard.tsx';
import { MapCard } from './MapCard.tsx';
import { NoHistory } from './NoHistory.tsx';
import { NoHold } from './NoHold.tsx';
import { PeriodsCard } from './PeriodsCard.tsx';
import { SignalCard } from './SignalCard.tsx';
import { StatisticsCard } from './StatisticsCard.tsx';
import { StripsCard } from './StripsCard.tsx';
import { TrialsCard } from './TrialsCard.tsx';
import { useRunAnswer } from './useRunAnswer.ts';
import { WaterfallCard } from './WaterfallCard.tsx';
import { Work } from './Work.tsx';

const PERCENT = 100;

/** Hypothetical performance of the screen under its hold step, with the evidence against it. */
export function BacktestView() {
  const t = useT();
  const { steps } = useSnapshot(state);
  const { shown, isPending, lacks, fault, fetched } = useSnapshot(backtest);
  useEffect(followSteps, []);
  const hasHold = steps.some(({ on, step }) => on && isHold(step));
  if (!hasHold)
    return (
      <ViewFrame title={t('view.backtest')}>
        <NoHold />
      </ViewFrame>
    );
  return (
    <ViewFrame
      title={t('view.backtest')}
      tools={
        shown && (
          <code className="backtest-text grow quiet" dir="ltr">
            {shown.text}
          </code>
        )
      }
    >
      <div className="backtest" aria-busy={isPending}>
        {fault !== null && (
          <Strip text={t('backtest.fault', { reason: fault })}>
            <Button onClick={retryRun}>{t('failure.retry')}</Button>
          </Strip>
        )}
        {lacks !== null && <NoHistory isComing={lacks === 'coming'} />}
        {!shown && fault === null && lacks === null && (
          <p className="backtest-waiting" role="status">
            {fetched === null ? t('backtest.waiting') : t('backtest.fetching', { percent: wholeText(fetched * PERCENT) })}
          </p>
        )}
        {shown && <Result run={shown as ShownRun} isStale={isPending || fault !== null} />}
      </div>
    </ViewFrame>
  );
}

/** Dimmed and inert when the steps have changed since. */
function Result({ run, isStale }: { readonly run: ShownRun; readonly isStale: boolean }) {
  const [open, setOpen] = useState<number | null>(null);
  const { answer, ticket } = run;
  const trials = useMemo(() => trialCount(trialsOver(answer.history.id)), [answer]);
  const argued = useRunAnswer(ticket, { kind: 'honesty', trials }, true);
  const honesty = argued.answer?.honesty ?? null;
  const at = open === null ? answer.periods.length - 2 : Math.min(open, answer.periods.length - 1);
  const period = answer.periods[at];
  return (
    <div className="backtest-result" data-stale={isStale || undefined} inert={isStale}>
      <Headline run={run} honesty={honesty} isStale={isStale} />
      <div className="cards">
        <CurveCard answer={answer} onChoose={setOpen} />
        <StatisticsCard answer={answer} />
        <WaterfallCard
          run={ticket}
          bars={honesty?.bars ?? []}
          isDone={argued.answer !== null && argued.share === null}
          tools={<Work asked={argued} />}
        />
        <TrialsCard answer={answer} honesty={honesty} />
        <CalendarCard answer={answer} />
        {answer.signal && <SignalCard signal={answer.signal} days={answer.days} />}
        <FanCard run={ticket} />
        <CoverageCard answer={answer} honesty={honesty} />
        <PeriodsCard answer={answer} open={open} onOpen={setOpen} />
        {period && <HoldingsCard run={ticket} steps={run.steps} at={at} period={period} />}
        <StripsCard run={run} />
        {answer.numbers.length > 1 && <MapCard run={run} />}
        <ExposuresCard run={ticket} />
        <LiteratureCard run={ticket} />
      </div>
    </div>
  );
}
