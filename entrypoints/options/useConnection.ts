import { useEffect, useRef, useState } from 'preact/hooks';
import { dropOtherAccess, requestAccess } from '@/lib/connections/permissions.ts';
import { addressesOf, serviceNames } from '@/lib/connections/services.ts';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Keep, Service } from '@/lib/messages/commands.ts';
import type { Problem } from '@/lib/services/index.ts';
import { addedConnections } from '@/lib/storage/addedConnections.ts';
import { holdAccess, keptAddresses } from '@/lib/storage/lentAccess.ts';
import { connections, connectionWith, get } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import type { ConnectionActions, ConnectionView } from './connectionFields.ts';
import { type ConnectionFormState, checkForm, type Field, formFields, urlOf, type Wanted } from './connectionFields.ts';
import type { HeadersFormProps } from './HeadersForm.tsx';
import { headersOf } from './headers.ts';
import type { ConnectionStart } from './load.ts';
import { useConnectionTest } from './useConnectionTest.ts';
import { type Addresses, useDraft } from './useDraft.ts';
import type { Finding } from './useFound.ts';
import { useStoredConnection } from './useStoredConnection.ts';

const serviceOfField = (field: Field): Service =>
  field === 'analyticsUrl' || field === 'apiKey' ? 'analytics' : 'seo';
const isAddressField = (field: Field) => field === 'analyticsUrl' || field === 'seoUrl';
const noOutcome: Pick<ConnectionView, 'problems' | 'corrected' | 'refusals'> = {
  problems: {},
  corrected: {},
  refusals: 0,
};

interface ToSave extends Wanted {
  keep: Keep;
  anyway?: true;
}

/** The worker decides: it may find that a key is missing which the page believed to be stored. */
function refusedFields({ code, fields = {} }: Problem): ConnectionView['problems'] {
  const isMissing = (service: Service) => code === 'required' && fields[`${service}.key`];
  return Object.fromEntries(
    serviceNames.filter(isMissing).map((service) => [formFields[service].key, { reason: 'empty' }]),
  );
}

/** Whether a connection was removed, here or in another window, since it was added or stored. */
async function isDiscarded(id: string): Promise<boolean> {
  const [all, added] = await Promise.all([get(connections), get(addedConnections)]);
  return all.list.length > 0 && !added.includes(id) && !connectionWith(all, id);
}

const giveBackUnneeded = () =>
  keptAddresses()
    .then(dropOtherAccess)
    .catch(() => {});

const withoutField = <T>(all: Partial<Record<Field, T>>, names: readonly Field[]): Partial<Record<Field, T>> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name as Field)));

/** The connection form's state and actions. */
export function useConnection(
  start: ConnectionStart,
  accountTemplate: string,
  finding: Finding,
): { view: ConnectionView; actions: ConnectionActions; headers: HeadersFormProps } {
  const { id } = start;
  const { shown, run } = useConnectionTest(start);
  const { saved, setSaved, status, follow } = useStoredConnection(start);
  const { form, forgetKeys, ...typed } = useDraft(start.id, start.draft, saved);
  const [replacing, setReplacing] = useState<ConnectionView['replacing']>({});
  const [checked, setChecked] = useState(noOutcome);
  const [failure, setFailure] = useState<string>();
  const [left, setLeft] = useState(() => urlOf(form.analyticsUrl));
  const saving = useRef<string>(undefined);
  const last = useRef<Promise<unknown>>(undefined);
  const isForgetting = forgetKeys ?? status.analytics.key === 'session';
  const keep = isForgetting ? 'session' : 'always';

  const onInput = (field: Field, value: string) => {
    // A key may be stored for the other address, so the key's problem is stale too.
    const stale: Field[] = isAddressField(field) ? [field, formFields[serviceOfField(field)].key] : [field];
    setChecked((now) => ({
      ...now,
      problems: withoutField(now.problems, stale),
      corrected: withoutField(now.corrected, [field]),
    }));
    if (isAddressField(field)) typed.typeAddress(field as keyof Addresses, value);
    else typed.typeKey(serviceOfField(field), value);
  };

  const typeUrl = (url: string) => {
    typed.typeAddress('analyticsUrl', url);
    setLeft(url);
  };
  // The service may be at an address above the page's; what the person has typed meanwhile stays.
  const { page = '', found } = finding;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it was detected
  useEffect(() => {
    const isOpen = typeof found === 'object' && found.kind && urlOf(form.analyticsUrl) === urlOf(page);
    if (isOpen && found.url) typeUrl(found.url);
  }, [found]);

  const onReplacing = (service: Service, next: boolean) => {
    setReplacing((now) => ({ ...now, [service]: next }));
    if (!next) onInput(formFields[service].key, '');
  };

  const onForget = async (service: Service) => {
    const answer = await follow(ask('keys.forget', { connection: id, service }));
    setFailure(answer.ok ? undefined : t('options.save_failed', { reason: problemText(answer.problem) }));
    if (answer.ok) setReplacing((now) => ({ ...now, [service]: true }));
  };

  /** Resolves to undefined where the same is being saved already, or something else since. Called directly in a click. */
  const askToSave = async ({ keep, anyway, ...wanted }: ToSave, kept: Promise<unknown>) => {
    const { analyticsUrl, seoUrl, apiKey, seoApiKey } = wanted;
    const input = {
      connection: id,
      services: {
        analytics: { url: analyticsUrl, key: apiKey },
        seo: seoUrl ? { url: seoUrl, key: seoApiKey } : undefined,
      },
      keep,
      anyway,
    };
    const what = JSON.stringify(input);
    if (what === saving.current) return undefined;
    saving.current = what;
    const before = last.current;
    const granted = requestAccess(addressesOf(wanted)).catch(() => false);
    const services = serviceNames.filter((service) => wanted[formFields[service].address]);
    const answer = await run(services, (signal) =>
      holdAccess(addressesOf(wanted), async () => {
        // Also if access is denied: the test then reports it. To a save that begins before the last has ended, the connection changes.
        await Promise.all([granted, kept, before]);
        if (signal.aborted) return { ok: false, problem: { kind: 'cancelled' } } as const;
        if (await isDiscarded(id)) return { ok: false, problem: { kind: 'setup', code: 'other-service' } } as const;
        const asked = ask('connection.save', input, { signal });
        last.current = asked;
        const tested = await asked;
        // Updates the key's status together with the result of the test.
        await follow();
        return tested;
      }),
    );
    if (saving.current === what) saving.current = undefined;
    return answer;
  };

  const tellRefused = async (problem: Problem) => {
    const problems = refusedFields(problem);
    setChecked((now) => ({ ...now, problems, refusals: now.refusals + 1 }));
    if (!Object.keys(problems).length) setFailure(t('options.save_failed', { reason: problemText(problem) }));
    // One that was removed meanwhile could not give back what was still held here.
    if (problem.code === 'other-service') await giveBackUnneeded();
  };

  const save = async (wanted: ToSave, sent: ConnectionFormState, kept: Promise<unknown>) => {
    setFailure(undefined);
    const answer = await askToSave(wanted, kept);
    if (!answer) return;
    if (!answer.ok) return tellRefused(answer.problem);
    const { unsaved = [], ...outcomes } = answer.value;
    const stored = serviceNames.filter((service) => !unsaved.includes(service));
    // A page of the service was pasted; save its own address above that without asking again.
    const { analytics } = outcomes;
    if (finding.page && !analytics.ok && analytics.found) return submit({ ...sent, analyticsUrl: analytics.found });
    if (!unsaved.length) setSaved(wanted);
    typed.settle({ ...sent, forgetKeys: wanted.keep === 'session' }, stored);
    setReplacing((now) => ({ ...now, ...Object.fromEntries(stored.map((service) => [service, false])) }));
    // Keeps access to the earlier addresses until the new ones work.
    if (Object.values(outcomes).every(({ ok }) => ok)) await giveBackUnneeded();
  };

  /** Called directly in a click. */
  const submit = (given: ConnectionFormState, how: { anyway?: true } = {}) => {
    const { wanted, ...next } = checkForm(given, status);
    setChecked(({ refusals }) => ({
      problems: next.problems,
      corrected: next.corrected,
      refusals: wanted ? refusals : refusals + 1,
    }));
    const kept = typed.correct(next.form);
    setLeft(urlOf(next.form.analyticsUrl));
    if (wanted) void save({ ...wanted, keep, ...how }, next.form, kept);
  };

  const retest = (granted?: Promise<unknown>) => {
    const services = serviceNames.filter((service) => saved?.[formFields[service].address]);
    void run(services, async (signal) => {
      await granted;
      return ask('connection.test', { connection: id }, { signal });
    });
  };

  const onAccess = () => {
    if (shown.unsaved.length) return submit(form);
    const urls = Object.values(shown.outcomes).flatMap((outcome) =>
      typeof outcome === 'object' && !outcome.ok && outcome.problem.kind === 'access'
        ? [outcome.problem.url ?? '']
        : [],
    );
    retest(requestAccess(urls).catch(() => false));
  };

  const base_url = urlOf(form.analyticsUrl);
  return {
    headers: headersOf({ id, url: base_url, stored: status.headers, keep, follow }),
    view: {
      form,
      status,
      forgetKeys: isForgetting,
      replacing,
      ...checked,
      ...shown,
      failure,
      accountUrl: base_url && base_url === left ? fillUrl(accountTemplate, { base_url }) : undefined,
      isFirst: !start.connection,
      takesFocus: start.isAsked === true && !start.connection,
      isOffered: finding.page !== undefined,
      found: finding.found === 'asking' || finding.found?.url === base_url ? finding.found : undefined,
      page: form.analyticsUrl ? undefined : finding.last,
    },
    actions: {
      onInput,
      onLeave: () => setLeft(base_url),
      onConnect: (page) => {
        typeUrl(urlOf(page) ?? '');
        finding.onConnect(page);
      },
      onForgetKeys: typed.chooseForget,
      onReplacing,
      onForget: (service) => void onForget(service),
      onSave: () => submit(form),
      onSaveAnyway: () => submit(form, { anyway: true }),
      onUseFound: (analyticsUrl) => submit({ ...form, analyticsUrl }),
      onAccess,
      onRetry: () => (shown.unsaved.length ? submit(form) : retest()),
    },
  };
}
