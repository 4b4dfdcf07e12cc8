import { useState } from 'preact/hooks';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { Defaults } from '@/lib/storage/settings.ts';
import { changed, type Fields, toFields, toLines, type WrittenFields } from '@/lib/websites/fields.ts';
import { CommonPassword } from './DefaultPassword.tsx';

interface Props {
  defaults: Defaults;
  /** Only what was changed. */
  onChange: (part: Partial<Defaults>) => void;
  /** Resolves to whether it was kept. */
  onPassword: (password: string) => Promise<boolean>;
}

const names = ['exclude_params', 'exclude_ips'] as const;

/** What new sites start with: all fields of the interface. */
export function DefaultsForm({ defaults, onChange, onPassword }: Props) {
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const fields = toFields(defaults);
  // A line break at the end is no entry yet, and must not vanish under the person's hands.
  for (const name of names) {
    const text = typed[name];
    if (text !== undefined && toLines(text).join('\n') === fields[name]) fields[name] = text;
  }
  const change = (next: Fields) => {
    setTyped({ exclude_params: next.exclude_params, exclude_ips: next.exclude_ips });
    const part: WrittenFields = changed(fields, next);
    if (Object.keys(part).length) onChange(part as Partial<Defaults>);
  };
  return (
    <div class="parts">
      <div class="part stack">
        <PrivacyChoice
          name="default-privacy"
          value={defaults.privacy}
          onChange={(privacy) => change({ ...fields, privacy })}
        />
        <CommonPassword isStored={defaults.hasPassword} isNeeded={defaults.privacy === 2} onSave={onPassword} />
      </div>
      <div class="part">
        <MoreFields fields={fields} onChange={change} />
      </div>
    </div>
  );
}
