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

/** The input schemas of all messages. An operation that is missing here has its schema in `lib/services`. */
export const commands = lazyTable({
  /**
   * Deletes a website. `domain`: the name that the person confirmed. `still`: the record as the page shows it. `sent`:
   * settings that Waymark sent earlier. Fails if the id now belongs to another website, or if the record differs from
   * `still` or `sent`.
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
   * Updates a website. `domain`: the website's name as the person knows it. `sent`: settings that Waymark sent earlier.
   * With `domain`, fails if the id now belongs to another website, or if the update would overwrite a setting in `sent`
   * that has changed since.
   */
  'websites.update': () =>
    z.extend(operations['websites.update'].input, {
      domain: z.optional(boundedString(1, 2048)),
      sent: z.optional(z.object(settingsInput())),
    }),
  /**
   * Reads a website. `domain`: the website's name as the person knows it. If the service does not find the id, looks
   * for this name in the list.
   */
  'websites.show': () => z.extend(operations['websites.show'].input, { domain: z.optional(boundedString(1, 2048)) }),
  /**
   * Creates a website. Fails with code `maybe-registered` if the service did not show its whole list, unless
   * `despiteUnknown` is set. Fails with code `still-unconfirmed` if the service may still carry out an earlier create
   * of the host. `again`: when the person agreed to a second create anyway (milliseconds since 1970).
   */
  'websites.create': () =>
    z.extend(operations['websites.create'].input, {
      despiteUnknown: z.optional(z.literal(true)),
      again: z.optional(moment()),
    }),
  /**
   * Returns the visits of websites. First requests those that were not requested in the last hour, as far as `readHits`
   * allows. With `fresh`, requests all of them. Fails in private windows.
   */
  'websites.hits': () => z.extend(operations['websites.hits'].input, { fresh: z.optional(z.literal(true)) }),
  'site.check': () => z.strictObject({ host: hostInput() }),
  /** Returns each host's entry in the public suffix list, in the order of `hosts`. */
  'site.suffixes': () => z.strictObject({ hosts: z.array(hostInput()).check(length(1, 5000)) }),
  /**
   * `connection`, here and below: a connection's id. By default, the one used last, unless a command says otherwise.
   */
  'connection.status': () => z.strictObject({ connection: connectionId() }),
  /** Tests the services, and saves those that answer or were connected before. With `anyway`, saves all of them. */
  'connection.save': () =>
    z.strictObject({
      /** The id of the connection. A new connection is added if none has this id. */
      connection: connectionId(),
      services: z.strictObject({ analytics: givenService(), seo: z.optional(givenService()) }),
      /** Request headers to add. They are sent only to the origin of the analytics service's address. */
      headers: z.optional(z.array(givenHeader()).check(length(0, inputLimits.headers))),
      /** The connection's name, rules and own settings, as the form shows them. If left out, the stored values stay. */
      own: z.optional(z.custom<OwnSettings>(isRecord)),
      /** `revisionOf` the connection when the form read it. If this differs now, only a repeated save is accepted. */
      read: z.optional(z.custom<string>((given) => typeof given === 'string')),
      keep: keepInput(),
      anyway: z.optional(z.literal(true)),
    }),
  'connection.test': () => z.strictObject({ connection: connectionId() }),
  /** Detects the service to which a page belongs, without sending a key. Returns null if none is found. */
  'connection.identify': () => z.strictObject({ page: addressSchema() }),
  /** Forgets a connection, its keys and its stored records. Deletes nothing at its services. */
  'connection.remove': () => z.strictObject({ connection: id() }),
  /** Adds a rule that assigns exactly this host to a connection. Removes such a rule from other connections. */
  'connection.rule': () => z.strictObject({ connection: id(), host: hostInput() }),
  /** Removes a service's key, also from the connection's other service if it has the same key and origin. */
  'keys.forget': () => z.strictObject({ connection: connectionId(), service: service() }),
  'keys.forgetHeader': () => z.strictObject({ connection: id(), name: boundedString(1, inputLimits.text) }),
  /** Stores the default password of a connection. Without `connection`, stores the common default password. */
  'keys.defaultPassword': () =>
    z.strictObject({ connection: connectionId(), password: boundedString(0, inputLimits.text) }),
  /** Returns the parts of the settings that contain unreadable values. */
  'settings.damaged': () => z.strictObject({}),
  /** Removes the unreadable values from a part of the settings. Returns the parts that are still damaged. */
  'settings.reset': () => z.strictObject({ part: z.literal(settingsParts) }),
  /**
   * Starts a bulk job at the analytics service. If a job with this id exists already, returns that job. A job makes one
   * write at a time, and goes on after the page is closed (see `watchJobs` of lib/jobs/watch.ts). For the values in
   * `items`, see `Item` of lib/jobs/types.ts.
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
            absentAt: z.optional(moment()),
            despiteUnknown: z.optional(z.literal(true)),
          }),
        )
        .check(length(1, 50_000)),
      fields: jobFieldsInput(),
      password: z.optional(passwordsInput()),
      speed: z.literal(['careful', 'fast']),
      /** How often to repeat the audit. If left out, the account's plan to repeat an audit stays as it is. */
      repeat: z.optional(z.literal(periods)),
      /** Set if an audit covers all registered sites. Its report adds no sites from earlier reports. */
      isWhole: z.optional(z.literal(true)),
    }),
  'jobs.pause': job,
  'jobs.resume': job,
  /** Cancels a job: skips its waiting items. An item that was sent is still looked up if its answer is lost. */
  'jobs.cancel': job,
  /**
   * Sends the failed items of a job again, except those that were refused for good. `rest`: also sends items that were
   * skipped when the job was cancelled. `unknown`: handles only items with unknown outcome: looks them up (`look`) or
   * sends them again (`send`). `password`: the common password, typed again because it was erased.
   */
  'jobs.retry': () =>
    z.strictObject({
      id: id(),
      rest: z.optional(z.literal([true, false])),
      unknown: z.optional(z.literal(['look', 'send'])),
      password: z.optional(jobPassword()),
    }),
  /**
   * Starts a job that undoes another job. Restores the earlier values of each record that still has the other job's
   * values. Deletes each created record that has not changed since.
   */
  'jobs.undo': job,
  /** Deletes a job that has ended, along with its report and its passwords. */
  'jobs.dismiss': job,
  /** Returns the generated passwords of a job's written items. Call `jobs.erasePasswords` after copying them. */
  'jobs.passwords': job,
  /** Stores a new result for one site of an audit, after the person has opened the site's page. */
  'audits.looked': lookedInput,
  /** Restarts a repeated audit that has stopped. With `on: false`, ends it and gives up the access to its sites. */
  'audits.repeat': () => z.strictObject({ on: z.literal([true, false]) }),
  'jobs.erasePasswords': () => z.strictObject({ id: id(), count: wholeNumber() }),
  /**
   * Starts the worker, or keeps it awake. An open manage page sends this every 10 s while a job runs. `seen`: the tab
   * of the manage page that the person is looking at. The outcomes of the jobs in this tab then count as seen.
   */
  'jobs.ping': () => z.strictObject({ seen: z.optional(id()) }),
  /** Starts to read a connection's whole lists into the local store, and returns at once (see `refreshesNow`). */
  'records.refresh': () => z.strictObject({ connection: connectionId() }),
  'records.stop': () => z.strictObject({ connection: connectionId() }),
  /** Forgets a connection's stored lists, and stops reading them. Deletes nothing at its services. */
  'records.forget': () => z.strictObject({ connection: connectionId() }),
  /** Records that a page has shown the notice about trouble with the stored lists. */
  'records.told': () => z.strictObject({}),
  /** Reads stored data for a page that cannot open the worker's databases (see `stored` of lib/messages/stored.ts). */
  stored: readInput,
});

/** The commands about the records of one account. The sender must name the account, as for every operation. */
export const ofOneAccount = ['site.check', 'jobs.start', 'audits.repeat'] as const;

export type Service = z.infer<ReturnType<typeof service>>;
export type Keep = z.infer<ReturnType<typeof keepInput>>;

/**
 * The result of looking up a host: the records of the host itself (`matches`), and those of its `www.` variant and
 * parent domains (`related`). Without a match, the host is certainly unregistered only if `complete` is true.
 */
export interface SiteCheck {
  host: string;
  matches: Website[];
  related: Website[];
  complete: boolean;
  /** Set if a create of the host was sent and its outcome is still unknown. */
  isUnconfirmed?: true;
}

/**
 * The outcome of a registration. `already`: it was registered before. `confirmed`: found after a lost answer or
 * refusal.
 */
export interface Registration {
  outcome: 'created' | 'already' | 'confirmed';
  website?: Website | undefined;
  /** Set if the service's answer lacked the created record, but a look-up found it. Only for the worker. */
  isFound?: true;
  /** Set if another create may have made the record, perhaps with other fields. Only for the worker. */
  isOthers?: true;
}

/** A generated password, and the site whose statistics it opens (`key`). */
export interface SitePassword {
  key: string;
  password: string;
}

/**
 * The result of testing one service. `count`: the number of records, or if `more` is set, a lower bound. `phpMessage`:
 * text that PHP printed before the answer. `found`: another address at which the service was found.
 */
export type TestResult =
  | { ok: true; count: number; more: boolean; kind?: Kind; phpMessage?: string }
  | { ok: false; problem: Problem; found?: string; kind?: Kind };

/** A service that was recognised, and its address. */
export interface FoundService {
  url: string;
  kind: Kind;
  /** Whether this version of the service has API keys; undefined if that is unknown. */
  hasKeys?: boolean | undefined;
}

/** The result of testing a connection's services. */
export interface ConnectionReport {
  analytics: TestResult;
  seo?: TestResult;
  /** The services that were tested but not saved. Those that were connected before stay connected. */
  unsaved?: Service[];
}

/**
 * The worker's answer to each message. A service's operation that is missing here returns the service's answer. A
 * command that is missing here returns null.
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
  'jobs.erasePasswords': boolean;
  'records.refresh': Refresh;
  'records.stop': Refresh;
  stored: unknown;
}
