import { useCallback, useRef, useState } from 'preact/hooks';
import { dropOtherAccess, requestAccess } from '@/lib/connections/permissions.ts';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import type { ConnectionReport, Service } from '@/lib/messages/commands.ts';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import type { ConnectionActions, ConnectionView, ServiceOutcome } from './connectionFields.ts';
import { type ConnectionFormState, checkForm, type Field, formFields, urlOf, type Wanted } from './connectionFields.ts';
import type { OptionsStart } from './load.ts';
import { type Addresses, useDraft } from './useDraft.ts';
import { useStoredConnection } from './useStoredConnection.ts';

type Outcomes = Partial<Record<Service, ServiceOutcome>>;
type TestQuestion = (signal: AbortSignal) => Promise<Answer<ConnectionReport>>;

function firstOutcomes({ connection, barred }: OptionsStart): Outcomes {
  const outcome = (url: string | undefined): ServiceOutcome | undefined =>
    url && barred.includes(url) ? { ok: false, problem: { kind: 'access', url } } : undefined;
  return { analytics: outcome(connection?.analyticsUrl), seo: outcome(connection?.seoUrl) };
}

/** The results of the last test. A new test aborts the one before it. */
export function useConnectionTest(start: OptionsStart) {
  const [outcomes, setOutcomes] = useState<Outcomes>(() => firstOutcomes(start));
  const running = useRef<AbortController>(undefined);

  /** Resolves to undefined if a newer test has started meanwhile. */
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

  /** Clears the results, unless a test is running. */
  const clear = useCallback(() => {
    if (!running.current) setOutcomes({});
  }, []);

  return { outcomes, run, clear };
}

const both: readonly Service[] = ['analytics', 'seo'];
const serviceOfField = (field: Field): Service =>
  field === 'analyticsUrl' || field === 'apiKey' ? 'analytics' : 'seo';
const isAddressField = (field: Field) => field === 'analyticsUrl' || field === 'seoUrl';
const noOutcome: Pick<ConnectionView, 'problems' | 'corrected' | 'refusals'> = {
  problems: {},
  corrected: {},
  refusals: 0,
};

/** The worker has the last word; it may find a key missing that the page took for stored. */
function refusedFields({ code, fields = {} }: Problem): ConnectionView['problems'] {
  const names = code === 'required' ? Object.keys(fields) : [];
  return Object.fromEntries(names.map((name) => [name, { reason: 'empty' }]));
}

const withoutField = <T>(all: Partial<Record<Field, T>>, names: readonly Field[]): Partial<Record<Field, T>> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name as Field)));

const addressesOf = ({ analyticsUrl, seoUrl }: Addresses): string[] => [analyticsUrl, ...(seoUrl ? [seoUrl] : [])];

/** A service that has taken its key; without an address there is nothing to take one. */
const hasTaken = (service: Service, report: ConnectionReport, { seoUrl }: Wanted) =>
  report[service]?.ok ?? (service === 'seo' && !seoUrl);

/** The connection form's state and actions. */
export function useConnection(
  start: OptionsStart,
  accountTemplate: string,
): { view: ConnectionView; actions: ConnectionActions } {
  const { outcomes, run, clear } = useConnectionTest(start);
  const { saved, setSaved, status, follow } = useStoredConnection(start, clear);
  const { form, forgetKeys, ...typed } = useDraft(start.draft, saved, follow);
  const [replacing, setReplacing] = useState<ConnectionView['replacing']>({});
  const [checked, setChecked] = useState(noOutcome);
  const [failure, setFailure] = useState<string>();
  const [left, setLeft] = useState(() => urlOf(form.analyticsUrl));
  const isForgetting = forgetKeys ?? status.analytics.key === 'session';

  const onInput = (field: Field, value: string) => {
    // A key may be stored for the other address, so the key's problem is stale too.
    const stale: Field[] = isAddressField(field) ? [field, formFields[serviceOfField(field)].key] : [field];
    setChecked((now) => ({
      ...now,
      problems: withoutField(now.problems, stale),
      corrected: withoutField(now.corrected, [field]),
    }));
    if (isAddressField(field)) typed.typeAddress(field as keyof Addresses, value);
    else void typed.typeKey(serviceOfField(field), value);
  };

  const onReplacing = (service: Service, next: boolean) => {
    setReplacing((now) => ({ ...now, [service]: next }));
    if (!next) onInput(formFields[service].key, '');
  };

  const onForget = async (service: Service) => {
    const answer = await follow(ask('keys.forget', { service }));
    setFailure(answer.ok ? undefined : t('options.save_failed', { reason: problemText(answer.problem) }));
    if (!answer.ok) return;
    clear();
    setReplacing((now) => ({ ...now, [service]: true }));
  };

  const save = async (wanted: Wanted, sent: ConnectionFormState, before: readonly Promise<unknown>[]) => {
    setFailure(undefined);
    const keep = isForgetting ? 'session' : 'always';
    const services = both.filter((service) => wanted[formFields[service].address]);
    const answer = await run(services, async (signal) => {
      // Saves even if access is denied, so that nothing typed is lost; the test then reports the missing access.
      await Promise.all(before);
      const saved = await ask('connection.save', { ...wanted, keep }, { signal });
      // Updates the key's status together with the result of the test.
      await follow();
      return saved;
    });
    if (!answer) return;
    if (!answer.ok) {
      const problems = refusedFields(answer.problem);
      setChecked((now) => ({ ...now, problems, refusals: now.refusals + 1 }));
      if (!Object.keys(problems).length) setFailure(t('options.save_failed', { reason: problemText(answer.problem) }));
      return;
    }
    const taken = both.filter((service) => hasTaken(service, answer.value, wanted));
    // Keeps access to the earlier addresses until the new ones work.
    if (taken.length === both.length) await dropOtherAccess(addressesOf(wanted)).catch(() => {});
    setSaved(wanted);
    typed.settle(sent, taken);
    setReplacing((now) => ({ ...now, ...Object.fromEntries(taken.map((service) => [service, false])) }));
  };

  const onSave = () => {
    const { wanted, ...next } = checkForm(form, status);
    setChecked(({ refusals }) => ({
      problems: next.problems,
      corrected: next.corrected,
      refusals: wanted ? refusals : refusals + 1,
    }));
    const kept = typed.correct(next.form);
    setLeft(urlOf(next.form.analyticsUrl));
    if (!wanted) return;
    const granted = requestAccess(addressesOf(wanted));
    void save(wanted, next.form, [granted.catch(() => false), kept]);
  };

  const retest = (granted?: Promise<unknown>) => {
    const services = both.filter((service) => (service === 'seo' ? saved?.seoUrl : saved?.analyticsUrl));
    void run(services, async (signal) => {
      await granted;
      return ask('connection.test', {}, { signal });
    });
  };

  const onAccess = () => {
    const urls = Object.values(outcomes).flatMap((outcome) =>
      typeof outcome === 'object' && !outcome.ok && outcome.problem.kind === 'access'
        ? [outcome.problem.url ?? '']
        : [],
    );
    retest(requestAccess(urls).catch(() => false));
  };

  const base_url = urlOf(form.analyticsUrl);
  return {
    view: {
      form,
      status,
      forgetKeys: isForgetting,
      replacing,
      ...checked,
      outcomes,
      failure,
      accountUrl: base_url && base_url === left ? fillUrl(accountTemplate, { base_url }) : undefined,
      isFirst: !start.connection,
    },
    actions: {
      onInput,
      onLeave: () => setLeft(base_url),
      onForgetKeys: typed.chooseForget,
      onReplacing,
      onForget: (service) => void onForget(service),
      onSave,
      onAccess,
      onRetry: () => retest(),
    },
  };
}
