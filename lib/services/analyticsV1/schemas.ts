import * as z from 'zod/mini';
import { once } from '../lazy.ts';
import { type Choices, isCursor } from './cursor.ts';

const most = { id: 200, domain: 253, text: 1000, lines: 1000 };

const flag = () => z.optional(z.literal([0, 1]));
const texts = (error: string, isFit: (value: string) => boolean) =>
  z.custom<string>((value) => typeof value === 'string' && isFit(value), { error });

/** One path segment: encoded by the client, but these two would still change the path. */
const segment = () =>
  texts('Not a usable id.', (id) => !/^\.{0,2}$/.test(id) && id.length <= most.id && id.isWellFormed());

/** A bare host: what is not one never becomes a request, nor does a name that is not in its ASCII form. */
const domain = () =>
  texts('Not a bare host.', (name) => /^[!-~]+$/.test(name) && !/[/?#@\\]/.test(name) && name.length <= most.domain);

const line = () => texts('Not one line.', (value) => !/[\r\n]/.test(value) && value.length <= most.text);
const lines = () =>
  z.optional(z.array(line()).check(z.refine((all) => all.length <= most.lines, { error: 'Too many.' })));
const text = () => z.optional(texts('Too long.', (value) => value.length <= most.text));

const settings = () => ({
  privacy: z.optional(z.literal([0, 1, 2])),
  password: text(),
  email: flag(),
  exclude_bots: flag(),
  exclude_params: lines(),
  exclude_ips: lines(),
});

interface Settings {
  privacy?: number | undefined;
  password?: string | undefined;
}

const passwordIsUsed = () =>
  z.refine<Settings>(({ privacy, password }) => !password || privacy === 2, {
    path: ['password'],
    error: 'Only with privacy 2.',
  });

const hasChange = () =>
  z.refine<{ id: string }>(
    ({ id: _id, ...changes }) => Object.values(changes).some((value) => value !== undefined && value !== ''),
    { error: 'Nothing to change.' },
  );

/** Creating a website: `domain`, and its settings. */
export const newWebsite = once(() => z.strictObject({ domain: domain(), ...settings() }).check(passwordIsUsed()));

/** Changing a website: `id`, and at least one setting. */
export const websiteChanges = once(() =>
  z.strictObject({ id: segment(), ...settings() }).check(passwordIsUsed(), hasChange()),
);

/** Naming one website, or one project. */
export const websiteId = once(() => z.strictObject({ id: segment() }));
export const projectName = once(() => z.strictObject({ project: segment() }));

const sizes = [10, 25, 50, 100] as const;
const orders = ['desc', 'asc'] as const;

/** Asking for a list: `By` is what can be searched, `Sort` what it can be sorted by. */
export function listInput<const By extends string, const Sort extends string>(
  by: readonly By[],
  sorts: readonly Sort[],
) {
  const choices: Choices = { search_by: by, sort_by: sorts, sort: orders, per_page: sizes };
  return z.strictObject({
    search: text(),
    search_by: z.optional(z.literal(by)),
    sort_by: z.optional(z.literal(sorts)),
    sort: z.optional(z.literal(orders)),
    per_page: z.optional(z.literal(sizes)),
    cursor: z.optional(texts('Not a cursor of this list.', (cursor) => isCursor(cursor, choices))),
  });
}
