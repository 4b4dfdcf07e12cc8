import { text } from '../coerce.ts';
import { ApiError, type ProblemCode } from '../errors.ts';
import { parse } from '../json.ts';
import type { Reading } from '../operations.ts';
import type { Reply } from '../transport.ts';
import type { Website } from '../types.ts';
import { listIn, recordIn, shapeOf } from './envelopes.ts';
import { type Hide, refusal, refusalIn } from './errorResponse.ts';
import { pageOf } from './paging.ts';
import { type RecordKind, readNamed } from './records.ts';
import type { Fields, Prepared } from './request.ts';

const shape = (status: number, code: ProblemCode, got?: string) =>
  new ApiError({ kind: 'shape', status, code, ...(got ? { got } : {}) });
// A row of the table reads one kind of record; which one is the table's affair.
const kindOf = (answer: Exclude<Reading, { as: 'deleted' }>) => answer.of as RecordKind<unknown>;

/** The body of a successful answer; undefined where it is empty. Throws what the answer says is wrong. */
function bodyOf(answer: Reading, { status, headers, text: source }: Reply, hide: Hide): unknown {
  const parsed = parse(source ?? '');
  if (status > 299) {
    const problem = refusal(status, headers, parsed?.value, hide);
    const isLost = answer.as === 'list' && problem.kind === 'missing';
    throw new ApiError(isLost ? { ...problem, code: 'wrong-address' } : problem);
  }
  if (source === undefined) throw shape(status, 'too-large');
  if (!source.trim()) return undefined;
  const type = text(hide(headers.get('content-type') ?? ''), 60);
  if (!parsed) throw shape(status, /html/i.test(type ?? '') || /^\s*</.test(source) ? 'html' : 'not-json', type);
  const isRecord = answer.as !== 'deleted' && readNamed(kindOf(answer), parsed.value) !== undefined;
  const problem = refusalIn(parsed.value, isRecord, hide);
  if (problem) throw new ApiError({ status, ...problem });
  return parsed.value;
}

const isSame = (got: unknown, sent: unknown) => String(got).toLowerCase() === String(sent).toLowerCase();

/** A record that was asked for by its id need not repeat it. */
function withId(record: Website | undefined, id: unknown): Website | undefined {
  if (record?.locked !== 'no-id' || typeof id !== 'string') return record;
  const { locked: _, ...rest } = record;
  return { ...rest, id };
}

/** Reads an answer as the operation's row says. Throws ApiError: a refusal, or kind `shape` where it cannot be read. */
export function read(answer: Reading, reply: Reply, fields: Fields, { url, secrets }: Prepared): unknown {
  const hide: Hide = (said) => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), said);
  const body = bodyOf(answer, reply, hide);
  const unreadable = () => shape(reply.status, 'unreadable', body === undefined ? 'nothing' : shapeOf(body, hide));
  if (answer.as === 'deleted') return undefined;
  if (answer.as === 'list') {
    const rows = listIn(kindOf(answer), body);
    if (!rows) throw unreadable();
    const perPage = Number(url.searchParams.get('per_page') ?? 10);
    return pageOf(rows, reply.headers, { url, secrets, perPage, following: fields.cursor !== undefined });
  }
  // A record may come in a list of its own; one that is confirmed by a list could be anybody's answer.
  const listed = answer.as === 'record' ? listIn(answer.of, body)?.items : [];
  const all = [withId(recordIn(answer.of, body), fields.id), ...(listed ?? [])];
  const record = all.find((found) => isSame(found?.[answer.same], fields[answer.same]));
  if (answer.as === 'record' && !record) throw unreadable();
  return record;
}
