import { escapeRegExp } from '../util/escapeRegExp.ts';
import { elementsOf } from './template.ts';

/** The features by which a template's script element is recognised on a page. */
export interface Fingerprint {
  /**
   * The attributes that name the service, each with the text that follows the service's address (`rest`). These are the
   * template's attributes that begin with the address. In addition, even if the template lacks them: `data-host`, and
   * `data-host-url` if the script names its site by an id.
   */
  hosts: readonly (readonly [name: string, rest: string])[];
  /** Matches the end of the script's address, such as `/js/script.js`. The service's address comes before it. */
  script?: RegExp;
  /** Matches the script's whole address, if the template does not build it from the service's address. */
  fixed?: RegExp;
  /** Matches the names of renamed copies of the script, such as `script.min.js` or `script-3f2a.js`. */
  renamed?: RegExp;
  /** The element's id, if it is constant and so distinctive that nobody else would choose it. */
  id?: string;
  /**
   * The names of all `data-` attributes of the element. Empty if there is only one, because one name proves nothing.
   */
  data: readonly string[];
  /** The attributes (or names in inline code) whose value is the site's domain or id. */
  sites: readonly (readonly [name: string, value: 'domain' | 'id'])[];
  /** The code, if the template is an inline script. */
  inline?: string;
}

const baseName = '{base_url}';

/** Converts part of an address to the source of a regular expression. `{domain}` and `{id}` match any value. */
const pattern = (text: string) => escapeRegExp(text.replace(/[?#].*$/, '')).replace(/\\\{(domain|id)\\\}/g, '[^/]+');

/**
 * Whether an id looks generated: it is long, and mixes letters with digits or capitals. Anybody may use a short id like
 * `analytics`.
 */
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
 * Names of attributes of a tracking script that names its site by an id. `hostUrlName`: the server that receives the
 * hits. `manualName`: 'false' if the script counts nothing until the page calls it. `domainsName`: the only hosts on
 * which it counts. `dntNames`: 'true' if it respects Do Not Track.
 */
export const hostUrlName = 'data-host-url';
export const manualName = 'data-auto-track';
export const domainsName = 'data-domains';
export const dntNames = ['data-dnt', 'data-do-not-track'];

/** Returns the features by which the first script element of a template is recognised on a page. */
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

/** Whether a template's code names its site by the record's id. Such code counts visits on any host. */
export const isNamedById = (template: string): boolean =>
  fingerprintOf(template).sites.some(([, value]) => value === 'id');

/** Returns the attributes, and the names in inline code, that the scan must report for `detect`. */
export const attributesOf = (template: string): string[] => {
  const { hosts, data, sites } = fingerprintOf(template);
  const usual = [...new Set([...hosts, ...sites].map(([name]) => name).concat(data, 'data-dnt'))].slice(0, 10);
  return hosts.some(([name]) => name === hostUrlName) ? [...usual, ...dntNames, manualName, domainsName] : usual;
};
