import { useSnapshot } from 'valtio';
import { COLUMN_ORDERS, PANORAMA_REFERENCES, ROW_ORDERS } from '../../engine/panorama/frame.ts';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { Check } from '../controls/Check.tsx';
import { Choice } from '../controls/Choice.tsx';
import { state } from '../state/store.ts';
import { changeZoom, transpose } from '../zoom/zoom.ts';
import { columnOrderOf, rowOrderOf } from './orders.ts';

/** Toolbar: reference, orders and options. */
export function Tools() {
  const t = useT();
  const { view, steps } = useSnapshot(state);
  const { zoom } = view;
  return (
    <div className="panorama-tools line" role="toolbar" aria-label={t('panorama.tools')}>
      <Choice
        className="panorama-choice"
        label={t('panorama.reference')}
        options={PANORAMA_REFERENCES.map((each) => [each, t(`panorama.in.${each}`)])}
        value={zoom.reference}
        onChange={(reference) => changeZoom({ reference })}
      />
      <Choice
        className="panorama-choice"
        label={t('panorama.columns')}
        options={COLUMN_ORDERS.map((each) => [each, t(`panorama.columns.${each}`)])}
        value={columnOrderOf(zoom)}
        onChange={(columnOrder) => changeZoom({ columnOrder })}
      />
      <Choice
        className="panorama-choice"
        label={t('panorama.rows')}
        options={ROW_ORDERS.map((each) => [each, t(`panorama.rows.${each}`)])}
        value={rowOrderOf(zoom, steps)}
        onChange={(rowOrder) => changeZoom({ rowOrder })}
      />
      <Check isOn={zoom.isOnePerIssuer} onChange={(isOnePerIssuer) => changeZoom({ isOnePerIssuer })}>
        {t('panorama.issuers')}
      </Check>
      <Check isOn={zoom.isAroundZero} onChange={(isAroundZero) => changeZoom({ isAroundZero })}>
        {t('panorama.aroundZero')}
      </Check>
      <QuietButton aria-pressed={zoom.isTransposed} onClick={transpose}>
        {t('panorama.transpose')}
      </QuietButton>
    </div>
  );
}
