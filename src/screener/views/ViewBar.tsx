import './views.css';
import { useSnapshot } from 'valtio';
import { CURRENCIES } from '../../catalogue/codes.ts';
import { useT } from '../../shell/i18n.ts';
import { keyName } from '../frame/keyNames.ts';
import { setLens } from '../lens/scope.ts';
import { OWN_CURRENCY } from '../rows/shownMoney.ts';
import { asRef, LENS_SCOPES, LENS_TEXTS, state } from '../state/store.ts';
import { ZoomControl } from '../zoom/ZoomControl.tsx';
import { VIEW_KEYS, VIEW_NAMES } from './names.ts';
import { openView, viewName } from './open.ts';

/** The views, and at the end how their figures are shown. */
export function ViewBar() {
  const t = useT();
  const { view } = useSnapshot(state);
  const name = viewName(view);
  return (
    <nav className="views" aria-label={t('view.label')}>
      <div className="views-names">
        {VIEW_NAMES.map((each) => (
          <button
            key={each}
            type="button"
            className="view-name"
            aria-current={each === name ? 'page' : undefined}
            title={`${t(`action.${each}`)} (${keyName(VIEW_KEYS[each])})`}
            onClick={() => openView(each)}
          >
            {t(`view.${each}`)}
          </button>
        ))}
      </div>
      <span className="spring" />
      {view.shown === 'table' && <ZoomControl />}
      {name === 'table' && (
        <>
          <LensScopeMenu />
          {view.lens && <LensTextMenu />}
        </>
      )}
      <MoneyMenu />
    </nav>
  );
}

/** The currency of amounts. */
function MoneyMenu() {
  const t = useT();
  const { view } = useSnapshot(state);
  return (
    <select
      className="top-menu"
      aria-label={t('money.label')}
      title={t('money.label')}
      value={view.money ?? ''}
      onChange={(event) => {
        state.view = asRef({ ...state.view, money: event.target.value || null });
      }}
    >
      <option value="">{t('money.common')}</option>
      <option value={OWN_CURRENCY}>{t('money.own')}</option>
      {CURRENCIES.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </select>
  );
}

/** What stands on the colours of the lens. */
function LensTextMenu() {
  const t = useT();
  const { view } = useSnapshot(state);
  return (
    <select
      className="top-menu"
      aria-label={t('lens.text')}
      title={t('lens.text')}
      value={view.lensText}
      onChange={(event) => {
        const lensText = LENS_TEXTS.find((text) => text === event.target.value) ?? 'values';
        state.view = asRef({ ...state.view, lensText });
      }}
    >
      {LENS_TEXTS.map((text) => (
        <option key={text} value={text}>
          {t(`lens.${text}`)}
        </option>
      ))}
    </select>
  );
}

/** Among which rows the lens ranks. */
function LensScopeMenu() {
  const t = useT();
  const { view } = useSnapshot(state);
  return (
    <select
      className="top-menu"
      aria-label={t('lens.label')}
      title={t('lens.title')}
      value={view.lens ?? ''}
      onChange={(event) => setLens(LENS_SCOPES.find((scope) => scope === event.target.value) ?? null)}
    >
      <option value="">{t('lens.off')}</option>
      {LENS_SCOPES.map((scope) => (
        <option key={scope} value={scope}>
          {t('lens.on', { scope: t(`scope.${scope}`) })}
        </option>
      ))}
    </select>
  );
}
