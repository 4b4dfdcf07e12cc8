/** The placeholders of the settings' URL templates. */
export interface Places {
  base_url: string;
  domain?: string;
  id?: string;
}

/** Fills `{base_url}`, `{domain}` and `{id}` of an address template; undefined if the result is not an http(s) URL. */
export function fillUrl(template: string, { base_url, domain = '', id = '' }: Places): string | undefined {
  const values: Record<string, string> = { base_url, domain: encodeURIComponent(domain), id: encodeURIComponent(id) };
  const url = template.replace(/\{(base_url|domain|id)\}/g, (_match, name: string) => values[name] ?? '');
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}
