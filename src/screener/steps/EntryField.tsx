import { useState } from 'react';
import type { Display } from '../../catalogue/column.ts';
import { useT } from '../../shell/i18n.ts';
import { entryText, isPercent, parseEntry } from './entry.ts';

interface EntryFieldProps {
  readonly label: string;
  readonly value: number;
  readonly display?: Display;
  readonly onChange: (value: number) => void;
}

/** Number input. Valid input applies on each keystroke; invalid input is marked and ignored. */
export function EntryField({ label, value, display = 'number', onChange }: EntryFieldProps) {
  const t = useT();
  const [draft, setDraft] = useState<string | null>(null);
  const isBad = draft !== null && draft.trim() !== '' && parseEntry(draft, display) === null;
  const hint = display === 'date' ? t('form.badDate') : t('form.badNumber', { examples: '1e9, 1.5B, 15%' });
  return (
    <label className="field">
      <span>{label}</span>
      <span className="field-box line">
        <input
          type="text"
          inputMode={display === 'date' ? 'text' : 'decimal'}
          value={draft ?? entryText(value, display)}
          aria-invalid={isBad}
          title={isBad ? hint : undefined}
          onFocus={(event) => {
            setDraft(entryText(value, display));
            event.currentTarget.select();
          }}
          onBlur={() => setDraft(null)}
          onChange={(event) => {
            const { value: typed } = event.currentTarget;
            setDraft(typed);
            const number = typed.trim() === '' ? Number.NaN : parseEntry(typed, display);
            if (number !== null) onChange(number);
          }}
        />
        {isPercent(display) && <span className="quiet">%</span>}
      </span>
      {isBad && (
        <span className="field-fault warn" role="alert">
          {hint}
        </span>
      )}
    </label>
  );
}
