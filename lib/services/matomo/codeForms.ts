import { addressesIn, type CodeForms, type NamedSite, valuesIn } from '../codeForms.ts';

const own = /(?:matomo|piwik)(?:\.min)?\.(?:js|php)|\/js\/(?:tracker\.php)?$/i;
const cloud = /^\/\/?([\w.-]+\.matomo\.cloud)\/(?:matomo|piwik|container_)/;

/** Removes the query and the file name (the script, or the receiver of hits) from an address. */
function withoutFile(address: string): string {
  const [whole = ''] = address.split(/[?#]/, 1);
  const at = whole.lastIndexOf('/') + 1;
  const [path, file] = [whole.slice(0, at), whole.slice(at)];
  if (/^(?:tracker\.php|index\.php)?$/.test(file) && path.endsWith('js/')) return path.slice(0, -3);
  return /^[\w.-]+\.(?:php|js)$/.test(file) ? path : whole;
}

/** Matches the value of a setting, such as `url: "//host/path"`, if it is a server, with or without scheme and path. */
const value = `["'\\]]*\\s*(?:[:=,]|=>)\\s*["']((?:https?://|//|/)?[\\w.-]+(?:[:/][^"'\\s]{0,300})?)["']`;
const ownSettings = new RegExp(
  `(?:(?:matomo|piwik)[\\w-]{0,40}?(?:url|host|server|endpoint|domain|base|address|path|instance)|tracker_?url)${value}`,
  'gi',
);
const settings = new RegExp(`\\b(?:tracker|script|base|php)?_?-?(?:url|host|server|domain|src)${value}`, 'gi');
const isHost = (text: string) => /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(text) && !/^[\w-]+\.(?:js|php)$/.test(text);
const settingsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, value = '']) =>
    value.includes('//') ? value : isHost(value) ? `https://${value}` : [],
  );

type Values = ReturnType<typeof valuesIn>;

/**
 * Returns the values that the code passes in calls that match `call`, as far as they can be evaluated. `of`: returns
 * the wanted part of a value, or undefined to skip it. `isChoice`: whether a call may get one of several values.
 */
function givenTo(text: string, call: RegExp, values: Values, of: (value: string) => string | undefined) {
  const each = [...text.matchAll(call)].map(([, expression = '']) => [
    ...new Set(values(expression).flatMap((value) => of(value) ?? [])),
  ]);
  return { all: [...new Set(each.flat())], isChoice: each.some(({ length }) => length > 1) };
}

const isAddress = (value: string) => (value.includes('/') ? withoutFile(value) : undefined);

/**
 * Returns the addresses to which the code may send hits, from the first of these that yields any:
 * 1. The addresses passed to `setTrackerUrl`.
 * 2. The addresses in Matomo's settings, and those of Matomo's files.
 * 3. All addresses, with `isGuess`.
 */
function serversIn(text: string, values: Values): Pick<NamedSite, 'servers' | 'isGuess' | 'isChoice'> {
  const told = givenTo(text, /setTrackerUrl["']?\s*[,(]\s*([^\]]{1,300})/g, values, isAddress);
  if (told.all.length) return { servers: told.all, ...(told.isChoice ? { isChoice: true as const } : {}) };
  const known = [...settingsIn(text, ownSettings), ...addressesIn(text).filter((one) => own.test(one))];
  const all = known.length ? known : [...addressesIn(text), ...settingsIn(text, settings)];
  return { servers: [...new Set(all.map(withoutFile))], ...(known.length ? {} : { isGuess: true as const }) };
}

const setSite = /setSiteId["']?\s*[,(]\s*([^\])]{1,100})/g;
const siteKeys =
  /(?<![\w-])["']?([\w-]{0,40}?(?:site[_-]?id|id[_-]?site)|[\w-]{0,20}?(?:matomo|piwik)[_-]?id)["'\]]*\s*(?:[:=,]|=>)\s*["']?(\d{1,9})(?![\w.-])/gi;

/**
 * Matches a text that is a single template placeholder, such as `{{ id }}`, `<?= $id ?>` and `%ID%`. Does not match
 * HTML or JSON, because an unrelated variable with the same short name may hold such a text.
 */
const placeholder = /^(?:\{[^"':]+\}|<[?%].+|%[^%\s]+%)$/;

/**
 * Returns the site that a value names: a number, or an unfilled placeholder, which cannot be a real site. Undefined for
 * any other value, because a Matomo plugin may translate it to any site's number.
 */
function siteIn(value: string): string | undefined {
  const text = value.trim();
  return /^\d{1,9}$/.test(text) || placeholder.test(text) ? text : undefined;
}

/** Matches keys that can only mean a site in Matomo. */
const ownKey = /matomo|piwik|^id[_-]?site$/i;

/**
 * Returns the sites that code passes to `setSiteId` or, if it passes none, the numbers at keys such as `siteId`. If
 * `setSiteId` gets an expression that cannot be evaluated, uses only keys that occur in this expression, because the
 * number at any other key may mean anything.
 */
function sitesNamed(text: string, values: Values): Omit<NamedSite, 'servers'>[] {
  const set = givenTo(text, setSite, values, siteIn);
  const given = { isShared: true as const, ...(set.isChoice ? { isChoice: true as const } : {}) };
  if (set.all.length)
    return set.all.map((site) => ({
      site,
      ...given,
      ...(placeholder.test(site) ? { isUnfilled: true as const } : {}),
    }));
  const wanted = [...text.matchAll(setSite)].flatMap(([, expression = '']) => expression.match(/[\w$-]+/g) ?? []);
  const keyed = [...text.matchAll(siteKeys)].filter(([, key = '']) => !wanted.length || wanted.includes(key));
  const certain = new Set(keyed.flatMap(([, key = '', site = '']) => (wanted.length || ownKey.test(key) ? site : [])));
  return [...new Set(keyed.map(([, , site = '']) => site))].map((site) => ({
    site,
    ...(certain.has(site) ? {} : { isKeyed: true as const }),
  }));
}

/**
 * Match calls that contain both a server and a site. That server is only for that site, not for other sites in the
 * code.
 */
const serverAndSiteCalls = [
  /addTracker["']?\s*[,(]\s*([^,\]]{1,200}),\s*["']?(\d{1,9})/g,
  /get(?:Async)?Tracker\(\s*([^,)]{1,200}),\s*["']?(\d{1,9})/g,
];
const picture = /((?:https?:)?\/\/[^\s"'<>?]{3,300}?)(?:matomo|piwik)\.php\?[^\s"'<>]{0,300}?\bidsite=(\d{1,9})/gi;

export const matomoForms: CodeForms = {
  marks: '_paq|_mtm|matomo|piwik',
  isCode: /_paq["'\]]*\s*(?:=|\.push|\|\|)|get(?:Async)?Tracker\s*\(|\.src\s*=/,
  container: { name: 'Matomo Tag Manager', address: /\/container_\w{4,12}(?:_[\w-]+)?\.js/ },
  names: /setSiteId|setTrackerUrl|addTracker|get(?:Async)?Tracker/,
  counts: /trackPageView/,
  loads: /createElement|document\.write|\.src\s*=|getScript|loadScript|\bimport\b|\.load\(|insertAdjacentHTML/,
  ownConsent:
    /(?:require|setCookie|remember|forget|set|has)\w*Consent\w*|_paq\.push\(\s*\[\s*["'](?:track|set)[^\]]{0,300}\]/g,
  serverOf({ protocol, host, pathname }) {
    const there = cloud.exec(pathname)?.[1];
    if (there && host === 'cdn.matomo.cloud') return `https://${there}/`;
    const at = /\/(?:(?:matomo|piwik)(?:\.min)?\.js|js\/(?:tracker\.php|index\.php)?)$/.exec(pathname)?.index;
    return at === undefined ? undefined : `${protocol}//${host}${pathname.slice(0, at + 1)}`;
  },
  sitesIn(text, elsewhere) {
    const values = valuesIn(text, elsewhere);
    let rest = text;
    const found: NamedSite[] = [];
    for (const pattern of serverAndSiteCalls)
      rest = rest.replace(pattern, (_whole, expression: string, site: string) => {
        const servers = values(expression).map(withoutFile);
        if (servers.length) found.push({ servers, site, ...(servers.length > 1 ? { isChoice: true } : {}) });
        return '';
      });
    const pictures = [...rest.matchAll(picture)].map(([, server = '', site = '']) => ({ servers: [server], site }));
    const servers = serversIn(rest, values);
    const main = sitesNamed(rest.replace(picture, ''), values).map((site) => ({ ...servers, ...site }));
    const isOnlyLoaded =
      !main.length && !found.length && !pictures.length && /setTrackerUrl["']|(?:matomo|piwik)\.js["'`]/.test(rest);
    return [...main, ...found, ...pictures, ...(isOnlyLoaded ? [servers] : [])];
  },
};
