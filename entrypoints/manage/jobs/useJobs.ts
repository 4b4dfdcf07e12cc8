import { useCallback, useEffect, useState } from 'preact/hooks';
import { worstFirst } from '@/lib/jobs/bulk.ts';
import { type Item, isJobActive, type Job } from '@/lib/jobs/state.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import { watchJobs } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import { plural, t } from '@/lib/text/i18n.ts';

/** So often the worker is kept awake while a job runs (milliseconds). */
const pingInterval = 10_000;

/** The passwords that were generated, each on a line with its site; then the worker forgets them. */
async function takePasswords(id: string): Promise<string> {
  const answer = await ask('jobs.passwords', { id });
  if (!answer.ok) return t('password.copy_failed');
  const text = answer.value.map(({ key, password }) => `${key}\t${password}`).join('\n');
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return t('password.copy_failed');
  }
  await ask('jobs.erasePasswords', { id });
  return plural('manage.passwords_copied', answer.value.length);
}

/** The bulk changes of websites: how far they are, and what can be done about them. */
export function useJobs() {
  const [jobs, setJobs] = useState<Job[]>([]);
  const [now, setNow] = useState(Date.now);
  const [open, setOpen] = useState<string>();
  const [items, setItems] = useState<Item[]>();
  useEffect(() => watchJobs((all) => setJobs(all.filter(({ kind }) => kind !== 'create'))), []);

  const running = jobs.some(isJobActive);
  useEffect(() => {
    if (!running) return;
    const ping = () => void ask('jobs.ping', {});
    ping();
    const pings = setInterval(ping, pingInterval);
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => {
      clearInterval(pings);
      clearInterval(clock);
    };
  }, [running]);

  const shown = jobs.find(({ id }) => id === open);
  // Read again whenever the open job's counts have changed.
  const state = shown && JSON.stringify(shown.counts);
  useEffect(() => {
    if (!open || !state) return setItems(undefined);
    let current = true;
    void itemsOf(open).then((found) => current && setItems(worstFirst(found)));
    return () => {
      current = false;
    };
  }, [open, state]);

  const show = useCallback((id: string, wanted: boolean) => setOpen(wanted ? id : undefined), []);
  return { jobs, now, itemsOf: (id: string) => (id === open ? items : undefined), show, takePasswords };
}
