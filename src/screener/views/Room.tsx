import { type ReactNode, useContext } from 'react';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { keyName } from '../frame/keyNames.ts';
import { act } from '../state/actions.ts';
import { WindowName } from './wanted.ts';

interface RoomProps {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a view: tools above, contents below. */
export function Room({ title, tools, children }: RoomProps) {
  const t = useT();
  const isSent = useContext(WindowName) === 'second';
  return (
    <section className="room stack" aria-label={title} tabIndex={-1}>
      <div className="room-tools line wrap">
        {tools}
        {!isSent && (
          <QuietButton title={`${t('action.sendView')} (${keyName('Shift+d')})`} onClick={() => act('sendView')}>
            {t('view.send')}
          </QuietButton>
        )}
      </div>
      <div className="room-body">{children}</div>
    </section>
  );
}
