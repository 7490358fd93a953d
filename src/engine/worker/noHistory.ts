import type { HistoryState } from './protocol.ts';

/** State before a history has been looked for. */
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
