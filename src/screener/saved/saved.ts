/** Actions on saved screens: each stores its address and its result, to compare with later data. */
import type { Since } from '../../engine/answers/since.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { type SavedScreen, StorageFault, savedScreen, saveScreen, storedResult } from '../../shell/database.ts';
import { messageOf } from '../../shell/errors.ts';
import { t } from '../../shell/i18n.ts';
import { isInHoldOut } from '../asOf/holdOut.ts';
import { presentQuery } from '../state/address.ts';
import { engine } from '../state/engine.ts';
import { asRef, columnOf, say, state } from '../state/store.ts';
import { takeQuery } from '../state/sync.ts';
import { appliedEntries } from '../steps/standing.ts';
import { screenText } from '../steps/text.ts';
import { noteLook } from '../trials/trials.ts';
import { readSavedResult, type SavedResult } from './savedResult.ts';

export const NAME_CHARS_MAX = 80;

/** Storage and other errors as a sentence. */
export function faultWords(error: unknown): string {
  const reason = messageOf(error);
  return error instanceof StorageFault ? t(`storage.${error.kind}`, { reason }) : t('storage.broken', { reason });
}

/** Saves the present screen under a new or existing id. @throws StorageFault, or Error while countries are loading */
export async function keepScreen(name: string, id: string = crypto.randomUUID()): Promise<void> {
  const steps = appliedEntries(state.steps, columnOf).map((entry) => entry.step);
  const [text, query] = [screenText(), presentQuery()];
  const savedResult: SavedResult = { steps, snapshot: (await engine().ask('snapshot', {}).done).snapshot };
  await saveScreen({ id, name: name.trim().slice(0, NAME_CHARS_MAX), query, savedAt: Date.now() }, savedResult);
  state.opened = asRef({ id, text });
  say(t('announcement.saved', { name: name.trim() }));
}

/** Opens a saved screen as an edit; the panel shows what has changed since. */
export function openScreen({ id, query, name }: SavedScreen): void {
  takeQuery(query, id);
  say(t('announcement.opened', { name }));
}

/** Changes of a saved screen, or that its result is unreadable, or that it does not exist on this device. */
export type Difference =
  | { readonly kind: 'since'; readonly screen: SavedScreen; readonly since: Since; readonly steps: readonly Step[] }
  | { readonly kind: 'corrupt'; readonly screen: SavedScreen }
  | { readonly kind: 'gone' };

/** @throws StorageFault, or Error after a restart of the engine */
export async function differenceOf(id: string): Promise<Difference> {
  const screen = await savedScreen(id);
  if (!screen) return { kind: 'gone' };
  const savedResult = readSavedResult(await storedResult(id));
  if (!savedResult) return { kind: 'corrupt', screen };
  const { steps, snapshot } = savedResult;
  if (isInHoldOut(steps)) noteLook(state.history.id);
  const { since } = await engine().ask('since', { steps, snapshot }).done;
  return { kind: 'since', screen, since, steps };
}
