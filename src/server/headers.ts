import type { OutgoingHttpHeaders } from 'node:http';

/** Sent with every response. */
export const SECURITY_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Together these enable shared memory between page and worker.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // Range requests get the complete response.
  'accept-ranges': 'none',
} as const satisfies OutgoingHttpHeaders;

/** Sent with --behind-https. Applies to this host only, for two years. */
export const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' } as const satisfies OutgoingHttpHeaders;

export const REVALIDATE = 'no-cache';
/** For responses that differ by visitor. */
export const REVALIDATE_PRIVATE = 'private, no-cache';
/** For files named after their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

type Encoding = 'br' | 'gzip';

/** Weights of a client's encodings: `gzip;q=0.5, br` → gzip 0.5, br 1. An invalid weight counts as 0. */
function weights(acceptEncoding: string): Map<string, number> {
  const entries = acceptEncoding.split(',').map((part): [string, number] => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return [name.trim(), weight > 0 && weight <= 1 ? weight : 0];
  });
  return new Map(entries);
}

/** The first offered encoding that the client accepts, or null for none. */
export function negotiate(acceptEncoding: string | undefined, offered: readonly Encoding[]): Encoding | null {
  if (!acceptEncoding) return null;
  const accepted = weights(acceptEncoding);
  return offered.find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0) ?? null;
}

/** Whether If-None-Match contains this ETag, by weak comparison (RFC 9110). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
