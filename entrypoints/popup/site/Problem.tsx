import { ProblemNote, Remedy } from '@/components/ProblemNote.tsx';
import type { Problem as Fault } from '@/lib/services/index.ts';
import { problemText } from '@/lib/text/problems.ts';
import { unicodeOf } from '../unicode.ts';
import { openConnection } from './openSettings.ts';
import { outcomeText } from './outcome.ts';
import type { Outcome } from './state.ts';
import { useMain } from './useFocus.ts';
import type { FormProps } from './view.ts';

export const ProblemText = ({ problem, domain }: { problem: Fault; domain: string }) => (
  <>{problemText(problem, domain)}</>
);

export const OutcomeText = ({ outcome, host }: { outcome: Outcome; host: string }) => (
  <span>{outcomeText(outcome, host)}</span>
);

interface ProblemProps extends Pick<FormProps, 'site' | 'onPress'> {
  problem: Fault;
  /** The connection's id. */
  connection: string;
}

/**
 * Shows a problem and the button that may solve it. While the site's record is unknown, shows only the button, because
 * the line below the site's name already describes the problem.
 */
export function Problem({ problem, site, connection, onPress }: ProblemProps) {
  const { website, isUnknown, focus, host, check } = site;
  const isMain = !website || isUnknown;
  const main = useMain<HTMLButtonElement>(focus);
  const onAnyway = () => onPress('anyway');
  const onSettings = () => openConnection(connection);
  const acts = {
    onSettings,
    onAccess: onSettings,
    ...(site.canTryAgain ? { onRetry: () => onPress('again') } : {}),
    onAnyway,
  };
  const note = { problem, domain: unicodeOf(host), role: 'alert' } as const;
  if (!isMain) return <ProblemNote {...note} {...acts} />;
  return (
    <>
      {!isUnknown && <ProblemNote {...note} {...(problem.code === 'still-unconfirmed' ? { onAnyway } : {})} />}
      <Remedy problem={problem} control={main} busy={check.state === 'checking'} {...acts} />
    </>
  );
}
