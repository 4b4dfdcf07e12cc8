/** A switch: 0 is off, 1 is on. */
export type Flag = 0 | 1;

interface FieldKinds {
  flag: Flag;
  lines: string[];
}

interface FieldRow {
  kind: keyof FieldKinds;
  initial: Flag | readonly string[];
}

/**
 * The settings of a website besides domain, privacy and password, in the order in which pages show them. Some kinds of
 * service have only some of them (see `settings` in `Traits`).
 */
export const fieldTable = {
  email: { kind: 'flag', initial: 0 },
  exclude_bots: { kind: 'flag', initial: 1 },
  exclude_params: { kind: 'lines', initial: [] },
  exclude_ips: { kind: 'lines', initial: [] },
} as const satisfies Record<string, FieldRow>;

export type FieldName = keyof typeof fieldTable;
export type FieldKind<F extends FieldName> = (typeof fieldTable)[F]['kind'];
type FieldOf<K extends keyof FieldKinds> = { [F in FieldName]: FieldKind<F> extends K ? F : never }[FieldName];
export type FlagField = FieldOf<'flag'>;

/** The fields of `fieldTable` with the types of their values. */
export type StoredFields = { [F in FieldName]: FieldKinds[FieldKind<F>] };

export const fieldNames = Object.keys(fieldTable) as FieldName[];

/** Returns the names of the fields of one `kind`, in the order of `fieldTable`. */
export const fieldsOfKind = <K extends keyof FieldKinds>(kind: K): FieldOf<K>[] =>
  fieldNames.filter((name) => fieldTable[name].kind === kind) as FieldOf<K>[];

/** Returns an object with all fields of `fieldTable`. `value`: returns a field's value from its name and row. */
export const eachField = (value: (name: FieldName, row: FieldRow) => unknown): Record<FieldName, unknown> =>
  Object.fromEntries(fieldNames.map((name) => [name, value(name, fieldTable[name])])) as Record<FieldName, unknown>;

/** Returns an object with all fields of `fieldTable`. `values`: the value for each `kind` of field. */
export const byKind = <V extends Record<keyof FieldKinds, unknown>>(values: V) =>
  eachField((_, { kind }) => values[kind]) as { [F in FieldName]: V[FieldKind<F>] };

/**
 * Whether a list that a record lacked earlier (`before`) has entries now. A service may leave out an empty list, or
 * report it as null.
 */
export const hasNewList = (before: object, now: Partial<StoredFields>): boolean =>
  fieldNames.some((name) => {
    const value = now[name];
    return !(name in before) && Array.isArray(value) && value.length > 0;
  });
