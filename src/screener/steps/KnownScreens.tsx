import { TEMPLATE_KINDS, TEMPLATES } from '../../catalogue/templates.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { openStep, setActiveSteps } from './edit.ts';

/** Well-known screens to start from. */
export function KnownScreens() {
  const t = useT();
  const take = (text: string): void => {
    setActiveSteps(parseScreen(text));
    openStep(null);
  };
  return (
    <div className="known stack">
      <p className="panel-hint">{t('steps.hint')}</p>
      {TEMPLATE_KINDS.map((kind) => (
        <section key={kind} aria-label={t(`kind.${kind}`)}>
          <h3>{t(`kind.${kind}`)}</h3>
          <p className="known-screens wrap">
            {TEMPLATES.filter((template) => template.kind === kind).map(({ id, text, source }) => (
              <Button key={id} title={`${t(`template.${id}Text`)}\n${source}`} onClick={() => take(text)}>
                {t(`template.${id}`)}
              </Button>
            ))}
          </p>
        </section>
      ))}
    </div>
  );
}
