import { locale } from './i18n.ts';

/** Local day of a timestamp in epoch ms; empty for an invalid one. */
export function momentText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(date);
}

/** The same as an element. */
export function Moment({ at }: { readonly at: number }) {
  const text = momentText(at);
  return text === '' ? null : <time dateTime={new Date(at).toISOString()}>{text}</time>;
}
