import { isRecord } from '../util/isRecord.ts';
import { type Fields, templateFields } from './fields.ts';
import { readFields, readList, readTable, textsIn } from './readParts.ts';
import type { Setting } from './setting.ts';
import type { Fault } from './writtenSettings.ts';

export type FieldValues = Record<string, unknown>;

/** The effect of a policy on some settings. `set`: the fields that it has set. `own`: their values before that. */
export interface Applied {
  set: FieldValues;
  own: FieldValues;
}

const appliedFields = {
  fixed: { type: 'lines', initial: [] },
  isAdded: { type: 'switch', initial: false },
  /**
   * The connection's account when the policy first applied to it. The first saved key gives the connection another
   * account, so a different account shows that the person has saved a key.
   */
  account: { type: 'typed' },
} as const;

/** The effect of a policy on a connection. `fixed`: the fixed fields. `isAdded`: the policy added the connection. */
export type AppliedConnection = Applied & Fields<typeof appliedFields>;

/** The policy in force, and the data to undo it. */
export interface PolicyInForce {
  faults: Fault[];
  /** The names of the preferences that the policy has fixed. */
  fixed: string[];
  preferences: Applied;
  /** The policy's effect on each connection, by the connection's id. */
  connections: Record<string, AppliedConnection>;
}

export const nothingApplied: Applied = { set: {}, own: {} };

const faultFields = {
  place: { type: 'typed', required: true },
  reason: { type: 'typed', required: true },
  wanted: { type: 'typed' },
} as const;

const parseApplied = (value: unknown): Applied | undefined =>
  isRecord(value) && isRecord(value.set) && isRecord(value.own) ? { set: value.set, own: value.own } : undefined;

function parseConnection(value: unknown): AppliedConnection | undefined {
  const applied = parseApplied(value);
  const fields = readFields(appliedFields, value);
  return applied && fields && { ...applied, ...fields };
}

/** The policy that was applied last. Only the worker writes this setting. */
export const policyInForce: Setting<PolicyInForce> = {
  key: 'policy',
  area: 'local',
  fallback: { faults: [], fixed: [], preferences: nothingApplied, connections: {} },
  keepsUnread: true,
  parse(value, tell) {
    if (!isRecord(value)) return undefined;
    const connections = readTable(value.connections, parseConnection, (id, one) => tell?.(`connections.${id}`, one));
    const preferences = parseApplied(value.preferences);
    if (!connections) tell?.('connections', value.connections);
    if (!preferences) tell?.('preferences', value.preferences);
    return {
      faults: readList(value.faults, (one) => readFields(faultFields, one) as Fault | undefined) ?? [],
      fixed: textsIn(value.fixed) ?? [],
      preferences: preferences ?? nothingApplied,
      connections: connections ?? {},
    };
  },
};

/** Returns the names of the fields that the policy has fixed in a connection. `id`: the connection's id. */
export const fixedOf = ({ connections }: PolicyInForce, id: string | undefined): readonly string[] =>
  id !== undefined && Object.hasOwn(connections, id) ? (connections[id]?.fixed ?? []) : [];

/**
 * Returns the names of all fixed preferences, and of the fixed fields of the connection with this id (each template by
 * its own name, too). Includes the name `connection` if this connection is in the policy.
 */
export function fixedNames(policy: PolicyInForce, id: string | undefined): ReadonlySet<string> {
  const own = fixedOf(policy, id);
  const pages = own.includes('templates') ? Object.keys(templateFields) : [];
  const itself = id !== undefined && Object.hasOwn(policy.connections, id) ? ['connection'] : [];
  return new Set([...policy.fixed, ...own, ...pages, ...itself]);
}
