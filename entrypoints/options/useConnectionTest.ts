import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { watchAccess } from '@/lib/connections/permissions.ts';
import { serviceNames } from '@/lib/connections/services.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ConnectionReport, Service } from '@/lib/messages/commands.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { watch } from '@/lib/storage/settings.ts';
import { formFields, type ServiceOutcome } from './connectionFields.ts';
import { type ConnectionStart, isTyped, loadConnection } from './load.ts';

type TestQuestion = (signal: AbortSignal) => Promise<Answer<ConnectionReport>>;

/** The results, or that they are awaited. `at`: when an earlier test was made (milliseconds since 1970). */
export interface ShownResults {
  outcomes: Partial<Record<Service, ServiceOutcome>>;
  unsaved: readonly Service[];
  at?: number;
}

const nothingShown: ShownResults = { outcomes: {}, unsaved: [] };
const shownOf = ({ unsaved = [], ...outcomes }: ConnectionReport): ShownResults => ({ outcomes, unsaved });

/** The results when the page opens: missing permissions, or else the last test; results of unsaved input only while that is still typed. */
export function firstShown(start: ConnectionStart): ShownResults {
  const { connection, barred, last } = start;
  const { outcomes, unsaved } = last ? shownOf(last.report) : nothingShown;
  const isStillTyped = isTyped(start);
  const outcomeOf = (service: Service): ServiceOutcome | undefined => {
    const url = connection?.[formFields[service].address];
    if (url && barred.includes(url)) return { ok: false, problem: { kind: 'access', url } };
    return isStillTyped || !unsaved.includes(service) ? outcomes[service] : undefined;
  };
  return {
    outcomes: Object.fromEntries(serviceNames.map((service) => [service, outcomeOf(service)])),
    unsaved: isStillTyped ? unsaved : [],
    ...(last ? { at: last.at } : {}),
  };
}

/** The results of the last test, made in any window, or that access was taken away since. A new test aborts the one before it. */
export function useConnectionTest(start: ConnectionStart) {
  const [shown, setShown] = useState(() => firstShown(start));
  const running = useRef<AbortController>(undefined);

  useEffect(
    () =>
      watch(lastReportOf(start.id), (last) => !running.current && setShown(last ? shownOf(last.report) : nothingShown)),
    [start.id],
  );

  const barred = useRef(start.barred.join());
  /** Access changed while a test ran. */
  const hasChanged = useRef(false);
  // At once: effects of a page in the background come late, and access may change before.
  useLayoutEffect(
    () =>
      watchAccess(async () => {
        const now = await loadConnection(start.id);
        const before = barred.current;
        barred.current = now.barred.join();
        if (barred.current === before) return;
        if (running.current) hasChanged.current = true;
        else setShown(firstShown(now));
      }),
    [start.id],
  );

  /** Resolves to undefined if a newer test has started meanwhile. */
  const run = useCallback(
    async (services: readonly Service[], question: TestQuestion) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setShown({ ...nothingShown, outcomes: Object.fromEntries(services.map((service) => [service, 'testing'])) });
      const answer = await question(controller.signal);
      if (running.current !== controller) return undefined;
      running.current = undefined;
      setShown(answer.ok ? shownOf(answer.value) : nothingShown);
      const now = hasChanged.current && (await loadConnection(start.id));
      hasChanged.current = false;
      if (now && now.barred.length > 0 && !running.current) setShown(firstShown(now));
      return answer;
    },
    [start.id],
  );

  return { shown, run };
}
