import * as z from 'zod/mini';
import { isSiteLook, type SiteLook } from '../audit/look.ts';
import { periods } from '../audit/repeat.ts';
import type { Suffix } from '../hosts/publicSuffix.ts';
import type { Job } from '../jobs/types.ts';
import { operations, type Problem, type Website } from '../services/index.ts';
import { lazyTable } from '../services/lazy.ts';
import type { Kind } from '../services/traits.ts';
import { type DamagedPart, settingsParts } from '../storage/damagedParts.ts';
import type { Refresh } from '../storage/refresh.ts';
import type { OwnSettings } from '../storage/settings.ts';
import { inputLimits } from '../util/inputLimits.ts';
import { isRecord } from '../util/isRecord.ts';
import type { ConnectionStatus } from './connectionStatus.ts';
import {
  addressSchema,
  boundedString,
  connectionId,
  givenHeader,
  givenService,
  hostInput,
  id,
  job,
  jobFieldsInput,
  jobPassword,
  keepInput,
  length,
  linesInput,
  passwordsInput,
  readInput,
  service,
  settingsInput,
} from './inputs.ts';

export type { ConnectionStatus, HeaderStatus, ServiceStatus } from './connectionStatus.ts';

/**
 * What pages may ask the worker besides the service's operations, and operations with another input than the service's:
 * name -> input.
 */
export const commands = lazyTable({
  /**
   * `domain`: the name the person confirmed; a record that has been renamed since is not deleted. Nor is one that differs from
   * `still`, or that has other settings than were `sent`.
   */
  'websites.delete': () =>
    z.extend(operations['websites.delete'].input, {
      domain: boundedString(1, 2048),
      still: z.optional(
        z.object({
          ...settingsInput(),
          name: z.optional(boundedString(0, inputLimits.text)),
          hosts: z.optional(linesInput()),
        }),
      ),
      sent: z.optional(z.object(settingsInput())),
    }),
  /**
   * `domain`: the name by which the person knows the record. With it, the record is looked at first: one that is another website
   * by now is not changed, nor one that has other settings than were `sent` to it before.
   */
  'websites.update': () =>
    z.extend(operations['websites.update'].input, {
      domain: z.optional(boundedString(1, 2048)),
      sent: z.optional(z.object(settingsInput())),
    }),
  /** `domain`: the name by which the person knows it, to look it up in the list if the service does not show it. */
  'websites.show': () => z.extend(operations['websites.show'].input, { domain: z.optional(boundedString(1, 2048)) }),
  /**
   * `despiteUnknown`: the person confirmed the create although the service did not show its whole list.
   * Without it such a create is refused, code `maybe-registered`. `again`: when the person confirmed it although an earlier
   * create of the site may still be carried out; without it, refused with code `still-unconfirmed`.
   */
  'websites.create': () =>
    z.extend(operations['websites.create'].input, {
      despiteUnknown: z.optional(z.literal(true)),
      again: z.optional(z.custom<number>(Number.isFinite)),
    }),
  /** Answers with what is known already if that is less than an hour old; `fresh`: asks the service. Not in private windows. */
  'websites.hits': () => z.extend(operations['websites.hits'].input, { fresh: z.optional(z.literal(true)) }),
  'site.check': () => z.strictObject({ host: hostInput() }),
  /** The public suffix list's answer for each host, in their order. */
  'site.suffixes': () => z.strictObject({ hosts: z.array(hostInput()).check(length(1, 5000)) }),
  /** `connection`, here and below: its id; without it, the connection used last. */
  'connection.status': () => z.strictObject({ connection: connectionId() }),
  /** Tests first: a service that does not answer replaces no connected one, unless the person says `anyway`. */
  'connection.save': () =>
    z.strictObject({
      /** A new id adds a connection. */
      connection: connectionId(),
      services: z.strictObject({ analytics: givenService(), seo: z.optional(givenService()) }),
      /** To add to its headers; like its key, bound to the origin of the first service's address. */
      headers: z.optional(z.array(givenHeader()).check(length(0, inputLimits.headers))),
      /** Its name, rules and own settings, as the form shows them; without it, they stay. */
      own: z.optional(z.custom<OwnSettings>(isRecord)),
      /** `revisionOf` the connection that the form is about; one that differs now is not overwritten. */
      read: z.optional(z.custom<string>((given) => typeof given === 'string')),
      keep: keepInput(),
      anyway: z.optional(z.literal(true)),
    }),
  'connection.test': () => z.strictObject({ connection: connectionId() }),
  /** Detects the service at the address of a page, or above it, without a key. Null if there is none. */
  'connection.identify': () => z.strictObject({ page: addressSchema() }),
  /** Forgets a connection, its keys and what is stored of its records; nothing is deleted at its services. */
  'connection.remove': () => z.strictObject({ connection: id() }),
  /** Adds a rule that sends a host to a connection, replacing an earlier rule for exactly this host. */
  'connection.rule': () => z.strictObject({ connection: id(), host: hostInput() }),
  /** Also removes another service's key if it is the same key for the same origin. */
  'keys.forget': () => z.strictObject({ connection: connectionId(), service: service() }),
  'keys.forgetHeader': () => z.strictObject({ connection: id(), name: boundedString(1, inputLimits.text) }),
  /** Without `connection`, the common password for connections without one of their own. */
  'keys.defaultPassword': () =>
    z.strictObject({ connection: connectionId(), password: boundedString(0, inputLimits.text) }),
  /** The parts of the settings that cannot be read. */
  'settings.damaged': () => z.strictObject({}),
  /** Forgets what of a part cannot be read; the rest stays. Answers with the parts that are still damaged. */
  'settings.reset': () => z.strictObject({ part: z.literal(settingsParts) }),
  /**
   * Starts a bulk job at the analytics service; with the id of an existing job it returns that one.
   * One write at a time; it continues without the page. Progress: `watchJobs` of lib/jobs/watch.ts.
   *
   * `items`: `key` is the host to create, or the domain by which a person knows the record `id` (update, delete), or its host
   * (audit). `from`: its source, for the report. `absentAt`: when the service said that it has no such website; for 15 minutes,
   * in one worker, this saves the create's own look-up. `despiteUnknown`: as of `websites.create`. `fields`: for every item; an
   * item's own override them; a create may name a `team`. `before`: pages of earlier versions say what they showed of the fields that an update changes.
   * Privacy 2 goes with `password`: one for all, or a generated one each (`jobs.passwords`). `repeat`: how often an audit is
   * repeated; without it, a repeat stays as it is. `isWhole`: an audit of all registered sites, so its report shows no others.
   */
  'jobs.start': () =>
    z.strictObject({
      id: id(),
      kind: z.literal(['create', 'update', 'delete', 'audit']),
      items: z
        .array(
          z.strictObject({
            key: boundedString(1, inputLimits.text),
            id: z.optional(boundedString(1, inputLimits.id)),
            from: z.optional(
              z.strictObject({
                line: z.custom<number>(Number.isSafeInteger),
                source: z.optional(boundedString(1, inputLimits.text)),
              }),
            ),
            fields: z.optional(jobFieldsInput()),
            before: z.optional(z.strictObject(settingsInput())),
            absentAt: z.optional(z.custom<number>(Number.isFinite)),
            despiteUnknown: z.optional(z.literal(true)),
          }),
        )
        .check(length(1, 50_000)),
      fields: jobFieldsInput(),
      password: z.optional(passwordsInput()),
      speed: z.literal(['careful', 'fast']),
      repeat: z.optional(z.literal(periods)),
      isWhole: z.optional(z.literal(true)),
    }),
  'jobs.pause': job,
  'jobs.resume': job,
  /** Waiting items are skipped; items already sent are looked up. */
  'jobs.cancel': job,
  /**
   * Retries the failed items that were not refused for good; `rest`: also those that a cancelled job skipped; `unknown`: instead
   * looks again for those whose outcome is unknown, or sends them again. `password`: the common one, which has been erased.
   */
  'jobs.retry': () =>
    z.strictObject({
      id: id(),
      rest: z.optional(z.literal([true, false])),
      unknown: z.optional(z.literal(['look', 'send'])),
      password: z.optional(jobPassword()),
    }),
  /**
   * Takes back what a job has done, by another job: an update sets what its records had, where they still have what it set; what
   * was added is deleted.
   */
  'jobs.undo': job,
  /** Deletes a job that has ended, with its report and passwords. */
  'jobs.dismiss': job,
  /** The generated passwords of the items that were written; erase them with `jobs.erasePasswords` once copied. */
  'jobs.passwords': job,
  /** What opening a page has shown about an item of an ended audit. */
  'audits.looked': () =>
    z.strictObject({ id: id(), at: z.custom<number>(Number.isSafeInteger), look: z.custom<SiteLook>(isSiteLook) }),
  /** Ends the account's repeated audit and gives its access back; `on`: resumes a stopped one now. */
  'audits.repeat': () => z.strictObject({ on: z.literal([true, false]) }),
  'jobs.erasePasswords': () => z.strictObject({ id: id(), count: z.custom<number>(Number.isSafeInteger) }),
  /** Sent by open pages every 10 s while a job runs, to keep or get the worker running. */
  'jobs.ping': () => z.strictObject({}),
  /** Reads the whole list of websites into the local store. Answers at once; progress: `refreshesNow` of lib/storage/refresh.ts. */
  'records.refresh': () => z.strictObject({ connection: connectionId() }),
  'records.stop': () => z.strictObject({ connection: connectionId() }),
  /** Forgets what is stored of a connection's websites and projects, and stops reading them; nothing is deleted at its services. */
  'records.forget': () => z.strictObject({ connection: connectionId() }),
  /** The person has read that the stored list was lost, or that nothing can be stored: see lib/records/trouble.ts. */
  'records.told': () => z.strictObject({}),
  /** For pages that cannot read the worker's databases themselves: `stored` of lib/messages/stored.ts. */
  stored: readInput,
});

/** The commands that, like every operation, are about the records of one account and have to name it. */
export const ofOneAccount = ['site.check', 'jobs.start', 'audits.repeat'] as const;

export type Service = z.infer<ReturnType<typeof service>>;
export type Keep = z.infer<ReturnType<typeof keepInput>>;

/**
 * What the service has for a host: `matches` are its own records, `related` those of its `www.` variant and parents. No
 * match means "not registered" only if `complete` is true.
 */
export interface SiteCheck {
  host: string;
  matches: Website[];
  related: Website[];
  complete: boolean;
  /** A create of the host was sent, and what became of it is not known. */
  isUnconfirmed?: true;
}

/** How a registration ended: created, registered before, or confirmed by a look-up after its answer was lost. */
export interface Registration {
  outcome: 'created' | 'already' | 'confirmed';
  website?: Website | undefined;
  /** The answer to the create named no record, and this one was looked up, so it may be an older one. Only the worker knows it. */
  isFound?: true;
}

/** A generated password and the site whose statistics page it opens. */
export interface SitePassword {
  key: string;
  password: string;
}

/**
 * The result of testing one service: its kind, if it is not the default one, and the number of records (at least that many
 * if `more`), and what PHP printed before its answer; or the problem, and the address where the service was found instead.
 */
export type TestResult =
  | { ok: true; count: number; more: boolean; kind?: Kind; phpMessage?: string }
  | { ok: false; problem: Problem; found?: string; kind?: Kind };

/** A service that was recognised, and where. */
export interface FoundService {
  url: string;
  kind: Kind;
}

export interface ConnectionReport {
  analytics: TestResult;
  seo?: TestResult;
  /** The services that were tested but not saved; what was connected before stays. */
  unsaved?: Service[];
}

export interface CommandOutputs {
  'settings.damaged': DamagedPart[];
  'settings.reset': DamagedPart[];
  'site.check': SiteCheck;
  'site.suffixes': Suffix[];
  'connection.status': ConnectionStatus;
  'connection.save': ConnectionReport;
  'connection.test': ConnectionReport;
  'connection.identify': FoundService | null;
  'connection.remove': null;
  'connection.rule': null;
  'keys.forget': ConnectionStatus;
  'keys.forgetHeader': ConnectionStatus;
  'keys.defaultPassword': null;
  'jobs.start': Job;
  'jobs.pause': Job | null;
  'jobs.resume': Job | null;
  'jobs.cancel': Job | null;
  'jobs.retry': Job | null;
  'jobs.undo': Job | null;
  'jobs.dismiss': null;
  'jobs.passwords': SitePassword[];
  'jobs.erasePasswords': null;
  'audits.looked': null;
  'audits.repeat': null;
  'jobs.ping': null;
  'records.refresh': Refresh;
  'records.stop': Refresh;
  'records.forget': null;
  'records.told': null;
  stored: unknown;
}
