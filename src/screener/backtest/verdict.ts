/** The engine's findings as sentences, in order. All waterfall bars make one sentence. */
import type { Finding } from '../../engine/backtest/honesty.ts';
import type { Mistake } from '../../engine/backtest/waterfall.ts';
import { locale, t } from '../../shell/i18n.ts';
import { wholeText } from '../state/words.ts';
import { percent, ratio, signed } from './words.ts';

const listed = (items: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(items);
const named = (mistakes: readonly Mistake[]): string => listed(mistakes.map((mistake) => t(`bias.${mistake}`)));

function sentenceOf(finding: Exclude<Finding, { readonly key: 'mistake' }>): string {
  switch (finding.key) {
    case 'earned':
      return t('conclusion.earned', {
        cagr: signed(finding.cagr),
        benchmark: signed(finding.benchmark),
        years: ratio(finding.years, 1),
      });
    case 'unanswered':
      return t('conclusion.unanswered', { list: named(finding.mistakes) });
    case 'unknownEnds':
      return t('conclusion.unknownEnds', {
        low: signed(finding.low),
        high: signed(finding.high),
        count: wholeText(finding.count),
      });
    case 'luck':
      return t(finding.low <= 0 && finding.high >= 0 ? 'conclusion.luckZero' : 'conclusion.luck', {
        low: signed(finding.low),
        high: signed(finding.high),
      });
    case 'random':
      return t('conclusion.random', { share: percent(finding.share) });
    case 'deflated':
    case 'deflatedLow':
      return t(`conclusion.${finding.key}`, { trials: wholeText(finding.trials), probability: percent(finding.probability) });
    case 'coverage':
      return t('conclusion.coverage', { dates: wholeText(finding.dates), lowest: percent(finding.lowest) });
    default:
      return t(`conclusion.${finding.key}`);
  }
}

export function verdictSentences(findings: readonly Finding[]): readonly string[] {
  const changes = findings.flatMap((finding) =>
    finding.key === 'mistake' ? [`${t(`bias.${finding.mistake}`)} ${signed(finding.difference)}`] : [],
  );
  const sentences = findings.flatMap((finding) => (finding.key === 'mistake' ? [] : [sentenceOf(finding)]));
  return changes.length === 0 ? sentences : sentences.toSpliced(1, 0, t('conclusion.mistakes', { list: listed(changes) }));
}
