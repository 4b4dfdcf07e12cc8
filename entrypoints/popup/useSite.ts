import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { afterPaint } from '@/entrypoints/popup/afterPaint.ts';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { hostChoices } from '@/lib/hosts/parse.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import type { SiteCheck } from '@/lib/messages/commands.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { noteText, privacyText, refusalText, registrationText } from '@/lib/text/sites.ts';
import { complete, toFields, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { afterUpdate, fromKnown, type LookUpState } from '@/lib/websites/record.ts';
import { hasMoved, type PopupStart } from './load.ts';

type Answered = Pick<SiteCheck, 'matches' | 'twins'>;

const notAsked: Answered = { matches: [], twins: [] };

/** The Unicode form of an international host, loaded only for one. */
function useUnicode(host: string): string | undefined {
  const [unicode, setUnicode] = useState<string>();
  useEffect(() => {
    if (host.includes('xn--'))
      void import('@/lib/hosts/punycode.ts').then(({ toUnicode }) => setUnicode(toUnicode(host)));
  }, [host]);
  return unicode;
}

/** What the public suffix list says of the host; the worker reads the list, after the first paint. */
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

/** What is worth knowing of a public suffix: why it cannot be registered, or whose it may be. */
const suffixTexts = { icann: () => refusalText('public-suffix'), private: () => noteText('private-suffix') };

/** What is worth knowing of the host that was seen, before it is registered. */
function notesFor(site: PopupStart['site'], subject: string, publicSuffix: Suffix['publicSuffix']): string[] {
  const notes = 'notes' in site && site.host === subject ? site.notes.map(noteText) : [];
  return publicSuffix ? [...notes, suffixTexts[publicSuffix]()] : notes;
}

type SiteRecords = Readonly<Record<string, Website>>;

/** Records by the exact host they stand for; of two for one host the first is shown, and that there are several is said. */
const recordsByHost = (websites: readonly Website[]): SiteRecords =>
  Object.fromEntries(websites.map((website) => [hostOf(website.domain) ?? website.domain, website]).reverse());

/** Everything the popup knows of one site, and what can be done with it. */
export function useSite(start: PopupStart, subject: string) {
  const context = { private: start.private };
  const [host, setHost] = useState(subject);
  const [records, setRecords] = useState<SiteRecords>(start.known ? { [subject]: fromKnown(start.known) } : {});
  const [check, setCheck] = useState<LookUpState>({ state: start.private ? 'idle' : 'checking' });
  const [{ matches, twins }, setAnswered] = useState<Answered>(notAsked);
  const [fields, setFields] = useState<WebsiteFields>(() => toFields(start.defaults));
  const [problem, setProblem] = useState<Problem>();
  const [retry, setRetry] = useState<() => void>();
  const [status, setStatus] = useState('');
  const [busy, setBusy] = useState(false);
  const [passwordError, setPasswordError] = useState<string>();
  const [moved, setMoved] = useState(false);
  const website = records[host];
  const seen = 'host' in start.site ? start.site.host : subject;
  const suffix = useSuffix(seen, !website);
  const publicSuffix = host === seen ? suffix.publicSuffix : undefined;
  const unicode = useUnicode(host);
  const hosts = useMemo(() => hostChoices(seen, suffix.registrable), [seen, suffix]);

  const keep = (record: Website | undefined) => {
    const { [host]: _, ...others } = records;
    setRecords(record ? { ...others, [host]: record } : others);
    setCheck({ state: 'done' });
  };
  const fail = (found: Problem, again: () => void) => {
    setProblem(found);
    setRetry(() => again);
  };
  const say = (text: string) => {
    setProblem(undefined);
    setStatus(text);
  };
  /** One write at a time; what was said before goes first. */
  const write = async <T>(question: Promise<Answer<T>>, again: () => void): Promise<T | undefined> => {
    setBusy(true);
    say('');
    const answer = await question;
    setBusy(false);
    if (answer.ok) return answer.value;
    fail(answer.problem, again);
    return undefined;
  };

  const recheck = async () => {
    setCheck({ state: 'checking' });
    setProblem(undefined);
    const answer = await ask('site.check', { host: subject }, context);
    if (!answer.ok) {
      setCheck({ state: 'failed', problem: answer.problem });
      return fail(answer.problem, () => void recheck());
    }
    setCheck({ state: 'done' });
    setAnswered(answer.value);
    setRecords(recordsByHost([...answer.value.matches, ...answer.value.twins]));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each opening, and never for a private window by itself
  useEffect(() => {
    if (!start.private) void afterPaint.then(recheck);
  }, []);

  const track = async () => {
    const missing = fields.privacy === 2 && !fields.password && !start.defaults.hasPassword;
    setPasswordError(missing ? t('password.needed') : undefined);
    if (missing) return;
    // Said once; who presses again means the site that is named.
    if (!moved && (await hasMoved(start))) return setMoved(true);
    const sent = complete(fields);
    const made = await write(ask('websites.create', { domain: host, ...sent }, context), () => latest.current());
    if (!made) return;
    const { password: _, ...shown } = sent;
    const extra = made.outcome === 'created' ? { ...shown, has_password: sent.privacy === 2 } : {};
    if (made.website) keep({ ...extra, ...made.website });
    say(registrationText(made.outcome, host));
  };
  // "Try again" sends what the form holds by then.
  const latest = useRef(track);
  latest.current = track;

  const save = async (sent: WrittenFields): Promise<boolean> => {
    if (!website) return false;
    const question = ask('websites.update', { id: website.id, ...sent }, context).then((answer) =>
      answer.ok ? { ok: true as const, value: afterUpdate(website, sent, answer.value) } : answer,
    );
    const now = await write(question, () => void save(sent));
    if (!now) return false;
    keep(now);
    const privacy = privacyText(now.privacy);
    if (sent.privacy === undefined) say(t('popup.saved'));
    else say(t(now.privacy === sent.privacy ? 'popup.privacy_saved' : 'popup.privacy_kept', { privacy }));
    return true;
  };

  const remove = async () => {
    if (!website) return;
    const done = await write(ask('websites.delete', { id: website.id }, context), () => void remove());
    if (!done) return;
    keep(undefined);
    say(t(done.outcome === 'gone' ? 'popup.already_deleted' : 'popup.deleted', { domain: website.domain }));
  };

  return {
    host,
    hosts,
    setHost,
    unicode,
    website,
    several: matches.length > 1 && host === subject,
    twins: twins.filter(({ domain }) => domain !== host),
    check,
    fields,
    setFields,
    passwordError,
    movedFrom: moved && !website ? host : undefined,
    problem,
    retry,
    recheck: () => void recheck(),
    status,
    busy,
    notes: website ? [] : notesFor(start.site, subject, publicSuffix),
    unregistrable: publicSuffix === 'icann',
    track: () => void track(),
    save,
    remove: () => void remove(),
  };
}
