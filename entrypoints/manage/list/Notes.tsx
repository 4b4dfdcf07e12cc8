import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote, Remedy } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { isolated } from '@/lib/text/findings.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { problemAction, problemText } from '@/lib/text/problems.ts';
import { pages } from '../pages.ts';
import { useAgeText } from './Count.tsx';
import { type ListPart, noPart, type Part } from './state.ts';
import { useList } from './useListTab.ts';

interface Unread {
  of: ListPart;
  part: Part;
  problem: Problem;
  /** Whether this list's service is being asked again. */
  busy: boolean;
}

/**
 * Says why a connection's list could not be read and how old the shown rows are, and offers a remedy. Leaves out the
 * reason if the line above already gives it (`isSaid`).
 */
function ListProblem({ of: { service, name }, part, problem, busy, isSaid }: Unread & { isSaid: boolean }) {
  const { list, names } = useList();
  const ageText = useAgeText();
  const { account, url } = service;
  const isShown = part.rows.length > 0;
  const since = part.facts?.whole ?? part.at;
  const age = isShown && since ? t('manage.shown_as_of', { time: ageText(since) }) : undefined;
  const colon = isSaid && !age ? '' : ':';
  const title = [names && `${isolated(name)}${colon}`, age].filter(Boolean).join(' ');
  return (
    <div class={isShown || names ? 'stale-note' : 'problem'}>
      <ProblemNote
        problem={problem}
        title={title || undefined}
        {...(isSaid ? { text: '' } : {})}
        busy={busy}
        onSettings={pages.settings}
        onAccess={() => void pages.access(url)}
        onRetry={() => list.send({ type: 'retried', account })}
      />
    </div>
  );
}

function RetryAll({ all }: { all: readonly Unread[] }) {
  const { list } = useList();
  const retried = all.filter(({ problem }) => problemAction(problem) === 'retry');
  const longest = retried.toSorted((a, b) => (b.problem.retryAfter ?? 0) - (a.problem.retryAfter ?? 0))[0];
  if (!longest) return null;
  const retry = () => {
    for (const { of } of retried) list.send({ type: 'retried', account: of.service.account });
  };
  return <Remedy problem={longest.problem} busy={retried.some((one) => one.busy)} onRetry={retry} />;
}

/**
 * Says why lists could not be read or searched. For several connections, the problems are collapsed into one line, to
 * leave room for the rows.
 */
function ReadProblems({ all }: { all: readonly Unread[] }) {
  const { parts } = useList();
  if (!all.length) return null;
  const isFolded = all.length > 1;
  const [why, ...others] = new Set(all.map(({ problem }) => problemText(problem)));
  const isSaid = isFolded && !others.length;
  const total = numberText(parts.length);
  // Collapsing must not replace the notes' elements, because each of them counts the seconds of its own wait.
  return (
    <div class={isFolded ? 'folded-problems' : undefined}>
      <details open={!isFolded}>
        <summary hidden={!isFolded}>
          <Icon name="warning" />
          <span role="alert">
            {isFolded && (
              <>
                <b>{t('manage.several_unread', { count: numberText(all.length), total })}</b> {isSaid && why}
              </>
            )}
          </span>
        </summary>
        <div role={isFolded ? undefined : 'alert'}>
          {all.map((one) => (
            <ListProblem key={one.of.service.account} {...one} isSaid={isSaid} />
          ))}
        </div>
      </details>
      {isFolded && <RetryAll all={all} />}
    </div>
  );
}

export function ListProblems() {
  const { list, parts } = useList();
  const problems = (problemOf: (part: Part) => Problem | undefined) =>
    parts.flatMap((of): Unread[] => {
      const part = list.state.parts.get(of.service.account) ?? noPart;
      const problem = problemOf(part);
      return problem ? [{ of, part, problem, busy: part.isAsked || !!part.search?.isAsked }] : [];
    });
  const unread = problems((part) => part.problem ?? part.unread);
  const unsearched = problems((part) => (part.problem || part.unread ? undefined : part.search?.problem));
  return (
    <>
      <ReadProblems all={unread} />
      <ReadProblems all={unsearched} />
    </>
  );
}

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
      <p>{text}</p>
      <Button look="quiet" label={t('manage.stop')} onClick={() => list.send({ type: 'stopped' })} />
      <progress aria-label={text} value={total === undefined ? undefined : read} max={total} />
    </div>
  );
}
