/** The values that replace the placeholders in URL templates. */
export interface Placeholders {
  base_url: string;
  domain?: string;
  id?: string;
}

/** Fills these values into a template, and returns the URL. Undefined if the result is not an http(s) URL. */
export function fillUrl(template: string, { base_url, domain = '', id = '' }: Placeholders): string | undefined {
  const values: Record<string, string> = { base_url, domain: encodeURIComponent(domain), id: encodeURIComponent(id) };
  const url = template.replace(/\{(base_url|domain|id)\}/g, (_match, name: string) => values[name] ?? '');
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}

/** The placeholders that each template may contain. */
export const placeholders = {
  statisticsUrl: ['base_url', 'domain', 'id'],
  accountUrl: ['base_url'],
  trackingCode: ['base_url', 'domain', 'id'],
} as const;

export type TemplateName = keyof typeof placeholders;
/**
 * Why a template cannot be used. `placeholder`: it contains a placeholder (`name`) that is not allowed here.
 * `address`: it does not yield an https address. `code`: it contains neither an https address nor `{base_url}`, or it
 * contains an http address, or it is too long. `address` and `code`: the template may also be deceptive.
 */
export type TemplateProblem =
  | { reason: 'empty' }
  | { reason: 'placeholder'; name: string }
  | { reason: 'address' }
  | { reason: 'code' };

const sample = { base_url: 'https://stats.example', domain: 'example.com', id: '1' };

// Both functions below refuse templates that would deceive a person who reads them before an import: those that lead to
// another host under the service's name, as in `{base_url}.other.example`, and those with characters that change the
// order of the text. So only a port, or a character that ends a host, may follow `{base_url}`.

const reordering = /[\u202a-\u202e\u2066-\u2069]/;

const isUrlTemplate = (text: string) =>
  /^(https:\/\/|\{base_url\}(:\d+)?([/?#]|$))/.test(text) &&
  !reordering.test(text) &&
  fillUrl(text, sample)?.startsWith('https://') === true;

/** The greatest length of tracking code (characters). Taking longer code apart would freeze the popup. */
export const maxTemplate = 10_000;

// Scripts in the code could still lead anywhere. So this protects only those who read the code's addresses.
const isCode = (text: string) =>
  text.length <= maxTemplate &&
  /https:\/\/|\{base_url\}/i.test(text) &&
  !/http:\/\/|\{base_url\}(?!(:\d+)?([/?#\\"'`\s<>]|&quot;|$))/i.test(text) &&
  !reordering.test(text);

/**
 * Returns what is wrong with a template, or undefined if it is valid. Addresses in a template must use https or begin
 * with `{base_url}`.
 */
export function templateProblem(name: TemplateName, text: string): TemplateProblem | undefined {
  if (!text.trim()) return { reason: 'empty' };
  const known: readonly string[] = placeholders[name];
  const unknown = [...text.matchAll(/\{([a-z_]+)\}/gi)].find(([, inner = '']) => !known.includes(inner));
  if (unknown) return { reason: 'placeholder', name: unknown[0] };
  if (name === 'trackingCode') return isCode(text) ? undefined : { reason: 'code' };
  return isUrlTemplate(text) ? undefined : { reason: 'address' };
}
