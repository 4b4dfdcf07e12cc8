import { useState } from 'preact/hooks';
import { itemOf, type PreviewRow } from '@/lib/addMany/rows.ts';
import type { Input } from '@/lib/messages/ask.ts';
import { fitted } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { complete, lacksPassword } from '@/lib/websites/written.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import type { ManyFields, usePresets } from './usePresets.ts';

/** Returns where passwords come from; undefined if the worker uses the stored default password. */
function passwordSource(way: ManyFields['way'], password: string | undefined): Input<'jobs.start'>['password'] {
  if (way === 'each') return { way };
  return password ? { way, password } : undefined;
}

type Batch = readonly [ConnectionAddress, readonly PreviewRow[]];

export function useAdd(
  presets: ReturnType<typeof usePresets>,
  onStarted: (rows: readonly PreviewRow[]) => void,
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
  const start = async (batches: readonly Batch[], isAll: boolean) => {
    const { value } = presets;
    if (!value || busy) return;
    const jobs = batches.flatMap(([connection, rows]) => {
      const job = jobOf(connection, presets.valueAt(connection) ?? value);
      return job ? [{ connection, rows, job }] : [];
    });
    const isMissing = jobs.length < batches.length;
    setPasswordError(isMissing ? t('password.needed') : undefined);
    if (isMissing) return;
    for (const { connection, rows, job } of jobs) {
      const items = rows.map((row) => itemOf(row, job.fields));
      if (!(await begin({ ...job, items }, connection.account))) return;
      onStarted(rows);
    }
    if (!isAll) return;
    presets.forgetPassword();
    onAllStarted();
  };
  return { start, busy, problem, passwordError };
}
