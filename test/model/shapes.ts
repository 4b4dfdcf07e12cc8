import type { Switches } from './switches.ts';

/** A record as the service has it. */
export interface Row {
  /** As it stands in answers; `§` before digits: a number beyond 2^53. */
  id: string;
  domain: string;
  account: 0 | 1;
  fields: Record<string, string>;
  /** From when to when it is there; -1: from the beginning. */
  since: number;
  until?: number;
  /** A delete of it was accepted and is going to be carried out. */
  leaves?: boolean;
  /** Every change that was carried out. */
  history: { at: number; fields: Record<string, string> }[];
}

/** The same number at every service of its kind: an id says nothing of whose record it names. */
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

/** A record as an answer shows it. */
export function shown({ id, domain, fields: { password, domain: _, ...fields } }: Row): Record<string, unknown> {
  const numbers = Object.entries(fields).map(([name, value]) => [name, /^\d$/.test(value) ? Number(value) : value]);
  return { id: /^\d+$/.test(id) ? Number(id) : id, domain, ...Object.fromEntries(numbers), password: !!password };
}

type Shown = Record<string, unknown>;

/** One record, in the envelope of the service. */
export function single({ envelope }: Switches, record: Shown): unknown {
  if (envelope === 'bare' || envelope === 'keyed') return record;
  if (envelope === 'websites') return { website: record };
  return { data: envelope === 'jsonapi' ? typed(record) : record };
}

function typed({ id, ...attributes }: Shown): Shown {
  return { type: 'websites', id: typeof id === 'number' ? String(id) : id, attributes };
}

/** A list in the envelope of the service, with the facts of paging beside it. */
export function many({ envelope }: Switches, records: Shown[], facts: Shown): unknown {
  const forms: Record<Switches['envelope'], () => unknown> = {
    data: () => ({ data: records, ...facts }),
    // A bare list has no place for facts.
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
