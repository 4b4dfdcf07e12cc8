import type { Switches } from './switches.ts';

/** A record of a service. */
export interface Row {
  /** The id as answers contain it. A `§` before digits marks a number beyond 2^53. */
  id: string;
  domain: string;
  account: 0 | 1;
  fields: Record<string, string>;
  /** When the record was added and removed; -1 if it has always existed. */
  since: number;
  until?: number;
  /** Whether its deletion was accepted but is not carried out yet. */
  leaves?: boolean;
  /** All changes that were carried out. */
  history: { at: number; fields: Record<string, string> }[];
}

/** Returns an id. Services of one kind use the same ids, so an id does not show whose record it names. */
export function idOf(kind: Switches['id'], count: number): string {
  const forms = {
    number: String(count),
    string: `site_${count}`,
    uuid: `0000${String(count).padStart(4, '0')}-1234-4abc-8def-0123456789ab`,
    huge: `§9007199254740${993 + count * 2}`,
  };
  return forms[kind];
}

export function put(row: Row, form: URLSearchParams, at: number): void {
  const fields = Object.fromEntries(form);
  Object.assign(row.fields, fields);
  row.history.push({ at, fields });
}

/** Returns a record as answers contain it. */
export function shown({ id, domain, fields: { password, domain: _, ...fields } }: Row): Record<string, unknown> {
  const numbers = Object.entries(fields).map(([name, value]) => [name, /^\d$/.test(value) ? Number(value) : value]);
  return { id: /^\d+$/.test(id) ? Number(id) : id, domain, ...Object.fromEntries(numbers), password: !!password };
}

type Shown = Record<string, unknown>;

/** Returns one record in the service's envelope. */
export function single({ envelope }: Switches, record: Shown): unknown {
  if (envelope === 'bare' || envelope === 'keyed') return record;
  if (envelope === 'websites') return { website: record };
  return { data: envelope === 'jsonapi' ? typed(record) : record };
}

function typed({ id, ...attributes }: Shown): Shown {
  return { type: 'websites', id: typeof id === 'number' ? String(id) : id, attributes };
}

/** Returns a list in the service's envelope, with the facts about its pages. */
export function many({ envelope }: Switches, records: Shown[], facts: Shown): unknown {
  const forms: Record<Switches['envelope'], () => unknown> = {
    data: () => ({ data: records, ...facts }),
    // A plain array cannot contain the facts, so the list then has the envelope `data`.
    bare: () => (Object.keys(facts).length ? { data: records, ...facts } : records),
    websites: () => ({ websites: records, ...facts }),
    items: () => ({ items: records, ...facts }),
    nested: () => ({ data: { data: records, ...facts }, status: 200 }),
    keyed: () => ({
      data: records.length ? Object.fromEntries(records.map((one) => [String(one.id).replace('§', ''), one])) : [],
      ...facts,
    }),
    jsonapi: () => ({ data: records.map(typed), ...facts }),
  };
  return forms[envelope]();
}
