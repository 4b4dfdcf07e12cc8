import { isRecord } from '../util/isRecord.ts';
import { isText, readList, readTable } from './readParts.ts';
import { type Setting, textsIn } from './settings.ts';
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

const parseApplied = (value: unknown): Applied | undefined =>
  isRecord(value) && isRecord(value.set) && isRecord(value.own) ? { set: value.set, own: value.own } : undefined;

function parseConnection(value: unknown): AppliedConnection | undefined {
  const applied = parseApplied(value);
  if (!applied || !isRecord(value)) return undefined;
  const fixed = textsIn(value.fixed) ?? [];
  return {
    ...applied,
    fixed,
    isAdded: value.isAdded === true,
    ...(isText(value.account) && { account: value.account }),
  };
}

function parseFault(value: unknown): Fault | undefined {
  if (!isRecord(value) || !isText(value.place) || !isText(value.reason)) return undefined;
  const { place, reason, wanted } = value;
  return { place, reason: reason as Fault['reason'], ...(isText(wanted) && { wanted }) };
}

/** Written by the worker alone. */
export const policyInForce: Setting<PolicyInForce> = {
  key: 'policy',
  area: 'local',
  version: 1,
  fallback: { faults: [], fixed: [], preferences: nothingApplied, connections: {} },
  keepsUnread: true,
  parse(value, tell) {
    if (!isRecord(value)) return undefined;
    const connections = readTable(value.connections, parseConnection, (id, one) => tell?.(`connections.${id}`, one));
    const preferences = parseApplied(value.preferences);
    if (!connections) tell?.('connections', value.connections);
    if (!preferences) tell?.('preferences', value.preferences);
    return {
      faults: readList(value.faults, parseFault) ?? [],
      fixed: textsIn(value.fixed) ?? [],
      preferences: preferences ?? nothingApplied,
      connections: connections ?? {},
    };
  },
};

/** The names of a connection's fixed fields. */
export const fixedOf = ({ connections }: PolicyInForce, id: string | undefined): readonly string[] =>
  id !== undefined && Object.hasOwn(connections, id) ? (connections[id]?.fixed ?? []) : [];
