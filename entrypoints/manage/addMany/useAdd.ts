import { useState } from 'preact/hooks';
import type { Input } from '@/lib/messages/ask.ts';
import { t } from '@/lib/text/i18n.ts';
import { complete } from '@/lib/websites/fields.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import type { ManyFields } from './AddFields.tsx';
import type { usePresets } from './usePresets.ts';

type AddStart = Input<'jobs.start'>;
type Password = NonNullable<AddStart['password']>;

/** Where passwords come from; undefined where none are needed, or the worker uses the stored default. */
function passwordFor({ fields, way }: ManyFields): Password | undefined {
  if (fields.privacy !== 2) return undefined;
  if (way === 'each') return { way };
  return fields.password ? { way, password: fields.password } : undefined;
}

/** Starts the job that adds the chosen sites. */
export function useAdd(
  account: string,
  presets: ReturnType<typeof usePresets>,
  items: AddStart['items'],
  onStarted: () => void,
) {
  const { start: begin, busy, problem } = useStartJob(account);
  const [passwordError, setPasswordError] = useState<string>();

  const start = async () => {
    const { value, hasPassword } = presets;
    if (!value || busy) return;
    const password = passwordFor(value);
    const missing = value.fields.privacy === 2 && !password && !hasPassword;
    setPasswordError(missing ? t('password.needed') : undefined);
    if (missing) return;
    const { password: _, ...fields } = complete(value.fields);
    const speed = value.fast ? 'fast' : 'careful';
    const begun = await begin({ kind: 'create', items, fields, speed, ...(password ? { password } : {}) });
    if (!begun) return;
    presets.change({ ...value, fields: { ...value.fields, password: '' } });
    onStarted();
  };
  return { start, busy, problem, passwordError };
}
