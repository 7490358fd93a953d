import { parseScreen } from '../../engine/text.ts';
import { useT } from '../../shell/i18n.ts';
import { openStep, setActiveSteps } from './edit.ts';

/** Screens that many people know, to be taken apart. */
const KNOWN = {
  magic:
    'type = Equity | sector not in (Financials, Utilities) | marketCapitalization >= 1e9 USD | sort magicFormula asc | rows 1..50',
  quality:
    'type = Equity | marketCapitalization >= 5e8 USD | returnOnInvestedCapital >= 15% | debtToEquityRatio between 0 and 0.5 | piotroskiFScore >= 7 | sort enterpriseValueToEbit asc',
  momentum:
    'type = Equity | marketCapitalization >= 1e9 USD | sort stats.252.rateBack desc | percent 0..20 | sort acquirersMultiple asc | rows 1..50',
} as const;
const NAMES = ['magic', 'quality', 'momentum'] as const;

export function KnownScreens() {
  const t = useT();
  const take = (text: string): void => {
    setActiveSteps(parseScreen(text));
    openStep(null);
  };
  return (
    <div className="known">
      <p className="panel-hint">{t('steps.hint')}</p>
      {NAMES.map((name) => (
        <button key={name} type="button" className="button" onClick={() => take(KNOWN[name])}>
          {t(`known.${name}`)}
        </button>
      ))}
    </div>
  );
}
