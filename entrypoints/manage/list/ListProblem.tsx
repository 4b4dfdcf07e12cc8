import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { pages } from '../pages.ts';

interface ListProblemProps {
  problem: Problem;
  /** The service's address, for asking permission. */
  serviceUrl: string;
  onRetry: () => void;
}

/** A list that could not be read: why, and the one thing to do. */
export function ListProblem({ problem, serviceUrl, onRetry }: ListProblemProps) {
  return (
    <div class="problem" role="alert">
      <ProblemNote
        problem={problem}
        onSettings={pages.settings}
        onAccess={() => void pages.access(serviceUrl).then((granted) => granted && onRetry())}
        onRetry={onRetry}
      />
    </div>
  );
}
