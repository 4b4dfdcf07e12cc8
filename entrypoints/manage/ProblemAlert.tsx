import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { pages } from './pages.ts';
import { useShownConnection } from './useConnections.ts';

interface ProblemAlertProps {
  problem: Problem | undefined;
  domain?: string;
  onRetry?: (() => void) | undefined;
  /** Registers the site although it may be registered already. */
  onAnyway?: (() => void) | undefined;
}

export function ProblemAlert({ problem, ...note }: ProblemAlertProps) {
  const { serviceUrl } = useShownConnection();
  if (!problem) return null;
  const onAccess = serviceUrl === undefined ? undefined : () => void pages.access(serviceUrl);
  return <ProblemNote role="alert" problem={problem} {...note} onSettings={pages.settings} onAccess={onAccess} />;
}
