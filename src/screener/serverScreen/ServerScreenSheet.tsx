import './serverScreen.css';
import { useEffect, useRef, useState } from 'react';
import { isText } from '../../catalogue/column.ts';
import { MISSING_TEXT } from '../../catalogue/display.ts';
import { delimitedLine } from '../../engine/answers/delimited.ts';
import { ScreenTextError } from '../../engine/steps/reader.ts';
import { messageOf } from '../../shell/errors.ts';
import { useT } from '../../shell/i18n.ts';
import type { ScreenAnswer } from '../../wire/screenAnswer.ts';
import { Button, QuietButton } from '../controls/buttons.tsx';
import { Sheet } from '../frame/Sheet.tsx';
import { figureIn } from '../rows/values.ts';
import { fileName } from '../state/export.ts';
import { saveFile } from '../state/saveFile.ts';
import { columnOf, say } from '../state/store.ts';
import { columnLabel, figureText, isoDayText, textShown, wholeText } from '../state/words.ts';
import { CodeBox } from '../steps/CodeBox.tsx';
import { screenText } from '../steps/text.ts';
import { askServer, type ServerScreen } from './ask.ts';

/** Maximum of rows shown; the file has all. */
const SHOWN_ROWS_MAX = 500;
const TEXT_ID = 'server-screen-text';
const FAULT_ID = 'server-screen-fault';

type Standing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly cancel: () => void }
  | { readonly kind: 'failed'; readonly reason: string; readonly at: number | null }
  | { readonly kind: 'done'; readonly screen: ServerScreen };

/** A screen over the history of the server's engine: its text, ledger and rows. */
export function ServerScreenSheet() {
  const t = useT();
  const [text, setText] = useState(() => screenText());
  const [standing, setStanding] = useState<Standing>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (): Promise<void> => {
    running.current?.abort();
    const asked = new AbortController();
    running.current = asked;
    setStanding({ kind: 'running', cancel: () => asked.abort() });
    const ended = await ask(text, asked.signal, (at, message) => t('text.fault', { message, at: wholeText(at + 1) }));
    if (running.current !== asked) return;
    setStanding(ended);
    if (ended.kind === 'done') say(t('serverScreen.rows', { count: wholeText(ended.screen.answer.rowCount) }));
  };
  const isRunning = standing.kind === 'running';
  const fault = standing.kind === 'failed' ? standing : null;
  return (
    <Sheet title={t('action.serverScreen')}>
      <div className="server-screen stack">
        <label htmlFor={TEXT_ID}>{t('serverScreen.text')}</label>
        <CodeBox
          id={TEXT_ID}
          label={t('serverScreen.text')}
          value={text}
          lines={3}
          faultAt={fault?.at ?? null}
          describedBy={fault ? FAULT_ID : undefined}
          onChange={setText}
          onDone={(isEntered) => {
            if (isEntered) void run();
          }}
        />
        <p className="server-screen-run line wrap">
          <Button disabled={isRunning} onClick={() => void run()}>
            {t('serverScreen.run')}
          </Button>
          {standing.kind === 'running' && (
            <>
              <progress aria-label={t('serverScreen.running')} />
              <QuietButton onClick={standing.cancel}>{t('export.cancel')}</QuietButton>
            </>
          )}
          <span className="quiet">{t('serverScreen.hint')}</span>
        </p>
        {fault && (
          <p id={FAULT_ID} className="warn" role="alert">
            {fault.reason}
          </p>
        )}
        {standing.kind === 'done' && <Answer screen={standing.screen} />}
      </div>
    </Sheet>
  );
}

async function ask(text: string, signal: AbortSignal, faultText: (at: number, message: string) => string): Promise<Standing> {
  try {
    return { kind: 'done', screen: await askServer(text, signal) };
  } catch (error) {
    if (signal.aborted) return { kind: 'idle' };
    if (error instanceof ScreenTextError) return { kind: 'failed', reason: faultText(error.at, error.message), at: error.at };
    return { kind: 'failed', reason: messageOf(error), at: null };
  }
}

function Answer({ screen: { answer, looks } }: { readonly screen: ServerScreen }) {
  const t = useT();
  const shown = answer.rows.slice(0, SHOWN_ROWS_MAX);
  return (
    <>
      <p>
        {t('serverScreen.answer', {
          count: wholeText(answer.rowCount),
          date: isoDayText(answer.snapshot),
          digest: answer.digest,
          history: answer.history.slice(0, 12),
        })}
        <QuietButton onClick={() => saveRows(answer)}>{t('serverScreen.save')}</QuietButton>
      </p>
      {answer.holdOut && looks !== null && (
        <p className="warn">
          {t('backtest.holdOut', { date: isoDayText(answer.holdOut.from) })}:{' '}
          {t('backtest.holdOutOpen', { looks: wholeText(looks) })}
        </p>
      )}
      <LedgerTable answer={answer} />
      {answer.rowCount > shown.length && <p>{t('serverScreen.first', { count: wholeText(shown.length) })}</p>}
      <div className="server-screen-rows">
        <table>
          <thead>
            <tr>
              {answer.columns.map((id) => (
                <th key={id} scope="col" className={isTextId(id) ? undefined : 'figure'}>
                  {columnLabel(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are fixed
              <tr key={at}>
                {row.map((cell, place) => {
                  const id = answer.columns[place]!;
                  return (
                    <td key={id} className={isTextId(id) ? undefined : 'figure'} dir="auto">
                      {cellText(answer, row, id, cell)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function LedgerTable({ answer }: { readonly answer: ScreenAnswer }) {
  const t = useT();
  return (
    <table className="server-screen-ledger">
      <thead>
        <tr>
          {(['step', 'in', 'out', 'failed', 'missing'] as const).map((name) => (
            <th key={name} scope="col" className={name === 'step' ? undefined : 'figure'}>
              {t(`serverScreen.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answer.ledger.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are fixed
          <tr key={at}>
            <th scope="row" dir="ltr">
              {line.step}
            </th>
            {[line.in, line.out, line.failed, line.missing].map((count, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
              <td key={place} className="figure">
                {wholeText(count)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isTextId(id: string): boolean {
  const column = columnOf(id);
  return column !== undefined && isText(column);
}

function cellText(answer: ScreenAnswer, row: ScreenAnswer['rows'][number], id: string, cell: number | string | null): string {
  if (cell === null || cell === '') return MISSING_TEXT;
  if (typeof cell === 'string') return textShown(id, cell);
  const column = columnOf(id);
  if (!column) return figureText(cell);
  return figureIn(column, cell, String(row[answer.columns.indexOf('currency')] ?? ''));
}

function saveRows({ columns, rows, text, snapshot }: ScreenAnswer): void {
  const lines = [columns, ...rows].map((cells) => delimitedLine(cells, 'csv'));
  saveFile(new Blob(lines, { type: 'text/csv;charset=utf-8' }), fileName(text, snapshot, 'csv'));
}
