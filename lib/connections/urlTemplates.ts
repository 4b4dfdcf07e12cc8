/** What the templates of the settings may name. */
export interface Places {
  base_url: string;
  domain?: string;
  id?: string;
}

/** Fills `{base_url}`, `{domain}` and `{id}` of an address template; undefined where the result is no web address. */
export function fillUrl(template: string, { base_url, domain = '', id = '' }: Places): string | undefined {
  const values: Record<string, string> = { base_url, domain: encodeURIComponent(domain), id: encodeURIComponent(id) };
  const url = template.replace(/\{(base_url|domain|id)\}/g, (_match, name: string) => values[name] ?? '');
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}
