/** A content security policy: its directives by name. */
type ContentPolicy = ReadonlyMap<string, readonly string[]>;

function parsePolicy(text: string): ContentPolicy {
  const directives = new Map<string, string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // If a name comes twice, the first counts.
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

const hostSource = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[\w.-]+)(?::(\d+|\*))?(\/[^?#]*)?$/i;
const defaultPort = ({ protocol }: URL) => (protocol === 'https:' ? '443' : '80');
const portOf = (url: URL) => url.port || defaultPort(url);
/** A page may always load more securely than its policy says. */
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

/** The sources that count for a kind of request; undefined: all are allowed. */
const sourcesFor = (policy: ContentPolicy, directives: readonly string[]) =>
  directives.map((name) => policy.get(name)).find((sources) => sources !== undefined);

const scriptDirectives = ['script-src-elem', 'script-src', 'default-src'];
const connectDirectives = ['connect-src', 'default-src'];

/** What a script's element says of itself, by which policies may allow it. */
export interface ScriptMarks {
  nonce?: string | undefined;
  integrity?: string | undefined;
}

/** The hashes in a text, in one of the two ways in which each can be written. */
const hashesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=^|[\s'])sha(?:256|384|512)-[\w+/=-]+/g)].map(([one]) =>
    one.replaceAll('-', '+').replaceAll('_', '/'),
  );

/** A file is allowed by its hash if its element names no other. */
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

/** The path at which the service receives hits is unknown. */
const withoutPath = (source: string) => source.replace(/(?<=[^/])\/(?!\/).*$/, '');

const allowsConnection = (policy: ContentPolicy, url: URL, page: URL): boolean =>
  sourcesFor(policy, connectDirectives)?.some((source) => isAllowedBy(withoutPath(source), url, page)) ?? true;

/** Every policy of a page: each header and each `meta` may contain several. */
export const parsePolicies = (texts: readonly string[]): ContentPolicy[] =>
  texts.flatMap((text) => text.split(',')).map(parsePolicy);

/** Whether all policies of a page let it load a script from an address. */
export const isScriptAllowed = (policies: readonly ContentPolicy[], url: URL, page: URL, marks: ScriptMarks): boolean =>
  policies.every((policy) => allowsScript(policy, url, page, marks));

/** Whether a policy of a page refuses all inline scripts. Which ones a nonce or a hash allows is left open. */
export const isInlineRefused = (policies: readonly ContentPolicy[]): boolean =>
  policies.some((policy) =>
    sourcesFor(policy, scriptDirectives)?.every((source) => !/^'(unsafe-inline|nonce|sha)/.test(source)),
  );

/** Whether all policies of a page let its scripts send to an address. */
export const isConnectionAllowed = (policies: readonly ContentPolicy[], url: URL, page: URL): boolean =>
  policies.every((policy) => allowsConnection(policy, url, page));
