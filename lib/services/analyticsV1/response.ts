import { standsFor } from '../../hosts/hostOf.ts';
import { withoutWww } from '../../hosts/variants.ts';
import { isObject, own } from '../coerce.ts';
import { errorInBody, type Hide } from '../errorResponse.ts';
import { ApiError } from '../errors.ts';
import { hiding, jsonAnswer, unreadable } from '../jsonAnswer.ts';
import type { Reply } from '../transport.ts';
import type { Website } from '../types.ts';
import type { AnswerForm } from './endpoints.ts';
import { listIn, recordIn } from './envelopes.ts';
import { pageOf } from './paging.ts';
import { readNamed } from './records.ts';
import type { RequestFields } from './request.ts';

/**
 * Returns the body of a successful answer, or undefined if it is empty. Throws ApiError if the answer is a refusal, is
 * too large, is not JSON, or declares a failure in its body.
 */
function bodyOf({ as, of }: AnswerForm, reply: Reply, hide: Hide): unknown {
  const body = jsonAnswer(reply, hide, as === 'list');
  if (body === undefined) return undefined;
  const problem = errorInBody(body, readNamed(of, body) !== undefined, hide);
  if (problem) throw new ApiError({ status: reply.status, ...problem });
  return body;
}

function withId(record: Website | undefined, id: unknown): Website | undefined {
  if (record?.locked !== 'no-id' || typeof id !== 'string') return record;
  const { locked: _, ...rest } = record;
  return { ...rest, id };
}

/**
 * Reads an answer, and returns the operation's result (see `AnswerForm`). Throws ApiError: the service's refusal, or
 * kind `shape` if the answer cannot be read.
 */
export function readResponse(
  answer: AnswerForm,
  reply: Reply,
  fields: RequestFields,
  { url, secrets }: { url: URL; secrets: readonly string[] },
): unknown {
  const body = bodyOf(answer, reply, hiding(secrets));
  const rows = listIn(answer.of, body);
  if (answer.as === 'list') {
    if (!rows) throw unreadable(reply.status);
    const perPage = Number(url.searchParams.get('per_page') ?? 10);
    return pageOf(rows, reply.headers, { url, secrets, perPage, following: fields.cursor !== undefined });
  }
  // The cast is needed because TypeScript cannot tell which type of record the answer has.
  const one = recordIn(answer.of, body) as Website | undefined;
  if (answer.as === 'deleted') {
    // An answer that contains records shows that the service or a proxy has carried out a GET instead.
    if ((one || rows?.rows) && !(isObject(body) && own(body, 'deleted') === true)) throw unreadable(reply.status);
    return undefined;
  }
  // The answer to a request for one record may be a list. But after a write, a list proves nothing, because the record
  // may have been in it before the write.
  const listed = (answer.as === 'record' && (rows?.items as Website[] | undefined)) || [];
  const all = [withId(one, fields.id), ...listed];
  const domain = String(fields.domain);
  // Services may store a domain differently: in capitals, in Unicode, or with a slash or dot at its end. Some drop
  // `www.`, because they count the visits of both hosts together.
  const isSame = (found: Website) =>
    answer.same === 'id' ? found.id === fields.id : [domain, withoutWww(domain)].some((one) => standsFor(found, one));
  const record = all.find((found) => found && isSame(found));
  if (answer.as === 'record' && !record) throw unreadable(reply.status);
  return record;
}
