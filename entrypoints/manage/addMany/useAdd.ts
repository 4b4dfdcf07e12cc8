import { useState } from 'preact/hooks';
import type { ManyFields } from '@/entrypoints/manage/addMany/AddFields.tsx';
import { ask, type Input } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { complete } from '@/lib/websites/fields.ts';
import type { usePresets } from './usePresets.ts';

type AddStart = Input<'jobs.start'>;
type Password = NonNullable<AddStart['password']>;

/** Where the sites' passwords come from: undefined where there are none, or from the common one that the worker has. */
function passwordFor({ fields, way }: ManyFields): Password | undefined {
  if (fields.privacy !== 2) return undefined;
  if (way === 'each') return { way };
  return fields.password ? { way, password: fields.password } : undefined;
}

/** Begins the job that adds the chosen sites. */
export function useAdd(presets: ReturnType<typeof usePresets>, items: AddStart['items'], onStarted: () => void) {
  const [starting, setStarting] = useState<{ id: string; busy: boolean; problem?: Problem }>();
  const [passwordError, setPasswordError] = useState<string>();

  const start = async () => {
    const { value, hasPassword } = presets;
    if (!value || starting?.busy) return;
    const password = passwordFor(value);
    const missing = value.fields.privacy === 2 && !password && !hasPassword;
    setPasswordError(missing ? t('password.needed') : undefined);
    if (missing) return;
    // One id for each time it is meant: should the answer be lost, pressing again begins no second job.
    const id = starting?.id ?? crypto.randomUUID();
    setStarting({ id, busy: true });
    const { password: _, ...fields } = complete(value.fields);
    const speed = value.fast ? 'fast' : 'careful';
    const answer = await ask('jobs.start', {
      id,
      kind: 'create',
      items,
      fields,
      speed,
      ...(password ? { password } : {}),
    });
    if (!answer.ok) return setStarting({ id, busy: false, problem: answer.problem });
    presets.change({ ...value, fields: { ...value.fields, password: '' } });
    onStarted();
  };
  return { start, starting, passwordError };
}
