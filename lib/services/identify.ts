import type { CallOptions } from './connection.ts';
import { errorFromResponse } from './errorResponse.ts';
import { ApiError, type ProblemKind } from './errors.ts';
import { methodStatuses } from './jsonAnswer.ts';
import type { Recognition, ServiceKind } from './kind.ts';
import { kindLoaders } from './kinds.ts';
import type { Operation } from './operations.ts';
import { checkedUrl } from './session.ts';
import { defaultKind, type Kind } from './traits.ts';
import { exchange, type Reply } from './transport.ts';

const time = 10_000;
const maxBytes = 64 * 1024;

type Service = Operation['service'];

/**
 * For each kind of service, the result of testing an address: whether a service of this kind is there, or the error.
 */
type Outcomes = ReadonlyMap<Kind, Recognition | ApiError>;

const names = Object.keys(kindLoaders) as Kind[];
const products = names.filter((name) => name !== defaultKind);

/** Problems that say nothing about the kind of service, because it may merely have failed to answer. */
const unanswered: ReadonlySet<ProblemKind> = new Set(['network', 'timeout', 'cancelled', 'server', 'busy']);

/**
 * Returns an error if an answer leaves open whether a service of the tested kind is there (see `unanswered`). Otherwise
 * returns undefined. A status of 405 or 501 leaves nothing open: there is no such service.
 */
function failureIn({ status, headers }: Reply): ApiError | undefined {
  if (status < 300 || methodStatuses.includes(status)) return undefined;
  const problem = errorFromResponse(status, headers, undefined, String);
  return unanswered.has(problem.kind) ? new ApiError(problem) : undefined;
}

type Ask = Parameters<ServiceKind['identify']>[1];

/** Returns a function that sends a request to a path below an address, without a key. */
const asking =
  (url: string, { fetch = globalThis.fetch, signal }: CallOptions): Ask =>
  (method, path, body) => {
    const headers = new Headers({ Accept: 'application/json' });
    const request = { url: new URL(url + path), headers, ...(body ? { body } : {}) };
    return exchange(fetch, method, request, { cancel: signal, timeout: time }, maxBytes);
  };

/**
 * Tests for each kind of service whether an address has one. Runs all tests at the same time, because a person is
 * waiting.
 */
async function askAsEach(address: string, service: Service, options: CallOptions): Promise<Outcomes> {
  const url = checkedUrl(address);
  const askThere = asking(url, options);
  const askAs = async (name: Kind): Promise<[Kind, Recognition | ApiError]> => {
    let last: Reply | undefined;
    const ask: Ask = async (...given) => {
      last = await askThere(...given);
      return last;
    };
    try {
      const is = await (await kindLoaders[name]()).kind.identify(url, ask, service);
      return [name, is || (last && failureIn(last)) || false];
    } catch (error) {
      if (error instanceof ApiError) return [name, error];
      throw error;
    }
  };
  return new Map(await Promise.all(names.map(askAs)));
}

/**
 * Returns the first recognised kind, or undefined if there is none. The default kind comes last: its only sign is a
 * refusal in JSON, which services of other kinds may send, too.
 */
const recognised = (outcomes: Outcomes): Kind | undefined =>
  [...products, defaultKind].find((name) => outcomes.get(name) === true);

const problemsOf = (outcomes: Outcomes, of: readonly Kind[]): ApiError[] =>
  of.map((name) => outcomes.get(name)).filter((outcome) => outcome instanceof ApiError);

/**
 * Detects the kind of service at an address (with any sub-path), without a key. Sends at most one request for each
 * kind. Returns undefined if all requests were answered (a redirect is also an answer) but no answer shows a kind.
 * Rejects with ApiError. Kind `setup`: the address cannot be used. Kind `network`, `timeout` or `cancelled`: no kind is
 * recognised, and some request was not answered.
 */
export async function identify(address: string, options: CallOptions = {}): Promise<Kind | undefined> {
  const outcomes = await askAsEach(address, 'analytics', options);
  const kind = recognised(outcomes);
  const lost = problemsOf(outcomes, names).find(({ problem }) => !problem.status && problem.kind !== 'redirect');
  if (!kind && lost) throw lost;
  return kind;
}

/**
 * Whether the service at an address has API keys; undefined if that cannot be found out. Sends at most one request,
 * without a key. `kind`: the service's kind.
 */
export async function hasKeys(address: string, kind: Kind, options: CallOptions = {}): Promise<boolean | undefined> {
  const { hasKeys: ask } = (await kindLoaders[kind]()).kind;
  return ask ? ask(asking(checkedUrl(address), options)).catch(() => undefined) : true;
}

/**
 * Finds the kind of a service before any key is sent, because each kind gets the key in a different form. Returns the
 * recognised kind or, if there is none, the default kind. Rejects with an ApiError that says why no key may be sent, in
 * three cases: a test of another kind was not answered, the test of the default kind failed, or only an analytics
 * service was recognised where an SEO service was expected.
 */
export async function kindToAsk(address: string, service: Service, options: CallOptions = {}): Promise<Kind> {
  const outcomes = await askAsEach(address, service, options);
  // An SEO service is always of the default kind, even if an analytics service at the same address is recognised, too.
  if (service === 'seo' && outcomes.get(defaultKind) === true) return defaultKind;
  const kind = recognised(outcomes);
  if (kind && service === 'seo') throw new ApiError({ kind: 'missing', code: 'wrong-address' });
  if (kind) return kind;
  const open = problemsOf(outcomes, products).find(({ problem }) => unanswered.has(problem.kind));
  const [own] = problemsOf(outcomes, [defaultKind]);
  if (open || own) throw open ?? own;
  return defaultKind;
}
