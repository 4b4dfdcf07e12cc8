import { useEffect, useRef, useState } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import { hostsOf } from '@/lib/hosts/hostOf.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { type Answer, ask, type Input } from '@/lib/messages/ask.ts';
import type { Registration, SiteCheck } from '@/lib/messages/commands.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { type Kind, traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { noteText, privacyText, refusalText, registrationText } from '@/lib/text/sites.ts';
import { complete, edits, toFields, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { afterUpdate, fromCached, type LookUpState } from '@/lib/websites/record.ts';
import { afterPaint } from './afterPaint.ts';
import { hasNavigated, type PopupStart } from './load.ts';
import { unicodeOf } from './unicode.ts';

/** The defaults, with a privacy that the kind of service has. */
const withItsPrivacy = (kind: Kind | undefined, fields: WebsiteFields): WebsiteFields =>
  traitsOf(kind).privacy.some((one) => one === fields.privacy) ? fields : { ...fields, privacy: 1 };

/** The host's public suffix, requested from the worker after the first paint. */
function useSuffix(host: string, wanted: boolean): Suffix {
  const [suffix, setSuffix] = useState<Suffix>({});
  useEffect(() => {
    if (!wanted) return;
    void afterPaint
      .then(() => ask('site.suffixes', { hosts: [host] }))
      .then((answer) => answer.ok && setSuffix(answer.value[0] ?? {}));
  }, [host, wanted]);
  return suffix;
}

const suffixTexts = { icann: () => refusalText('public-suffix'), private: () => noteText('private-suffix') };

/** Notes about the tab's host, shown before it is registered. */
function notesFor(site: PopupStart['site'], subject: string, publicSuffix: Suffix['publicSuffix']): string[] {
  const notes = 'notes' in site && site.host === subject ? site.notes.map(noteText) : [];
  return publicSuffix ? [...notes, suffixTexts[publicSuffix]()] : notes;
}

type SiteRecords = ReadonlyMap<string, Website | undefined>;

/** Records by their exact host. The first of several for one host wins; the popup says that there are several. */
const recordsByHost = (websites: readonly Website[]): Map<string, Website> =>
  new Map(websites.flatMap((website) => hostsOf(website).map((host) => [host, website] as const)).reverse());

/** What was said about one host, what the person did with it, and the outcome. */
interface HostForm {
  check: LookUpState;
  /** The look-up that was asked last; an earlier one's answer is dropped. */
  lastCheck?: unknown;
  /** The service has more than one record of it. */
  several?: boolean | undefined;
  /** Number of writes under way, and the last of them. */
  writes: number;
  lastWrite?: unknown;
  status: string;
  /** Undoes the last action, if possible. */
  undo?: (() => void) | undefined;
  problem?: Problem | undefined;
  retry?: () => void;
  passwordError?: string | undefined;
  /** The person was told that the tab has navigated away from this host. */
  navigated?: boolean;
}

const emptyForm: HostForm = { check: { state: 'idle' }, writes: 0, status: '' };

type Created = Pick<Input<'websites.delete'>, 'still' | 'sent'>;

/** What stays while the popup is open, whichever name or connection is picked. Changed in place. */
export interface Typed {
  /** Of a new site. */
  fields?: Partial<WebsiteFields>;
  host?: string;
  /** Whether the rarely used fields are shown. */
  isMore?: boolean;
  /** The last question about a site. */
  asked?: Promise<unknown>;
  /** The records that were created in this popup and not changed by it since, by account and id. */
  made: Record<string, [Website, Created]>;
  /** The passwords that were set last, by account and host, kept because the service never shows them. */
  passwords: Record<string, string>;
  /** What is not saved yet of a registered site, by account and id. */
  unsaved: Record<string, Unsaved>;
}

/** What was typed for a registered site. Changed in place. */
export interface Unsaved extends Pick<Typed, 'fields' | 'isMore'> {
  password?: string;
}

/** What the popup begins with. */
export const nothingTyped = (): Typed => ({ made: {}, passwords: {}, unsaved: {} });

/** What was created under this name in the popup, unless a write is under way. */
const createdAs = (name: string, { made }: Typed, { writes }: HostForm) => (writes ? undefined : made[name]);

/**
 * The state of one site in the popup, and its actions. `seen`: resolves once the page was scanned, so that the service's answer
 * and the result appear together.
 */
export function useSite(
  start: PopupStart,
  subject: string,
  { account, kind }: Pick<ConnectionAddress, 'account' | 'kind'>,
  typed: Typed,
  seen?: Promise<unknown>,
) {
  const context = { private: start.private, account };
  const cachedSite = start.known.find(({ base }) => base === account);
  const hostForms = useForms<HostForm>({
    key: typed.host ?? subject,
    form: {
      ...emptyForm,
      ...(start.private ? {} : { check: { state: 'checking' } }),
      status: start.said,
      several: !typed.host && cachedSite?.several,
    },
  });
  const { key: host = subject, form: now = emptyForm, patch } = hostForms;
  const [cached] = useState(() => cachedSite && fromCached(cachedSite));
  const [records, setRecords] = useState<SiteRecords>(() => new Map(cached && [[subject, cached]]));
  const [related, setRelated] = useState<SiteCheck['related']>([]);
  const [fields, setFields] = useState(() => withItsPrivacy(kind, { ...toFields(start.defaults), ...typed.fields }));
  const website = records.get(host);
  const inAccount = (id: string | undefined) => `${account} ${id}`;
  const created = createdAs(inAccount(website?.id), typed, now);
  const tabHost = 'host' in start.site ? start.site.host : subject;
  const suffix = useSuffix(tabHost, !website);
  const publicSuffix = host === tabHost ? suffix.publicSuffix : undefined;
  /** Hosts written since the service was asked; its answer is out of date for them. */
  const written = useRef(new Set<string>());

  const form = () => hostForms.of(host);
  const setCheck = (check: LookUpState) => patch(host, { check });
  const keep = (record: Website | undefined) => {
    written.current.add(host);
    setRecords((before) => new Map(before).set(host, record));
    if (form()?.check.state !== 'unsure') setCheck({ state: 'done' });
  };
  const say = (status: string, password?: string, undo?: () => void) => {
    if (password) typed.passwords[inAccount(host)] = password;
    patch(host, { status, problem: undefined, undo });
  };
  /** Clears the outcome of the last action, because another one begins. */
  const hush = () => patch(host, { status: '', undo: undefined });
  const count = (by: number) => ({ writes: (form()?.writes ?? 0) + by });
  /** Clears the earlier outcome, sends, and stores a problem with its `retry`. The outcome of a superseded write is ignored. */
  const write = async <T>(question: Promise<Answer<T>>, retry: () => void): Promise<T | undefined> => {
    typed.asked = question;
    patch(host, { ...count(1), lastWrite: question, status: '', undo: undefined, problem: undefined });
    const answer = await question;
    const isTold = answer.ok || form()?.lastWrite !== question;
    patch(host, { ...count(-1), ...(isTold ? {} : { problem: answer.problem, retry }) });
    return answer.ok ? answer.value : undefined;
  };

  const recheck = async () => {
    const question = ask('site.check', { host }, context);
    typed.asked = question;
    patch(host, { check: { state: 'checking' }, lastCheck: question });
    written.current.clear();
    const [answer] = await Promise.all([question, seen]);
    if (form()?.lastCheck !== question) return;
    if (!answer.ok) return setCheck({ state: 'failed', problem: answer.problem });
    const { complete: isWhole, matches } = answer.value;
    patch(host, { check: { state: isWhole ? 'done' : 'unsure' }, several: matches.length > 1 });
    setRelated(answer.value.related);
    const isWritten = ([name]: [string, unknown]) => written.current.has(name);
    const found = [...recordsByHost([...matches, ...answer.value.related])].filter((one) => !isWritten(one));
    setRecords((before) => new Map([...[...before].filter((one) => one[0] !== host || isWritten(one)), ...found]));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, and never unasked for a private window
  useEffect(() => {
    if (!start.private) void afterPaint.then(recheck);
  }, []);

  const keepCreated = ({ website: made, outcome }: Registration, { password, ...shown }: WrittenFields) => {
    const extra = outcome === 'created' ? { ...shown, has_password: shown.privacy === 2 } : {};
    const record = made && { ...extra, ...made };
    if (record) keep(record);
    // A record that was found afterwards may be somebody else's.
    if (outcome === 'created' && record && !record.locked)
      typed.made[inAccount(record.id)] = [record, { still: made, sent: shown }];
    const text = registrationText(outcome, unicodeOf(host));
    // A record that existed before does not have the password that was sent.
    say(text, outcome === 'already' ? undefined : password);
  };
  const track = async (anyway: { despiteUnknown?: true } = {}) => {
    const missing = fields.privacy === 2 && !fields.password && !start.defaults.hasPassword;
    patch(host, { passwordError: missing ? t('password.needed') : undefined });
    if (missing) return;
    // Warn once; a second press confirms the site that is named.
    if (!now.navigated && (await hasNavigated(start))) return patch(host, { navigated: true });
    const sent = complete(fields);
    const asked = { domain: host, ...sent, ...anyway };
    const made = await write(ask('websites.create', asked, context), () => latest.current());
    if (made) keepCreated(made, sent);
  };
  // "Try again" sends the form as it is then.
  const latest = useRef(track);
  latest.current = track;
  const known = useRef(records);
  known.current = records;

  /** Undoes a change of the privacy; back to Password only if the record had one, which the service keeps. */
  const backTo = ({ privacy, has_password }: Website) =>
    privacy === undefined || (privacy === 2 && !has_password) ? undefined : () => void save({ privacy });
  const save = async (sent: WrittenFields): Promise<boolean> => {
    const before = known.current.get(host);
    if (!before) return false;
    const question = ask('websites.update', { id: before.id, ...sent }, context).then((answer) =>
      answer.ok ? { ok: true as const, value: { answer: answer.value } } : answer,
    );
    const done = await write(question, () => void save(sent));
    if (!done) return false;
    delete typed.made[inAccount(before.id)];
    const after = afterUpdate(known.current.get(host) ?? before, sent, done.answer);
    keep(after);
    if (form()?.lastWrite !== question) return true;
    const privacy = privacyText(after.privacy);
    if (sent.privacy === undefined) say(t('popup.saved'));
    else if (after.privacy !== sent.privacy) say(t('popup.privacy_unapplied', { privacy }));
    else say(t('popup.privacy_saved', { privacy }), sent.password, sent.password ? undefined : backTo(before));
    return true;
  };

  /** `asCreated`: only if it is still as it was created. */
  const remove = async (record: Website, asCreated?: Created) => {
    const { id, domain } = record;
    const asked = { id, domain, ...asCreated };
    const done = await write(ask('websites.delete', asked, context), () => void remove(record, asCreated));
    // What is shown here is not what the service has.
    if (form()?.problem?.kind === 'conflict') {
      delete typed.made[inAccount(id)];
      void recheck();
    }
    if (!done) return;
    keep(undefined);
    setRelated((before) => before.filter((one) => one.id !== id));
    const outcome = done.outcome === 'gone' ? 'already_deleted' : asCreated ? 'unregistered' : 'deleted';
    delete typed.passwords[inAccount(host)];
    say(t(`popup.${outcome}`, { domain: unicodeOf(domain) }));
    // The host is not absent yet.
    if (now.several) void recheck();
  };

  // Shown until the person does something else.
  const { check } = now;
  const checkProblem = check.state === 'failed' && !now.writes && !now.status ? check.problem : undefined;
  return {
    host,
    /** The data from which its other names are derived. */
    names: { seen: tabHost, registrable: suffix.registrable, related },
    setHost: (name: string) => {
      hush();
      typed.host = name;
      hostForms.open(name, hostForms.of(name) ?? emptyForm);
    },
    website,
    unsavedOf({ id }: Website): Unsaved {
      const name = inAccount(id);
      typed.unsaved[name] ??= {};
      return typed.unsaved[name];
    },
    /** The service has shown the record, if there is one. */
    isRead: website !== cached,
    several: !!now.several,
    covering: website ? undefined : related.find((one) => !hostsOf(one).includes(host)),
    check,
    fields,
    setFields: (changed: WebsiteFields) => {
      hush();
      typed.fields = { ...typed.fields, ...edits(fields, changed) };
      setFields(changed);
    },
    hush,
    passwordError: now.passwordError,
    staleHost: now.navigated && !website ? host : undefined,
    problem: now.problem ?? checkProblem,
    retry: now.problem ? now.retry : recheck,
    recheck,
    status: now.status,
    undo: now.undo ?? (created && (() => void remove(...created))),
    lastPassword: typed.passwords[inAccount(host)],
    busy: !!now.writes,
    notes: website ? [] : notesFor(start.site, subject, publicSuffix),
    notRegistrable: publicSuffix === 'icann',
    track: () => void track(),
    trackAnyway: () => void track({ despiteUnknown: true }),
    save,
    remove: () => website && void remove(website),
  };
}

export type PopupSite = ReturnType<typeof useSite>;
