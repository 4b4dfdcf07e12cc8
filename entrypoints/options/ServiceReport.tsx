import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Service, TestResult } from '@/lib/messages/commands.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { foundText, reportText } from './connectionTexts.ts';

/** The result of a service's test, or that it is running. */
export type ServiceOutcome = TestResult | 'testing';

interface ServiceReportProps {
  service: Service;
  outcome: ServiceOutcome | undefined;
  onAccess: () => void;
  onRetry: () => void;
}

const serviceNames: Record<Service, () => string> = {
  analytics: () => t('options.analytics'),
  seo: () => t('options.seo'),
};

/** The result of one service's test. The live region is always there, because changes to a new one are not announced. */
export function ServiceReport({ service, outcome, onAccess, onRetry }: ServiceReportProps) {
  return (
    <div role="status" class="report" aria-label={serviceNames[service]()}>
      {outcome === 'testing' && <Line icon="refresh" look="busy" service={service} text={t('options.testing')} />}
      {typeof outcome === 'object' &&
        (outcome.ok ? (
          <Line icon="check" look="good" service={service} text={foundText(service, outcome)} />
        ) : (
          <Failed service={service} problem={outcome.problem} onAccess={onAccess} onRetry={onRetry} />
        ))}
    </div>
  );
}

interface LineProps {
  icon: 'check' | 'refresh';
  look: 'good' | 'busy';
  service: Service;
  text: string;
}

function Line({ icon, look, service, text }: LineProps) {
  return (
    <div class={`note ${look}`}>
      <Icon name={icon} />
      <p>
        <b>{serviceNames[service]()}</b> <span>{text}</span>
      </p>
    </div>
  );
}

function Failed({
  service,
  problem,
  ...actions
}: {
  service: Service;
  problem: Problem;
  onAccess: () => void;
  onRetry: () => void;
}) {
  return <ProblemNote problem={problem} title={serviceNames[service]()} text={reportText(problem)} {...actions} />;
}
