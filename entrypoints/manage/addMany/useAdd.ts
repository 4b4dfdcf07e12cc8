import { useState } from 'preact/hooks';
import type { Input } from '@/lib/messages/ask.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
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

/** The chosen sites that go to one connection. */
export interface Batch {
  connection: ConnectionAddress;
  items: AddStart['items'];
}

/** Starts the jobs that add the chosen sites, one for each connection. */
export function useAdd(
  account: string,
  presets: ReturnType<typeof usePresets>,
  onStarted: (batch: Batch) => void,
  onAllStarted: () => void,
) {
  const { start: begin, busy, problem } = useStartJob(account);
  const [passwordError, setPasswordError] = useState<string>();

  /** What every job is started with; undefined where a password is missing. */
  const jobOf = (value: ManyFields, batches: readonly Batch[]) => {
    const password = passwordFor(value);
    const needsDefault = value.fields.privacy === 2 && !password;
    if (needsDefault && !batches.every(({ connection }) => presets.hasPasswordAt(connection))) return undefined;
    const { password: _, ...fields } = complete(value.fields);
    const speed = value.fast ? 'fast' : 'careful';
    return { kind: 'create', fields, speed, ...(password ? { password } : {}) } as const;
  };
  /** @param isAll nothing else is chosen */
  const start = async (batches: readonly Batch[], isAll: boolean) => {
    const { value } = presets;
    if (!value || busy) return;
    const job = jobOf(value, batches);
    setPasswordError(job ? undefined : t('password.needed'));
    if (!job) return;
    for (const batch of batches) {
      if (!(await begin({ ...job, items: batch.items }, batch.connection.account))) return;
      onStarted(batch);
    }
    if (!isAll) return;
    presets.change({ ...value, fields: { ...value.fields, password: '' } });
    onAllStarted();
  };
  return { start, busy, problem, passwordError };
}
