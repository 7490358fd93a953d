import { useState } from 'react';
import { eraseAll } from './erase.ts';
import { useT } from './i18n.ts';

type Stage = 'idle' | 'asks' | 'erases' | 'done' | { readonly faults: readonly string[] };

interface EraseButtonProps {
  readonly className?: string;
  readonly onErased?: () => void;
}

/** Deletes everything stored on this device. Asks for confirmation: it cannot be undone. */
export function EraseButton({ className, onErased }: EraseButtonProps) {
  const t = useT();
  const [stage, setStage] = useState<Stage>('idle');
  const erase = async (): Promise<void> => {
    setStage('erases');
    const faults = await eraseAll();
    setStage(faults.length === 0 ? 'done' : { faults });
    onErased?.();
  };
  if (stage === 'asks' || stage === 'erases') {
    return (
      <fieldset className="erase wrap" disabled={stage === 'erases'} aria-busy={stage === 'erases'}>
        <legend>{t('erase.what')}</legend>
        <button type="button" className={className} onClick={() => void erase()}>
          {t('erase.yes')}
        </button>
        <button type="button" className={className} onClick={() => setStage('idle')}>
          {t('erase.no')}
        </button>
      </fieldset>
    );
  }
  return (
    <>
      <button type="button" className={className} onClick={() => setStage('asks')}>
        {t('erase.ask')}
      </button>
      <span role="status">
        {stage === 'done' && t('erase.done')}
        {typeof stage === 'object' && t('erase.failed', { reason: stage.faults.join('; ') })}
      </span>
    </>
  );
}
