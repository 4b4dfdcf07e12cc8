import type { Delay } from './delay.ts';
import { faultNamed } from './faults.ts';
import type { PagingName } from './paging.ts';
import type { SearchRule } from './records.ts';
import type { FieldStyle, IdStyle } from './shapes.ts';
import type { LoggedRequest, OperationName } from './types.ts';

/** Every switch of the sandbox and what it is while nobody turns it. */
export interface Settings {
  paging: PagingName;
  fields: FieldStyle;
  ids: IdStyle;
  /** unique: across the whole service, every account. */
  domains: 'unique' | 'duplicates';
  search: SearchRule;
  /** A page never has more rows, whatever is asked for. 0: as many as asked. */
  cap: number;
  rateLimit: { limit: number; windowMs: number } | undefined;
  /** Before the operation is carried out. */
  delay: Delay;
  /** Between the commit and the answer. */
  delayAnswer: Delay;
  /** false: every connection ends with its answer. Chromium by itself sends a request again, a POST too, when a connection
   *  that was used before is cut before any answer (measured in 156: one fetch, two records); on a fresh one it does not. */
  keepAlive: boolean;
  /** A row of the fault table, by name. */
  fault: string | undefined;
}

/** A switch that holds for some requests only: `skip` lets that many pass first, then it is used `times` times. */
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

// A misspelt switch or fault would let a test pass without the failure that it is about.
const check = (name: string, made: Rule[]): void => {
  if (!(name in defaults)) throw new Error(`No such switch: ${name}`);
  const names = name === 'fault' ? made.map((rule) => rule.is).filter((is) => is !== undefined) : [];
  for (const fault of names) faultNamed(String(fault));
};

/**
 * Keeps the switches. `merge` turns some of them (undefined turns one back), `settle` reads all of them for one
 * request and counts each limited one down, so it is called once for a request.
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
