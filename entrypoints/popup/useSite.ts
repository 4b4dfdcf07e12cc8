import { useEffect, useRef, useState } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import { hostsOf } from '@/lib/hosts/hostOf.ts';
import { type Answer, ask, type Input } from '@/lib/messages/ask.ts';
import type { Registration, SiteCheck } from '@/lib/messages/commands.ts';
import type { Privacy, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { registrationText } from '@/lib/text/sites.ts';
import { complete, edits, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { meantAnyway } from '@/lib/websites/meantAnyway.ts';
import { afterUpdate, fromKnown, type LookUpState, recordsByHost } from '@/lib/websites/record.ts';
import { afterPaint } from './afterPaint.ts';
import { afterCheck, emptyForm, failureOf, firstForm, type HostForm, lostChange, problemOf } from './hostForm.ts';
import { hasNavigated, type PopupStart } from './load.ts';
import { isPrivacyOf, savedText, wayBack } from './savedText.ts';
import { type Created, createdAs, type Typed } from './typed.ts';
import { typedAt } from './typedAt.ts';
import { unicodeOf } from './unicode.ts';
import { untilLeft } from './untilLeft.ts';
import { useNewFields } from './useNewFields.ts';
import { notesFor, useSuffix } from './useSuffix.ts';

type SiteRecords = ReadonlyMap<string, Website | undefined>;

type Seen = Pick<Input<'websites.update'>, 'domain' | 'sent'>;

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
  const stored = start.known.find((site) => site.account === account);
  const first = firstForm(start, typed.host ? undefined : stored);
  const hostForms = useForms<HostForm>({ key: typed.host ?? subject, form: first });
  const { key: host = subject, form: now = emptyForm, patch } = hostForms;
  const [before] = useState(() => stored && fromKnown(stored));
  /** The record, while it is only known from earlier. */
  const unread = useRef(before);
  const [records, setRecords] = useState<SiteRecords>(() => new Map(before && [[subject, before]]));
  const [related, setRelated] = useState<SiteCheck['related']>([]);
  const fields = useNewFields(typed, kind, start.defaults);
  const website = records.get(host);
  const own = typedAt(typed, account, start.defaults.privacy);
  const { inAccount, unsavedOf, carryOver } = own;
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
    patch(host, { readAt: Date.now() });
    if (form()?.check.state !== 'unsure') setCheck({ state: 'done' });
  };
  const say = (status: string, password?: string, undo?: () => void) => {
    if (password) typed.passwords[inAccount(host)] = password;
    patch(host, { status, problem: undefined, undo });
  };
  /** Clears the outcome of the last action, because another one begins; `all`: also why it failed, and would be tried again. */
  const hush = (all?: boolean) =>
    patch(host, { status: '', undo: undefined, ...(all && { problem: undefined, isLeft: true }) });
  const count = (by: number) => ({ writes: (form()?.writes ?? 0) + by });
  /** Clears the earlier outcome, sends, and stores a problem with its `retry`. The outcome of a superseded write is ignored. */
  const write = async <T>(question: Promise<Answer<T>>, retry: () => void): Promise<T | undefined> => {
    typed.asked = question;
    patch(host, { ...count(1), lastWrite: question, isLeft: false, status: '', undo: undefined, problem: undefined });
    const answer = await question;
    const isTold = answer.ok || form()?.lastWrite !== question;
    const again = form()?.isLeft ? undefined : retry;
    patch(host, { ...count(-1), ...(isTold ? {} : { problem: answer.problem, retry: again }) });
    return answer.ok ? answer.value : undefined;
  };

  const take = (check: SiteCheck, read: SiteRecords) => {
    const { complete: isWhole, matches, related: others } = check;
    patch(host, { check: { state: isWhole ? 'done' : 'unsure' }, several: matches.length > 1, readAt: Date.now() });
    setRelated(others);
    const isWritten = ([name]: [string, unknown]) => written.current.has(name);
    const current = read.get(host);
    const wasShown = (name: string) => (written.current.has(name) ? read : known.current).get(name);
    const shown = wasShown(host);
    // Another name may have been picked meanwhile.
    const { host: picked = subject } = typed;
    carryOver(picked, wasShown(picked), picked === host ? current : (read.get(picked) ?? wasShown(picked)));
    if (shown && shown.id !== current?.id) delete typed.passwords[inAccount(host)];
    patch(host, afterCheck(check, shown, current, form()?.problem, askAgain));
    const found = [...read].filter((one) => !isWritten(one));
    setRecords((before) => new Map([...[...before].filter((one) => one[0] !== host || isWritten(one)), ...found]));
  };
  /** Asks the service for the record. What it says takes nothing away from who is typing; `password`: it has been typed, unless more follows. */
  const recheck = async (password?: string, problem = failureOf(form() ?? now)) => {
    const question = ask('site.check', { host }, context);
    typed.asked = question;
    patch(host, { check: { state: 'checking', problem }, lastCheck: question });
    written.current.clear();
    const [answer] = await Promise.all([question, seen]);
    const read = answer.ok ? recordsByHost([...answer.value.matches, ...answer.value.related]) : known.current;
    if (read.get(host)?.id !== known.current.get(host)?.id) await untilLeft(password ? 1000 : undefined);
    if (form()?.lastCheck !== question) return undefined;
    if (answer.ok) take(answer.value, read);
    else setCheck({ state: 'failed', problem: answer.problem });
    return answer.ok ? read.get(host) : undefined;
  };
  const askAgain = () => {
    hush(true);
    void recheck();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, and never unasked for a private window
  useEffect(() => {
    if (!start.private) void afterPaint.then(() => recheck());
  }, []);

  /** A privacy that was chosen while the site was being registered is saved as any other. */
  const goOn = (record: Website, typedFor: Partial<WebsiteFields>, privacy: Privacy | undefined) => {
    if (record.locked) return;
    own.carryOn(typedFor, record);
    if (privacy !== undefined && privacy !== 2) void save({ privacy }, undefined, record);
  };
  /** `since`: what was typed while it was sent. */
  const keepCreated = (
    { website: made, outcome }: Registration,
    sent: WrittenFields,
    since: Partial<WebsiteFields>,
  ) => {
    const { password, ...shown } = sent;
    const record = made && (outcome === 'created' ? { ...shown, has_password: shown.privacy === 2, ...made } : made);
    if (record) keep(record);
    // A record that was found afterwards may be somebody else's.
    if (outcome === 'created' && record && !record.locked)
      typed.made[inAccount(record.id)] = [record, { still: made, sent: shown }];
    const text = registrationText(outcome, unicodeOf(host));
    // A record that existed before does not have the password that was sent.
    say(text, outcome === 'already' ? undefined : password);
    if (outcome === 'already') carryOver(host, undefined, record);
    else if (record) goOn(record, { privacy: shown.privacy, ...since }, since.privacy);
  };
  const track = async (anyway: { despiteUnknown?: true; again?: number } = {}) => {
    const missing = fields.privacy === 2 && !fields.password && !start.defaults.hasPassword;
    patch(host, { passwordError: missing ? t('password.needed') : undefined });
    if (missing) return;
    // Warn once; a second press confirms the site that is named.
    if (!now.navigated && (await hasNavigated(start))) return patch(host, { navigated: true });
    const sent = complete(fields);
    const asked = { domain: host, ...sent, ...anyway };
    const sending = own.sending(host);
    const made = await write(ask('websites.create', asked, context), () => latest.current());
    if (!made) return;
    keepCreated(made, sent, sending.since());
    sending.done();
  };
  // "Try again" sends the form as it is then.
  const latest = useRef(track);
  latest.current = track;
  const known = useRef(records);
  known.current = records;

  /** Shows what was saved; what it returns says so. */
  const saved = (before: Website, sent: WrittenFields, answer: Website | undefined, isUndo: boolean) => {
    delete typed.made[inAccount(before.id)];
    own.forget(before, sent.password);
    const after = afterUpdate(known.current.get(host) ?? before, sent, answer);
    keep(after);
    const isRead = before !== unread.current;
    if (!isRead && !answer) {
      unread.current = after;
      void recheck();
    }
    const isSet = sent.privacy !== undefined && sent.privacy === after.privacy;
    const back = isSet && isRead && !sent.password ? wayBack(before, after) : undefined;
    return () =>
      say(
        savedText(sent, before, after, isUndo),
        isSet ? sent.password : undefined,
        back && (() => void save(...back)),
      );
  };
  const notSaved = async (before: Website, sent: WrittenFields, isUndo: boolean) => {
    // Meanwhile the service said that it is not there.
    if (!known.current.get(host)) return patch(host, { problem: undefined });
    const { problem } = form() ?? {};
    const { kind, code } = problem ?? {};
    const lost = lostChange(problem);
    if (kind === 'conflict') delete typed.passwords[inAccount(host)];
    if (code === 'unseen') patch(host, { problem: { kind: 'missing' } });
    if (!lost && kind !== 'conflict' && kind !== 'missing') return;
    const now = await recheck(sent.password, lost);
    if (lost && lost === form()?.problem && isPrivacyOf(now, before, sent)) saved(before, sent, now, isUndo)();
  };
  /** `seen`: what is looked at before it is sent; of a record that is only known from earlier, its name. */
  const save = async (sent: WrittenFields, seen?: Seen, before = known.current.get(host)): Promise<boolean> => {
    if (!before) return false;
    const { id, domain } = before;
    const looked = seen ?? (before === unread.current ? { domain } : undefined);
    // Whether the one that was set before is still that of the site is not known until this is answered, if then.
    if (sent.password) delete typed.passwords[inAccount(host)];
    const question = ask('websites.update', { id, ...looked, ...sent }, context).then((answer) =>
      answer.ok ? { ok: true as const, value: { answer: answer.value } } : answer,
    );
    // "Try again" sends the password as it is then.
    const again = () => {
      const { password } = unsavedOf(known.current.get(host) ?? before);
      if (sent.password && !password) hush(true);
      else void save({ ...sent, ...(sent.password && password ? { password } : {}) }, seen);
    };
    const done = await write(question, again);
    const tell = done && saved(before, sent, done.answer, !!seen?.sent);
    // Of two choices the last one is told of.
    if (form()?.lastWrite === question) tell?.();
    if (!done) void notSaved(before, sent, !!seen?.sent);
    return !!done;
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
    const { password, fields: more } = unsavedOf(record);
    if (password || more) await untilLeft(1000);
    carryOver(host, record, undefined);
    keep(undefined);
    setRelated((before) => before.filter((one) => one.id !== id));
    const outcome = done.outcome === 'gone' ? 'already_deleted' : asCreated ? 'unregistered' : 'deleted';
    delete typed.passwords[inAccount(host)];
    say(t(`popup.${outcome}`, { domain: unicodeOf(domain) }));
    // Another record of it may be there.
    if (now.several || done.outcome === 'gone') void recheck();
  };

  const { check } = now;
  const isRead = website !== unread.current;
  const unsaved = website ? unsavedOf(website) : typed;
  const { problem, isUnknown } = problemOf(now, unsaved, website && (isRead ? 'read' : 'unread'), start);
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
    unsavedOf,
    /** What is shown of the site may not be true any more, and nothing is typed that would be lost without its form. */
    isUnknown,
    readAt: now.readAt,
    /** The service has shown the record, if there is one. */
    isRead,
    several: !!now.several,
    covering: website ? undefined : related.find((one) => !hostsOf(one).includes(host)),
    check,
    fields,
    setFields: (changed: WebsiteFields) => {
      hush();
      // What was refused is mended, and can be sent again.
      if (now.problem?.kind === 'rejected') patch(host, { problem: undefined });
      own.note(host, edits(fields, changed));
    },
    hush,
    passwordError: now.passwordError,
    staleHost: now.navigated && !website ? host : undefined,
    problem,
    // Nothing is sent again while what it would change is not shown.
    retry: now.problem && !isUnknown ? now.retry : askAgain,
    recheck: async () => void (await recheck()),
    status: now.status,
    undo: now.undo ?? (created && (() => void remove(...created))),
    lastPassword: typed.passwords[inAccount(host)],
    busy: !!now.writes,
    notes: website ? [] : notesFor(start.site, subject, publicSuffix),
    notRegistrable: publicSuffix === 'icann',
    track: () => void track(),
    trackAnyway: () => void track(meantAnyway(now.problem)),
    save,
    remove: () => website && void remove(website),
  };
}

export type PopupSite = ReturnType<typeof useSite>;
