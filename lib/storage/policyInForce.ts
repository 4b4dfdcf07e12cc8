import { isRecord } from '../util/isRecord.ts';
import type { Setting } from './settings.ts';
import type { Fault } from './writtenSettings.ts';

export type FieldValues = Record<string, unknown>;

/** What was set of one thing, and what stood there before. */
export interface Applied {
  set: FieldValues;
  own: FieldValues;
}

/** Of a connection: also what of that is fixed, and whether there was none before. */
export interface AppliedConnection extends Applied {
  fixed: string[];
  isAdded: boolean;
  /** As it was when it was first set. The first key that the person saves there makes it another. */
  account?: string;
}

/** What is in force, and what it takes to undo it. */
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

/** The names of what is fixed of the connection with an id. */
export const fixedOf = ({ connections }: PolicyInForce, id: string | undefined): readonly string[] =>
  id !== undefined && Object.hasOwn(connections, id) ? (connections[id]?.fixed ?? []) : [];
