import { parseUrl } from './address.ts';
import { buildSnippet } from './build.ts';
import { maxFacts, type PageFacts, type PartialView } from './facts.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';
import { type Blocked, isRunnable, type Subject, type Tag, tagOf } from './tag.ts';
import { elementsOf } from './template.ts';

/** How many characters before the service's host name are compared, and how many on each side are read. */
const before = 80;
const maxNear = 2000;

// The next three repeat code of scan.ts, which must not use anything from outside.

/** What stands around a place in code, white space collapsed. */
const near = (code: string, at: number): string =>
  code
    .slice(Math.max(0, at - maxNear), Math.max(0, at) + maxNear)
    .replace(/\s+/g, ' ')
    .trim();

/** The piece of an inline script that is compared: around the first mention of `needle`, or else its beginning; white space collapsed. */
export function snippetAround(code: string, needle: string): string {
  const whole = code.trim();
  const text = near(whole, whole.indexOf(needle));
  const from = Math.max(0, text.indexOf(needle) - before);
  return text.slice(from, from + maxFacts.characters);
}

/** The value after a name in code, as in `setSiteId', '7'`. */
export const namedIn = (code: string, names: readonly string[]): [name: string, value: string][] =>
  names
    .filter((name) => !name.startsWith('data-') && code.includes(name))
    .map((name) => {
      const [, after = ''] = near(code, code.indexOf(name)).split(name, 2);
      return [name, /^\W{0,12}([\w-]{1,200})/.exec(after)?.[1] ?? ''];
    });

/** What the page is compared with: the connected service's address, the template, and the site, if the template names it. */
export interface Expected {
  baseUrl: string;
  template: string;
  domain?: string;
  /** Empty: the site is known not to be registered, so any named id is another site's. */
  id?: string | undefined;
}

/** Something to report besides whether the code was found. `about`: a service's address, a site, a tool, or a piece of the page. */
export interface Finding {
  kind:
    | Exclude<Tag['relation'], 'same'>
    | NonNullable<Tag['blocked']>
    | PartialView
    /** Two tags or more report to the connected service. */
    | 'twice'
    /** The tag respects Do Not Track, which this browser sends: the person's own visits are not counted. */
    | 'dnt'
    /** Only the host's `www.` variant is registered. */
    | 'related'
    /** A script on the page contains the code but has not added it. */
    | 'mentioned'
    /** A consent tool on the page may hold the code back. */
    | 'consent';
  about?: string;
}

/** Whether a page carries code that reports to the connected service; `unsure` if that cannot be decided. */
export interface Detection {
  found: 'yes' | 'no' | 'unsure';
  tags: readonly Tag[];
  findings: readonly Finding[];
}

const maxTags = 20;
const certainlyBlocked: ReadonlySet<string> = new Set<Blocked>([
  'noscript',
  'template',
  'unclosed',
  'nomodule',
  'csp',
  'failed',
]);
/** Tags with these relations may or may not reach the connected service. */
const doubtful: ReadonlySet<Tag['relation']> = new Set(['scheme', 'www', 'scheme-www', 'unknown', 'unlike']);

const isWorking = ({ relation, blocked }: Tag) => relation === 'same' && !blocked;
const mayWork = ({ relation, blocked }: Tag) =>
  (relation === 'same' || doubtful.has(relation)) && !certainlyBlocked.has(blocked ?? '');

/** Whether an inline script contains the service's address and marks of the code: frameworks and consent tools add it later. */
function isMentioned({ scripts }: PageFacts, host: string, { id, renamed, hosts }: Fingerprint): boolean {
  const marks = [...(id ? [id] : []), ...hosts.map(([name]) => name)];
  return scripts.some(
    (script) =>
      !script.src &&
      script.place === 'page' &&
      isRunnable(script) &&
      script.text.includes(host) &&
      (marks.some((mark) => script.text.includes(mark)) ||
        script.text.split(/["'`\s\\<>?#]/).some((word) => renamed?.test(word))),
  );
}

function inlineOf({ template, baseUrl, domain = '', id }: Expected, serviceUrl: URL): string | undefined {
  const html = buildSnippet(template, { base_url: baseUrl, domain, ...(id ? { id } : {}) });
  const text = html && elementsOf(html)[0]?.text;
  return text && snippetAround(text, serviceUrl.host);
}

function aboutTags(tags: readonly Tag[], working: readonly Tag[], doNotTrack: boolean): Finding[] {
  const all: Finding[] = [];
  if (working.length > 1) all.push({ kind: 'twice' });
  if (doNotTrack && working.length > 0 && working.every(({ dnt }) => dnt)) all.push({ kind: 'dnt' });
  for (const { relation, service, blocked } of tags) {
    if (relation !== 'same' && (!working.length || relation === 'other' || relation === 'path'))
      all.push({ kind: relation, about: service });
    if (blocked && !working.length && (relation === 'same' || doubtful.has(relation))) all.push({ kind: blocked });
  }
  const said = new Set<string>();
  return all.filter(({ kind, about }) => !said.has(`${kind} ${about}`) && said.add(`${kind} ${about}`));
}

/** Interprets what was seen of a page. Pure; never throws, whatever the page contains. */
export function detect(facts: PageFacts, expected: Expected): Detection {
  const serviceUrl = parseUrl(expected.baseUrl);
  if (!serviceUrl) return { found: 'unsure', tags: [], findings: [] };
  const fingerprint = fingerprintOf(expected.template);
  const { domain, id } = expected;
  const subject: Subject = {
    serviceUrl,
    fingerprint,
    page: parseUrl(facts.page),
    refused: facts.refused,
    site: { ...(domain ? { domain } : {}), ...(id === undefined ? {} : { id }) },
    ...(fingerprint.inline ? { inline: inlineOf(expected, serviceUrl) } : {}),
  };
  const tags = facts.scripts.flatMap((script) => tagOf(script, subject) ?? []).slice(0, maxTags);
  const working = tags.filter(isWorking);
  const findings = aboutTags(tags, working, facts.doNotTrack);
  if (working.length) return { found: 'yes', tags, findings };
  const mentioned = !tags.some(mayWork) && isMentioned(facts, serviceUrl.host, fingerprint);
  const doubts: Finding[] = [
    ...(mentioned ? [{ kind: 'mentioned' as const }] : []),
    ...(facts.partial ? [{ kind: facts.partial }] : []),
  ];
  const found = tags.some(mayWork) || doubts.length ? 'unsure' : 'no';
  return { found, tags, findings: [...findings, ...doubts] };
}
