/**
 * Points by the rules of Mozilla's HTTP Observatory (github.com/mdn/mdn-http-observatory, src/grader/charts.js and
 * developer.mozilla.org/en-US/observatory/docs/tests_and_scoring, version 5 of the scoring): from 100, deductions first; what adds points
 * counts only from 90 on. What can't be read from the headers of one answer (a redirect from http, preload lists) counts 0, as it does for a
 * site that is reached by https alone.
 */
import type { IncomingHttpHeaders } from 'node:http';

const START = 100;
const EXTRA_CREDIT_FROM = 90;
const SIX_MONTHS_S = 15_768_000;
const GRADES = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
  [0, 'F'],
] as const;

type Policy = ReadonlyMap<string, readonly string[]>;

function policyOf(header: string): Policy {
  const directives = header
    .split(';')
    .map((text) => text.trim().split(/\s+/))
    .filter(([name]) => name !== '');
  return new Map(directives.map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

const isBroad = (source: string): boolean => /^(?:\*|https?:|data:|blob:)$|^https?:\/\/?\*$/.test(source);

function policyPoints(header: string | undefined): number {
  if (!header) return -25;
  const policy = policyOf(header);
  const of = (name: string): readonly string[] => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const unsafeIn = (name: string): boolean => of(name).some((source) => source === "'unsafe-inline'" || isBroad(source));
  if (unsafeIn('script-src') || of('object-src').some(isBroad)) return -20;
  if ([...policy.values()].flat().some((source) => source.startsWith('http:'))) return -20;
  if (of('script-src').includes("'unsafe-eval'") || of('style-src').includes("'unsafe-eval'")) return -10;
  if (unsafeIn('style-src')) return 0;
  const isClosed = policy.get('default-src')?.join() === "'none'";
  const formAction = policy.get('form-action')?.join();
  return isClosed && (formAction === "'none'" || formAction === "'self'") ? 10 : 5;
}

function cookiePoints(cookies: readonly string[], hasTransport: boolean): number {
  if (cookies.length === 0) return 0;
  const attributes = cookies.map((line) => line.toLowerCase().split(/;\s*/).slice(1));
  if (!attributes.every((each) => each.includes('secure'))) return hasTransport ? -5 : -20;
  if (attributes.some((each) => each.some((text) => /^samesite(?!=(?:lax|strict|none)$)/.test(text)))) return -20;
  return attributes.every((each) => each.some((text) => /^samesite=(?:lax|strict)$/.test(text))) ? 5 : 0;
}

function transportPoints(header: string | undefined): number {
  const seconds = Number(/(?:^|;)\s*max-age="?(\d+)/i.exec(header ?? '')?.[1]);
  if (!(seconds >= 0)) return -20;
  return seconds >= SIX_MONTHS_S ? 0 : -10;
}

function referrerPoints(header: string | undefined): number {
  if (!header) return 0;
  const last = header.split(',').at(-1)?.trim().toLowerCase() ?? '';
  return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(last) ? 5 : -5;
}

function framePoints(headers: IncomingHttpHeaders): number {
  if (policyOf(String(headers['content-security-policy'] ?? '')).has('frame-ancestors')) return 5;
  const frames = String(headers['x-frame-options'] ?? '').toUpperCase();
  return frames === 'DENY' || frames === 'SAMEORIGIN' ? 0 : -20;
}

function resourcePoints(header: string | undefined): number {
  if (header === undefined || header === 'cross-origin') return 0;
  return header === 'same-origin' || header === 'same-site' ? 10 : -5;
}

/** Scripts of the same origin need no integrity attribute, those of others do. */
function scriptPoints(html: string): number {
  const foreign = [...html.matchAll(/<script\b[^>]*\bsrc="((?:https?:)?\/\/[^"]*)"[^>]*>/g)];
  if (foreign.length === 0) return 0;
  return foreign.every(([tag, url]) => /\bintegrity=/.test(tag) && url?.startsWith('https:')) ? 5 : -50;
}

export interface Graded {
  readonly points: number;
  readonly grade: string;
  readonly modifiers: Readonly<Record<string, number>>;
}

/** The grade of one response. */
export function observatory(headers: IncomingHttpHeaders, html = ''): Graded {
  const header = (name: string): string | undefined => headers[name]?.toString();
  const allowed = header('access-control-allow-origin');
  const modifiers = {
    policy: policyPoints(header('content-security-policy')),
    cookies: cookiePoints(headers['set-cookie'] ?? [], headers['strict-transport-security'] !== undefined),
    sharing: allowed !== undefined && header('access-control-allow-credentials') === 'true' ? -50 : 0,
    referrer: referrerPoints(header('referrer-policy')),
    transport: transportPoints(header('strict-transport-security')),
    scripts: scriptPoints(html),
    sniffing: header('x-content-type-options')?.toLowerCase() === 'nosniff' ? 0 : -5,
    frames: framePoints(headers),
    resources: resourcePoints(header('cross-origin-resource-policy')),
  };
  const sum = (keep: (points: number) => boolean): number =>
    Object.values(modifiers)
      .filter(keep)
      .reduce((a, b) => a + b, 0);
  const deducted = START + sum((points) => points < 0);
  const points = Math.max(0, deducted >= EXTRA_CREDIT_FROM ? deducted + sum((each) => each > 0) : deducted);
  return { points, grade: GRADES.find(([from]) => points >= from)?.[1] ?? 'F', modifiers };
}
