import './lineage.css';
import type { ReactNode } from 'react';
import { MISSING_TEXT } from '../../catalogue/display.ts';
import { printFormula } from '../../catalogue/formulaText.ts';
import type { Lineage, LineageFiling, LineageNode } from '../../engine/answers/lineage.ts';
import { textOf, useT } from '../../shell/i18n.ts';
import { isTodays } from '../asOf/todays.ts';
import { goToColumn } from '../columns/goToColumn.ts';
import { formulaText } from '../columns/words.ts';
import { NameButton, QuietButton } from '../controls/buttons.tsx';
import { percentileText } from '../lens/tints.ts';
import { findingText } from '../rows/findingWords.ts';
import { figureIn } from '../rows/values.ts';
import { useAnswer } from '../state/answers.ts';
import { columnOf, type LineageCell } from '../state/store.ts';
import { columnLabel, counted, dayText, exactText, textShown, unitText, wholeText } from '../state/words.ts';
import { closeLineage } from './cell.ts';
import { filingAddress } from './filing.ts';

/** Lineage of a number: formula, inputs, sources and flags. */
export function LineageSection({ cell }: { readonly cell: LineageCell }) {
  const t = useT();
  const { answer, fault } = useAnswer('lineage', () => ({ version: cell.version, row: cell.row, id: cell.columnId }), [cell]);
  const lineage = answer?.lineage;
  if (fault !== null) return <p className="panel-hint warn">{fault}</p>;
  if (!lineage) return <div className="lineage" aria-busy="true" />;
  return (
    <section className="lineage" aria-label={t('lineage.title', { column: columnLabel(cell.columnId), symbol: lineage.symbol })}>
      <h3>
        {columnLabel(cell.columnId)}
        <QuietButton onClick={closeLineage}>{t('sheet.close')}</QuietButton>
      </h3>
      <Facts lineage={lineage} />
      {lineage.text === null && <Flags lineage={lineage} />}
      {lineage.root.formula && (
        <section aria-label={t('lineage.formula')}>
          <h4>{t('lineage.formula')}</h4>
          <p>{`${columnLabel(lineage.root.id)} = ${formulaText(lineage.root.formula)}`}</p>
          <p>
            <code>{`${lineage.root.id} = ${printFormula(lineage.root.formula)}`}</code>
          </p>
        </section>
      )}
      {lineage.root.inputs.length > 0 && (
        <section aria-label={t('lineage.inputs')}>
          <h4>{t('lineage.inputs')}</h4>
          <Inputs node={lineage.root} lineage={lineage} />
        </section>
      )}
    </section>
  );
}

/** The value as in the grid, with its currency. */
function nodeText({ id, value }: LineageNode, currency: string): string {
  return figureIn(columnOf(id), value, currency);
}

function Facts({ lineage }: { readonly lineage: Lineage }) {
  const t = useT();
  const { root, text, percentile, priceDate, reportDate, reportAge, readsStatements, currency, statementCurrency, filing } =
    lineage;
  const column = columnOf(root.id);
  const day = (seconds: number): string => (Number.isNaN(seconds) ? t('lineage.unknown') : dayText(seconds));
  const definition = textOf('definition', root.id);
  const age = Number.isNaN(reportAge) ? '' : `, ${counted('lineage.age', Math.round(reportAge))}`;
  const facts: (readonly [string, ReactNode])[] =
    text === null
      ? [
          [t('lineage.value'), nodeText(root, currency)],
          [t('lineage.exact'), exactText(root.value)],
          ...(column ? [[t('sheet.unit'), unitText(column)] as const] : []),
          [t('lineage.percentile'), Number.isNaN(percentile) ? MISSING_TEXT : percentileText(percentile)],
          [t('lineage.price'), day(priceDate)],
          ...(readsStatements
            ? [
                [t('lineage.report'), `${day(reportDate)}${age}`] as const,
                ...(filing ? [[t('lineage.filed'), <Filing key="filing" lineage={lineage} />] as const] : []),
                [t('lineage.statements'), statementCurrency === '' ? t('lineage.unknown') : statementCurrency] as const,
              ]
            : []),
        ]
      : [[t('lineage.value'), text === '' ? MISSING_TEXT : <bdi key="value">{textShown(root.id, text)}</bdi>]];
  return (
    <section aria-label={t('lineage.value')}>
      <p className="lineage-name">
        <bdi>{`${lineage.symbol}  ${lineage.name}`}</bdi>
      </p>
      <dl className="lineage-facts">
        {[
          ...facts,
          ...(isTodays(root.id) ? [[t('asOf.todays'), t('asOf.todaysValue')] as const] : []),
          [t('lineage.source'), column?.source ?? ''] as const,
        ].map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {definition !== columnLabel(root.id) && <p className="lineage-definition quiet">{definition}</p>}
    </section>
  );
}

/** The latest filing with a link to the SEC; for a statement item, the filings it was computed from. */
function Filing({ lineage }: { readonly lineage: Lineage }) {
  const t = useT();
  const { filing, filings, findings, root } = lineage;
  if (filings?.[root.id]) return <Filings id={root.id} lineage={lineage} />;
  if (!filing || Number.isNaN(filing.day)) return t('lineage.unknown');
  const isGuessed = findings.some(({ flag }) => flag === 'guessedFiling');
  return <FilingLink {...filing} isGuessed={isGuessed} />;
}

/** Filings of a statement item: one per quarter for trailing twelve months, or the annual one. */
function Filings({ id, lineage }: { readonly id: string; readonly lineage: Lineage }) {
  const own = lineage.filings?.[id];
  if (!own) return null;
  return (
    <span className="lineage-filings wrap">
      {own.map(({ accession, filed, isGuessed, periodEnd }) => (
        <FilingLink
          key={`${accession} ${periodEnd}`}
          day={Date.parse(filed) / 1000}
          accession={accession}
          cik={lineage.filing?.cik ?? ''}
          isGuessed={isGuessed}
        />
      ))}
    </span>
  );
}

interface FilingLinkProps extends LineageFiling {
  readonly isGuessed: boolean;
}

function FilingLink({ day, accession, cik, isGuessed }: FilingLinkProps) {
  const t = useT();
  const address = filingAddress({ accession, cik });
  return (
    <span>
      <span className={isGuessed ? 'warn' : undefined}>
        {isGuessed ? t('lineage.guessed', { date: dayText(day) }) : dayText(day)}
      </span>
      {accession !== '' && ' · '}
      {address ? (
        <a href={address} target="_blank" rel="noopener noreferrer" aria-label={t('lineage.filing', { accession })}>
          {accession}
        </a>
      ) : (
        accession
      )}
    </span>
  );
}

function Flags({ lineage }: { readonly lineage: Lineage }) {
  const t = useT();
  const { findings } = lineage;
  return (
    <section aria-label={t('lineage.flags')}>
      <h4>{t('lineage.flags')}</h4>
      {findings.length === 0 ? (
        <p>{t('lineage.noFlags')}</p>
      ) : (
        <ul className="lineage-flags">
          {findings.map((finding) => {
            const text = findingText(finding, lineage);
            return <li key={text}>{text}</li>;
          })}
        </ul>
      )}
    </section>
  );
}

function Inputs({ node, lineage }: { readonly node: LineageNode; readonly lineage: Lineage }) {
  const t = useT();
  return (
    <ul className="lineage-inputs">
      {node.ranks.map(({ measure, rank, of }) => (
        <li key={printFormula(measure)} className="lineage-rank">
          {t('lineage.rank', {
            rank: Number.isNaN(rank) ? MISSING_TEXT : wholeText(rank),
            of: wholeText(of),
            measure: formulaText(measure),
          })}
        </li>
      ))}
      {node.inputs.map((input) => (
        <li key={input.id}>
          <div className="lineage-line">
            <NameButton title={textOf('definition', input.id)} onClick={() => goToColumn(input.id)}>
              {columnLabel(input.id)}
            </NameButton>
            <span className="lineage-number">{nodeText(input, lineage.currency)}</span>
            <span className="lineage-exact quiet">{exactText(input.value)}</span>
            <span className="lineage-words quiet">
              {input.formula ? `= ${formulaText(input.formula)}` : (columnOf(input.id)?.source ?? '')}
              <Filings id={input.id} lineage={lineage} />
            </span>
          </div>
          {input.inputs.length > 0 && <Inputs node={input} lineage={lineage} />}
        </li>
      ))}
    </ul>
  );
}
