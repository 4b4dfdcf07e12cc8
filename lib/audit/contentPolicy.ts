/** A content security policy (CSP): for each directive, by name, the sources that it allows. */
type ContentPolicy = ReadonlyMap<string, readonly string[]>;

function parsePolicy(text: string): ContentPolicy {
  const directives = new Map<string, string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // If a directive occurs twice, browsers use the first one.
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

const hostSource = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[\w.-]+)(?::(\d+|\*))?(\/[^?#]*)?$/i;
const defaultPort = ({ protocol }: URL) => (protocol === 'https:' ? '443' : '80');
const portOf = (url: URL) => url.port || defaultPort(url);
/** Whether an address has the scheme that a policy allows (`wanted`). A policy that allows http also allows https. */
const isSchemeAllowed = (wanted: string, { protocol }: URL) =>
  protocol === wanted || (wanted === 'http:' && protocol === 'https:');

function isHostAllowed(host: string, { hostname }: URL): boolean {
  if (host === '*') return true;
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1).toLowerCase()) : hostname === host.toLowerCase();
}

function isHostSourceAllowed(source: string, url: URL, page: URL): boolean {
  const [match, scheme, host = '', port = defaultPort(url), path] = hostSource.exec(source) ?? [];
  const isHere = !path || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
  return (
    match !== undefined &&
    isHostAllowed(host, url) &&
    isSchemeAllowed(scheme ? `${scheme.toLowerCase()}:` : page.protocol, url) &&
    (port === '*' || port === portOf(url)) &&
    isHere
  );
}

function isAllowedBy(source: string, url: URL, page: URL): boolean {
  if (source === "'self'") return url.host === page.host && isSchemeAllowed(page.protocol, url);
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return isSchemeAllowed(source.toLowerCase(), url);
  return isHostSourceAllowed(source, url, page);
}

/**
 * Returns the sources of the first of these directives that occurs in a policy. Undefined if none does; the policy then
 * allows all sources.
 */
const sourcesFor = (policy: ContentPolicy, directives: readonly string[]) =>
  directives.map((name) => policy.get(name)).find((sources) => sources !== undefined);

const scriptDirectives = ['script-src-elem', 'script-src', 'default-src'];
const connectDirectives = ['connect-src', 'default-src'];

/** The attributes of a script element that may make a policy allow the script. */
export interface ScriptMarks {
  nonce?: string | undefined;
  integrity?: string | undefined;
}

/** Returns the hashes in a text. Converts base64url to base64, so that hashes can be compared. */
const hashesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=^|[\s'])sha(?:256|384|512)-[\w+/=-]+/g)].map(([one]) =>
    one.replaceAll('-', '+').replaceAll('_', '/'),
  );

/**
 * Whether a policy allows a script file by its hash. The policy must contain every hash in the element's `integrity`.
 */
function isHashAllowed(sources: readonly string[], integrity: string): boolean {
  const named = hashesIn(integrity);
  const allowed = hashesIn(sources.join(' '));
  return named.length > 0 && named.every((one) => allowed.includes(one));
}

function allowsScript(policy: ContentPolicy, url: URL, page: URL, { nonce, integrity }: ScriptMarks): boolean {
  if (policy.has('sandbox') && !policy.get('sandbox')?.includes('allow-scripts')) return false;
  const sources = sourcesFor(policy, scriptDirectives);
  if (!sources || (nonce && sources.includes(`'nonce-${nonce}'`))) return true;
  if (integrity && isHashAllowed(sources, integrity)) return true;
  if (sources.includes("'strict-dynamic'")) return false;
  return sources.some((source) => isAllowedBy(source, url, page));
}

/**
 * Removes the path from a source in a policy. Waymark does not know the service's paths, so it ignores them in
 * comparisons.
 */
const withoutPath = (source: string) => source.replace(/(?<=[^/])\/(?!\/).*$/, '');

const allowsHost = (policy: ContentPolicy, directives: readonly string[], url: URL, page: URL): boolean =>
  sourcesFor(policy, directives)?.some((source) => isAllowedBy(withoutPath(source), url, page)) ?? true;

/**
 * Returns what a policy does with an inline script. `open`: unknown, because it depends on the script's hash, which
 * Waymark does not compute.
 */
function inlineBy(policy: ContentPolicy, nonce: string | undefined): 'runs' | 'open' | 'refused' {
  const sources = sourcesFor(policy, scriptDirectives);
  if (!sources || (nonce && sources.includes(`'nonce-${nonce}'`))) return 'runs';
  if (sources.some((source) => /^'sha\d/i.test(source))) return 'open';
  // If the sources contain a nonce or `strict-dynamic`, browsers ignore `unsafe-inline`.
  const isStrict = sources.some((source) => /^'(nonce-|strict-dynamic')/i.test(source));
  return !isStrict && sources.some((source) => /^'unsafe-inline'$/i.test(source)) ? 'runs' : 'refused';
}

/** Returns the policies of a page. Each text, from a header or a `meta` element, may contain several policies. */
export const parsePolicies = (texts: readonly string[]): ContentPolicy[] =>
  texts.flatMap((text) => text.split(',')).map(parsePolicy);

/** Whether one of a page's policies makes browsers upgrade http requests to https. */
export const isUpgrading = (policies: readonly ContentPolicy[]): boolean =>
  policies.some((policy) => policy.has('upgrade-insecure-requests'));

/** Whether all policies of a page allow the page to load a script from this address. */
export const isScriptAllowed = (policies: readonly ContentPolicy[], url: URL, page: URL, marks: ScriptMarks): boolean =>
  policies.every((policy) => allowsScript(policy, url, page, marks));

/**
 * Returns what a page's policies do with an inline script, and with the script that it loads from one of `urls` (empty
 * if it loads none). `csp`: they refuse the inline script. `missing`: they may refuse one of the two, which may then
 * never load. Undefined: they allow both.
 */
export function inlineLoad(
  policies: readonly ContentPolicy[],
  nonce: string | undefined,
  urls: readonly URL[],
  page: URL,
): 'csp' | 'missing' | undefined {
  const found = policies.map((policy) => inlineBy(policy, nonce));
  if (found.includes('refused')) return 'csp';
  const isLoaded = (policy: ContentPolicy) =>
    !urls.length ||
    sourcesFor(policy, scriptDirectives)?.includes("'strict-dynamic'") ||
    urls.some((url) => allowsHost(policy, scriptDirectives, url, page));
  return found.includes('open') || !policies.every(isLoaded) ? 'missing' : undefined;
}

/** Whether all policies of a page allow its scripts to send requests to this address. */
export const isConnectionAllowed = (policies: readonly ContentPolicy[], url: URL, page: URL): boolean =>
  policies.every((policy) => allowsHost(policy, connectDirectives, url, page));
