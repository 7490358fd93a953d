import { useT } from '../../shell/i18n.ts';

/** A link to what the data call a website; anything but http and https stays a text. */
export function Website({ address }: { readonly address: string }) {
  const t = useT();
  const url = webAddress(address);
  if (!url) return <span className="row-site">{address}</span>;
  return (
    <a
      className="row-site"
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('row.website', { host: url.host })}
    >
      {url.host}
    </a>
  );
}

/** The address as a link may have it, or null. */
export function webAddress(address: string): URL | null {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  return ['http:', 'https:'].includes(url.protocol) && url.host.includes('.') ? url : null;
}
