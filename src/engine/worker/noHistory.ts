import type { HistoryState } from './protocol.ts';

/** What is known of a history before anybody has looked for one. */
export const NO_HISTORY: HistoryState = {
  status: 'looking',
  every: 'month',
  dates: [],
  coverage: [],
  todays: [],
  otherColumns: [],
  digest: '',
  id: '',
  holdOut: null,
  note: null,
  reason: null,
};
