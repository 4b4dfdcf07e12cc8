import type * as z from 'zod/mini';
import {
  createInputSchema,
  findInputSchema,
  hitsInputSchema,
  listInputSchema,
  noInputSchema,
  projectNameSchema,
  updateInputSchema,
  websiteIdSchema,
} from './inputs.ts';
import { lazy } from './lazy.ts';
import type { Hits, Listing, ListOutput, Project, Team, Website } from './types.ts';

/** One operation: its service, whether it only reads, and its input. How it is carried out is up to the kind. */
export interface Operation {
  service: 'analytics' | 'seo';
  reads: boolean;
  /** Strict: unknown fields are refused. */
  input: z.ZodMiniType;
}

const websitesInput = lazy(() => listInputSchema(['domain'], ['id', 'domain']));
const projectsInput = lazy(() => listInputSchema(['project'], ['created_at', 'project']));

/** Everything that can be asked of a service: one row per operation. */
export const operations = {
  'websites.list': {
    service: 'analytics',
    reads: true,
    get input() {
      return websitesInput();
    },
  },
  'websites.find': {
    service: 'analytics',
    reads: true,
    get input() {
      return findInputSchema();
    },
  },
  'websites.show': {
    service: 'analytics',
    reads: true,
    get input() {
      return websiteIdSchema();
    },
  },
  'websites.create': {
    service: 'analytics',
    reads: false,
    get input() {
      return createInputSchema();
    },
  },
  'websites.update': {
    service: 'analytics',
    reads: false,
    get input() {
      return updateInputSchema();
    },
  },
  'websites.delete': {
    service: 'analytics',
    reads: false,
    get input() {
      return websiteIdSchema();
    },
  },
  'websites.hits': {
    service: 'analytics',
    reads: true,
    get input() {
      return hitsInputSchema();
    },
  },
  /** Lists the teams in which the account may create websites. */
  'teams.list': {
    service: 'analytics',
    reads: true,
    get input() {
      return noInputSchema();
    },
  },
  'projects.list': {
    service: 'seo',
    reads: true,
    get input() {
      return projectsInput();
    },
  },
  'projects.delete': {
    service: 'seo',
    reads: false,
    get input() {
      return projectNameSchema();
    },
  },
} as const satisfies Record<string, Operation>;

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
   * The visits of those websites that could be asked for within the call's time. Another call can ask for the rest.
   * Values that the account may not see, or that are not understood, are left out. With `week`, other websites may be
   * among the results, if the service answers for all at once.
   */
  'websites.hits': Hits[];
  'teams.list': Team[];
  'projects.list': ListOutput<Project>;
  'projects.delete': undefined;
}

/** The value that `call` resolves to for an operation. */
export type OutputOf<N extends OperationName> = Outputs[N];
