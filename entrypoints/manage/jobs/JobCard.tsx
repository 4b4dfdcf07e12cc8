import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { Item, Job } from '@/lib/jobs/state.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { itemText, jobEnded, jobProgress, jobStanding, jobTitle } from './jobTexts.ts';

interface Props {
  job: Job;
  /** What became of each website, what failed first; undefined until they are asked for. */
  items: Item[] | undefined;
  now: number;
  onItems: (open: boolean) => void;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
  onRetry: (password?: string) => void;
  onPasswords: () => Promise<string>;
  onDismiss: () => void;
}

/** More lines than these nobody reads here. */
const maxItems = 200;

function Items({ items }: { items: Item[] }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ul class="items" tabIndex={0}>
        {items.slice(0, maxItems).map((item) => (
          <li key={item.at} class={item.state}>
            <span class="key" title={item.key}>
              <bdi>{toUnicode(item.key)}</bdi>
            </span>
            <span>{itemText(item)}</span>
          </li>
        ))}
      </ul>
      {items.length > maxItems && <p class="hint">{plural('manage.items_more', items.length - maxItems)}</p>}
    </>
  );
}

function RetryChoice({ job, onRetry }: Pick<Props, 'job' | 'onRetry'>) {
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const press = () => {
    // A common password is not kept once its job has ended.
    if (job.password !== 'common') onRetry();
    else if (asking && password) onRetry(password);
    else setAsking(true);
  };
  return (
    <>
      {asking && <PasswordField value={password} onChange={setPassword} />}
      <button type="button" class="button" onClick={press}>
        <Icon name="refresh" />
        {plural('manage.retry_failed', job.counts.failed)}
      </button>
    </>
  );
}

/** A bulk change: how far it is, what became of each website, and the ways to stop it or try again. */
export function JobCard(props: Props) {
  const { job, items, now } = props;
  const [copied, setCopied] = useState('');
  const open = !job.ended;
  const hasPasswords = !open && job.password === 'each' && job.counts.done > 0 && !copied;
  return (
    <section class={`job ${job.state}`} aria-label={jobTitle(job)}>
      <header>
        <h2>{jobTitle(job)}</h2>
        <p class="hint">{jobStanding(job, now)}</p>
      </header>
      <progress aria-label={jobTitle(job)} value={jobEnded(job)} max={job.total} />
      <p role="status" class={job.counts.failed ? 'some-failed' : ''}>
        {jobProgress(job)}
      </p>
      <div class="row">
        {job.state === 'running' && (
          <button type="button" class="button" onClick={props.onPause}>
            {t('manage.pause')}
          </button>
        )}
        {job.state === 'paused' && (
          <button type="button" class="button primary" onClick={props.onResume}>
            {t('manage.resume')}
          </button>
        )}
        {open && job.state !== 'cancelled' && (
          <button type="button" class="button" onClick={props.onCancel}>
            {t('manage.cancel_job')}
          </button>
        )}
        {!open && job.counts.failed > 0 && <RetryChoice job={job} onRetry={props.onRetry} />}
        {hasPasswords && (
          <button type="button" class="button" onClick={async () => setCopied(await props.onPasswords())}>
            <Icon name="copy" />
            {t('manage.copy_passwords')}
          </button>
        )}
        <button type="button" class="button quiet" aria-expanded={!!items} onClick={() => props.onItems(!items)}>
          {t(items ? 'manage.hide_items' : 'manage.show_items')}
        </button>
        {!open && (
          <button type="button" class="button quiet" onClick={props.onDismiss}>
            {t('manage.dismiss')}
          </button>
        )}
        <span class="hint" role="status">
          {copied}
        </span>
      </div>
      {items && <Items items={items} />}
    </section>
  );
}
