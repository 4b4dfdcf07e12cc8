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

/** Messages other than the service's operations, and operations with another input than the service's. */
export const commands = lazyTable({
  /**
   * `domain`: the name that the person confirmed. A record is not deleted if it was renamed since, differs from
   * `still`, or has other settings than `sent`.
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
   * `domain`: the name under which the person knows the record. With it, the record is read first, and not changed if
   * it is another website by now, or has other settings than `sent`, which were sent before.
   */
  'websites.update': () =>
    z.extend(operations['websites.update'].input, {
      domain: z.optional(boundedString(1, 2048)),
      sent: z.optional(z.object(settingsInput())),
    }),
  /**
   * `domain`: the name under which the person knows the record. If the service does not show the id, it is looked up in
   * the list by this name.
   */
  'websites.show': () => z.extend(operations['websites.show'].input, { domain: z.optional(boundedString(1, 2048)) }),
  /**
   * `despiteUnknown`: the person confirmed the create although the service did not show its whole list; without it,
   * refused with code `maybe-registered`. `again`: the time at which the person confirmed it although an earlier create
   * of the site may still be carried out; without it, refused with code `still-unconfirmed`.
   */
  'websites.create': () =>
    z.extend(operations['websites.create'].input, {
      despiteUnknown: z.optional(z.literal(true)),
      again: z.optional(z.custom<number>(Number.isFinite)),
    }),
  /** Answers with visits stored within the hour; with `fresh`, asks the service. Not in private windows. */
  'websites.hits': () => z.extend(operations['websites.hits'].input, { fresh: z.optional(z.literal(true)) }),
  'site.check': () => z.strictObject({ host: hostInput() }),
  /** The entry of each host in the public suffix list, in the same order. */
  'site.suffixes': () => z.strictObject({ hosts: z.array(hostInput()).check(length(1, 5000)) }),
  /** `connection`, here and below: its id. Without it, the connection used last. */
  'connection.status': () => z.strictObject({ connection: connectionId() }),
  /** Tests services, then saves them. With `anyway`, even one that does not answer replaces a connected one. */
  'connection.save': () =>
    z.strictObject({
      /** A new id adds a connection. */
      connection: connectionId(),
      services: z.strictObject({ analytics: givenService(), seo: z.optional(givenService()) }),
      /** Headers to add. Like the key, they are bound to the origin of the first service's address. */
      headers: z.optional(z.array(givenHeader()).check(length(0, inputLimits.headers))),
      /** The connection's name, rules and own settings, as in the form. Without it, they do not change. */
      own: z.optional(z.custom<OwnSettings>(isRecord)),
      /** `revisionOf` the connection that the form shows. If the stored one differs by now, it is not overwritten. */
      read: z.optional(z.custom<string>((given) => typeof given === 'string')),
      keep: keepInput(),
      anyway: z.optional(z.literal(true)),
    }),
  'connection.test': () => z.strictObject({ connection: connectionId() }),
  /** Detects the service at a page's address or above it, without a key. Null if there is none. */
  'connection.identify': () => z.strictObject({ page: addressSchema() }),
  /** Forgets a connection, its keys and its stored records. Deletes nothing at its services. */
  'connection.remove': () => z.strictObject({ connection: id() }),
  /** Adds a rule that assigns a host to a connection. Replaces an earlier rule for exactly this host. */
  'connection.rule': () => z.strictObject({ connection: id(), host: hostInput() }),
  /** Removes a service's key, and another service's if it is the same key for the same origin. */
  'keys.forget': () => z.strictObject({ connection: connectionId(), service: service() }),
  'keys.forgetHeader': () => z.strictObject({ connection: id(), name: boundedString(1, inputLimits.text) }),
  /**
   * Stores a connection's default password. Without `connection`, the common one, for connections without their own.
   */
  'keys.defaultPassword': () =>
    z.strictObject({ connection: connectionId(), password: boundedString(0, inputLimits.text) }),
  /** The parts of the settings with unreadable values. */
  'settings.damaged': () => z.strictObject({}),
  /** Removes the unreadable values of a part. Answers with the parts that are still damaged. */
  'settings.reset': () => z.strictObject({ part: z.literal(settingsParts) }),
  /**
   * Starts a bulk job at the analytics service. With the id of an existing job, returns that job. A job makes one write
   * at a time, and continues without the page. For the progress see `watchJobs` of lib/jobs/watch.ts.
   *
   * `items`: `key` is the host to create, the domain under which people know the record `id` (update, delete), or the
   * site's host (audit). `from`: its source, for the report. `absentAt`: when the service reported that it has no such
   * website; for 15 minutes, in one worker, this saves the create's own look-up. `despiteUnknown`: see
   * `websites.create`. `fields`: for every item, unless it has its own; a create may name a `team`. `before`: the
   * present values of changed fields, as pages of earlier versions showed them. Privacy 2 goes with `password`: one for
   * all, or a generated one for each (`jobs.passwords`). `repeat`: the interval of a repeated audit; without it, an
   * existing repeat does not change. `isWhole`: an audit of all registered sites, so its report shows no others.
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
  /** Skips waiting items. Items already sent are looked up. */
  'jobs.cancel': job,
  /**
   * Retries the failed items that were not refused for good. `rest`: also the items that a cancelled job skipped.
   * `unknown`: instead looks up the items whose outcome is unknown, or sends them again. `password`: the common
   * password, which the worker has erased.
   */
  'jobs.retry': () =>
    z.strictObject({
      id: id(),
      rest: z.optional(z.literal([true, false])),
      unknown: z.optional(z.literal(['look', 'send'])),
      password: z.optional(jobPassword()),
    }),
  /**
   * Starts a job that reverses another. It gives changed records their earlier values, if they still have the job's,
   * and deletes added records.
   */
  'jobs.undo': job,
  /** Deletes a job that has ended, with its report and passwords. */
  'jobs.dismiss': job,
  /** The generated passwords of the written items. Erase them with `jobs.erasePasswords` once copied. */
  'jobs.passwords': job,
  /** Stores the result of opening the page of an item in an ended audit. */
  'audits.looked': () =>
    z.strictObject({ id: id(), at: z.custom<number>(Number.isSafeInteger), look: z.custom<SiteLook>(isSiteLook) }),
  /** Ends the account's repeated audit and gives its access back. If `on`, instead resumes a stopped audit now. */
  'audits.repeat': () => z.strictObject({ on: z.literal([true, false]) }),
  'jobs.erasePasswords': () => z.strictObject({ id: id(), count: z.custom<number>(Number.isSafeInteger) }),
  /** Sent by open pages every 10 s while a job runs, to keep the worker running or to start it. */
  'jobs.ping': () => z.strictObject({}),
  /**
   * Starts to read the whole list of websites into the local store, and answers at once. For the progress see
   * `refreshesNow` of lib/storage/refresh.ts.
   */
  'records.refresh': () => z.strictObject({ connection: connectionId() }),
  'records.stop': () => z.strictObject({ connection: connectionId() }),
  /**
   * Forgets the stored websites and projects of a connection, and stops reading them. Deletes nothing at its services.
   */
  'records.forget': () => z.strictObject({ connection: connectionId() }),
  /** Notes that the person has read that the stored list was lost or nothing can be stored (lib/records/trouble.ts). */
  'records.told': () => z.strictObject({}),
  /** For pages that cannot read the worker's databases themselves: see `stored` of lib/messages/stored.ts. */
  stored: readInput,
});

/** The commands about the records of one account. Like operations, they have to name the account. */
export const ofOneAccount = ['site.check', 'jobs.start', 'audits.repeat'] as const;

export type Service = z.infer<ReturnType<typeof service>>;
export type Keep = z.infer<ReturnType<typeof keepInput>>;

/**
 * The records of a host (`matches`), and of its `www.` variant and its parents (`related`). Without a match the host is
 * certainly unregistered only if `complete` is true.
 */
export interface SiteCheck {
  host: string;
  matches: Website[];
  related: Website[];
  complete: boolean;
  /** Whether a create of the host was sent whose outcome is still unknown. */
  isUnconfirmed?: true;
}

/** How a registration ended: created, registered before, or confirmed by a look-up after its answer was lost. */
export interface Registration {
  outcome: 'created' | 'already' | 'confirmed';
  website?: Website | undefined;
  /** Whether a look-up found the record, because the answer named no record. Only the worker knows this. */
  isFound?: true;
}

/** A generated password and the site whose statistics page it opens. */
export interface SitePassword {
  key: string;
  password: string;
}

/**
 * The result of testing one service. `kind`: the service's kind, if it is not the default one. `count`: the number of
 * records (at least that many if `more`). `phpMessage`: text that PHP printed before the answer. `found`: the address
 * where the service was found instead.
 */
export type TestResult =
  | { ok: true; count: number; more: boolean; kind?: Kind; phpMessage?: string }
  | { ok: false; problem: Problem; found?: string; kind?: Kind };

/** A recognised service, and its address. */
export interface FoundService {
  url: string;
  kind: Kind;
  /** Whether its version has keys; undefined if unknown. */
  hasKeys?: boolean | undefined;
}

export interface ConnectionReport {
  analytics: TestResult;
  seo?: TestResult;
  /** The services that were tested but not saved. The services connected before remain. */
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
