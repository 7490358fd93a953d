import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { state } from '../store.ts';
import { wholeText } from '../words.ts';
import { dismissText, editText, endTextEdit, screenText } from './text.ts';

export const TEXT_BOX_ID = 'screen-text';
const FAULT_ID = 'screen-text-fault';

/** The screen as text, read and edited in the same place. */
export function TextPanel() {
  const t = useT();
  const { steps, draft, textFault } = useSnapshot(state, { sync: true });
  const box = useRef<HTMLTextAreaElement>(null);
  const fault = textFault;

  useEffect(() => {
    if (fault?.fromUrl) box.current?.setSelectionRange(fault.at, fault.at);
  }, [fault]);

  return (
    <div className="text-panel">
      <label htmlFor={TEXT_BOX_ID}>{t('text.title')}</label>
      <textarea
        ref={box}
        id={TEXT_BOX_ID}
        rows={4}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        title={t('text.label')}
        aria-invalid={fault !== null}
        aria-describedby={fault ? FAULT_ID : undefined}
        value={draft ?? screenText(steps)}
        onChange={(event) => editText(event.target.value)}
        onBlur={endTextEdit}
      />
      {fault && (
        <p id={FAULT_ID} className="text-fault warn">
          <span>{t('text.fault', { message: fault.message, at: wholeText(fault.at + 1) })}</span>
          <button type="button" className="quiet-button" onClick={dismissText}>
            {t('strip.dismiss')}
          </button>
        </p>
      )}
    </div>
  );
}
