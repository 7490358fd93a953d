import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { CodeBox } from './CodeBox.tsx';
import { dismissText, editText, endTextEdit, screenText } from './text.ts';

export const TEXT_BOX_ID = 'screen-text';
const FAULT_ID = 'screen-text-fault';

/** The screen as editable text. */
export function TextPanel() {
  const t = useT();
  const { steps, draft, textFault } = useSnapshot(state, { sync: true });
  const fault = textFault;

  useEffect(() => {
    const box = document.getElementById(TEXT_BOX_ID);
    if (fault?.fromUrl && box instanceof HTMLTextAreaElement) box.setSelectionRange(fault.at, fault.at);
  }, [fault]);

  return (
    <div className="text-panel">
      <label htmlFor={TEXT_BOX_ID}>{t('text.title')}</label>
      <CodeBox
        id={TEXT_BOX_ID}
        label={t('text.label')}
        lines={4}
        value={draft ?? screenText(steps)}
        faultAt={fault?.at ?? null}
        describedBy={fault ? FAULT_ID : undefined}
        onChange={editText}
        onDone={endTextEdit}
      />
      {fault && (
        <p id={FAULT_ID} className="text-fault warn">
          <span>{t('text.fault', { message: fault.message, at: wholeText(fault.at + 1) })}</span>
          <QuietButton onClick={dismissText}>{t('strip.dismiss')}</QuietButton>
        </p>
      )}
    </div>
  );
}
