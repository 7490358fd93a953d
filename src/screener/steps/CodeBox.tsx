import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import type { Completion, Piece } from './completion.ts';

/** Loaded on the first keystroke. */
const completer = () => Promise.all([import('./completion.ts'), import('./pieceWords.ts')]);

interface CodeBoxProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly lines: number;
  /** Position (from 0) of a syntax error, or null. */
  readonly faultAt: number | null;
  readonly describedBy?: string | undefined;
  /** Prefix for the parser, such as `let x = `, that determines the kind of text. */
  readonly before?: string;
  readonly onChange: (text: string) => void;
  /** Called on Ctrl+Enter and on blur. */
  readonly onDone: (isEntered: boolean) => void;
}

/** Editor for screen text with completion and error marking. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: keys, list and marks of one input
export function CodeBox({ id, label, value, lines, faultAt, describedBy, before = '', onChange, onDone }: CodeBoxProps) {
  const t = useT();
  const listId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const caret = useRef<number | null>(null);
  const [completion, setCompletion] = useState<Completion | null>(null);
  const [place, setPlace] = useState(0);
  const pieces = completion?.pieces ?? [];
  const close = (): void => setCompletion(null);

  // Moves the caret behind an inserted piece.
  useLayoutEffect(() => {
    if (caret.current !== null) box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  useEffect(() => {
    document.getElementById(`${listId}-${place}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, place]);

  const offer = async (text: string, at: number, isAsked: boolean): Promise<void> => {
    const [{ complete }, { pieceWords }] = await completer();
    // The text may have changed meanwhile.
    if (box.current?.value !== text || box.current.selectionStart !== at || document.activeElement !== box.current) return;
    const found = complete(text, at, pieceWords(), before);
    const isWorth = found && found.pieces.length > 0 && (isAsked || (found.to > found.from && !isTyped(text, found)));
    setCompletion(isWorth ? found : null);
    setPlace(0);
  };
  const take = async (piece: Piece | undefined): Promise<void> => {
    if (!piece || !box.current) return;
    const { value: text, selectionStart } = box.current;
    const [{ complete, insert }, { pieceWords }] = await completer();
    // The text may be newer than the list.
    const found = complete(text, selectionStart, pieceWords(), before);
    if (!found?.pieces.some((other) => other.kind === piece.kind && other.text === piece.text)) return;
    const next = insert(text, found, piece);
    caret.current = next.caret;
    close();
    onChange(next.text);
  };
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      close();
      onDone(true);
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      void offer(value, event.currentTarget.selectionStart, true);
    } else if (completion && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setPlace((place + (event.key === 'ArrowDown' ? 1 : pieces.length - 1)) % pieces.length);
    } else if (completion && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) {
      event.preventDefault();
      void take(pieces[place]);
    } else if (completion && event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };

  return (
    <div className="code">
      <div className="code-field">
        <div ref={under} className="code-under" dir="ltr" aria-hidden="true">
          {faultAt === null ? null : <FaultMark text={value} at={faultAt} />}
        </div>
        <textarea
          ref={box}
          id={id}
          rows={lines}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-label={id ? undefined : label}
          title={label}
          aria-invalid={faultAt !== null}
          aria-describedby={describedBy}
          aria-autocomplete="list"
          aria-controls={completion ? listId : undefined}
          aria-activedescendant={completion ? `${listId}-${place}` : undefined}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            void offer(event.target.value, event.target.selectionStart, false);
          }}
          onKeyDown={pressed}
          onClick={close}
          onScroll={(event) => {
            if (under.current) under.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onBlur={() => {
            close();
            onDone(false);
          }}
        />
      </div>
      {completion && (
        <div
          id={listId}
          role="listbox"
          className="code-list"
          aria-label={t('code.pieces')}
          onMouseDown={(event) => event.preventDefault()}
        >
          {pieces.map((piece, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the textarea keeps the focus and handles keys
            <div
              key={`${piece.kind} ${piece.text}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === place}
              className="code-piece small"
              onClick={() => void take(piece)}
            >
              <code>{piece.text}</code>
              <span className="grow cut quiet">{piece.name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Whether the only suggestion is already typed. */
function isTyped(text: string, { from, to, pieces }: Completion): boolean {
  return pieces.length === 1 && pieces[0]?.text.trim() === text.slice(from, to);
}

/** Invisible copy of the text that underlines the error; at the end of the text, the position after it. */
function FaultMark({ text, at }: { readonly text: string; readonly at: number }) {
  const word = /^\s*\S*/.exec(text.slice(at))?.[0] ?? '';
  return (
    <>
      {text.slice(0, at)}
      <mark>{word.trim() === '' ? '\u00a0\u00a0' : word}</mark>
      {text.slice(at + word.length)}
    </>
  );
}
