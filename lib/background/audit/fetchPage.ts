import { decodeHtml } from '../../audit/decode.ts';
import type { Answered } from '../../audit/judge.ts';
import { isGuard } from '../../audit/standIn.ts';
import { ApiError } from '../../services/index.ts';

/** The time limit for requesting and reading a page (milliseconds). */
const maxTime = 15_000;
const maxPageBytes = 2_000_000;
/** The `Accept` header that browsers send when they request a page. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * Reads at most `maxPageBytes` of a response's body. If the body breaks off or takes too long, resolves to the part
 * received.
 */
async function readStart(response: Response): Promise<{ bytes: Uint8Array; cut: boolean; isBroken?: true }> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader && length < maxPageBytes) {
    const next = await reader.read().catch(() => undefined);
    if (!next) return { bytes: join(chunks, length), cut: true, isBroken: true };
    if (next.done) return { bytes: join(chunks, length), cut: false };
    chunks.push(next.value);
    length += next.value.length;
  }
  await reader?.cancel().catch(() => undefined);
  return { bytes: join(chunks, length).subarray(0, maxPageBytes), cut: reader !== undefined };
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let from = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, from);
    from += chunk.length;
  }
  return bytes;
}

const isHtml = (type: string) => /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type);
/** Whether a text starts like an HTML page. Used for responses without a content type. */
const looksLikeHtml = (text: string) => /^\s*(<!doctype|<html|<head|<body|<!--|<title|<meta|<script)/i.test(text);

/**
 * The headers that mark an answer as coming from a protection service (Cloudflare, Vercel, AWS) and not from the site.
 */
const guardHeaders = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action'];

/** Whether the answer comes from a protection service that first makes the browser pass a check. */
async function isGuarded(response: Response, type: string): Promise<boolean> {
  if (guardHeaders.some((name) => /challenge|captcha/i.test(response.headers.get(name) ?? ''))) return true;
  if (response.status !== 403 || !isHtml(type)) return false;
  const text = decodeHtml((await readStart(response)).bytes, type);
  return isGuard({ src: text, text });
}

async function answeredBy(response: Response, url: string): Promise<Answered> {
  if (response.type === 'opaqueredirect') return { is: 'redirect' };
  const type = response.headers.get('content-type') ?? '';
  if (await isGuarded(response, type)) {
    void response.body?.cancel().catch(() => undefined);
    return { is: 'guard' };
  }
  const isPage = response.ok && response.status !== 204 && (!type || isHtml(type));
  if (!isPage) {
    void response.body?.cancel().catch(() => undefined);
    return response.status >= 400
      ? { is: 'status', status: response.status }
      : { is: 'file', type: isHtml(type) ? '' : type };
  }
  const { bytes, ...end } = await readStart(response);
  const html = decodeHtml(bytes, type);
  if (!type && !end.isBroken && !looksLikeHtml(html)) return { is: 'file', type };
  const policy = response.headers.get('content-security-policy');
  const refresh = response.headers.get('refresh');
  const isXml = /xhtml/i.test(type);
  return {
    is: 'page',
    page: { url, html, policies: policy ? [policy] : [], ...(refresh ? { refresh } : {}), ...end, isXml },
  };
}

/**
 * Requests a page once, without cookies, key or referrer, and follows no redirect. Rejects with ApiError `network` if
 * this computer is offline or goes offline during the request; otherwise, Firefox would leave the request unanswered
 * until the time limit.
 */
export async function fetchPage(url: string): Promise<Answered> {
  const offline = new AbortController();
  const onOffline = () => offline.abort();
  addEventListener('offline', onOffline);
  const timeout = AbortSignal.timeout(maxTime);
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      headers: { accept },
      signal: AbortSignal.any([timeout, offline.signal]),
    });
    const answered = await answeredBy(response, url);
    // A page that broke off because this computer went offline proves nothing about the site.
    if (answered.is === 'page' && answered.page.isBroken && !navigator.onLine) offline.abort();
    offline.signal.throwIfAborted();
    return answered;
  } catch {
    if (offline.signal.aborted || !navigator.onLine) throw new ApiError({ kind: 'network' });
    return { is: timeout.aborted ? 'timeout' : 'unreachable' };
  } finally {
    removeEventListener('offline', onOffline);
  }
}
