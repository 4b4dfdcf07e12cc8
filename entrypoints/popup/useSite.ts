import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import { hostsOf } from '@/lib/hosts/hostOf.ts';
import { hostChoices } from '@/lib/hosts/parse.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import type { SiteCheck } from '@/lib/messages/commands.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { noteText, privacyText, refusalText, registrationText } from '@/lib/text/sites.ts';
import { complete, toFields, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { afterUpdate, fromCached, type LookUpState } from '@/lib/websites/record.ts';
import { afterPaint } from './afterPaint.ts';
import { hasNavigated, type PopupStart } from './load.ts';

type RelatedRecords = Pick<SiteCheck, 'matches' | 'related'>;

const noRecords: RelatedRecords = { matches: [], related: [] };

/** The Unicode form of an internationalized host; the decoder is loaded only for one. */
function useUnicode(host: string): string | undefined {
  const [unicode, setUnicode] = useState<string>();
  useEffect(() => {
    if (host.includes('xn--'))
      void import('@/lib/hosts/punycode.ts').then(({ toUnicode }) => setUnicode(toUnicode(host)));
  }, [host]);
  return unicode;
}

/** The host's public suffix, asked of the worker after the first paint. */
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

type SiteRecords = ReadonlyMap<string, Website>;

/** Records by their exact host. The first of several for one host wins; the popup says that there are several. */
const recordsByHost = (websites: readonly Website[]): Map<string, Website> =>
  new Map(websites.flatMap((website) => hostsOf(website).map((host) => [host, website] as const)).reverse());

/** What the person did with one host, and how it ended. */
interface HostForm {
  /** Number of writes under way. */
  writes: number;
  status: string;
  problem?: Problem | undefined;
  retry?: () => void;
  passwordError?: string | undefined;
  /** The person was told that the tab has navigated away from this host. */
  navigated?: boolean;
}

const nothing: HostForm = { writes: 0, status: '' };

/** The state of one site in the popup, and its actions. */
export function useSite(start: PopupStart, subject: string, account: string) {
  const context = { private: start.private, account };
  const hostForms = useForms<HostForm>({ key: subject, form: { ...nothing, status: start.said } });
  const { key: host = subject, form: now = nothing, patch } = hostForms;
  const [records, setRecords] = useState<SiteRecords>(
    () => new Map(start.known && [[subject, fromCached(start.known)]]),
  );
  const [check, setCheck] = useState<LookUpState>({ state: start.private ? 'idle' : 'checking' });
  const [{ matches, related }, setAnswered] = useState<RelatedRecords>(noRecords);
  const [fields, setFields] = useState<WebsiteFields>(() => toFields(start.defaults));
  const website = records.get(host);
  const seen = 'host' in start.site ? start.site.host : subject;
  const suffix = useSuffix(seen, !website);
  const publicSuffix = host === seen ? suffix.publicSuffix : undefined;
  const unicode = useUnicode(host);
  const hosts = useMemo(() => hostChoices(seen, suffix.registrable), [seen, suffix]);
  /** Hosts written since the service was asked; its answer is out of date for them. */
  const written = useRef(new Set<string>());

  const keep = (record: Website | undefined) => {
    written.current.add(host);
    setRecords((before) => {
      const after = new Map(before);
      if (record) return after.set(host, record);
      after.delete(host);
      return after;
    });
    setCheck((before) => (before.state === 'unsure' ? before : { state: 'done' }));
  };
  const say = (status: string) => patch(host, { status, problem: undefined });
  const count = (by: number) => ({ writes: (hostForms.of(host)?.writes ?? 0) + by });
  /** Clears the earlier outcome, sends, and stores a problem with its `retry`. */
  const write = async <T>(question: Promise<Answer<T>>, retry: () => void): Promise<T | undefined> => {
    patch(host, { ...count(1), status: '', problem: undefined });
    const answer = await question;
    patch(host, { ...count(-1), ...(answer.ok ? {} : { problem: answer.problem, retry }) });
    return answer.ok ? answer.value : undefined;
  };

  const recheck = async () => {
    setCheck({ state: 'checking' });
    written.current.clear();
    const answer = await ask('site.check', { host: subject }, context);
    if (!answer.ok) return setCheck({ state: 'failed', problem: answer.problem });
    setCheck({ state: answer.value.complete ? 'done' : 'unsure' });
    setAnswered(answer.value);
    const isWritten = ([name]: [string, Website]) => written.current.has(name);
    const found = [...recordsByHost([...answer.value.matches, ...answer.value.related])].filter(
      (one) => !isWritten(one),
    );
    setRecords((before) => new Map([...found, ...[...before].filter(isWritten)]));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, and never unasked for a private window
  useEffect(() => {
    if (!start.private) void afterPaint.then(recheck);
  }, []);

  const track = async (anyway: { despiteUnknown?: true } = {}) => {
    const missing = fields.privacy === 2 && !fields.password && !start.defaults.hasPassword;
    patch(host, { passwordError: missing ? t('password.needed') : undefined });
    if (missing) return;
    // Warn once; a second press confirms the site that is named.
    if (!now.navigated && (await hasNavigated(start))) return patch(host, { navigated: true });
    const sent = complete(fields);
    const asked = { domain: host, ...sent, ...anyway };
    const made = await write(ask('websites.create', asked, context), () => latest.current());
    if (!made) return;
    const { password: _, ...shown } = sent;
    const extra = made.outcome === 'created' ? { ...shown, has_password: sent.privacy === 2 } : {};
    if (made.website) keep({ ...extra, ...made.website });
    say(registrationText(made.outcome, host));
  };
  // "Try again" sends what the form holds at that time.
  const latest = useRef(track);
  latest.current = track;
  const known = useRef(records);
  known.current = records;

  const save = async (sent: WrittenFields): Promise<boolean> => {
    if (!website) return false;
    const question = ask('websites.update', { id: website.id, ...sent }, context).then((answer) =>
      answer.ok ? { ok: true as const, value: { answer: answer.value } } : answer,
    );
    const done = await write(question, () => void save(sent));
    if (!done) return false;
    const after = afterUpdate(known.current.get(host) ?? website, sent, done.answer);
    keep(after);
    const privacy = privacyText(after.privacy);
    if (sent.privacy === undefined) say(t('popup.saved'));
    else say(t(after.privacy === sent.privacy ? 'popup.privacy_saved' : 'popup.privacy_unapplied', { privacy }));
    return true;
  };

  const remove = async () => {
    if (!website) return;
    const { id, domain } = website;
    const done = await write(ask('websites.delete', { id, domain }, context), () => void remove());
    if (!done) return;
    keep(undefined);
    say(t(done.outcome === 'gone' ? 'popup.already_deleted' : 'popup.deleted', { domain }));
  };

  // A failed check concerns every host, so it is shown for all until the person does something else.
  const checkProblem = check.state === 'failed' && !now.writes && !now.status ? check.problem : undefined;
  return {
    host,
    hosts,
    setHost: (name: string) => hostForms.open(name, hostForms.of(name) ?? nothing),
    unicode,
    website,
    several: matches.length > 1 && host === subject,
    twins: related.filter((one) => !hostsOf(one).includes(host)),
    check,
    fields,
    setFields,
    passwordError: now.passwordError,
    staleHost: now.navigated && !website ? host : undefined,
    problem: now.problem ?? checkProblem,
    retry: now.problem ? now.retry : () => void recheck(),
    recheck: () => void recheck(),
    status: now.status,
    busy: now.writes > 0,
    notes: website ? [] : notesFor(start.site, subject, publicSuffix),
    notRegistrable: publicSuffix === 'icann',
    track: () => void track(),
    trackAnyway: () => void track({ despiteUnknown: true }),
    save,
    remove: () => void remove(),
  };
}
