import type { OutgoingHttpHeaders } from 'node:http';

/** Sent with every answer. */
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
  // Both together let the page read the worker's columns where they are, without copies.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // No part of an answer is sent alone: whoever asks for a range gets the whole.
  'accept-ranges': 'none',
} as const satisfies OutgoingHttpHeaders;

/** Sent too when the server is said to be reached by https alone. It binds this host for two years, and no other of the same domain. */
export const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' } as const satisfies OutgoingHttpHeaders;

/** May be kept, but asks us each time whether it is still the same. */
export const REVALIDATE = 'no-cache';
/** As REVALIDATE, for an answer that is one visitor's own. */
export const REVALIDATE_PRIVATE = 'private, no-cache';
/** For files whose name changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

type Encoding = 'br' | 'gzip';

/** Weight of each encoding that the client names: `gzip;q=0.5, br` → gzip 0.5, br 1. A broken weight counts as 0. */
function weights(acceptEncoding: string): Map<string, number> {
  const entries = acceptEncoding.split(',').map((part): [string, number] => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return [name.trim(), weight > 0 && weight <= 1 ? weight : 0];
  });
  return new Map(entries);
}

/** The first of `offered` that the client takes, else null for plain. */
export function negotiate(acceptEncoding: string | undefined, offered: readonly Encoding[]): Encoding | null {
  if (!acceptEncoding) return null;
  const accepted = weights(acceptEncoding);
  return offered.find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0) ?? null;
}

/** Whether If-None-Match names this ETag. Compares weakly, as RFC 9110 asks for this header. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
