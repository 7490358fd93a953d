import './print.css';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useSnapshot } from 'valtio';
import { type Column, isText } from '../../catalogue/column.ts';
import { latestDate } from '../../catalogue/display.ts';
import { locale, useT } from '../../shell/i18n.ts';
import { visibleIds } from '../columns/view.ts';
import { columnWidth } from '../columns/widths.ts';
import { comparedIds, type ShownMoney, shownMoney } from '../rows/shownMoney.ts';
import { sourceText } from '../state/sources.ts';
import { columnOf, type Frame, state } from '../state/store.ts';
import { columnLabel, counted, dayText, isoDayText, wholeText } from '../state/words.ts';
import { sentence } from '../steps/sentence.ts';
import { screenText } from '../steps/text.ts';
import { type CellMaker, cellAt, PLAIN } from './cells.ts';
import { FigureCell } from './figureCell.ts';
import { lateParts } from './lateParts.ts';
import { layoutOf } from './layout.ts';
import { shownUnit } from './painting.ts';
import { TOTALS } from './totals.ts';

/** Export longer results instead. */
const ROWS_MAX = 2000;
/** Total screen width of columns that fit on a printed page. */
const PAGE_PX = 1480;

/** Renders the print layout whenever the page is printed. */
export function PrintPages() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page when this returns.
    const before = (): void => flushSync(() => setPrinting(true));
    const after = (): void => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting ? createPortal(<Pages />, document.body) : null;
}

/** Loaded columns that fit the page width. */
function printed(columns: readonly Column[], frame: Frame, money: ShownMoney): readonly Column[] {
  let width = 0;
  return columns.filter((column) => {
    if (!frame.columns.has(column.id)) return false;
    width += columnWidth(state.view.widths, column, columnLabel(column.id), money.currencyOf(column) !== null);
    return width <= PAGE_PX;
  });
}

function Pages() {
  const { frame, view, steps } = useSnapshot(state);
  if (!frame) return null;
  const money = shownMoney(view.money, frame, comparedIds(steps));
  const all = visibleIds(view).flatMap((id) => columnOf(id) ?? []);
  const columns = printed(all, frame, money);
  const { isCompact } = layoutOf(view.zoom.level);
  const maker: CellMaker = {
    ...PLAIN,
    columns,
    frame,
    money,
    locale: locale(),
    isAdaptive: view.numbers === null ? isCompact : view.numbers === 'adaptive',
  };
  return (
    <section className="print-pages">
      <Head frame={frame} columnCount={[columns.length, all.length]} />
      <Table maker={maker} frame={frame} />
    </section>
  );
}

/** Describes the rows, their date and source. */
function Head({ frame, columnCount }: { readonly frame: Frame; readonly columnCount: readonly [shown: number, all: number] }) {
  const t = useT();
  const { universe, history, steps } = useSnapshot(state);
  const updated = latestDate(universe.countries.map((country) => country.updated));
  const date = frame.date === null ? t('top.updated', { date: dayText(updated) }) : isoDayText(frame.date);
  const note = frame.date === null ? universe.note : history.note;
  const shown = Math.min(ROWS_MAX, frame.rows.length);
  return (
    <header>
      <p className="print-title">
        <strong>{t('app.name')}</strong>
        <span>{date}</span>
        <span>{t('status.rows', { rows: wholeText(frame.rows.length), total: wholeText(frame.universeCount) })}</span>
      </p>
      <ol>{steps.map(({ key, on, step }) => on && <li key={key}>{sentence(step, columnOf)}</li>)}</ol>
      <p className="print-text" dir="ltr">
        {screenText()}
      </p>
      {frame.date === null && universe.coverage && <p>{universe.coverage.sources.map(sourceText).join(' · ')}</p>}
      {note && <p dir="auto">{note}</p>}
      {shown < frame.rows.length && <p>{counted('print.rows', shown, { total: wholeText(frame.rows.length) })}</p>}
      {columnCount[0] < columnCount[1] && <p>{counted('print.columns', columnCount[0], { total: wholeText(columnCount[1]) })}</p>}
    </header>
  );
}

function Table({ maker, frame }: { readonly maker: CellMaker; readonly frame: Frame }) {
  const { columns } = maker;
  const totals = state.view.settings['table.totals'] === undefined ? [] : TOTALS;
  const positions = Array.from({ length: Math.min(ROWS_MAX, frame.rows.length) }, (_, position) => position);
  const line = (position: number, cellOf: (place: number) => string) => (
    <tr key={position}>
      {columns.map((column, place) => (
        <td key={column.id} data-text={isText(column) || undefined}>
          {cellOf(place)}
        </td>
      ))}
    </tr>
  );
  const places = visibleIds(state.view);
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" data-text={isText(column) || undefined}>
              {columnLabel(column.id)}
              <small>{shownUnit(column, maker)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{positions.map((position) => line(position, (place) => textOf(cellAt(maker, place, position))))}</tbody>
      <tfoot>
        {totals.map((_, index) =>
          line(-1 - index, (place) => {
            const cell = lateParts.totalCell?.(places.indexOf(columns[place]?.id ?? ''), index);
            return cell ? textOf(cell) : '';
          }),
        )}
      </tfoot>
    </table>
  );
}

/** A cell's text as painted: sign, currency, figure. */
function textOf(cell: object): string {
  return cell instanceof FigureCell ? [cell.sign, cell.unit, cell.displayData].filter(Boolean).join(' ') : '';
}
