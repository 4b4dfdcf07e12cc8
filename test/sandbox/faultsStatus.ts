import type { ProblemKind } from '../../lib/services/index.ts';
import { all, type Fault } from './fault.ts';
import { json } from './replies.ts';

type Row = [
  name: string,
  status: number,
  body: unknown,
  expected: ProblemKind | Fault['expected'],
  headers?: Record<string, string>,
];

const taken = 'The domain has already been taken.';
const tooMany = { message: 'Too Many Attempts.' };

const hostile = {
  message: '<img src=x onerror=alert(1)>\u202emoc.live',
  errors: {
    domain: [{ type: 'img', props: { src: 'x' } }, 'x'.repeat(100_000), null, 7],
    ['__proto__' as string]: ['polluted'],
    constructor: ['polluted'],
    privacy: { 0: ['nested'] },
  },
};

const rows: Row[] = [
  ['400', 400, { message: 'Bad Request', status: 400 }, 'rejected'],
  ['401', 401, { message: 'Unauthenticated.' }, 'auth'],
  ['403', 403, { message: 'This action is unauthorized.', status: 403 }, 'forbidden'],
  ['404', 404, { message: 'Resource not found.', status: 404 }, 'missing'],
  ['405', 405, { message: 'The method is not supported for this route.' }, 'server'],
  ['409', 409, { message: 'Conflict' }, all('rejected', { create: 'conflict' })],
  ['410', 410, { message: 'Gone' }, 'missing'],
  ['419', 419, { message: 'CSRF token mismatch.' }, 'shape'],
  ['422-errors', 422, { message: taken, errors: { domain: [taken] } }, 'rejected'],
  ['422-message', 422, { message: { domain: [taken] }, status: 422 }, 'rejected'],
  ['422-plan-limit', 422, { message: 'Limit', errors: { domain: ['Your plan allows 5 websites.'] } }, 'rejected'],
  ['429-seconds', 429, tooMany, 'busy', { 'retry-after': '2' }],
  ['429-huge', 429, tooMany, 'busy', { 'retry-after': '1000000000' }],
  ['500', 500, { message: 'Server Error' }, 'server'],
  ['502', 502, { message: 'Bad Gateway' }, 'server'],
  ['503', 503, { message: 'Service Unavailable' }, 'server'],
  ['504', 504, { message: 'Gateway Timeout' }, 'server'],
  ['500-after', 500, { message: 'Server Error' }, 'server'],
  ['422-hostile-text', 422, hostile, 'rejected'],
  ['401-key-echoed', 401, { message: 'Unauthenticated. Authorization: Bearer made-up-key-in-an-answer' }, 'auth'],
];

/** Refusals with a JSON body. Nothing is carried out, except before the fault whose name ends in `-after`. */
export const statusFaults: Fault[] = rows.map(([name, status, body, expected, headers]) => ({
  name,
  says: `${status} ${JSON.stringify(body).slice(0, 60)}`,
  commits: name.endsWith('-after'),
  answer: () => json(status, body, headers),
  expected: typeof expected === 'string' ? all(expected) : expected,
}));
