import { Icon } from '@/components/Icon.tsx';
import type { Privacy } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import type { Conflict, ConflictChoice, ConflictChoices } from '@/lib/websites/conflict.ts';
import type { ReadableField, WebsiteFields } from '@/lib/websites/fields.ts';

const fieldLabel = (field: ReadableField): string => t(field === 'privacy' ? 'privacy.label' : `fields.${field}`);

/** A field's value in words. */
function fieldValueText(field: ReadableField, value: WebsiteFields[ReadableField]): string {
  if (value === undefined) return t('manage.not_reported');
  if (field === 'privacy') return privacyText(value as Privacy);
  if (typeof value === 'boolean') return t(value ? 'manage.on' : 'manage.off');
  return String(value).split('\n').filter(Boolean).join(', ') || t('manage.nothing');
}

interface ConflictsProps {
  found: readonly Conflict[];
  choices: ConflictChoices;
  onChoose: (field: ReadableField, choice: ConflictChoice) => void;
}

/** The record was changed elsewhere since it was opened: both values of each field, to choose from. */
export function Conflicts({ found, choices, onChoose }: ConflictsProps) {
  const sides = (conflict: Conflict) => [
    { choice: 'ours' as const, label: t('manage.conflict_ours'), value: conflict.ours },
    { choice: 'theirs' as const, label: t('manage.conflict_theirs'), value: conflict.theirs },
  ];
  return (
    <>
      <div class="note warn" role="alert">
        <Icon name="warning" />
        <p>{t('manage.conflict')}</p>
      </div>
      {found.map((conflict) => (
        <fieldset key={conflict.field} class="conflict">
          <legend class="label">{fieldLabel(conflict.field)}</legend>
          {sides(conflict).map(({ choice, label, value }) => (
            <label key={choice}>
              <input
                type="radio"
                name={`conflict-${conflict.field}`}
                checked={choices[conflict.field] === choice}
                onChange={() => onChoose(conflict.field, choice)}
              />
              <span>
                <span class="hint">{label}</span>
                <bdi>{fieldValueText(conflict.field, value)}</bdi>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}
