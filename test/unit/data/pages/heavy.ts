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

/** Pages that are made to take much memory. */
export const heavyPages: Record<string, () => string> = {
  'a long base, scripts': () => filled(longBase, (at) => `<script src="${at}.js"></script>`),
  'a long base, iframes': () => filled(longBase, (at) => `<iframe src="${at}"></iframe>`),
  'a long base, queries': () => filled(longBase, (at) => `<iframe src="?${at}"></iframe>`),
  'a long base, scripts held back': () => filled(longBase, (at) => `<script data-src="${at}"></script>`),
  'a long base, images without scripts': () =>
    filled(longBase, () => `<noscript>${'<img src=1>'.repeat(1800)}</noscript>`),
  'a long base that is escaped': () =>
    filled(`<base href="/${'€'.repeat(600_000)}/">`, (at) => `<script src="${at}.js"></script>`),
  'many attributes': () => filled('<script src=a ', (at) => `${at.toString(36)} `),
  'many attributes on many scripts': () =>
    filled('', () => `<script ${Array.from({ length: 5_000 }, (_, at) => at.toString(36)).join(' ')}></script>`),
  'character references': () => filled('<img src="', () => '&amp;'),
  calls: () => filled('<script>', () => "gtag('config','G-AAAAAAAAAA');"),
  policies: () =>
    filled(`<meta http-equiv=content-security-policy content="script-src ${"'sha256-aaaa' ".repeat(1_400)}">`, () => {
      return '<script src=a integrity="sha256-bbbb"></script>';
    }),
  'a long refresh': () => `<meta http-equiv=refresh content="0;url=https://elsewhere.example/${megabyte}">`,
};
