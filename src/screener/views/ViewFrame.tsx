import { type ReactNode, useContext } from 'react';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { keyName } from '../frame/keyNames.ts';
import { act } from '../state/actions.ts';
import { WindowName } from './wanted.ts';

interface ViewFrameProps {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a view: tools above, contents below. */
export function ViewFrame({ title, tools, children }: ViewFrameProps) {
  const t = useT();
  const isSent = useContext(WindowName) === 'second';
  return (
    <section className="view-frame stack" aria-label={title} tabIndex={-1}>
      <div className="view-tools line wrap">
        {tools}
        {!isSent && (
          <QuietButton title={`${t('action.sendView')} (${keyName('Shift+d')})`} onClick={() => act('sendView')}>
            {t('view.send')}
          </QuietButton>
        )}
      </div>
      <div className="view-body fill">{children}</div>
    </section>
  );
}
