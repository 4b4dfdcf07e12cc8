import { listChoices } from '../inputs.ts';
import type { Project, Website } from '../types.ts';
import type { Choices } from './cursor.ts';
import { project, type RecordShape, website } from './records.ts';

/**
 * How an answer is read, and what the operation resolves to. `list`: a page of records. `record`: the record whose
 * field `same` has the value in the request. `written`: such a record too, or undefined if the service accepted the
 * write but sent no such record. `deleted`: undefined.
 */
export type AnswerForm =
  | { as: 'list'; of: RecordShape<Website> | RecordShape<Project> }
  | { as: 'record'; of: RecordShape<Website>; same: 'id' }
  | { as: 'written'; of: RecordShape<Website>; same: 'id' | 'domain' }
  | { as: 'deleted' };

/** One operation of the interface. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Tried if the service answers 405 to `method`. */
  otherMethod?: 'PUT';
  /** Relative to the service's address; `{name}` is a field of the input. */
  path: string;
  /** Values for fields that the input leaves out. */
  defaults?: Readonly<Record<string, number>>;
  /**
   * Whether to send an empty list as an empty value, which clears the stored list. Without `clears`, empty lists are
   * left out.
   */
  clears?: true;
  /** The allowed values of those list parameters that have a fixed set. */
  choices?: Choices;
  answer: AnswerForm;
}

const websitePath = '/api/v1/websites/{id}';

/** The whole interface: one row per operation. */
export const endpoints = {
  'websites.list': {
    method: 'GET',
    path: '/api/v1/websites',
    choices: listChoices.websites,
    answer: { as: 'list', of: website },
  },
  'websites.show': { method: 'GET', path: websitePath, answer: { as: 'record', of: website, same: 'id' } },
  'websites.create': {
    method: 'POST',
    path: '/api/v1/websites',
    // Services differ in what they do without a privacy, so it is always sent.
    defaults: { privacy: 1 },
    answer: { as: 'written', of: website, same: 'domain' },
  },
  'websites.update': {
    method: 'PATCH',
    otherMethod: 'PUT',
    path: websitePath,
    clears: true,
    answer: { as: 'written', of: website, same: 'id' },
  },
  'websites.delete': { method: 'DELETE', path: websitePath, answer: { as: 'deleted' } },
  'projects.list': {
    method: 'GET',
    path: '/api/v1/projects',
    choices: listChoices.projects,
    answer: { as: 'list', of: project },
  },
  'projects.delete': { method: 'DELETE', path: '/api/v1/projects/{project}', answer: { as: 'deleted' } },
} as const satisfies Record<string, Endpoint>;
