import { isRecord } from '../util/isRecord.ts';
import type { Setting } from './settings.ts';
import type { Fault } from './writtenSettings.ts';

export type FieldValues = Record<string, unknown>;

/** The fields that were set, and their earlier values. */
export interface Applied {
  set: FieldValues;
  own: FieldValues;
}

/** For a connection also: which of them are fixed, and whether the policy added it. */
export interface AppliedConnection extends Applied {
  fixed: string[];
  isAdded: boolean;
  /** Its account when the policy first set it; it changes with the first key that the person saves. */
  account?: string;
}

/** The policy in force, and what is needed to undo it. */
export interface PolicyInForce {
  faults: Fault[];
  /** The names of the preferences that are fixed. */
  fixed: string[];
  preferences: Applied;
  /** By connection id. */
  connections: Record<string, AppliedConnection>;
}

export const nothingApplied: Applied = { set: {}, own: {} };

/** Written by the worker alone. */
export const policyInForce: Setting<PolicyInForce> = {
  key: 'policy',
  area: 'local',
  version: 1,
  fallback: { faults: [], fixed: [], preferences: nothingApplied, connections: {} },
  parse: (value) => (isRecord(value) ? (value as unknown as PolicyInForce) : undefined),
};

/** The names of a connection's fixed fields. */
export const fixedOf = ({ connections }: PolicyInForce, id: string | undefined): readonly string[] =>
  id !== undefined && Object.hasOwn(connections, id) ? (connections[id]?.fixed ?? []) : [];
