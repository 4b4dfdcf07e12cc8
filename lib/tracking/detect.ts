import { formOf } from '../services/kindForms.ts';
import { isAtHome, parseUrl, shownUrl } from './address.ts';
import { isRunnable } from './blocked.ts';
import { buildSnippet } from './build.ts';
import { inert, isScriptOf, joined, namesService, tagsOfElement, tagsOfPieces } from './evidence.ts';
import { maxFacts, type PageFacts } from './facts.ts';
import type { Detection, Finding } from './finding.ts';
import { fingerprintOf } from './fingerprint.ts';
import { receiverOf } from './receiver.ts';
import { type Subject, type Tag, tagOf } from './tag.ts';
import { elementsOf } from './template.ts';
import { countsFor, wouldCount } from './verdict.ts';

/** How many characters before the service's host are compared in an inline script. */
const before = 80;
/** How many characters on each side of the host are read, before white space is collapsed. */
const maxNear = 2000;

// The next three functions repeat code from scan.ts, which runs inside the page and cannot call functions of this file.

const near = (code: string, at: number): string =>
  code
    .slice(Math.max(0, at - maxNear), Math.max(0, at) + maxNear)
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the part of an inline script that is compared with the template, with white space collapsed. This is the code
 * around the first occurrence of `needle`, or the beginning of the script if it does not occur.
 */
export function snippetAround(code: string, needle: string): string {
  const whole = code.trim();
  const text = near(whole, whole.indexOf(needle));
  const from = Math.max(0, text.indexOf(needle) - before);
  return text.slice(from, from + maxFacts.characters);
}

/**
 * Returns each of the names that occurs in code, with the value after it (`7` in `setSiteId', '7'`). Ignores names of
 * `data-` attributes.
 */
export const namedIn = (code: string, names: readonly string[]): [name: string, value: string][] =>
  names
    .filter((name) => !name.startsWith('data-') && code.includes(name))
    .map((name) => {
      const [, after = ''] = near(code, code.indexOf(name)).split(name, 2);
      return [name, /^\W{0,12}([\w-]{1,200})/.exec(after)?.[1] ?? ''];
    });

/**
 * What a page is compared with. `baseUrl`: the connected service's address. `template`: the template of the tracking
 * code. `domain`: the site's domain. Without it, domains in the page's code are not compared.
 */
export interface Expected {
  baseUrl: string;
  template: string;
  domain?: string;
  /**
   * The id of the site's record; undefined if it is unknown. '' means that the site is certainly not registered, so
   * that any id on the page belongs to another site.
   */
  id?: string | undefined;
}

const maxTags = 20;
const isWorking = (tag: Tag) => countsFor(tag) === 'yes';
const mayWork = (tag: Tag) => countsFor(tag) !== 'no';

/**
 * Whether an inline script names the service and contains another mark of the tracking code. A framework or a consent
 * tool may then add the code later. On the service's own pages (see `isAtHome`), the element's id or the name of an
 * attribute is enough.
 */
function isMentioned({ scripts }: PageFacts, subject: Subject): boolean {
  const { id, renamed, hosts } = subject.fingerprint;
  const marks = [...(id ? [id] : []), ...hosts.map(([name]) => name)];
  const isHome = isAtHome(subject.page, subject.serviceUrl);
  return scripts.some((script) => {
    if (script.src || script.place !== 'page' || !isRunnable(script)) return false;
    const isNamed = namesService(script.text, subject);
    return (
      ((isNamed || isHome) && marks.some((mark) => script.text.includes(mark))) ||
      (isNamed && script.text.split(/["'`\s\\<>?#]/).some((word) => renamed?.test(word)))
    );
  });
}

/**
 * Whether a page shows any sign of the service: a piece that names the service or contains a call typical of its kind,
 * or a script that may be of that kind.
 */
function showsService({ pieces = [], scripts }: PageFacts, subject: Subject): boolean {
  const { form } = subject;
  const names = (text: string) => namesService(text, subject) || form?.counts?.test(text);
  return (
    pieces.some(({ place, type, text }) => place === 'page' && !inert.test(type) && names(text)) ||
    (!!form && scripts.some((script) => isScriptOf(script, form, subject)))
  );
}

/** Whether an attribute of an external script names the service. Such a script may add the tracking code. */
const isTold = ({ scripts }: PageFacts, subject: Subject): boolean =>
  scripts.some(
    (script) =>
      script.src &&
      script.place === 'page' &&
      isRunnable(script) &&
      script.data.some(([, value]) => namesService(value, subject)),
  );

function inlineOf({ template, baseUrl, domain = '', id }: Expected, serviceUrl: URL): string | undefined {
  const html = buildSnippet(template, { base_url: baseUrl, domain, id });
  const text = html && elementsOf(html)[0]?.text;
  return text && snippetAround(text, serviceUrl.host);
}

function relationOfTag({ by, relation, service, blocked }: Tag, isTracking: boolean): Finding[] {
  // If a tag is `mentioned` and names no site or no service, the finding `mentioned` is enough.
  if (blocked === 'mentioned' && (relation === 'siteless' || relation === 'unknown')) return [];
  const isSaid =
    !isTracking || relation === 'path' || relation === 'siteless' || (relation === 'other' && by !== 'inline');
  if (!isSaid || relation === 'same') return [];
  const kind = relation === 'container' ? 'manager' : relation === 'incomplete' ? 'siteless' : relation;
  return [{ kind, about: service }];
}

function aboutTags(tags: readonly Tag[], working: readonly Tag[], doNotTrack: boolean): Finding[] {
  const isTracking = working.length > 0;
  const all: Finding[] = [];
  if (working.length > 1) all.push({ kind: 'twice' });
  if (doNotTrack && isTracking && working.every(({ dnt }) => dnt)) all.push({ kind: 'dnt' });
  for (const tag of tags) {
    all.push(...relationOfTag(tag, isTracking));
    if (tag.blocked && !isTracking && wouldCount(tag)) all.push({ kind: tag.blocked });
  }
  const said = new Set<string>();
  return all.filter(({ kind, about }) => !said.has(`${kind} ${about}`) && said.add(`${kind} ${about}`));
}

/**
 * Returns the tracking code on a page, as tags. Recognises code that resembles the template (in `subject`), and code in
 * a known form (see `kindForms`).
 */
function tagsOf(facts: PageFacts, subject: Subject): Tag[] {
  const byElements = facts.scripts.flatMap((script) => {
    const tag = tagOf(script, subject);
    if (tag && tag.relation !== 'unlike') return tag;
    const known = tagsOfElement(script, subject);
    return known.length || !tag ? known : tag;
  });
  return joined([...byElements, ...tagsOfPieces(facts, subject)], subject).slice(0, maxTags);
}

const byHttps = (text: string) => text.replace(/\bhttp:(?=\\?\/\\?\/)(?!\\?\/\\?\/(?:localhost|127\.|\[))/g, 'https:');

/** Returns the scan with https addresses if the page's policy makes browsers upgrade http requests. */
function upgraded(facts: PageFacts): PageFacts {
  if (!facts.isUpgraded) return facts;
  const { scripts, pieces = [] } = facts;
  return {
    ...facts,
    scripts: scripts.map((one) => ({
      ...one,
      src: byHttps(one.src),
      text: byHttps(one.text),
      data: one.data.map(([name, value]) => [name, byHttps(value)] as const),
    })),
    pieces: pieces.map((one) => ({ ...one, text: byHttps(one.text) })),
  };
}

/** Decides whether a page reports its visits to the service at `baseUrl`. */
function detectAt(facts: PageFacts, expected: Expected): Detection {
  const serviceUrl = parseUrl(expected.baseUrl);
  if (!serviceUrl) return { found: 'unsure', findings: [] };
  const fingerprint = fingerprintOf(expected.template);
  const { domain, id } = expected;
  const subject: Subject = {
    serviceUrl,
    fingerprint,
    page: parseUrl(facts.page),
    refused: facts.refused,
    form: formOf(expected.template),
    site: { ...(domain ? { domain } : {}), ...(id === undefined ? {} : { id }) },
    ...(fingerprint.inline ? { inline: inlineOf(expected, serviceUrl) } : {}),
  };
  const tags = tagsOf(facts, subject);
  const working = tags.filter(isWorking);
  const findings = aboutTags(tags, working, facts.doNotTrack);
  if (working.length) return { found: 'yes', findings };
  const mentioned =
    !tags.some(mayWork) &&
    (isMentioned(facts, subject) ||
      (tags.every(({ blocked }) => blocked === 'noscript') &&
        (showsService(facts, subject) || isTold(facts, subject))));
  const doubts: Finding[] = [
    ...(mentioned ? [{ kind: 'mentioned' as const }] : []),
    ...(facts.partial ? [{ kind: facts.partial }] : []),
  ];
  const found = tags.some(mayWork) || doubts.length ? 'unsure' : 'no';
  return { found, findings: [...findings, ...doubts] };
}

const shown = (address: string): string => {
  const url = parseUrl(address);
  return url ? shownUrl(url) : address;
};

/**
 * Removes the findings `other` and `path` about this address, because it also belongs to the connected service.
 */
function withoutOwn({ findings, ...seen }: Detection, address: string): Detection {
  const isOwn = ({ kind, about }: Finding) => (kind === 'other' || kind === 'path') && about === address;
  return { ...seen, findings: findings.filter((one) => !isOwn(one)) };
}

/**
 * Returns a number by which two detections of a page are compared. `found` counts first: `yes` is greatest, `no` is
 * least. If `found` is equal, a detection with findings is greater.
 */
const weightOf = ({ found, findings }: Detection): number =>
  ['no', 'unsure', 'yes'].indexOf(found) + (findings.length ? 0.5 : 0);

/**
 * Decides from the scan of a page whether the page reports its visits to the connected service: to the service's own
 * address, or to the address to which the template's code sends hits. Never throws, whatever the page contains.
 */
export function detect(seen: PageFacts, expected: Expected): Detection {
  const facts = upgraded(seen);
  const own = detectAt(facts, expected);
  const receiver = receiverOf(expected);
  const [here, there] = [shown(expected.baseUrl), shown(receiver ?? expected.baseUrl)];
  if (!receiver || here === there) return own;
  const byBase = withoutOwn(own, there);
  const byReceiver = withoutOwn(detectAt(facts, { ...expected, baseUrl: receiver }), here);
  return weightOf(byBase) > weightOf(byReceiver) ? byBase : byReceiver;
}
