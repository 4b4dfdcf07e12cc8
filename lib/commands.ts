import * as z from 'zod/mini';
import type { Problem, Website } from './api/index.ts';
import type { Suffix } from './suffix.ts';

const host = z.string().check(z.minLength(1), z.maxLength(253));
const address = z.string().check(z.minLength(1), z.maxLength(2048));
const key = z.string().check(z.regex(/^[\x21-\x7e]{8,4096}$/));
const service = z.enum(['analytics', 'seo']);
const keep = z.enum(['always', 'session']);

/** What pages may ask of the worker beside the service's own operations: name -> input. */
export const commands = {
  'site.check': z.strictObject({ host }),
  'site.suffix': z.strictObject({ host }),
  'connection.status': z.strictObject({}),
  'connection.save': z.strictObject({
    analyticsUrl: address,
    seoUrl: z.optional(address),
    apiKey: z.optional(key),
    seoApiKey: z.optional(key),
    keep,
  }),
  'connection.test': z.strictObject({}),
  'keys.draft': z.strictObject({ service, key: z.string().check(z.maxLength(8192)) }),
  'keys.forget': z.strictObject({ service }),
  'keys.defaultPassword': z.strictObject({ password: z.string().check(z.maxLength(1024)) }),
};

export type Service = z.infer<typeof service>;
export type Keep = z.infer<typeof keep>;

/** What the service says of a host: exact records (two of one domain are both told), and related hosts that are registered. */
export interface SiteCheck {
  host: string;
  matches: Website[];
  twins: Website[];
}

/** How a registration ended: made now, there before, or found by a look-up after an uncertain answer. */
export interface Registration {
  outcome: 'created' | 'already' | 'confirmed';
  website?: Website;
}

/** What is stored of a service's key; the key itself never leaves the worker. */
export interface ServiceStatus {
  url?: string;
  key: 'none' | 'stored' | 'session' | 'other-origin';
  lastFour?: string;
  /** A key was typed and is not saved, or not known to be right: it waits in the worker's memory. */
  waiting?: { lastFour?: string };
  /** One key was given for both services. */
  shared?: boolean;
}

export interface ConnectionStatus {
  analytics: ServiceStatus;
  seo: ServiceStatus;
}

/** What a test of one service found: connected with a count (a bound where `more`), or the problem. */
export type TestResult = { ok: true; count: number; more: boolean } | { ok: false; problem: Problem };

export interface ConnectionReport {
  analytics: TestResult;
  seo?: TestResult;
}

export interface CommandOutputs {
  'site.check': SiteCheck;
  'site.suffix': Suffix;
  'connection.status': ConnectionStatus;
  'connection.save': ConnectionReport;
  'connection.test': ConnectionReport;
  'keys.draft': ConnectionStatus;
  'keys.forget': ConnectionStatus;
  'keys.defaultPassword': null;
}
