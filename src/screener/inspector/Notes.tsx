import { useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { exportRecords } from '../state/records.ts';
import { keepNote, NOTE_MAX, noteOf, tagsOf } from './notes.ts';

/** The user's notes and tags. Use the security as key. */
export function Notes({ security }: { readonly security: string }) {
  const t = useT();
  const [note, setNote] = useState(() => noteOf(security));
  const [tags, setTags] = useState(() => note.tags.join(', '));
  const [isStored, setStored] = useState(true);
  const keep = (text: string, typed: string): void => {
    const next = { text, tags: tagsOf(typed) };
    setNote(next);
    setStored(keepNote(security, next));
  };
  return (
    <section className="notes" aria-label={t('notes.title')}>
      <h3>{t('notes.title')}</h3>
      <textarea
        rows={3}
        maxLength={NOTE_MAX}
        aria-label={t('notes.text')}
        placeholder={t('notes.text')}
        value={note.text}
        onChange={(event) => keep(event.target.value, tags)}
      />
      <input
        type="text"
        aria-label={t('notes.tags')}
        placeholder={t('notes.tags')}
        value={tags}
        onChange={(event) => {
          setTags(event.target.value);
          keep(note.text, event.target.value);
        }}
      />
      <p className="panel-hint">
        {isStored && t('notes.kept')} <QuietButton onClick={exportRecords}>{t('notes.export')}</QuietButton>
      </p>
    </section>
  );
}
