import { useEffect, useState } from 'react';
import { engine } from '../state/engine.ts';
import { asRef, type Frame, state } from '../state/store.ts';

/** The id of the traced security, which identifies it at other dates; null without one. */
export function useTracedId(frame: Frame | null, row: number | undefined): string | null {
  const [id, setId] = useState<string | null>(null);
  const [version, isDated] = [frame?.version, frame?.date != null];
  useEffect(() => {
    if (version === undefined || !isDated) return;
    let isWanted = true;
    if (row !== undefined)
      engine()
        .ask('text', { version, row, id: 'id' })
        .done.then(
          ({ text }) => isWanted && setId(text || null),
          () => {},
        );
    else if (id !== null)
      engine()
        .ask('column', { id: 'id' })
        .done.then(
          ({ version: of, column }) => {
            if (!isWanted || of !== version || column.kind !== 'text') return;
            const code = column.labels.indexOf(id);
            const found = code > 0 ? column.codes.indexOf(code) : -1;
            if (found >= 0) state.detail = asRef({ version, rows: [found] });
          },
          () => {},
        );
    return () => {
      isWanted = false;
    };
  }, [version, isDated, row, id]);
  return id;
}
