/** The date of the screen: changing it and playing through all dates. */
import { proxy } from 'valtio';
import { placeOfDate } from '../../engine/history/coveredDays.ts';
import { asOfStep, isAsOf } from '../../engine/steps/asOf.ts';
import { t } from '../../shell/i18n.ts';
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { beginGesture, endGesture } from '../history/gesture.ts';
import { presentDate, say, state } from '../state/store.ts';
import { isoDayText } from '../state/words.ts';
import { newEntry, setEntries } from '../steps/edit.ts';
import { screenText } from '../steps/text.ts';

/** Dates per second. */
export const SPEEDS = [1, 2, 4, 8] as const;
type Speed = (typeof SPEEDS)[number];

export const dates = proxy<{ isOpen: boolean; isPlaying: boolean; speed: Speed }>({
  isOpen: readSetting('dates') === 'open',
  isPlaying: false,
  speed: SPEEDS.find((each) => String(each) === readSetting('dates.speed')) ?? 2,
});

/** Index of the snapshot at or before a date; null for today and before the first snapshot. */
export function placeOf(date: string | null): number | null {
  return date === null ? null : placeOfDate(state.history.dates, state.history.every, date);
}

function putDate(date: string | null): void {
  const others = state.steps.filter(({ on, step }) => !(on && isAsOf(step)));
  if (date === null) {
    setEntries(others);
    return;
  }
  const step = asOfStep({ date });
  const own = state.steps.find((entry) => entry.on && isAsOf(entry.step));
  setEntries([own ? { ...own, step } : newEntry(step), ...others]);
}

/** Shows the universe as of a date, or today's for null. */
export function goToDate(date: string | null): void {
  if (date === presentDate()) return;
  putDate(date);
  say(date === null ? t('announcement.today') : t('asOf.sentence', { date: isoDayText(date) }));
}

/** Moves to the previous or next snapshot; today follows the last one. */
export function stepDate(by: -1 | 1): void {
  pause();
  const { dates: all, status } = state.history;
  if (status !== 'there') {
    say(t('asOf.absent'));
    return;
  }
  const place = placeOf(presentDate()) ?? all.length;
  const next = place + by;
  if (next < 0 || next > all.length) say(t(next < 0 ? 'announcement.firstDate' : 'announcement.lastDate'));
  else goToDate(all[next] ?? null);
}

export function showDates(isOpen: boolean): void {
  dates.isOpen = isOpen;
  writeSetting('dates', isOpen ? 'open' : null);
  if (!isOpen) pause();
}

export function setSpeed(speed: number): void {
  dates.speed = SPEEDS.find((each) => each === speed) ?? dates.speed;
  writeSetting('dates.speed', String(dates.speed));
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** The text of the screen being played, without its date: any edit stops the playback. */
let played = '';
let dueAt = 0;
/** Interval at which the playback checks whether a date is painted. */
const LOOK_MS = 30;

const textOfRest = (): string => screenText(state.steps.filter(({ step }) => !isAsOf(step)));

/** Continues from the present date; starts over at the last one and at today. */
export function play(): void {
  const { dates: all, status } = state.history;
  if (status !== 'there' || all.length === 0) {
    say(t('asOf.absent'));
    return;
  }
  showDates(true);
  dates.isPlaying = true;
  beginGesture();
  played = textOfRest();
  const place = placeOf(presentDate());
  if (place === null || place === all.length - 1) putDate(all[0]!);
  dueAt = performance.now() + 1000 / dates.speed;
  timer = setTimeout(tick, LOOK_MS);
}

function tick(): void {
  if (!dates.isPlaying) return;
  const place = placeOf(presentDate());
  if (place === null || textOfRest() !== played) {
    pause();
    return;
  }
  const isPainted = state.frame?.date === presentDate();
  if (isPainted && performance.now() >= dueAt) {
    const next = state.history.dates[place + 1];
    if (next === undefined) {
      pause();
      return;
    }
    putDate(next);
    dueAt = performance.now() + 1000 / dates.speed;
  }
  timer = setTimeout(tick, LOOK_MS);
}

export function pause(): void {
  if (!dates.isPlaying) return;
  clearTimeout(timer);
  dates.isPlaying = false;
  endGesture();
  const date = presentDate();
  say(date === null ? t('announcement.today') : t('announcement.paused', { date: isoDayText(date) }));
}

export function togglePlay(): void {
  if (dates.isPlaying) pause();
  else play();
}
