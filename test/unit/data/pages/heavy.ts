/** The size up to which a page is read. */
const size = 2_000_000;
const megabyte = 'a'.repeat(1_000_000);

/** A page of that size: its beginning, then as many of these pieces as fit. */
function filled(begin: string, piece: (at: number) => string): string {
  const pieces = [begin];
  for (let at = 0, length = begin.length; length < size; at++) {
    const one = piece(at);
    pieces.push(one);
    length += one.length;
  }
  return pieces.join('').slice(0, size);
}

const longBase = `<base href="https://shop.example.com/${megabyte}/">`;

interface HeavyPage {
  name: string;
  html: () => string;
  /** What an audit says of it. */
  state: string;
  why?: string;
  about?: string;
}

const many = { state: 'unsure', why: 'many' };

/** Pages that are made to take much memory. */
export const heavyPages: HeavyPage[] = [
  { name: 'a long base, scripts', html: () => filled(longBase, (at) => `<script src="${at}.js"></script>`), ...many },
  { name: 'a long base, iframes', html: () => filled(longBase, (at) => `<iframe src="${at}"></iframe>`), ...many },
  { name: 'a long base, queries', html: () => filled(longBase, (at) => `<iframe src="?${at}"></iframe>`), ...many },
  {
    name: 'a long base, scripts held back',
    html: () => filled(longBase, (at) => `<script data-src="${at}"></script>`),
    ...many,
  },
  {
    name: 'a long base, images without scripts',
    html: () => filled(longBase, () => `<noscript>${'<img src=1>'.repeat(1800)}</noscript>`),
    ...many,
  },
  {
    name: 'a long base that is escaped',
    html: () => filled(`<base href="/${'€'.repeat(600_000)}/">`, (at) => `<script src="${at}.js"></script>`),
    ...many,
  },
  { name: 'many attributes', html: () => filled('<script src=a ', (at) => `${at.toString(36)} `), ...many },
  {
    name: 'many attributes on many scripts',
    html: () =>
      filled('', () => `<script ${Array.from({ length: 5_000 }, (_, at) => at.toString(36)).join(' ')}></script>`),
    ...many,
  },
  { name: 'character references', html: () => `<img src="${'&amp;'.repeat(390_000)}">`, state: 'missing' },
  {
    name: 'calls',
    html: () => `<script>${"gtag('config','G-AAAAAAAAAA');".repeat(60_000)}</script>`,
    state: 'unsure',
    why: 'shell',
  },
  {
    name: 'words of a known kind',
    html: () => `<script>${'_paq '.repeat(390_000)}</script>`,
    state: 'unsure',
    why: 'shell',
  },
  {
    name: 'one long script',
    html: () => filled('<script>', () => 'function aName(){return anotherName;} '),
    state: 'missing',
  },
  {
    name: 'policies',
    html: () =>
      filled(`<meta http-equiv=content-security-policy content="script-src ${"'sha256-aaaa' ".repeat(1_400)}">`, () => {
        return '<script src=a integrity="sha256-bbbb"></script>';
      }),
    ...many,
  },
  {
    name: 'a long refresh',
    html: () => `<meta http-equiv=refresh content="0;url=https://elsewhere.example/${megabyte}">`,
    state: 'elsewhere',
    why: 'refresh',
    about: `https://elsewhere.example/${megabyte}`.slice(0, 200),
  },
];
