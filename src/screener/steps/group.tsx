import { useId, useState } from 'react';
import { GROUP_DEPTH_MAX, GROUP_MEMBERS_MAX, groupOf, isGroup } from '../../engine/steps/group.ts';
import { printStep } from '../../engine/steps/language.ts';
import type { Condition, GroupFilter } from '../../engine/steps/registry.ts';
import { t, useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { Choice } from '../controls/Choice.tsx';
import { wholeText } from '../state/words.ts';
import { CodeBox } from './CodeBox.tsx';
import { EntryField } from './EntryField.tsx';
import type { FormProps, StepPage } from './kind.ts';
import { MEMBER_BEFORE, readMember } from './member.ts';
import { plainText } from './sentenceWords.ts';

interface GroupFormProps extends Pick<FormProps<GroupFilter>, 'step' | 'onChange'> {
  readonly depth?: number;
}

/** Group of filters: the required number, and each filter as a line of text; groups can nest. */
function GroupForm({ step: group, depth = 1, onChange }: GroupFormProps) {
  const t = useT();
  const { least, members } = group;
  const change = (next: readonly Condition[]): void => onChange({ ...group, members: next });
  const kind = typeof least === 'number' ? 'least' : least;
  return (
    <div className="group">
      <div className="bounds">
        <Choice
          label={t('members.of')}
          value={kind}
          options={(['any', 'all', 'least'] as const).map((each) => [each, t(`members.${each}`)] as const)}
          onChange={(next) => onChange({ ...group, least: next === 'least' ? Math.min(2, Math.max(1, members.length)) : next })}
        />
        {typeof least === 'number' && (
          <EntryField
            label={t('members.count')}
            value={least}
            onChange={(count) => onChange({ ...group, least: Math.max(1, Math.round(count)) })}
          />
        )}
      </div>
      <ul className="members stack">
        {members.map((member, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: members are identified by position
          <li key={index} className="member">
            {isGroup(member) ? (
              <GroupForm step={member} depth={depth + 1} onChange={(next) => change(members.with(index, next as GroupFilter))} />
            ) : (
              <MemberText
                text={printStep(member) ?? ''}
                label={t('members.member', { number: wholeText(index + 1) })}
                onRead={(next) => change(members.with(index, next))}
              />
            )}
            <span className="member-tools">
              {depth < GROUP_DEPTH_MAX && !isGroup(member) && (
                <QuietButton
                  aria-label={t('members.wrapLabel', { number: wholeText(index + 1) })}
                  onClick={() => change(members.with(index, groupOf('any', [member])))}
                >
                  {t('members.wrap')}
                </QuietButton>
              )}
              <QuietButton
                aria-label={t('members.removeLabel', { number: wholeText(index + 1) })}
                onClick={() => change(members.toSpliced(index, 1))}
              >
                {t('steps.remove')}
              </QuietButton>
            </span>
          </li>
        ))}
        {members.length < GROUP_MEMBERS_MAX && (
          <li key={`new ${members.length}`} className="member">
            <MemberText text="" label={t('members.add')} onRead={(next) => change([...members, next])} isNew />
          </li>
        )}
      </ul>
    </div>
  );
}

interface MemberTextProps {
  readonly text: string;
  readonly label: string;
  readonly onRead: (member: Condition) => void;
  /** Becomes a member when complete, not while typing. */
  readonly isNew?: boolean;
}

function MemberText({ text, label, onRead, isNew = false }: MemberTextProps) {
  const t = useT();
  const faultId = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? text;
  const read = readMember(shown);
  const fault = 'message' in read && shown.trim() !== '' ? read : null;
  const take = (typed: string): void => {
    setDraft(typed);
    const next = readMember(typed);
    if (!isNew && 'member' in next) onRead(next.member);
  };
  const done = (): void => {
    if (draft === null || fault) return;
    setDraft(null);
    if (isNew && 'member' in read) onRead(read.member);
  };
  return (
    <div className="member-text">
      {isNew && <span className="member-label quiet">{label}</span>}
      <CodeBox
        label={label}
        lines={1}
        value={shown}
        before={MEMBER_BEFORE}
        faultAt={fault?.at ?? null}
        describedBy={fault ? faultId : undefined}
        onChange={take}
        onDone={done}
      />
      {fault && (
        <p id={faultId} className="field-fault warn">
          {t('form.fault', { message: fault.message, at: wholeText(fault.at + 1) })}
        </p>
      )}
    </div>
  );
}

export const groupPage = {
  section: 'conditions',
  blanks: { addGroup: groupOf('any', []) },
  sentence({ least, members }, _, inner) {
    const filters = members.map((member) => (isGroup(member) ? `(${inner(member)})` : inner(member)));
    return t(typeof least === 'number' ? 'sentence.atLeastOf' : `sentence.${least}Of`, {
      least: typeof least === 'number' ? plainText(least) : '',
      filters: filters.length === 0 ? '…' : filters.join('; '),
    });
  },
  Form: GroupForm,
} as const satisfies StepPage<GroupFilter>;
