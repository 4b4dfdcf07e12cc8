import type { Delay } from './delay.ts';
import { faultNamed } from './faults.ts';
import type { RateLimit } from './limits.ts';
import type { PagingName } from './paging.ts';
import type { SearchRule } from './records.ts';
import type { FieldStyle, IdStyle } from './shapes.ts';
import type { LoggedRequest, OperationName } from './types.ts';

/** All switches of the sandbox. */
export interface Settings {
  paging: PagingName;
  fields: FieldStyle;
  ids: IdStyle;
  domains: 'unique' | 'duplicates';
  search: SearchRule;
  /** The largest number of rows on a page, whatever the client requests; 0: no limit. */
  cap: number;
  rateLimit: RateLimit | undefined;
  /** The delay before the operation is carried out. */
  delay: Delay;
  /** The delay between the commit and the answer. */
  delayAnswer: Delay;
  /**
   * If false, each connection closes after its answer. If a reused connection is cut before any answer, Chromium itself
   * repeats the request, even a POST (measured in 156: one fetch, two records).
   */
  keepAlive: boolean;
  /** The name of a fault in the table of faults. */
  fault: string | undefined;
}

/** A switch for some requests only: it ignores the first `skip` requests, and then applies to the next `times`. */
export interface Limited<T> {
  is: T;
  operation?: OperationName | OperationName[];
  times?: number;
  skip?: number;
  when?: (request: LoggedRequest) => boolean;
}

export type Switch<T> = T | Limited<T> | Limited<T>[];
export type Behaviour = { [K in keyof Settings]?: Switch<Settings[K]> | undefined };

const defaults: Settings = {
  paging: 'links',
  fields: 'usual',
  ids: 'int',
  domains: 'unique',
  search: 'substring',
  cap: 0,
  rateLimit: undefined,
  delay: 0,
  delayAnswer: 0,
  keepAlive: true,
  fault: undefined,
};

const isLimited = (value: unknown): value is Limited<unknown> =>
  typeof value === 'object' && value !== null && 'is' in value;

interface Rule extends Limited<unknown> {
  left: number;
  toSkip: number;
}

const toRules = (value: unknown): Rule[] => {
  const list = isLimited(value)
    ? [value]
    : Array.isArray(value) && value.every(isLimited) && value.length > 0
      ? value
      : [{ is: value }];
  return list.map((rule: Limited<unknown>) => ({
    ...rule,
    left: rule.times ?? Number.POSITIVE_INFINITY,
    toSkip: rule.skip ?? 0,
  }));
};

const applies = (rule: Rule, request: LoggedRequest): boolean => {
  const named = rule.operation === undefined ? undefined : [rule.operation].flat();
  if (named && !(request.operation && named.includes(request.operation))) return false;
  return rule.left > 0 && (rule.when?.(request) ?? true);
};

const use = (rule: Rule): boolean => {
  if (rule.toSkip > 0) {
    rule.toSkip -= 1;
    return false;
  }
  rule.left -= 1;
  return true;
};

// Throws for a misspelt switch or fault, because the test would then pass without the failure that it is about.
const check = (name: string, made: Rule[]): void => {
  if (!(name in defaults)) throw new Error(`No such switch: ${name}`);
  const names = name === 'fault' ? made.map((rule) => rule.is).filter((is) => is !== undefined) : [];
  for (const fault of names) faultNamed(String(fault));
};

/**
 * Makes the object that holds the switches. `merge` sets some of them; undefined resets one. `settle` returns all
 * switches for one request and counts limited ones down, so call it exactly once for each request.
 */
export function openBehaviour(initial: Behaviour = {}) {
  const rules = new Map<string, Rule[]>();
  const merge = (change: Behaviour) => {
    for (const [name, value] of Object.entries(change)) {
      const made = toRules(value);
      check(name, made);
      if (value === undefined) rules.delete(name);
      else rules.set(name, made);
    }
  };
  merge(initial);
  return {
    merge,
    reset: () => {
      rules.clear();
      merge(initial);
    },
    settle: (request: LoggedRequest): Settings => {
      const settled: Record<string, unknown> = { ...defaults };
      for (const [name, list] of rules) {
        const rule = list.find((candidate) => applies(candidate, request) && use(candidate));
        if (rule) settled[name] = rule.is;
      }
      return settled as unknown as Settings;
    },
  };
}
