import { maxTemplate } from '../connections/urlTemplates.ts';

/** A script element in a template of tracking code. Its attributes are decoded. */
export interface TemplateScript {
  /**
   * The attributes in the order in which they are written. An attribute without a value, such as `defer`, gets `true`.
   */
  attributes: readonly (readonly [string, string | true])[];
  text: string;
}

/** Matches a script element. Its groups are the opening tag, the text and the closing tag. */
const scripts = /(<script\b(?:[^>"']|"[^"]*"|'[^']*')*>)([\s\S]*?)(<\/script\s*>)/gi;
const attributePair = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
const numberedElement = (text: string) => Number(text.replace(/^#/, '').replace(/^x/i, '0x'));

/** Decodes the HTML entities in a text: numeric ones, and those that are common in code. */
export function readEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name.toLowerCase()) ?? whole;
    return numberedElement(name) <= 0x10ffff ? String.fromCodePoint(numberedElement(name)) : whole;
  });
}

function templateAttributes(tag: string): TemplateScript['attributes'] {
  const inner = tag.replace(/^<script/i, '').replace(/\/?>$/, '');
  return [...inner.matchAll(attributePair)].map(([, name = '', double, single, bare]) => {
    const value = double ?? single ?? bare;
    return [name.toLowerCase(), value === undefined ? true : readEntities(value)] as const;
  });
}

/** Returns the script elements of a template, without the markup around them. */
export function elementsOf(template: string): TemplateScript[] {
  return [...template.slice(0, maxTemplate).matchAll(scripts)].map(([, open = '', text = '']) => ({
    attributes: templateAttributes(open),
    text: text.trim(),
  }));
}

/** Rewrites each part of a template: the markup with one function, the text of script elements with another. */
export function mapTemplate(
  template: string,
  markup: (text: string) => string,
  code: (text: string) => string,
): string {
  let from = 0;
  let result = '';
  for (const { index, 0: whole, 1: open = '', 2: text = '', 3: close = '' } of template.matchAll(scripts)) {
    result += markup(template.slice(from, index) + open) + code(text) + close;
    from = index + whole.length;
  }
  return result + markup(template.slice(from));
}
