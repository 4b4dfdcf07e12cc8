import type { CodeForms } from '../services/codeForms.ts';
import {
  below,
  hostInUrl,
  isAtHome,
  isOfSite,
  isSameDomain,
  parseUrl,
  type Relation,
  relationOf,
  shownUrl,
} from './address.ts';
import { type Blocked, blockedBy, type Held } from './blocked.ts';
import type { ScriptFact } from './facts.ts';
import { dntNames, domainsName, type Fingerprint, hostUrlName, manualName } from './fingerprint.ts';
import { isUnique } from './isUnique.ts';

/**
 * Tracking code on a page. `by`: the feature by which it was recognised. `relation`: how the service's address in the
 * code relates to the connected service's address (see `Relation`), or one of these:
 * - `broken`: the address is invalid;
 * - `unknown`: it is code of the template or of a known kind of service, but does not show to which service it reports;
 * - `unlike`: it is another script of the connected service;
 * - `site`: it counts visits for another site at the service, or only on other hosts;
 * - `siteless`: it names no site;
 * - `incomplete`: it is the template's script, but has no id of a site, or cannot read it (see `readsItself`);
 * - `through`: it sends its hits to the page's own site, which may pass them on;
 * - `container`: it is the service's container script (a tag manager).
 */
export interface Tag {
  by: 'data-host' | 'script' | 'attributes' | 'inline';
  relation: Relation | 'broken' | 'unknown' | 'unlike' | 'site' | 'siteless' | 'incomplete' | 'through' | 'container';
  /**
   * The address of the service to which the tag reports. For some values of `relation`, this is another text:
   * - `broken`: the invalid address;
   * - `unknown`: the script's host, or '';
   * - `unlike`: the script's address;
   * - `site`: the other site that the tag names, or the only hosts on which the tag counts visits;
   * - `container`: the tag manager's name.
   */
  service: string;
  blocked?: Blocked | Held;
  /**
   * Only with the relation `unknown`: the site that the tag names, if any. Another tag on the page that names the
   * service but no site may report for this site (see `withSite`).
   */
  site?: string;
  /** Set if the tag runs and sets up the one tracker that all code on the page shares. */
  isShared?: true | undefined;
  /** Whether the tag is set to respect Do Not Track. */
  dnt: boolean;
}

/** What the tags of a page are compared with. */
export interface Subject {
  serviceUrl: URL;
  fingerprint: Fingerprint;
  page: URL | undefined;
  refused: readonly string[];
  /** The site's domain and id, as far as they are given (see `Expected`). */
  site: { domain?: string; id?: string };
  /** The known form of the template's tracking code, if there is one (see `kindForms`). */
  form?: CodeForms | undefined;
  /** The template's inline script with the site's values filled in, shortened by `snippetAround`. */
  inline?: string;
}

const dataOf = ({ data }: ScriptFact, name: string) => data.find(([one]) => one === name)?.[1];

/**
 * Returns a script's address, even if the script is not loaded yet: tools that delay scripts put the address in an
 * attribute like `data-src`.
 */
export const tagAddress = (script: ScriptFact): URL | undefined => {
  const held = script.src || script.data.find(([name]) => /^data-([\w-]+-)?src$/.test(name))?.[1];
  return held ? parseUrl(held) : undefined;
};

/**
 * Returns the address of the service to which a script belongs. This is the script's address without the ending of the
 * template's script, such as `/js/script.js`. Undefined if the script has another ending.
 */
function serviceOfScript(script: URL | undefined, { script: rest }: Fingerprint): URL | undefined {
  const match = script && rest?.exec(script.pathname);
  return match ? parseUrl(script.origin + script.pathname.slice(0, match.index)) : undefined;
}

const hasId = ({ id }: ScriptFact, { fingerprint }: Subject) => fingerprint.id !== undefined && id === fingerprint.id;

/**
 * Whether a script is certainly the template's code, whichever service it reports to. The attribute `data-host` alone
 * proves nothing, because other products use it, too.
 */
function isMarked(script: ScriptFact, subject: Subject): boolean {
  const { data } = subject.fingerprint;
  const hasAll = data.length > 1 && data.every((name) => dataOf(script, name) !== undefined);
  return hasId(script, subject) || hasAll || serviceOfScript(tagAddress(script), subject.fingerprint) !== undefined;
}

type FoundTag = Pick<Tag, 'by' | 'relation' | 'service'> & { target?: URL };

const pointing = (by: Tag['by'], target: URL, { serviceUrl }: Subject): FoundTag => ({
  by,
  relation: relationOf(target, serviceUrl),
  service: shownUrl(target),
  target,
});

/**
 * Returns the address in an attribute's value, or undefined if there is none. `rest`: the text that the template adds
 * after the address.
 */
function namedBy(value: string, rest: string, { page, serviceUrl }: Subject): URL | undefined {
  const written = (value.endsWith(rest) ? value.slice(0, value.length - rest.length) : value).trim();
  const from = page ?? serviceUrl;
  return /^(https?:\/\/|\/)/i.test(written) && URL.canParse(written, from.href)
    ? parseUrl(new URL(written, from).href)
    : undefined;
}

/** Whether an address is the service's own, ignoring scheme and `www.`. */
export const isOwnAddress = (relation: FoundTag['relation']): boolean =>
  ['same', 'scheme', 'www', 'scheme-www'].includes(relation);

/** Gives a tag the relation `through` if its hits go to the page's own site, which may forward them to the service. */
const throughSite = (found: FoundTag, { page }: Subject): FoundTag =>
  found.relation === 'other' && page && found.target && isOfSite(found.target, page)
    ? { ...found, relation: 'through' }
    : found;

/**
 * Returns the attribute of a script that names the service (see `Fingerprint.hosts`). Ignores an empty `data-host-url`,
 * as the tracking script does: themes write it if no value is set.
 */
const hostOf = (script: ScriptFact, { hosts }: Fingerprint) =>
  hosts.find(([name]) => dataOf(script, name) || (dataOf(script, name) === '' && name !== hostUrlName));

/** Recognises a tag by the attribute that names the receiver of its hits. */
function tagByHost(script: ScriptFact, subject: Subject): FoundTag | undefined {
  const host = hostOf(script, subject.fingerprint);
  if (!host) return undefined;
  const [name, rest] = host;
  const value = dataOf(script, name) ?? '';
  const target = namedBy(value, rest, subject);
  const found: FoundTag = target
    ? throughSite(pointing('data-host', target, subject), subject)
    : { by: 'data-host', relation: 'broken', service: value };
  return isOwnAddress(found.relation) || isMarked(script, subject) ? found : undefined;
}

function byScript(script: ScriptFact, subject: Subject): FoundTag | undefined {
  const url = tagAddress(script);
  if (!url) return undefined;
  const { serviceUrl, fingerprint, page } = subject;
  const service = serviceOfScript(url, fingerprint);
  const found = service && pointing('script', service, subject);
  const isOwn = page !== undefined && url.host === page.host;
  if (found && (found.relation === 'same' || hasId(script, subject))) return found;
  // On the page's own host, a path such as `/js/script.js` proves nothing, because many sites have such a script.
  if (found && !isOwn && found.relation !== 'other' && found.relation !== 'path') return found;
  const rest = below(url, serviceUrl);
  if (rest === undefined) return undefined;
  if (hasId(script, subject)) return pointing('script', serviceUrl, subject);
  if (isAtHome(page, serviceUrl)) return undefined;
  if (fingerprint.renamed?.test(rest)) return pointing('script', serviceUrl, subject);
  return { by: 'script', relation: 'unlike', service: shownUrl(url), target: serviceUrl };
}

/** Recognises a tag by the address or the id of the template's script element, if it is constant. */
function byAttributes(script: ScriptFact, subject: Subject): FoundTag | undefined {
  const { fingerprint, serviceUrl } = subject;
  if (fingerprint.fixed?.test(script.src))
    return { by: 'attributes', relation: 'same', service: shownUrl(serviceUrl), target: serviceUrl };
  if (hasId(script, subject)) return { by: 'attributes', relation: 'unknown', service: hostInUrl(script.src) };
  return undefined;
}

function byInline(script: ScriptFact, { inline, serviceUrl }: Subject): FoundTag | undefined {
  return inline && !script.src && script.text === inline
    ? { by: 'inline', relation: 'same', service: shownUrl(serviceUrl), target: serviceUrl }
    : undefined;
}

/**
 * Recognises a tag by the site's id, if the id is unique. The script may have any name. If it comes from an unrelated
 * host, the relation is `unknown`, because that host may belong to a service that the site used earlier.
 */
function bySiteId(script: ScriptFact, subject: Subject): FoundTag | undefined {
  const { fingerprint, site, serviceUrl, page } = subject;
  const url = tagAddress(script);
  const id = site.id?.toLowerCase() ?? '';
  const isNamed = isUnique(id) && fingerprint.sites.some(([name]) => dataOf(script, name)?.toLowerCase() === id);
  if (!isNamed) return undefined;
  if (!url || url.host === serviceUrl.host) return pointing('attributes', serviceUrl, subject);
  const isTrusted =
    fingerprint.fixed?.test(script.src) || isSameDomain(url, serviceUrl) || (page && isOfSite(url, page));
  const found = isTrusted
    ? { relation: 'same' as const, service: shownUrl(serviceUrl) }
    : { relation: 'unknown' as const, service: hostInUrl(url.href) };
  return { by: 'attributes', ...found };
}

const addressInCode = /["'`]((?:https?:)?\/\/[^"'`\s\\]+)/gi;
const withoutFile = (address: string) => address.replace(/\/[\w.-]+\.(php|js)$/, '/');

/** Recognises an inline script that contains an address and names its site in the same way as the template. */
function byInlineSite(script: ScriptFact, subject: Subject): FoundTag | undefined {
  const { fingerprint, serviceUrl } = subject;
  const isMeant = !script.src && fingerprint.inline && fingerprint.sites.some(([name]) => dataOf(script, name));
  if (!isMeant) return undefined;
  // An address without a scheme gets the service's scheme. Such addresses are common and no reason for doubt.
  const from = { ...subject, page: serviceUrl };
  const targets = [...script.text.matchAll(addressInCode)].map(([, address = '']) =>
    namedBy(withoutFile(address), '', from),
  );
  const target =
    targets.find((one) => one && isOwnAddress(relationOf(one, serviceUrl))) ?? targets.find((one) => one !== undefined);
  return target && pointing('inline', target, subject);
}

/**
 * If the page's host is not among the hosts to which a tag limits itself, returns these hosts (`only`, separated by
 * commas). Otherwise returns undefined. A host written with a capital letter never matches.
 */
export function hostsWithoutPage(only: string | undefined, page: URL | undefined): string | undefined {
  const hosts = only?.split(',').map((host) => host.trim());
  return only && page && !hosts?.includes(page.hostname) ? only : undefined;
}

/**
 * Returns the other site that a tag names, or '' if the tag lacks the attribute with the site's id or cannot read it
 * (see `readsItself`). Undefined if the tag names the expected site, or if the expected site is unknown.
 */
function otherSite(script: ScriptFact, { fingerprint, site, form }: Subject): string | undefined {
  const isUnread = form?.readsItself && /^module$/i.test(script.type);
  for (const [name, value] of fingerprint.sites) {
    const written = isUnread ? undefined : dataOf(script, name);
    if (!written && value === 'id' && name.startsWith('data-')) return '';
    if (written !== undefined && site[value] !== undefined && written.toLowerCase() !== site[value].toLowerCase())
      return written;
  }
  return undefined;
}

function foundBy(script: ScriptFact, subject: Subject): FoundTag | undefined {
  const { form, fingerprint } = subject;
  if (form?.beside?.test(tagAddress(script)?.pathname ?? '')) return byScript(script, subject);
  const byHost = tagByHost(script, subject);
  if (byHost || hostOf(script, fingerprint)) return byHost;
  const found = bySiteId(script, subject) ?? byScript(script, subject) ?? byAttributes(script, subject);
  return found || form ? found : (byInline(script, subject) ?? byInlineSite(script, subject));
}

/** Returns a script of a page as a tag, or undefined if it is not tracking code like that in the template. */
export function tagOf(script: ScriptFact, subject: Subject): Tag | undefined {
  const found = foundBy(script, subject);
  if (!found) return undefined;
  const { target, ...rest } = found;
  const isManual = dataOf(script, manualName) === 'false';
  const blocked = blockedBy(script, target, subject) ?? (isManual ? 'held' : undefined);
  const other =
    rest.relation === 'same'
      ? (otherSite(script, subject) ?? hostsWithoutPage(dataOf(script, domainsName), subject.page))
      : undefined;
  const relation = other ? 'site' : other === '' ? 'incomplete' : rest.relation;
  return {
    ...rest,
    relation,
    ...(other ? { service: other } : {}),
    ...(blocked ? { blocked } : {}),
    dnt: dntNames.some((name) => dataOf(script, name) === 'true'),
  };
}
