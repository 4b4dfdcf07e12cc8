import { useCallback, useRef, useState } from 'preact/hooks';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ConnectionReport, Service } from '@/lib/messages/commands.ts';
import type { OptionsStart } from './load.ts';
import type { ServiceOutcome } from './ServiceReport.tsx';

type Outcomes = Partial<Record<Service, ServiceOutcome>>;
type TestQuestion = (signal: AbortSignal) => Promise<Answer<ConnectionReport>>;

function firstOutcomes({ connection, barred }: OptionsStart): Outcomes {
  const outcome = (url: string | undefined): ServiceOutcome | undefined =>
    url && barred.includes(url) ? { ok: false, problem: { kind: 'access', message: url } } : undefined;
  return { analytics: outcome(connection?.analyticsUrl), seo: outcome(connection?.seoUrl) };
}

/** What the last test found. One test at a time: a new one ends the one before it. */
export function useConnectionTest(start: OptionsStart) {
  const [outcomes, setOutcomes] = useState<Outcomes>(() => firstOutcomes(start));
  const running = useRef<AbortController>(undefined);

  /** Resolves to undefined where a newer test has begun in the meantime. */
  const run = useCallback(async (services: readonly Service[], question: TestQuestion) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setOutcomes(Object.fromEntries(services.map((service) => [service, 'testing'])));
    const answer = await question(controller.signal);
    if (running.current !== controller) return undefined;
    running.current = undefined;
    setOutcomes(answer.ok ? answer.value : {});
    return answer;
  }, []);

  /** Forgets what was found, unless a test is running. */
  const clear = useCallback(() => {
    if (!running.current) setOutcomes({});
  }, []);

  return { outcomes, run, clear };
}
