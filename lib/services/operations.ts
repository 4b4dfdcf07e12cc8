import type * as z from 'zod/mini';
import {
  createInputSchema,
  findInputSchema,
  hitsInputSchema,
  listChoices,
  listInputSchema,
  noInputSchema,
  projectNameSchema,
  updateInputSchema,
  websiteIdSchema,
} from './inputs.ts';
import { lazy } from './lazy.ts';
import type { Hits, Listing, ListOutput, Project, Team, Website } from './types.ts';

/** One operation of a service. `reads`: whether it only reads. */
export interface Operation {
  service: 'analytics' | 'seo';
  reads: boolean;
  /** The schema of the input. Unknown fields are refused. */
  input: z.ZodMiniType;
}

const websitesInput = lazy(() => listInputSchema(listChoices.websites));
const projectsInput = lazy(() => listInputSchema(listChoices.projects));

/** Makes a row of `operations`. Its input schema is made when first needed. */
const row = <I extends z.ZodMiniType>(service: Operation['service'], reads: boolean, schema: () => I) => ({
  service,
  reads,
  get input() {
    return schema();
  },
});

/** The operations of all services, one row for each. */
export const operations = {
  'websites.list': row('analytics', true, websitesInput),
  'websites.find': row('analytics', true, findInputSchema),
  'websites.show': row('analytics', true, websiteIdSchema),
  'websites.create': row('analytics', false, createInputSchema),
  'websites.update': row('analytics', false, updateInputSchema),
  'websites.delete': row('analytics', false, websiteIdSchema),
  'websites.hits': row('analytics', true, hitsInputSchema),
  /** Lists the teams for which the account may create websites. */
  'teams.list': row('analytics', true, noInputSchema),
  'projects.list': row('seo', true, projectsInput),
  'projects.delete': row('seo', false, projectNameSchema),
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** The input that `call` takes for an operation. */
export type InputOf<N extends OperationName> = z.input<(typeof operations)[N]['input']>;

interface Outputs {
  'websites.list': ListOutput<Website>;
  'websites.find': Listing<Website>;
  'websites.show': Website;
  'websites.create': Website | undefined;
  'websites.update': Website | undefined;
  'websites.delete': undefined;
  /**
   * The visits of those requested websites for which the call had time. Another call can request the remaining ones. A
   * value is missing if it is hidden from the account or cannot be read. With `week`, the result may contain websites
   * that were not requested, because some services always answer for all websites.
   */
  'websites.hits': Hits[];
  'teams.list': Team[];
  'projects.list': ListOutput<Project>;
  'projects.delete': undefined;
}

/** What `call` resolves to for an operation. */
export type OutputOf<N extends OperationName> = Outputs[N];
