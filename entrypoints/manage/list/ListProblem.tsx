import { ProblemNote } from '@/components/ProblemNote.tsx';
import { EmptyState } from '@/entrypoints/manage/list/EmptyState.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { pages } from '../pages.ts';

interface ListProblemProps {
  problem: Problem;
  /** The service's address, for asking permission. */
  base: string | undefined;
  onRetry: () => void;
}

/** A list that could not be read: why, and the one thing to do. */
export function ListProblem({ problem, base, onRetry }: ListProblemProps) {
  if (problem.kind === 'setup' && problem.code === 'no-address')
    return (
      <EmptyState icon="gear" title={t('popup.not_set_up')} hint={t('popup.not_set_up_hint')}>
        <button type="button" class="button primary" onClick={pages.settings}>
          {t('popup.set_up')}
        </button>
      </EmptyState>
    );
  return (
    <div class="problem" role="alert">
      <ProblemNote
        problem={problem}
        onSettings={pages.settings}
        onAccess={() => void pages.access(base).then((granted) => granted && onRetry())}
        onRetry={onRetry}
      />
    </div>
  );
}
