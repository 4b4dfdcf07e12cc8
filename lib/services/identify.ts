import type { CallOptions } from './connection.ts';
import { errorFromResponse } from './errorResponse.ts';
import { ApiError, type ProblemKind } from './errors.ts';
import type { Recognition, ServiceKind } from './kind.ts';
import { kinds } from './kinds.ts';
import type { Operation } from './operations.ts';
import { checkedUrl } from './session.ts';
import { defaultKind, type Kind } from './traits.ts';
import { exchange, type Reply } from './transport.ts';

const time = 10_000;
const maxBytes = 64 * 1024;

type Service = Operation['service'];

/** The result of each kind's question: its verdict on the answers, or the reason why there is no verdict. */
type Outcomes = ReadonlyMap<Kind, Recognition | ApiError>;

const names = Object.keys(kinds) as Kind[];
const products = names.filter((name) => name !== defaultKind);

/** Problems after which a kind stays unknown, because a service of that kind may have failed to answer. */
const unanswered: ReadonlySet<ProblemKind> = new Set(['network', 'timeout', 'cancelled', 'server', 'busy']);

/** Statuses by which a server says that it does not know such a request, so the product is not there. */
const notTaken: readonly number[] = [405, 501];

/**
 * Returns why the answer to a kind's question says nothing about the kind, or undefined if the answer does say
 * something.
 */
function failureIn({ status, headers }: Reply): ApiError | undefined {
  if (status < 300 || notTaken.includes(status)) return undefined;
  const problem = errorFromResponse(status, headers, undefined, String);
  return unanswered.has(problem.kind) ? new ApiError(problem) : undefined;
}

type Ask = Parameters<ServiceKind['identify']>[1];

/** Returns a function that makes requests at an address, without a key. */
const asking =
  (url: string, { fetch = globalThis.fetch, signal }: CallOptions): Ask =>
  (method, path, body) => {
    const headers = new Headers({ Accept: 'application/json' });
    const request = { url: new URL(url + path), headers, ...(body ? { body } : {}) };
    return exchange(fetch, method, request, { cancel: signal, timeout: time }, maxBytes);
  };

/**
 * Asks in the way of each kind whether its service answers at an address. All ask at once, because a person is waiting.
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
      const is = await (await kinds[name]()).kind.identify(url, ask, service);
      return [name, is || (last && failureIn(last)) || false];
    } catch (error) {
      if (error instanceof ApiError) return [name, error];
      throw error;
    }
  };
  return new Map(await Promise.all(names.map(askAs)));
}

/**
 * Returns the recognised kind. Products come first, because they are recognised by more than the default kind, which
 * only refuses in JSON.
 */
const recognised = (outcomes: Outcomes): Kind | undefined =>
  [...products, defaultKind].find((name) => outcomes.get(name) === true);

const problemsOf = (outcomes: Outcomes, of: readonly Kind[]): ApiError[] =>
  of.map((name) => outcomes.get(name)).filter((outcome) => outcome instanceof ApiError);

/**
 * Detects the kind of service at an address (with its sub-path), without a key, by at most one request for each kind.
 * Returns undefined if no kind is recognised, or if the address redirects. Rejects with ApiError: `setup` if the
 * address cannot be used; `network`, `timeout` or `cancelled` if one kind's question was not answered and the other
 * answers recognise no kind.
 */
export async function identify(address: string, options: CallOptions = {}): Promise<Kind | undefined> {
  const outcomes = await askAsEach(address, 'analytics', options);
  const kind = recognised(outcomes);
  const lost = problemsOf(outcomes, names).find(({ problem }) => !problem.status && problem.kind !== 'redirect');
  if (!kind && lost) throw lost;
  return kind;
}

/**
 * Whether the version of the service at an address has keys; undefined if that cannot be found out. `kind`: the kind of
 * the service. Sends at most one request, without a key.
 */
export async function hasKeys(address: string, kind: Kind, options: CallOptions = {}): Promise<boolean | undefined> {
  const { hasKeys: ask } = (await kinds[kind]()).kind;
  return ask ? ask(asking(checkedUrl(address), options)).catch(() => undefined) : true;
}

/**
 * Finds the kind in whose form a service may be asked with a key. Asks without the key, so that the key is never sent
 * in the form of another kind. Returns the recognised kind. If none is recognised and no answer speaks against the
 * default kind, returns the default kind, since not all its services are recognisable. Else rejects with the ApiError
 * that says why no key may be sent.
 */
export async function kindToAsk(address: string, service: Service, options: CallOptions = {}): Promise<Kind> {
  const outcomes = await askAsEach(address, service, options);
  // Only the default kind has projects, perhaps at the address of a product.
  if (service === 'seo' && outcomes.get(defaultKind) === true) return defaultKind;
  const kind = recognised(outcomes);
  if (kind && service === 'seo') throw new ApiError({ kind: 'missing', code: 'wrong-address' });
  if (kind) return kind;
  const open = problemsOf(outcomes, products).find(({ problem }) => unanswered.has(problem.kind));
  const [own] = problemsOf(outcomes, [defaultKind]);
  if (open || own) throw open ?? own;
  return defaultKind;
}
