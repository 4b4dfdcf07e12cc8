import * as z from 'zod/mini';
import { periods } from '../audit/repeat.ts';
import type { Suffix } from '../hosts/publicSuffix.ts';
import type { Job } from '../jobs/types.ts';
import { operations, type Problem, type Website } from '../services/index.ts';
import { lazyTable } from '../services/lazy.ts';
import type { Kind } from '../services/traits.ts';
import { type DamagedPart, settingsParts } from '../storage/damagedParts.ts';
import type { HitsById } from '../storage/hits.ts';
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
  lookedInput,
  moment,
  passwordsInput,
  readInput,
  service,
  settingsInput,
  wholeNumber,
} from './inputs.ts';

export type { ConnectionStatus, HeaderStatus, ServiceStatus } from './connectionStatus.ts';

/** The input schemas of all messages. Operations with the same input as at the service are left out. */
export const commands = lazyTable({
  /**
   * Deletes a website, unless its record has changed: its name is not `domain` (which the person confirmed), it differs
   * from `still` (the record that the page shows), or it lacks the settings `sent` (which Waymark sent before).
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
   * Updates a website. With `domain` (the name by which the person knows it), first reads the record. Changes nothing
   * if the record is now another website, or lacks the settings `sent`, which Waymark sent before.
   */
  'websites.update': () =>
    z.extend(operations['websites.update'].input, {
      domain: z.optional(boundedString(1, 2048)),
      sent: z.optional(z.object(settingsInput())),
    }),
  /**
   * Reads a website. `domain`: the name by which the person knows it. If the service does not find the id, the website
   * is looked up in the list by this name.
   */
  'websites.show': () => z.extend(operations['websites.show'].input, { domain: z.optional(boundedString(1, 2048)) }),
  /**
   * Creates a website. `despiteUnknown`: create it although the service did not show its whole list; otherwise the
   * worker refuses with code `maybe-registered`. `again`: when the person agreed to a create although an earlier one
   * may still be carried out (milliseconds since 1970); otherwise the worker refuses with code `still-unconfirmed`.
   */
  'websites.create': () =>
    z.extend(operations['websites.create'].input, {
      despiteUnknown: z.optional(z.literal(true)),
      again: z.optional(moment()),
    }),
  /**
   * Returns visits. First requests visits that are older than an hour (or all, with `fresh`). Refused in private
   * windows.
   */
  'websites.hits': () => z.extend(operations['websites.hits'].input, { fresh: z.optional(z.literal(true)) }),
  'site.check': () => z.strictObject({ host: hostInput() }),
  /** Returns each host's entry in the public suffix list, in the same order. */
  'site.suffixes': () => z.strictObject({ hosts: z.array(hostInput()).check(length(1, 5000)) }),
  /** `connection`, here and below: the id of a connection. If left out, the connection used last is taken. */
  'connection.status': () => z.strictObject({ connection: connectionId() }),
  /** Tests services, then saves the ones that answer (with `anyway`, all). */
  'connection.save': () =>
    z.strictObject({
      /** The id of the connection. If no connection has this id, a new one is added. */
      connection: connectionId(),
      services: z.strictObject({ analytics: givenService(), seo: z.optional(givenService()) }),
      /** Request headers to add. Like a key, they are bound to the origin of the first service's address. */
      headers: z.optional(z.array(givenHeader()).check(length(0, inputLimits.headers))),
      /** The connection's name, rules and own settings, as the form shows them. Without `own`, they do not change. */
      own: z.optional(z.custom<OwnSettings>(isRecord)),
      /** The result of `revisionOf` for the connection in the form. If it is out of date, nothing is overwritten. */
      read: z.optional(z.custom<string>((given) => typeof given === 'string')),
      keep: keepInput(),
      anyway: z.optional(z.literal(true)),
    }),
  'connection.test': () => z.strictObject({ connection: connectionId() }),
  /** Detects the service at a page's address or a shorter one, without a key. Answers null if it finds none. */
  'connection.identify': () => z.strictObject({ page: addressSchema() }),
  /** Forgets a connection, its keys and its stored records. Nothing is deleted at its services. */
  'connection.remove': () => z.strictObject({ connection: id() }),
  /** Adds a rule that assigns exactly this host to a connection. Removes such a rule from other connections. */
  'connection.rule': () => z.strictObject({ connection: id(), host: hostInput() }),
  /** Removes a service's key. Also removes an equal key of another service at the same origin. */
  'keys.forget': () => z.strictObject({ connection: connectionId(), service: service() }),
  'keys.forgetHeader': () => z.strictObject({ connection: id(), name: boundedString(1, inputLimits.text) }),
  /** Stores the default password of a connection. Without `connection`, stores the common default password. */
  'keys.defaultPassword': () =>
    z.strictObject({ connection: connectionId(), password: boundedString(0, inputLimits.text) }),
  /** Returns the parts of the settings that contain unreadable values. */
  'settings.damaged': () => z.strictObject({}),
  /** Removes the unreadable values of a part of the settings. Answers with the parts that are still damaged. */
  'settings.reset': () => z.strictObject({ part: z.literal(settingsParts) }),
  /**
   * Starts a bulk job at the analytics service. If a job with this id exists, returns that job. A job makes one write
   * at a time, and goes on when the page is closed (see `watchJobs` of lib/jobs/watch.ts). `items`: in a create, `key`
   * is the host; in an update or deletion, the domain by which people know the record `id`; in an audit, the site's
   * host. `from`: the line (and source) that named the item, for the report. `absentAt`: when the service reported that
   * it has no record of the host (milliseconds since 1970); for 15 minutes, its create then needs no look-up.
   * `despiteUnknown`: see `websites.create`. `fields`: the values to write; an item's own `fields` override them; a
   * create may name a `team`. `before`: the old values (see `Item`), sent by pages of earlier versions. `password`: one
   * for all websites with privacy 2, or a generated one for each (see `jobs.passwords`). `repeat`: the interval at
   * which an audit repeats; without it, an existing repeat does not change. `isWhole`: the audit covers all registered
   * sites, so its report contains no others.
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
                line: wholeNumber(),
                source: z.optional(boundedString(1, inputLimits.text)),
              }),
            ),
            fields: z.optional(jobFieldsInput()),
            before: z.optional(z.strictObject(settingsInput())),
            absentAt: z.optional(moment()),
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
  /** Cancels a job: skips its waiting items. Items already sent are looked up. */
  'jobs.cancel': job,
  /**
   * Retries the failed items of a job that were not refused for good. `rest`: also retries items that a cancelled job
   * skipped. `unknown`: instead looks up the items with unknown outcome, or sends them again. `password`: the common
   * password, typed again, because the worker has erased it.
   */
  'jobs.retry': () =>
    z.strictObject({
      id: id(),
      rest: z.optional(z.literal([true, false])),
      unknown: z.optional(z.literal(['look', 'send'])),
      password: z.optional(jobPassword()),
    }),
  /**
   * Starts a job that undoes another one: it restores the earlier values of records that still have the job's values,
   * and deletes created records.
   */
  'jobs.undo': job,
  /** Deletes a job that has ended, with its report and its passwords. */
  'jobs.dismiss': job,
  /** Returns the generated passwords of a job's written items. Call `jobs.erasePasswords` after copying them. */
  'jobs.passwords': job,
  /** Stores an audit's result for a site's page that the person has opened. */
  'audits.looked': lookedInput,
  /** With `on`, resumes the account's stopped repeated audit now. Else ends it, and gives up access to its sites. */
  'audits.repeat': () => z.strictObject({ on: z.literal([true, false]) }),
  'jobs.erasePasswords': () => z.strictObject({ id: id(), count: wholeNumber() }),
  /**
   * Sent by open pages every 10 s while a job runs, to keep the worker awake or to start it. `seen`: the tab of the
   * manage page whose jobs the person sees.
   */
  'jobs.ping': () => z.strictObject({ seen: z.optional(id()) }),
  /** Starts to read a connection's whole lists into the local store, and answers at once (see `refreshesNow`). */
  'records.refresh': () => z.strictObject({ connection: connectionId() }),
  'records.stop': () => z.strictObject({ connection: connectionId() }),
  /** Forgets the stored lists of a connection, and stops reading them. Nothing is deleted at its services. */
  'records.forget': () => z.strictObject({ connection: connectionId() }),
  /** Stores that a page has shown the notice that the stored list was lost, or that nothing can be stored. */
  'records.told': () => z.strictObject({}),
  /** Reads stored data for a page that cannot open the worker's databases (see `stored` of lib/messages/stored.ts). */
  stored: readInput,
});

/** The names of commands about the records of one account. Like operations, they must name the account. */
export const ofOneAccount = ['site.check', 'jobs.start', 'audits.repeat'] as const;

export type Service = z.infer<ReturnType<typeof service>>;
export type Keep = z.infer<ReturnType<typeof keepInput>>;

/**
 * The result of looking up a host: its records (`matches`), and records of its `www.` variant and its parents
 * (`related`). Without a match, the host is proved not to be registered only if `complete` is true.
 */
export interface SiteCheck {
  host: string;
  matches: Website[];
  related: Website[];
  complete: boolean;
  /** Set if a create of the host was sent and its outcome is still unknown. */
  isUnconfirmed?: true;
}

/** The outcome of a registration. `already`: registered before. `confirmed`: found after a lost answer. */
export interface Registration {
  outcome: 'created' | 'already' | 'confirmed';
  website?: Website | undefined;
  /** Set if the answer to the create lacked the record and a look-up found it. Only for the worker. */
  isFound?: true;
  /** Set if another job or press made the record, perhaps with other fields. Only for the worker. */
  isOthers?: true;
}

/** A generated password, and the site (`key`) whose statistics it opens. */
export interface SitePassword {
  key: string;
  password: string;
}

/**
 * The result of testing one service. `count`: how many records it has; with `more`, at least that many. `kind`: its
 * kind, if known. `phpMessage`: text that PHP printed before the answer. `found`: another address at which the service
 * was found.
 */
export type TestResult =
  | { ok: true; count: number; more: boolean; kind?: Kind; phpMessage?: string }
  | { ok: false; problem: Problem; found?: string; kind?: Kind };

/** A service that was recognised, and its address. */
export interface FoundService {
  url: string;
  kind: Kind;
  /** Whether this version of the service supports API keys, or undefined if that is unknown. */
  hasKeys?: boolean | undefined;
}

/** The result of testing a connection's services. */
export interface ConnectionReport {
  analytics: TestResult;
  seo?: TestResult;
  /** The services that were tested but not saved. Services connected before stay connected. */
  unsaved?: Service[];
}

/**
 * The outputs of commands, and of operations that do more for pages than the service does. For example, a create also
 * looks the site up. Other commands answer null; other operations answer what the service answers.
 */
export interface CommandOutputs {
  'websites.create': Registration;
  'websites.delete': { outcome: 'deleted' | 'gone' };
  'websites.hits': HitsById;
  'projects.delete': { outcome: 'deleted' | 'gone' };
  'settings.damaged': DamagedPart[];
  'settings.reset': DamagedPart[];
  'site.check': SiteCheck;
  'site.suffixes': Suffix[];
  'connection.status': ConnectionStatus;
  'connection.save': ConnectionReport;
  'connection.test': ConnectionReport;
  'connection.identify': FoundService | null;
  'keys.forget': ConnectionStatus;
  'keys.forgetHeader': ConnectionStatus;
  'jobs.start': Job;
  'jobs.pause': Job | null;
  'jobs.resume': Job | null;
  'jobs.cancel': Job | null;
  'jobs.retry': Job | null;
  'jobs.undo': Job | null;
  'jobs.passwords': SitePassword[];
  'records.refresh': Refresh;
  'records.stop': Refresh;
  stored: unknown;
}
