import { formOf } from '../services/kindForms.ts';
import { parseUrl, shownUrl } from './address.ts';
import { elementsOf, type TemplateScript } from './template.ts';

interface Counting {
  template: string;
  baseUrl: string;
}

/** Returns the addresses to which an element of a template sends its hits. */
function receiversIn({ attributes, text }: TemplateScript, template: string): string[] {
  const named = attributes.flatMap(([name, value]) => (/^data-host(-url)?$/.test(name) && value !== true ? value : []));
  const sites = formOf(template)?.sitesIn(text, () => []) ?? [];
  return [...named, ...sites.flatMap(({ servers, isGuess }) => (isGuess ? [] : servers))];
}

/**
 * Returns the address to which a template's code sends its hits. For many services, this is not the address at which
 * people log in (`baseUrl`). Undefined if the template does not name the address.
 */
export function receiverOf({ template, baseUrl }: Counting): string | undefined {
  const named = elementsOf(template).flatMap((element) => receiversIn(element, template));
  const [own] = named.flatMap((text) => parseUrl(text.replace(/^\/\//, 'https://')) ?? []);
  return own ? shownUrl(own) : template.includes('{base_url}') ? baseUrl : undefined;
}

/**
 * Returns the service address to look for on pages: the one to which the template's code sends its hits or, if it names
 * none, the service's own.
 */
export const soughtAddress = (service: Counting): string => receiverOf(service) ?? service.baseUrl;
