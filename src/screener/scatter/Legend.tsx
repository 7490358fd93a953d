import type { Column } from '../../catalogue/column.ts';
import { categoricalFilter } from '../../engine/steps/filter.ts';
import { useT } from '../../shell/i18n.ts';
import { categoryText, columnLabel, wholeText } from '../state/words.ts';
import { filterBy } from '../steps/cellFilter.ts';
import { axisText } from './axisText.ts';
import type { Legend, Rgb } from './marks.ts';

interface LegendProps {
  readonly column: Column | null;
  readonly legend: Legend | null;
  readonly ramp: readonly [Rgb, Rgb, Rgb] | null;
  readonly sizeId: string | null;
}

const css = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`;

function keepCategory(columnId: string, label: string): void {
  filterBy(categoricalFilter({ columnId, operator: 'Equals', operatorValues: [label] }));
}

/** Legend of colors and sizes; clicking a category filters by it. */
export function ScatterLegend({ column, legend, ramp, sizeId }: LegendProps) {
  const t = useT();
  if (!legend && !sizeId) return null;
  return (
    <section className="scatter-legend" aria-label={t('scatter.legend')}>
      {column && legend && <h3>{columnLabel(column.id)}</h3>}
      {column && legend?.kind === 'categories' && (
        <ul>
          {legend.entries.map(({ label, color, count }) => {
            const words = (
              <>
                <i style={{ background: css(color) }} />
                <span className="grow cut">{label === null ? t('scatter.others') : categoryText(column.id, label)}</span>
                <span className="quiet">{wholeText(count)}</span>
              </>
            );
            return (
              <li key={label ?? ''}>
                {label === null ? (
                  <p className="legend-entry line">{words}</p>
                ) : (
                  <button
                    type="button"
                    className="legend-entry line"
                    title={t('verb.filter')}
                    onClick={() => keepCategory(column.id, label)}
                  >
                    {words}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {column && legend?.kind === 'ramp' && ramp && (
        <>
          <div className="legend-ramp" style={{ background: `linear-gradient(to right, ${ramp.map(css).join(', ')})` }} />
          <div className="legend-ends quiet">
            {[legend.low, legend.middle, legend.high].map((value, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: minimum, median and maximum
              <span key={place}>{axisText(column, value, [legend.low, legend.middle, legend.high])}</span>
            ))}
          </div>
        </>
      )}
      {sizeId && (
        <>
          <h3>{t('scatter.size')}</h3>
          <p>{columnLabel(sizeId)}</p>
        </>
      )}
    </section>
  );
}
