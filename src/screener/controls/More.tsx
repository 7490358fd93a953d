import { useT } from '../../shell/i18n.ts';
import { wholeText } from '../state/words.ts';

/** Says how many items a list leaves out. */
export function More({ count, max }: { readonly count: number; readonly max: number }) {
  const t = useT();
  return count > max && <p className="panel-hint">{t('comparison.more', { number: wholeText(count - max) })}</p>;
}
