import '../rows/rows.css';
import { useSnapshot } from 'valtio';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { useT } from '../../shell/i18n.ts';
import { ALL_GROUPS } from '../columns/groups.ts';
import { Button } from '../controls/buttons.tsx';
import { compareRow, currentRows } from '../rows/chosen.ts';
import { LongText } from '../rows/LongText.tsx';
import { useFrame } from '../rows/live.ts';
import { PercentileBar } from '../rows/PercentileBar.tsx';
import { useSectorPercentiles } from '../rows/percentiles.ts';
import { shownValue, textValue } from '../rows/values.ts';
import { Website } from '../rows/Website.tsx';
import { type Frame, state, useAddedColumns } from '../state/store.ts';
import { columnLabel, groupLabel } from '../state/words.ts';
import { DatesOfSecurity } from './DatesOfSecurity.tsx';
import { Finder } from './Finder.tsx';
import { LineageSection } from './LineageSection.tsx';
import { Notes } from './Notes.tsx';
import { TraceLines } from './TraceLines.tsx';
import { useTracedId } from './tracedId.ts';

/** Shown in the head or at the end of the panel. */
const SHOWN_ELSEWHERE = ['symbol', 'name', 'website', 'description'];

/** All data of one security. */
export function Inspector() {
  const t = useT();
  const frame = useFrame();
  const { detail, lineageCell, history } = useSnapshot(state);
  const added = useAddedColumns();
  const [row] = currentRows(detail, frame?.version);
  const percentileOf = useSectorPercentiles(row);
  const id = useTracedId(frame, row);
  const isDated = frame?.date != null;
  if (!frame || row === undefined) {
    return (
      <div className="fill">
        <Finder frame={frame} />
        {isDated && id !== null ? (
          <>
            <p role="status" className="panel-hint">
              {t('trace.notListedNow', { security: id })}
            </p>
            <DatesOfSecurity id={id} />
          </>
        ) : (
          <p className="panel-hint">{t('row.none')}</p>
        )}
      </div>
    );
  }
  const all = [...COLUMNS, ...added].filter((column) => !column.helper);
  const security = `${textValue(frame, 'symbol', row)}@${textValue(frame, 'exchange', row)}`;
  const website = textValue(frame, 'website', row);
  const description = textValue(frame, 'description', row);
  return (
    <div className="fill">
      <Finder frame={frame} />
      <div className="row-head line wrap">
        <h2>
          <bdi>
            <span>{textValue(frame, 'symbol', row)}</span> {textValue(frame, 'name', row)}
          </bdi>
        </h2>
        {website !== '' && <Website address={website} />}
        <Button onClick={() => compareRow(row)}>{t('action.compare')}</Button>
      </div>
      <TraceLines frame={frame} row={row} />
      {isDated && id !== null && <DatesOfSecurity id={id} />}
      {!isDated && history.status === 'there' && <p className="panel-hint">{t('trace.datesHint')}</p>}
      {lineageCell?.version === frame.version && lineageCell.row === row && <LineageSection cell={lineageCell} />}
      {frame.columns.has('exchange') && <Notes key={security} security={security} />}
      <p className="panel-hint">{t('row.percentiles')}</p>
      {ALL_GROUPS.map((group) => {
        const columns = all.filter((column) => column.group === group && !SHOWN_ELSEWHERE.includes(column.id));
        return columns.length === 0 ? null : (
          <RowGroup key={group} title={groupLabel(group)} columns={columns} frame={frame} row={row} percentileOf={percentileOf} />
        );
      })}
      {description !== '' && (
        <p className="row-text quiet">
          <LongText text={description} version={frame.version} row={row} columnId="description" />
        </p>
      )}
    </div>
  );
}

interface RowGroupProps {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly frame: Frame;
  readonly row: number;
  readonly percentileOf: (columnId: string) => number;
}

function RowGroup({ title, columns, frame, row, percentileOf }: RowGroupProps) {
  const withBars = columns.some((column) => column.group !== 'CompanyInformation');
  return (
    <details className="row-group" open>
      <summary>{title}</summary>
      <dl>
        {columns.map((column) => (
          <div key={column.id} className="row-line line">
            <dt className="grow">{columnLabel(column.id)}</dt>
            <dd>
              <span>
                <LongText text={shownValue(frame, column, row)} version={frame.version} row={row} columnId={column.id} />
              </span>
              {withBars && <PercentileBar percentile={isText(column) ? Number.NaN : percentileOf(column.id)} />}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
