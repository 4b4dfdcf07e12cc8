import type * as z from 'zod/mini';
import { project, type RecordKind, website } from './analyticsV1/records.ts';
import {
  createInputSchema,
  findInputSchema,
  listInputSchema,
  projectNameSchema,
  updateInputSchema,
  websiteIdSchema,
} from './analyticsV1/schemas.ts';
import { lazy } from './lazy.ts';
import type { Listing, ListOutput, Project, Website } from './types.ts';

/**
 * How an answer is read, and what `call` resolves to:
 * `list` a page of records; `record` the record whose `same` field is the one that was asked for; `written` the same, or
 * undefined where the service accepted without such a record; `deleted` undefined; `found` what several lists tell.
 */
export type AnswerForm =
  | { as: 'list'; of: RecordKind<Website> | RecordKind<Project> }
  | { as: 'record'; of: RecordKind<Website>; same: 'id' }
  | { as: 'written'; of: RecordKind<Website>; same: 'id' | 'domain' }
  | { as: 'deleted' }
  | { as: 'found'; of: RecordKind<Website> };

/** One operation of the interface (Endpoints). */
export interface Operation {
  service: 'analytics' | 'seo';
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent once more, where the service answers 405 to `method`. */
  otherMethod?: 'PUT';
  /** Under the service's address; `{name}` is a field of the input. */
  path: string;
  /** Strict: unknown fields are refused. */
  input: z.ZodMiniType;
  /** Sent where the input leaves them out. */
  defaults?: Readonly<Record<string, number>>;
  /** An empty list is sent, as an empty value that clears what is stored. Elsewhere it is left out. */
  clears?: true;
  answer: AnswerForm;
}

const websitesInput = lazy(() => listInputSchema(['domain'], ['id', 'domain']));
const projectsInput = lazy(() => listInputSchema(['project'], ['created_at', 'project']));

const website1 = '/api/v1/websites/{id}';

/** The whole interface: one row per operation. */
export const operations = {
  'websites.list': {
    service: 'analytics',
    method: 'GET',
    path: '/api/v1/websites',
    get input() {
      return websitesInput();
    },
    answer: { as: 'list', of: website },
  },
  'websites.find': {
    service: 'analytics',
    method: 'GET',
    path: '/api/v1/websites',
    get input() {
      return findInputSchema();
    },
    answer: { as: 'found', of: website },
  },
  'websites.show': {
    service: 'analytics',
    method: 'GET',
    path: website1,
    get input() {
      return websiteIdSchema();
    },
    answer: { as: 'record', of: website, same: 'id' },
  },
  'websites.create': {
    service: 'analytics',
    method: 'POST',
    path: '/api/v1/websites',
    get input() {
      return createInputSchema();
    },
    // What a service does with an absent privacy is not ours to trust.
    defaults: { privacy: 1 },
    answer: { as: 'written', of: website, same: 'domain' },
  },
  'websites.update': {
    service: 'analytics',
    method: 'PATCH',
    otherMethod: 'PUT',
    path: website1,
    get input() {
      return updateInputSchema();
    },
    clears: true,
    answer: { as: 'written', of: website, same: 'id' },
  },
  'websites.delete': {
    service: 'analytics',
    method: 'DELETE',
    path: website1,
    get input() {
      return websiteIdSchema();
    },
    answer: { as: 'deleted' },
  },
  'projects.list': {
    service: 'seo',
    method: 'GET',
    path: '/api/v1/projects',
    get input() {
      return projectsInput();
    },
    answer: { as: 'list', of: project },
  },
  'projects.delete': {
    service: 'seo',
    method: 'DELETE',
    path: '/api/v1/projects/{project}',
    get input() {
      return projectNameSchema();
    },
    answer: { as: 'deleted' },
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** What `call` takes for an operation. */
export type InputOf<N extends OperationName> = z.input<(typeof operations)[N]['input']>;

type OutputFor<A> = A extends { as: 'list'; of: RecordKind<infer T> }
  ? ListOutput<T>
  : A extends { as: 'record'; of: RecordKind<infer T> }
    ? T
    : A extends { as: 'written'; of: RecordKind<infer T> }
      ? T | undefined
      : A extends { as: 'found'; of: RecordKind<infer T> }
        ? Listing<T>
        : undefined;

/** What `call` resolves to for an operation. */
export type OutputOf<N extends OperationName> = OutputFor<(typeof operations)[N]['answer']>;
