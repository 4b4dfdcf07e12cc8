import { all, type Fault, type Outcome } from './fault.ts';
import { json } from './replies.ts';

// The status says yes, the body says no: never a success.
const failed: Outcome = ['server', 'shape', 'rejected'];

const rows: [name: string, body: unknown, expected: Outcome][] = [
  ['no-error', { error: 'Something went wrong.' }, failed],
  ['no-error-object', { error: { code: 17, message: 'Something went wrong.' } }, failed],
  ['no-success-false', { success: false, message: 'Not done.' }, failed],
  ['no-success-false-data', { success: false, data: [] }, failed],
  ['no-ok-false', { ok: false }, failed],
  ['no-status-0', { status: 0, message: 'Failed' }, failed],
  ['no-status-error', { status: 'error', message: 'Failed' }, failed],
  ['no-status-401', { message: 'Unauthenticated.', status: 401 }, 'auth'],
  ['no-status-404', { message: 'Resource not found.', status: 404 }, 'missing'],
  ['no-status-422', { message: { domain: ['The domain has already been taken.'] }, status: 422 }, 'rejected'],
  ['no-status-429', { message: 'Too Many Attempts.', status: 429 }, 'busy'],
  ['no-status-500', { message: 'Server Error', status: 500 }, 'server'],
  ['no-errors', { errors: { domain: ['is not valid'] } }, failed],
];

/** 200 whose body tells of a failure; nothing is carried out. */
export const saysNoFaults: Fault[] = [
  ...rows.map(([name, body, expected]) => ({
    name,
    says: `200 ${JSON.stringify(body).slice(0, 70)}`,
    commits: false,
    answer: () => json(200, body),
    expected: all(expected),
  })),
  {
    name: 'no-deleted-false',
    says: 'a delete answered with deleted: false',
    commits: false,
    answer: (_, { operation }) =>
      operation.endsWith('.delete')
        ? json(200, { id: 1, object: 'website', deleted: false })
        : json(500, { message: 'Server Error' }),
    expected: all('server', { delete: failed }),
  },
];
