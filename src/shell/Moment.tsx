import { locale } from './i18n.ts';

/** Local day of a timestamp in epoch ms; nothing for an invalid one. */
export function Moment({ at }: { readonly at: number }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  return <time dateTime={date.toISOString()}>{new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(date)}</time>;
}
