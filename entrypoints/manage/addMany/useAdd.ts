import { useState } from 'preact/hooks';
import { fittedCopy } from '@/lib/addMany/copy.ts';
import type { Input } from '@/lib/messages/ask.ts';
import { fitted } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { complete, lacksPassword } from '@/lib/websites/written.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import type { ManyFields, usePresets } from './usePresets.ts';

type AddStart = Input<'jobs.start'>;

/** Returns where passwords come from; undefined if the worker uses the stored default password. */
function passwordSource(way: ManyFields['way'], password: string | undefined): AddStart['password'] {
  if (way === 'each') return { way };
  return password ? { way, password } : undefined;
}

/** The chosen sites that go to one connection. */
export interface Batch {
  connection: ConnectionAddress;
  items: AddStart['items'];
}

/** Provides the function that starts the jobs which add the chosen sites, one for each connection. */
export function useAdd(
  presets: ReturnType<typeof usePresets>,
  onStarted: (batch: Batch) => void,
  onAllStarted: () => void,
) {
  const { start: begin, busy, problem } = useStartJob();
  const [passwordError, setPasswordError] = useState<string>();

  /** Returns the job for a connection, without its items; undefined if the required password is missing. */
  const jobOf = (connection: ConnectionAddress, value: ManyFields) => {
    const team = presets.teamAt(connection)?.id;
    const given = { ...complete(value.fields), ...(team ? { team } : {}) };
    const { password: typed, ...fields } = fitted(connection.kind, given);
    const password = fields.privacy === 2 ? passwordSource(value.way, typed) : undefined;
    if (lacksPassword({ ...fields, password }, presets.hasPasswordAt(connection))) return undefined;
    const speed = value.fast ? 'fast' : 'careful';
    return { kind: 'create', fields, speed, ...(password ? { password } : {}) } as const;
  };
  /** Starts the jobs for these batches. `isAll`: whether the batches contain all chosen sites. */
  const start = async (batches: readonly Batch[], isAll: boolean) => {
    const { value } = presets;
    if (!value || busy) return;
    const jobs = batches.flatMap((batch) => {
      const job = jobOf(batch.connection, presets.valueAt(batch.connection) ?? value);
      return job ? [{ batch, job }] : [];
    });
    const isMissing = jobs.length < batches.length;
    setPasswordError(isMissing ? t('password.needed') : undefined);
    if (isMissing) return;
    for (const { batch, job } of jobs) {
      const { connection } = batch;
      const items = batch.items.map((item) =>
        item.fields ? { ...item, fields: fittedCopy(item.fields, connection.kind, job.fields) } : item,
      );
      if (!(await begin({ ...job, items }, connection.account))) return;
      onStarted(batch);
    }
    if (!isAll) return;
    presets.forgetPassword();
    onAllStarted();
  };
  return { start, busy, problem, passwordError };
}
