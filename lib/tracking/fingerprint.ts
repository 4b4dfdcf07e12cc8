import { escapeRegExp } from '../util/escapeRegExp.ts';
import { elementsOf } from './template.ts';

/** The features that distinguish a template's script element from all others on a page. */
export interface Fingerprint {
  /**
   * Attributes that contain the service's address, each with the text after the address: always `data-host`, and those
   * of the template.
   */
  hosts: readonly (readonly [name: string, rest: string])[];
  /** The part of the script's address after the service's address: `/js/script.js`. */
  script?: RegExp;
  /** The script's address, if the template does not build it from the service's address. */
  fixed?: RegExp;
  /** The file's name, for copies that are renamed: `script.min.js`, `script-3f2a.js`. */
  renamed?: RegExp;
  /** A constant id that nobody else would choose. */
  id?: string;
  /** The names of all `data-` attributes of the element, if there are several. */
  data: readonly string[];
  /** Attributes that name the site. */
  sites: readonly (readonly [name: string, value: 'domain' | 'id'])[];
  /** The code itself, if the template is an inline script. */
  inline?: string;
}

const baseName = '{base_url}';

/** Turns a piece of an address into a pattern that allows any site and any id. */
const pattern = (text: string) => escapeRegExp(text.replace(/[?#].*$/, '')).replace(/\\\{(domain|id)\\\}/g, '[^/]+');

/** Whether an id is long and mixed, as generated ids are. Anybody might choose an id like `analytics`. */
const isDistinctive = (id: string) => id.length >= 8 && /[a-z]/i.test(id) && (/\d/.test(id) || /[a-z][A-Z]/.test(id));

function addressShape(src: string | undefined): Pick<Fingerprint, 'script' | 'fixed' | 'renamed'> {
  if (!src) return {};
  if (!src.startsWith(baseName)) return src.includes('{base') ? {} : { fixed: new RegExp(`^${pattern(src)}$`) };
  const rest = src.slice(baseName.length);
  const stem = /([^/{}?#]+?)(\.min)?\.m?js([?#]|$)/.exec(rest)?.[1];
  const renamed = stem && { renamed: new RegExp(`/${escapeRegExp(stem)}([.-][^/]*)?\\.m?js$`) };
  return { script: new RegExp(`${pattern(rest)}$`), ...renamed };
}

/**
 * Attributes of code that identifies its site by an id. They name the server that receives the hits, say whether the
 * code counts by itself, on which hosts it counts, and whether it respects Do Not Track.
 */
const hostUrlName = 'data-host-url';
export const manualName = 'data-auto-track';
export const domainsName = 'data-domains';
export const dntNames = ['data-dnt', 'data-do-not-track'];

/** Returns the features to look for on a page, derived from the template in the settings. */
export function fingerprintOf(template: string): Fingerprint {
  const [element] = elementsOf(template);
  const attributes = new Map((element?.attributes ?? []).map(([name, value]) => [name, value === true ? '' : value]));
  const data = [...attributes.keys()].filter((name) => name.startsWith('data-'));
  const hosts = data.flatMap((name) => {
    const value = attributes.get(name) ?? '';
    return value.startsWith(baseName) ? [[name, value.slice(baseName.length)] as const] : [];
  });
  const sites = data.flatMap((name) => {
    const value = /^\{(domain|id)\}$/.exec(attributes.get(name) ?? '')?.[1];
    return value === 'domain' || value === 'id' ? [[name, value] as const] : [];
  });
  const id = attributes.get('id') ?? '';
  const src = attributes.get('src');
  const usual = ['data-host', ...(sites.some(([, value]) => value === 'id') ? [hostUrlName] : [])];
  const inline = !src && element?.text ? element.text : undefined;
  const [, mark, named] = /([a-z]\w+)\W*\{(domain|id)\}/i.exec(inline ?? '') ?? [];
  if (mark) sites.push([mark, named as 'domain' | 'id']);
  return {
    hosts: [
      ...hosts,
      ...usual.filter((name) => !hosts.some(([own]) => own === name)).map((name) => [name, ''] as const),
    ],
    ...addressShape(src),
    ...(isDistinctive(id) ? { id } : {}),
    data: data.length > 1 ? data : [],
    sites,
    ...(inline ? { inline } : {}),
  };
}

/** Whether the code names its site by the record's id. If so, visits to any host with this code count. */
export const isNamedById = (template: string): boolean =>
  fingerprintOf(template).sites.some(([, value]) => value === 'id');

/**
 * Returns the attributes that detection reads and the names that it looks for in code, so that the scan of a page keeps
 * them.
 */
export const attributesOf = (template: string): string[] => {
  const { hosts, data, sites } = fingerprintOf(template);
  const usual = [...new Set([...hosts, ...sites].map(([name]) => name).concat(data, 'data-dnt'))].slice(0, 10);
  return hosts.some(([name]) => name === hostUrlName) ? [...usual, ...dntNames, manualName, domainsName] : usual;
};
