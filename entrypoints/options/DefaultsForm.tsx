import { useState } from 'preact/hooks';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { Defaults } from '@/lib/storage/settings.ts';
import { changed, toFields, toLines, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { DefaultPassword } from './DefaultPassword.tsx';

interface DefaultsFormProps {
  defaults: Defaults;
  /** Only what was changed. */
  onChange: (part: Partial<Defaults>) => void;
  /** Resolves to whether it was kept. */
  onPassword: (password: string) => Promise<boolean>;
}

const fieldNames = ['exclude_params', 'exclude_ips'] as const;

/** What new sites start with: all fields of the interface. */
export function DefaultsForm({ defaults, onChange, onPassword }: DefaultsFormProps) {
  const [typed, setTyped] = useState<Partial<WebsiteFields>>({});
  const fields = toFields(defaults);
  // A line break at the end is no entry yet, and must not vanish under the person's hands.
  for (const name of fieldNames) {
    const text = typed[name];
    if (text !== undefined && toLines(text).join('\n') === fields[name]) fields[name] = text;
  }
  const change = (next: WebsiteFields) => {
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
        <DefaultPassword isStored={defaults.hasPassword} isNeeded={defaults.privacy === 2} onSave={onPassword} />
      </div>
      <div class="part">
        <MoreFields fields={fields} onChange={change} />
      </div>
    </div>
  );
}
