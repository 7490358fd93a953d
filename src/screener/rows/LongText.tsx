import { useEffect, useState } from 'react';
import { isCapped } from '../../engine/table/cappedText.ts';
import { messageOf } from '../../shell/errors.ts';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { engine } from '../state/engine.ts';

/** Layout of a text without spaces takes quadratic time, so it is split into blocks. */
const BLOCK_CHARS = 1000;

interface LongTextProps {
  readonly text: string;
  readonly version: number;
  readonly row: number;
  readonly columnId: string;
}

/** A text value; truncated ones load in full on request. */
export function LongText({ text, version, row, columnId }: LongTextProps) {
  const t = useT();
  const [whole, setWhole] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another row or other data
  useEffect(() => {
    setWhole(null);
    setFault(null);
  }, [version, row, columnId]);
  if (!isCapped(text)) return text;
  const ask = (): void => {
    engine()
      .ask('text', { version, row, id: columnId })
      .done.then(
        ({ text }) => setWhole(text),
        (error: unknown) => setFault(messageOf(error)),
      );
  };
  return (
    <>
      {blocks(whole ?? text).map(({ at, part }) => (
        <span key={at} className="text-block">
          {part}
        </span>
      ))}
      {whole === null && <QuietButton onClick={ask}>{t('row.showWhole')}</QuietButton>}
      {fault !== null && <span className="warn">{fault}</span>}
    </>
  );
}

/** Splits the text into blocks, at spaces where possible. */
export function blocks(text: string): { readonly at: number; readonly part: string }[] {
  const parts: { at: number; part: string }[] = [];
  for (let at = 0; at < text.length; ) {
    const part = text.slice(at, at + BLOCK_CHARS);
    const space = at + BLOCK_CHARS < text.length ? part.lastIndexOf(' ') + 1 : 0;
    const piece = space > 0 ? part.slice(0, space) : part.replace(/(?<=.)[\ud800-\udbff]$/, '');
    parts.push({ at, part: piece });
    at += piece.length;
  }
  return parts;
}
