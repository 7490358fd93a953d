/** The screen in the address: `s` is the text of the steps, other parameters hold the rest. */
import { GROUPS } from '../../catalogue/codes.ts';
import { PARTS } from '../../engine/answers/comparison.ts';
import { VIEW_NAMES, type ViewName } from '../views/names.ts';
import { readZoom, writeZoom, ZOOM_PARAMETERS } from '../zoom/address.ts';
import { LENS_SCOPES, LENS_TEXTS, NUMBER_RULES, type View } from './store.ts';

/** A disabled step: its index in the whole list and its text. */
export interface OffStep {
  readonly index: number;
  readonly text: string;
}

export interface ScreenAddress {
  /** Null without a screen: the default one. */
  readonly text: string | null;
  /** The text is too long for the address and only in the browser's history. */
  readonly isLong: boolean;
  readonly off: readonly OffStep[];
  readonly view: View;
  /** Receipt of the link's author, or null. */
  readonly receipt: string | null;
  /** Id of the saved screen, or null. */
  readonly saved: string | null;
}

const OWN = [
  's',
  'long',
  'off',
  'cols',
  'widths',
  'pin',
  'fold',
  'lens',
  'lenstext',
  'money',
  'b',
  'show',
  'view',
  'numbers',
  'receipt',
  'saved',
  ...ZOOM_PARAMETERS,
] as const;
const WIDTH_MIN = 40;
const WIDTH_MAX = 800;
const CURRENCY = /^(?:[A-Z]{3}|own)$/;
/** View settings, as `scatter.x`. */
const SETTING = /^([a-z]+)\.[a-zA-Z]+$/;
const SETTING_MAX = 400;
const FOLDABLE = [...GROUPS, 'Other'] as const;

/** Escapes what separates columns in a list: a column of one's own may have any name. */
const escaped = (id: string): string =>
  id.replace(/%(?=2C|2E|25)|,|\.(?=\.)/g, (sign) => ({ ',': '%2C', '.': '%2E', '%': '%25' })[sign] ?? sign);
const unescaped = (text: string): string => text.replace(/%(?:2C|2E|25)/g, decodeURIComponent);

/** Columns as runs of the default order: `symbol..name,sector..close,date`. */
export function printColumns(columns: readonly string[], defaults: readonly string[]): string {
  const runs: { first: string; last: string; place: number }[] = [];
  for (const id of columns) {
    const place = defaults.indexOf(id);
    const run = runs.at(-1);
    if (run && place >= 0 && run.place >= 0 && place === run.place + 1) {
      run.last = id;
      run.place = place;
    } else runs.push({ first: id, last: id, place });
  }
  return runs.map(({ first, last }) => (first === last ? escaped(first) : `${escaped(first)}..${escaped(last)}`)).join(',');
}

/** Parses {@link printColumns}; an invalid run is read as its two ends. */
export function parseColumns(text: string, defaults: readonly string[]): string[] {
  const columns = new Set<string>();
  for (const run of text.split(',').filter(Boolean)) {
    const [first = '', last = first] = run.split('..').map(unescaped);
    const from = defaults.indexOf(first);
    const to = defaults.indexOf(last);
    const ids = from >= 0 && to >= from ? defaults.slice(from, to + 1) : [first, last];
    for (const id of ids) if (id) columns.add(id);
  }
  return [...columns];
}

function list(text: string | null): readonly string[] {
  return (text ?? '').split(',').filter(Boolean);
}

function isSetting(name: string): boolean {
  return VIEW_NAMES.some((view) => view === SETTING.exec(name)?.[1]);
}

function isShown(name: string): name is View['shown'] {
  return name !== 'overview' && VIEW_NAMES.includes(name as ViewName);
}

/** Parses the query. Invalid view parameters are ignored; the steps' text is returned unparsed. */
export function readAddress(query: string, defaults: readonly string[]): ScreenAddress {
  const parameters = new URLSearchParams(query);
  const columns = parseColumns(parameters.get('cols') ?? '', defaults);
  const widths = (parameters.get('widths') ?? '').split(',').flatMap((pair): [string, number][] => {
    const [id, width] = [pair.slice(0, pair.lastIndexOf(':')), Number(pair.slice(pair.lastIndexOf(':') + 1))];
    return id && width >= WIDTH_MIN && width <= WIDTH_MAX ? [[unescaped(id), width]] : [];
  });
  const shown = parameters.get('view') ?? '';
  const off = parameters.getAll('off').flatMap((entry) => {
    const match = /^(\d{1,3}):(.+)$/s.exec(entry);
    return match?.[1] && match[2] ? [{ index: Number(match[1]), text: match[2] }] : [];
  });
  return {
    text: parameters.get('s'),
    isLong: parameters.has('long'),
    off,
    view: {
      columns: columns.length > 0 ? columns : null,
      widths: Object.fromEntries(widths),
      pinned: [...new Set(list(parameters.get('pin')).map(unescaped))],
      folded: FOLDABLE.filter((group) => list(parameters.get('fold')).includes(group)),
      lens: LENS_SCOPES.find((scope) => scope === parameters.get('lens')) ?? null,
      lensText: LENS_TEXTS.find((text) => text === parameters.get('lenstext')) ?? 'values',
      money: CURRENCY.exec(parameters.get('money') ?? '')?.[0] ?? null,
      textB: parameters.get('b'),
      part: PARTS.find((part) => part === parameters.get('show')) ?? 'a',
      zoom: readZoom(parameters),
      numbers: NUMBER_RULES.find((rule) => rule === parameters.get('numbers')) ?? null,
      shown: isShown(shown) ? shown : 'table',
      settings: Object.fromEntries([...parameters].filter(([name, text]) => isSetting(name) && text.length <= SETTING_MAX)),
    },
    receipt: parameters.get('receipt'),
    saved: parameters.get('saved'),
  };
}

/** The query of a screen; other parameters of `query` are kept. */
export function writeAddress(address: ScreenAddress, query: string, defaults: readonly string[]): string {
  const parameters = new URLSearchParams(query);
  for (const name of [...OWN, ...[...parameters.keys()].filter(isSetting)]) parameters.delete(name);
  if (address.isLong) parameters.set('long', '');
  else if (address.text !== null) parameters.set('s', address.text);
  for (const { index, text } of address.off) parameters.append('off', `${index}:${text}`);
  if (address.view.columns) parameters.set('cols', printColumns(address.view.columns, defaults));
  const widths = Object.entries(address.view.widths).map(([id, width]) => `${escaped(id)}:${width}`);
  if (widths.length > 0) parameters.set('widths', widths.join(','));
  const { pinned, folded, lens, lensText, money, textB, part, shown, settings, numbers } = address.view;
  if (pinned.length > 0) parameters.set('pin', pinned.map(escaped).join(','));
  if (folded.length > 0) parameters.set('fold', folded.join(','));
  if (lens) parameters.set('lens', lens);
  if (lensText !== 'values') parameters.set('lenstext', lensText);
  if (money) parameters.set('money', money);
  if (textB !== null) parameters.set('b', textB);
  if (part !== 'a') parameters.set('show', part);
  writeZoom(address.view.zoom, parameters);
  if (numbers) parameters.set('numbers', numbers);
  if (shown !== 'table') parameters.set('view', shown);
  for (const [name, text] of Object.entries(settings)) parameters.set(name, text);
  if (address.receipt !== null) parameters.set('receipt', address.receipt);
  if (address.saved !== null) parameters.set('saved', address.saved);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
