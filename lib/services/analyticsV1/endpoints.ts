import { listChoices } from '../inputs.ts';
import type { Choices } from './cursor.ts';
import { project, type RecordShape, website } from './records.ts';

/**
 * What an operation's answer contains. `of`: how to read its records. `list`: a page of records. `record`: the record
 * that has the requested value in the field `same`. `written`: like `record`, but the answer may lack the record.
 * `deleted`: no record.
 */
export type AnswerForm = { of: RecordShape<unknown> } & (
  | { as: 'list' }
  | { as: 'deleted' }
  | { as: 'record'; same: 'id' }
  | { as: 'written'; same: 'id' | 'domain' }
);

/** The request for one operation. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The method to try if the service refuses the first one. */
  otherMethod?: 'PUT';
  /** The path below the service's address. `{name}` stands for the input field `name`. */
  path: string;
  /** The values of fields that the input leaves out. */
  defaults?: Readonly<Record<string, number>>;
  /**
   * If set, an empty list is sent as an empty value, which clears the stored list. Otherwise, empty lists are not sent.
   */
  clears?: true;
  choices?: Choices;
  answer: AnswerForm;
}

const websitePath = '/api/v1/websites/{id}';

/** The request for each operation of this kind of service. */
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
    // Always sent, because services have different defaults.
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
  'websites.delete': { method: 'DELETE', path: websitePath, answer: { as: 'deleted', of: website } },
  'projects.list': {
    method: 'GET',
    path: '/api/v1/projects',
    choices: listChoices.projects,
    answer: { as: 'list', of: project },
  },
  'projects.delete': {
    method: 'DELETE',
    path: '/api/v1/projects/{project}',
    answer: { as: 'deleted', of: project },
  },
} as const satisfies Record<string, Endpoint>;
