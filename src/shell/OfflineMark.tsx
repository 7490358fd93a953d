import { locale, useT } from './i18n.ts';
import { useConnection } from './offline.ts';

/** Says that the page is offline and how old the cached data is. */
export function OfflineMark() {
  const t = useT();
  const { online, keptAt } = useConnection();
  if (online && keptAt === null) return null;
  if (keptAt === null) return <Notice text={t('offline.now')} />;
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  const date = Number.isNaN(keptAt) ? '—' : format.format(keptAt);
  return <Notice text={t('offline.kept', { date })} />;
}

function Notice({ text }: { readonly text: string }) {
  return (
    <div className="notice notice-offline" role="status">
      {text}
    </div>
  );
}
