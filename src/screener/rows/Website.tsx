import { useT } from '../../shell/i18n.ts';

/** Links http and https addresses; others stay text. */
export function Website({ address }: { readonly address: string }) {
  const t = useT();
  const url = webAddress(address);
  if (!url) return <span className="row-site cut grow">{address}</span>;
  return (
    <a
      className="row-site cut grow"
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('row.website', { host: url.host })}
    >
      {url.host}
    </a>
  );
}

/** Parses a web address; null when invalid. */
export function webAddress(address: string): URL | null {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  return ['http:', 'https:'].includes(url.protocol) && url.host.includes('.') ? url : null;
}
