/** Runs a screen on the server's history: the sixth call of docs/calls.md. */
import { isMoney } from '../../catalogue/column.ts';
import { namedColumns } from '../../engine/steps/namedColumns.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { withIds } from '../../engine/steps/withIds.ts';
import { BASE } from '../../shell/base.ts';
import { t } from '../../shell/i18n.ts';
import { CALLS } from '../../wire/calls.ts';
import { readScreenAnswer, type ScreenAnswer } from '../../wire/screenAnswer.ts';
import { columnOf } from '../state/store.ts';
import { noteLook } from '../trials/trials.ts';

const LEADING_COLUMNS = ['symbol', 'exchange', 'name', 'country'];

const NOT_FOUND = 404;

export interface ServerScreen {
  readonly answer: ScreenAnswer;
  /** Number of looks into the hold-out including this one; null for earlier snapshots. */
  readonly looks: number | null;
}

function columnsOf(text: string): readonly string[] {
  const named = namedColumns(withIds(parseScreen(text), columnOf));
  const hasMoney = named.some((id) => {
    const column = columnOf(id);
    return column !== undefined && isMoney(column);
  });
  return [...new Set([...LEADING_COLUMNS, ...(hasMoney ? ['currency'] : []), ...named])];
}

async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const error = (body as { error?: unknown } | null)?.error;
  return typeof error === 'string' ? error : `${response.status} ${response.statusText}`;
}

/** @throws ScreenTextError for an invalid text, an Error with the reason for a missing answer, or the signal's reason */
export async function askServer(text: string, signal: AbortSignal): Promise<ServerScreen> {
  const url = new URL(CALLS.screen, BASE);
  url.search = new URLSearchParams({ text, columns: columnsOf(text).join() }).toString();
  const response = await fetch(url, { signal });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.status === NOT_FOUND || (response.ok && !isJson)) throw new Error(t('serverScreen.none'));
  if (!response.ok) throw new Error(t('serverScreen.refused', { reason: await reasonOf(response) }));
  const answer = readScreenAnswer(await response.json());
  return { answer, looks: answer.holdOut && noteLook(answer.holdOut.history) };
}
