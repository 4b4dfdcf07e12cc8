import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { isolated } from '@/lib/text/findings.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { Button } from '../Button.tsx';
import { pages } from '../pages.ts';
import { ageText } from './Count.tsx';
import { type ListPart, noPart } from './state.ts';
import { useList } from './useListTab.ts';

/** Why a connection's list could not be read, how old the shown rows are, and what to do. */
export function ListProblem({ of: { service, name } }: { of: ListPart }) {
  const { list, names } = useList();
  const { account, url } = service;
  const part = list.state.parts.get(account) ?? noPart;
  const problem = part.problem ?? part.unread ?? part.search?.problem;
  if (!problem) return null;
  const isShown = part.rows.length > 0;
  const since = part.facts?.whole ?? part.at;
  const age = isShown && since ? t('manage.shown_as_of', { time: ageText(since) }) : undefined;
  const title = [names && `${isolated(name)}:`, age].filter(Boolean).join(' ');
  return (
    <div class={isShown || names ? 'stale-note' : 'problem'} role="alert">
      <ProblemNote
        problem={problem}
        title={title || undefined}
        onSettings={pages.settings}
        onAccess={() => void pages.access(url)}
        onRetry={() => list.send({ type: 'retried', account })}
      />
    </div>
  );
}

/** The progress of reading whole lists. The rows that have arrived can be used already. */
export function Reading() {
  const { list, sums } = useList();
  if (!sums.reading) return null;
  const { read, total } = sums.reading;
  const count = numberText(read);
  const text =
    total === undefined ? t('manage.read_some', { count }) : t('manage.read_of', { count, total: numberText(total) });
  return (
    <div class="strip">
      <Icon name="refresh" />
      <p role="status">{text}</p>
      <Button look="quiet" label={t('manage.stop')} onClick={() => list.send({ type: 'stopped' })} />
      <progress aria-label={text} value={total === undefined ? undefined : read} max={total} />
    </div>
  );
}
