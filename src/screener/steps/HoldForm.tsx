import { INTERVALS } from '../../engine/backtest/schedule.ts';
import type { Weighting } from '../../engine/backtest/weights.ts';
import { CAP_GROUPS, type CapGroup, COST_MAX_BP, DELAY_MAX_SESSIONS, type Hold, type HoldStep } from '../../engine/steps/hold.ts';
import { useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { clamp } from '../frame/clamp.ts';
import { columnLabel } from '../state/words.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { EntryField } from './EntryField.tsx';
import type { FormProps } from './kind.ts';
import { SliderField } from './SliderField.tsx';

const DAY_SECONDS = 86_400;
/** Slider ranges; larger numbers can be typed. */
const DELAY_REACH = 10;
const COST_REACH = 100;
const KEEP_REACH = 500;
const GROUP_CAP = 0.25;
const WEIGHT_KINDS = ['equal', 'by', 'inverse'] as const satisfies readonly Weighting['kind'][];

type Change = (part: Partial<Hold>) => void;
type PartProps = { readonly step: HoldStep; readonly change: Change };

const shareOrNull = (value: number): number | null => (value >= 0 && value <= 1 ? value : null);

/** Rebalancing interval and period. A start after the end clears the end. */
function WhenForm({ step, change }: PartProps) {
  const t = useT();
  const dayOf = (seconds: number): number | null => (Number.isNaN(seconds) ? null : Math.floor(seconds / DAY_SECONDS));
  const changeDates = (since: number | null, until: number | null): void => {
    const isBackwards = since !== null && until !== null && since > until;
    change(
      isBackwards ? { since: since === step.since ? null : since, until: since === step.since ? until : null } : { since, until },
    );
  };
  return (
    <div className="bounds">
      <Choice
        label={t('hold.every')}
        value={step.every}
        options={INTERVALS.map((every) => [every, t(`interval.${every}`)] as const)}
        onChange={(every) => change({ every })}
      />
      <EntryField
        label={t('hold.since')}
        value={(step.since ?? Number.NaN) * DAY_SECONDS}
        display="date"
        onChange={(seconds) => changeDates(dayOf(seconds), step.until)}
      />
      <EntryField
        label={t('hold.until')}
        value={(step.until ?? Number.NaN) * DAY_SECONDS}
        display="date"
        onChange={(seconds) => changeDates(step.since, dayOf(seconds))}
      />
    </div>
  );
}

/** Trading delay in sessions, and cost. */
function TradeForm({ step, change }: PartProps) {
  const t = useT();
  return (
    <>
      <SliderField
        label={t('hold.delay')}
        value={step.delay}
        min={0}
        max={DELAY_REACH}
        onChange={(delay) => change({ delay: clamp(Math.round(delay) || 0, 0, DELAY_MAX_SESSIONS) })}
      />
      <SliderField
        label={t('hold.cost')}
        value={step.costBp}
        min={0}
        max={COST_REACH}
        onChange={(costBp) => change({ costBp: clamp(costBp || 0, 0, COST_MAX_BP) })}
      />
    </>
  );
}

/** Weighting, its column, and caps. */
function WeightForm({ step: { weighting, rowCap, groupCap }, change }: PartProps) {
  const t = useT();
  const columnId = weighting.kind === 'equal' ? '' : weighting.columnId;
  return (
    <>
      <Choice
        label={t('hold.weights')}
        value={weighting.kind}
        options={WEIGHT_KINDS.map((kind) => [kind, t(`hold.weight.${kind}`)] as const)}
        onChange={(kind) =>
          change({ weighting: kind === 'equal' ? { kind } : { kind, columnId: columnId || 'marketCapitalization' } })
        }
      />
      {weighting.kind !== 'equal' && (
        <ColumnPicker
          columnId={columnId || null}
          onPick={(id) => change({ weighting: { kind: weighting.kind, columnId: id } })}
        />
      )}
      <div className="bounds">
        <EntryField
          label={t('hold.rowCap')}
          value={rowCap ?? Number.NaN}
          display="percent"
          onChange={(share) => change({ rowCap: shareOrNull(share) })}
        />
        <Choice
          label={t('hold.capPer')}
          value={groupCap?.by ?? 'none'}
          options={[['none', t('hold.noCap')], ...CAP_GROUPS.map((by): readonly [CapGroup, string] => [by, columnLabel(by)])]}
          onChange={(by) => change({ groupCap: by === 'none' ? null : { share: groupCap?.share ?? GROUP_CAP, by } })}
        />
        {groupCap && (
          <EntryField
            label={t('hold.groupCap')}
            value={groupCap.share}
            display="percent"
            onChange={(share) => {
              const next = shareOrNull(share);
              if (next !== null) change({ groupCap: { ...groupCap, share: next } });
            }}
          />
        )}
      </div>
    </>
  );
}

/** Empty fields omit their clause. */
export function HoldForm({ step, onChange }: FormProps<HoldStep>) {
  const t = useT();
  const change: Change = (part) => onChange({ ...step, ...part });
  return (
    <>
      <WhenForm step={step} change={change} />
      <TradeForm step={step} change={change} />
      <WeightForm step={step} change={change} />
      <SliderField
        label={t('hold.keep')}
        value={step.keepRank ?? Number.NaN}
        min={1}
        max={KEEP_REACH}
        onChange={(rank) => change({ keepRank: rank >= 1 ? Math.round(rank) : null })}
      />
      <p className="form-note">{t('hold.note')}</p>
    </>
  );
}
