import './views.css';
import { useSnapshot } from 'valtio';
import { CURRENCIES } from '../../catalogue/codes.ts';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { Select, type SelectProps } from '../controls/Select.tsx';
import { keyName } from '../frame/keyNames.ts';
import { setLens } from '../lens/scope.ts';
import { OWN_CURRENCY } from '../rows/shownMoney.ts';
import { act } from '../state/actions.ts';
import { changeView, LENS_SCOPES, LENS_TEXTS, NUMBER_RULES, state } from '../state/store.ts';
import { ZoomControl } from '../zoom/ZoomControl.tsx';
import { VIEW_KEYS, VIEW_NAMES } from './names.ts';
import { chooseNumbers } from './numbers.ts';
import { openView, viewName } from './open.ts';

/** The views, and at the end the display options. */
export function ViewBar() {
  const t = useT();
  const { view, second, sheet } = useSnapshot(state);
  const name = viewName({ view, second });
  return (
    <nav className="views line" aria-label={t('view.label')}>
      <div className="views-names">
        {VIEW_NAMES.map((each) => (
          <button
            key={each}
            type="button"
            className="view-name quiet"
            aria-current={each === name ? 'page' : undefined}
            title={`${t(`action.${each}`)} (${keyName(VIEW_KEYS[each])})`}
            onClick={() => openView(each)}
          >
            {t(`view.${each}`)}
          </button>
        ))}
      </div>
      <span className="spring" />
      {(name === 'table' || name === 'overview') && <ZoomControl />}
      {name === 'table' && (
        <>
          <NumbersMenu />
          <LensScopeMenu />
          {view.lens && <LensTextMenu />}
          <QuietButton
            aria-expanded={sheet === 'format'}
            title={`${t('action.format')} (${keyName('q')})`}
            onClick={() => act('format')}
          >
            {t('view.format')}
          </QuietButton>
        </>
      )}
      <MoneyMenu />
    </nav>
  );
}

interface MenuProps<T extends string> extends SelectProps<T> {
  readonly label: string;
}

function Menu<T extends string>({ label, ...select }: MenuProps<T>) {
  return <Select className="top-menu" aria-label={label} title={label} {...select} />;
}

function MoneyMenu() {
  const t = useT();
  const { view } = useSnapshot(state);
  return (
    <Menu
      label={t('money.label')}
      value={view.money ?? ''}
      options={[['', t('money.common')], [OWN_CURRENCY, t('money.own')], ...CURRENCIES.map((code) => [code, code] as const)]}
      onChange={(money) => changeView({ money: money || null })}
    />
  );
}

/** Number format. */
function NumbersMenu() {
  const t = useT();
  const { view } = useSnapshot(state);
  const suited = view.zoom.level === 1 ? 'specified' : 'adaptive';
  return (
    <Menu
      label={t('numbers.label')}
      value={view.numbers ?? suited}
      options={NUMBER_RULES.map((rule) => [rule, t(`numbers.${rule}`)] as const)}
      onChange={(rule) => chooseNumbers(rule === suited ? null : rule)}
    />
  );
}

function LensTextMenu() {
  const t = useT();
  const { view } = useSnapshot(state);
  return (
    <Menu
      label={t('lens.text')}
      value={view.lensText}
      options={LENS_TEXTS.map((text) => [text, t(`lens.${text}`)] as const)}
      onChange={(lensText) => changeView({ lensText })}
    />
  );
}

function LensScopeMenu() {
  const t = useT();
  const { view } = useSnapshot(state);
  return (
    <Menu
      label={t('lens.label')}
      title={t('lens.title')}
      value={view.lens ?? ''}
      options={[
        ['', t('lens.off')],
        ...LENS_SCOPES.map((scope) => [scope, t('lens.on', { scope: t(`scope.${scope}`) })] as const),
      ]}
      onChange={(scope) => setLens(scope || null)}
    />
  );
}
