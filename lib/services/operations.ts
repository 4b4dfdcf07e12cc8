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
  /** The teams in which the account may create. */
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

/** What `call` takes for an operation. */
export type InputOf<N extends OperationName> = z.input<(typeof operations)[N]['input']>;

interface Outputs {
  'websites.list': ListOutput<Website>;
  'websites.find': Listing<Website>;
  'websites.show': Website;
  'websites.create': Website | undefined;
  'websites.update': Website | undefined;
  'websites.delete': undefined;
  /**
   * Those for which everything was asked within the call's time; another call asks for the others. What may not be known, or
   * is not understood, is left out of them. Of `week` perhaps also other websites, where the service answers for all at once.
   */
  'websites.hits': Hits[];
  'teams.list': Team[];
  'projects.list': ListOutput<Project>;
  'projects.delete': undefined;
}

/** What `call` resolves to for an operation. */
export type OutputOf<N extends OperationName> = Outputs[N];
