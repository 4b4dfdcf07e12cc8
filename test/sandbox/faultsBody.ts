import { gzipSync } from 'node:zlib';
import { all, type Fault, type Outcome, type Verb } from './fault.ts';
import { json } from './replies.ts';
import type { Reply } from './types.ts';

type Row = [name: string, says: string, answer: (honest: Reply) => Reply, expected: Record<Verb, Outcome>];

// The answer to a read must be understood. An update or delete succeeds by its status, unless the body is HTML or
// reports a failure. A create whose answer lacks the record may be reported either way, because a look-up must follow.
const open: Outcome = ['ok', 'shape'];
const unread = all('ok', { list: 'shape', show: 'shape', create: open });
const nothing = all('shape', { create: open });
const fine = all('ok');

const text = (reply: Reply) => String(reply.body);
const body = (made: string | Uint8Array) => (honest: Reply) => ({ ...honest, status: 200, body: made });
const as = (type: string) => (honest: Reply) => ({ ...honest, headers: { ...honest.headers, 'content-type': type } });
const around =
  (before: string, after = '') =>
  (honest: Reply) => ({ ...honest, body: `${before}${text(honest)}${after}` });
const calledGzip = (honest: Reply) => ({ ...honest, headers: { ...honest.headers, 'content-encoding': 'gzip' } });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const untyped = (honest: Reply): Reply => {
  const { 'content-type': _, ...headers } = honest.headers;
  return { ...honest, headers };
};

const rows: Row[] = [
  ['204', '204 without a body', () => json(204), unread],
  ['200-empty', '200 with an empty body', body(''), unread],
  ['200-empty-no-type', '200, empty, no type', (honest) => ({ ...untyped(honest), status: 200, body: '' }), unread],
  ['202-empty', '202 with an empty body', () => json(202), unread],
  ['202-queued', '202 and a note', () => json(202, { message: 'Queued.' }), unread],
  ['200-space', 'white space only', body(' \r\n\t '), unread],
  ['200-ok-text', 'the word OK as text', (honest) => as('text/plain')(body('OK')(honest)), nothing],
  ['json-null', 'null', body('null'), unread],
  ['json-true', 'true', body('true'), unread],
  ['json-number', 'a number', body('42'), unread],
  ['json-text', 'a text', body('"done"'), unread],
  ['json-object', 'an empty object', body('{}'), { ...unread, list: open }],
  ['json-data-null', '{"data":null}', body('{"data":null}'), unread],
  ['json-message', 'only a message', body('{"message":"Done."}'), unread],
  ['json-strings', 'a list of texts', body('{"data":["example.com","example.org"]}'), unread],
  ['type-text', 'JSON called text/plain', as('text/plain'), fine],
  ['type-html', 'JSON called text/html', as('text/html; charset=utf-8'), fine],
  ['type-problem', 'JSON called application/vnd.api+json', as('application/vnd.api+json'), fine],
  ['type-none', 'JSON without a content type', untyped, fine],
  ['bom', 'JSON after a byte order mark', around('\ufeff'), fine],
  ['blank-lines', 'JSON between blank lines', around('\r\n\r\n', '\r\n'), fine],
  ['prefix', "JSON behind )]}',", around(")]}',\n"), nothing],
  ['jsonp', 'JSON in a function call', around('callback(', ');'), nothing],
  ['php-warning', 'a PHP warning before the JSON', around('<br />\n<b>Warning</b>: Undefined index\n'), nothing],
  ['php-notice-after', 'a PHP notice after the JSON', around('', '<br />\n<b>Notice</b>: done'), nothing],
  ['two-documents', 'two JSON documents', (honest) => around('', `\n${text(honest)}`)(honest), nothing],
  [
    'half-json',
    'half the JSON, the length honest',
    (honest) => ({ ...honest, body: text(honest).slice(0, Math.ceil(text(honest).length / 2)) }),
    nothing,
  ],
  ['utf-16', 'JSON in UTF-16', (honest) => ({ ...honest, body: Buffer.from(text(honest), 'utf16le') }), nothing],
  [
    'bad-utf-8',
    'bytes that are not UTF-8',
    (honest) => ({ ...honest, body: Buffer.concat([Buffer.of(0xff, 0xfe, 0x80), Buffer.from(text(honest))]) }),
    nothing,
  ],
  ['gzip', 'JSON compressed', (honest) => ({ ...calledGzip(honest), body: gzipSync(honest.body) }), fine],
  ['gzip-broken', 'called gzip, but is not', calledGzip, all(['network', 'shape'])],
  ['deep-200000', 'lists in lists, 200,000 deep', body(`{"data":${nested(200_000)}}`), { ...unread, list: open }],
  [
    '2-mb',
    '2 MB of one text',
    body(`{"data":"${'x'.repeat(2 * 2 ** 20)}"}`),
    all(open, { list: 'shape', show: 'shape' }),
  ],
];

/** Bodies that are not, or not quite, what the client expects. The operation has been carried out. */
export const bodyFaults: Fault[] = rows.map(([name, says, answer, expected]) => ({
  name,
  says,
  commits: true,
  answer,
  expected,
}));
