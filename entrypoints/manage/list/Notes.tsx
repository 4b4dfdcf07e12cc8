import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { isolated } from '@/lib/text/findings.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { problemAction, problemText } from '@/lib/text/problems.ts';
import { Button } from '../Button.tsx';
import { pages } from '../pages.ts';
import { ageText } from './Count.tsx';
import { type ListPart, noPart, type Part } from './state.ts';
import { useList } from './useListTab.ts';

const problemOf = ({ problem, unread, search }: Part) => problem ?? unread ?? search?.problem;

interface Unread {
  of: ListPart;
  part: Part;
  problem: Problem;
}

/** Why a connection's list could not be read, how old the shown rows are, and what to do. */
function ListProblem({ of: { service, name }, part, problem }: Unread) {
  const { list, names } = useList();
  const { account, url } = service;
  const isShown = part.rows.length > 0;
  const since = part.facts?.whole ?? part.at;
  const age = isShown && since ? t('manage.shown_as_of', { time: ageText(since) }) : undefined;
  const title = [names && `${isolated(name)}:`, age].filter(Boolean).join(' ');
  return (
    <div class={isShown || names ? 'stale-note' : 'problem'}>
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

/** The problems of several connections, folded into one line so that the rows stay in sight. */
function FoldedProblems({ all }: { all: readonly Unread[] }) {
  const { list, parts } = useList();
  const [why, ...others] = new Set(all.map(({ problem }) => problemText(problem)));
  const retried = all.filter(({ problem }) => problemAction(problem) === 'retry' && !problem.retryAfter);
  const retry = () => {
    for (const { of } of retried) list.send({ type: 'retried', account: of.service.account });
  };
  return (
    <div class="folded-problems">
      <details>
        <summary>
          <Icon name="warning" />
          <b>{t('manage.several_unread', { count: numberText(all.length), total: numberText(parts.length) })}</b>{' '}
          {others.length ? '' : why}
        </summary>
        {all.map((one) => (
          <ListProblem key={one.of.service.account} {...one} />
        ))}
      </details>
      {retried.length > 0 && <Button look="quiet" label={t('popup.try_again')} onClick={retry} />}
    </div>
  );
}

/** The connections whose lists could not be read, and why. */
export function ListProblems() {
  const { list, parts } = useList();
  const unread = parts.flatMap((of): Unread[] => {
    const part = list.state.parts.get(of.service.account) ?? noPart;
    const problem = problemOf(part);
    return problem ? [{ of, part, problem }] : [];
  });
  return (
    <div role="alert">
      {unread.length > 1 ? (
        <FoldedProblems all={unread} />
      ) : (
        unread.map((one) => <ListProblem key={one.of.service.account} {...one} />)
      )}
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
