import { locale } from './i18n.ts';

/** The day of a stored moment, epoch ms, by the user's clock; nothing when the record names no possible date. */
export function Moment({ at }: { readonly at: number }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  return <time dateTime={date.toISOString()}>{new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(date)}</time>;
}
