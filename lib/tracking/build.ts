import { elementsOf, mapTemplate } from './template.ts';

/**
 * The values for a template's placeholders. `base_url`: the service's address without a trailing slash. `domain`: the
 * site's domain.
 */
export interface SnippetValues {
  base_url: string;
  domain: string;
  /** The website's id. Unknown until the site is registered. */
  id?: string | undefined;
}

/**
 * The tracking code in the forms that different platforms need. Leaves out forms that cannot be made from the template.
 */
export interface SnippetForms {
  html: string;
  wordpress?: string;
  tagManager?: string;
  nextjs?: string;
  javascript?: string;
}

const placeholder = /\{(base_url|domain|id)\}/g;
const unit = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** Escapes a value for HTML text, and for attributes with or without quotes. */
const inMarkup = (value: string) => value.replace(/[^\w.:/~%@+,;!?#[\]-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
/** Escapes a value for a string in a script, whichever quotes it has. */
const inCode = (value: string) => value.replace(/[^\w.:/~%@+,;!?#[\]-]/g, unit);

function fill(text: string, values: SnippetValues, safe: (value: string) => string): string {
  return text.replace(placeholder, (_whole, name: keyof SnippetValues) => safe(values[name] ?? ''));
}

const isUrlPlaceholder = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/**
 * Returns a text as a JavaScript string literal. Escapes the characters that HTML or Tag Manager (`{{…}}`) would
 * interpret.
 */
const literal = (text: string) => JSON.stringify(text).replace(/[<>&{}\u2028\u2029]/g, unit);

type Attributes = readonly (readonly [string, string | true])[];
interface Filled {
  attributes: Attributes;
  text: string;
}

const asIs = (value: string) => value;

function filledElements(template: string, values: SnippetValues): Filled[] {
  return elementsOf(template).map(({ attributes, text }) => ({
    attributes: attributes.map(([name, value]) => [name, value === true ? true : fill(value, values, asIs)] as const),
    text: fill(text, values, inCode),
  }));
}

const wordpress = (html: string) =>
  /<\?|\?>/.test(html) ? undefined : `add_action( 'wp_head', function () {\n?>\n${html}\n<?php\n} );`;

function addElement({ attributes, text }: Filled, index: number): string[] {
  const name = index ? `s${index + 1}` : 's';
  return [
    `var ${name} = document.createElement("script");`,
    ...attributes.map(
      ([key, value]) => `${name}.setAttribute(${literal(key)}, ${literal(value === true ? '' : value)});`,
    ),
    ...(text ? [`${name}.text = ${literal(text)};`] : []),
    `document.head.appendChild(${name});`,
  ];
}

/**
 * Returns a script that adds the template's script elements to the page. Needed because Tag Manager drops `data-`
 * attributes from pasted elements.
 */
const javascript = (elements: readonly Filled[]) =>
  ['(function () {', ...elements.flatMap(addElement).map((line) => `  ${line}`), '})();'].join('\n');

/** The HTML attributes that have another name in React. */
const reactNames = new Map(
  Object.entries({
    class: 'className',
    charset: 'charSet',
    crossorigin: 'crossOrigin',
    fetchpriority: 'fetchPriority',
    nomodule: 'noModule',
    referrerpolicy: 'referrerPolicy',
  }),
);

function nextAttribute([name, value]: readonly [string, string | true]): string {
  const spelt = reactNames.get(name) ?? name;
  if (value === true) return spelt;
  return /^[\w\s.:/~%@+,;!?#=-]*$/.test(value) ? `${spelt}="${value}"` : `${spelt}={${JSON.stringify(value)}}`;
}

function nextElement({ attributes, text }: Filled, index: number): string {
  // `strategy` replaces `async` and `defer`. Next.js requires an id for an inline script.
  const kept = attributes.filter(([name]) => !['async', 'defer'].includes(name));
  const named = text && !kept.some(([name]) => name === 'id') ? [['id', `analytics-${index + 1}`] as const] : [];
  const open = `<Script ${[...kept, ...named].map(nextAttribute).join(' ')} strategy="afterInteractive"`;
  return text ? `${open}>\n  {${literal(text)}}\n</Script>` : `${open} />`;
}

const nextjs = (elements: readonly Filled[]) =>
  elements.some(({ attributes }) => attributes.some(([name]) => name.startsWith('on')))
    ? undefined
    : `import Script from 'next/script';\n\n${elements.map(nextElement).join('\n')}`;

/**
 * Returns the tracking code as HTML: the template filled with its values, each escaped for its place. Undefined if the
 * service's address is not http(s), or if the template needs an id and there is none yet.
 */
export function buildSnippet(template: string, values: SnippetValues): string | undefined {
  if (!isUrlPlaceholder(values.base_url) || (template.includes('{id}') && !values.id)) return undefined;
  const html = mapTemplate(
    template,
    (text) => fill(text, values, inMarkup),
    (text) => fill(text, values, inCode),
  );
  return html.trim();
}

/**
 * Returns the tracking code in all forms that can be made from the template. Undefined if `buildSnippet` returns
 * undefined.
 */
export function buildForms(template: string, values: SnippetValues): SnippetForms | undefined {
  const html = buildSnippet(template, values);
  if (html === undefined) return undefined;
  const elements = filledElements(template, values);
  if (!elements.length) return { html, wordpress: wordpress(html) };
  const script = javascript(elements);
  return {
    html,
    wordpress: wordpress(html),
    tagManager: `<script>\n${script}\n</script>`,
    nextjs: nextjs(elements),
    javascript: script,
  };
}
