import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidates, plainHostOf } from '@/lib/addMany/candidates.ts';
import { isPlaceholder, readLines } from '@/lib/addMany/lines.ts';
import { type Entry, parseSites } from '@/lib/addMany/parse.ts';
import { siteNotesOf, siteOfText } from '@/lib/hosts/parse.ts';
import { toCsv } from '@/lib/util/csv.ts';
import { forMany } from '../util/forAny.ts';
import { processorTime } from '../util/processorTime.ts';
import { readsAs } from './reads.ts';

const shown = ({ line, site, wildcard }: Entry) =>
  `${line} ${'host' in site ? site.host : `(${site.refused})`}${wildcard ? ' *' : ''}`;
const entriesOf = async (text: string) => (await parseSites(text))?.entries ?? [];
const read = async (text: string) => (await entriesOf(text)).map(shown).join(', ');
const readAs = readsAs(read);

describe('what a list is read as: line, host or (reason), * for a wildcard', () => {
  readAs({
    'one a line': ['example.com\nexample.org', '1 example.com, 2 example.org'],
    'CRLF, CR, blank lines, BOM': ['\ufeffa.com\r\n\r\nb.com\rc.com\n', '1 a.com, 3 b.com, 4 c.com'],
    commas: ['a.com, b.com,c.com', '1 a.com, 1 b.com, 1 c.com'],
    'semicolons, tabs, pipes': ['a.com;b.com\tc.com | d.com', '1 a.com, 1 b.com, 1 c.com, 1 d.com'],
    'quotes as text programs turn them': [
      '“https://a.com” „b.com“ «https://c.com/x» 「d.com」',
      '1 a.com, 1 b.com, 1 c.com, 1 d.com',
    ],
    'quotes and brackets': ['"a.com" \'b.com\' (c.com) [d.com] <e.com>', '1 a.com, 1 b.com, 1 c.com, 1 d.com, 1 e.com'],
    'foreign marks': [
      'a.com、b.com，c.com；d.com\ne.com،f.com',
      '1 a.com, 1 b.com, 1 c.com, 1 d.com, 2 e.com, 2 f.com',
    ],
    'such marks after addresses': ['https://a.com、https://b.com/x，c.com/y', '1 a.com, 1 b.com, 1 c.com'],
    'such brackets and labels': [
      '【a.com】（b.com）\n网站：c.com\nサイト｜d.com',
      '1 a.com, 1 b.com, 2 c.com, 3 d.com',
    ],
    'such numbers and bullets': [
      '1．a.com\n①b.com\n・c.com\nd.com・e.com',
      '1 a.com, 2 b.com, 3 c.com, 4 d.com, 4 e.com',
    ],
    'a middle dot within a name': [
      'https://ア・イ.com\ncol·lecció.cat, a.com·b.com',
      '1 xn--ccke4x.com, 2 xn--collecci-ioa91d.cat, 2 a.com, 2 b.com',
    ],
    'hyphens of documents': ['my‑shop.com, my‐blog.com, my−site.com', '1 my-shop.com, 1 my-blog.com, 1 my-site.com'],
    'a name of which a part was cut': ['exam…le.com', '1 (bad-host)'],
    'a dash between words': ['a.com—since 2019\nאתר־b.com', '1 a.com, 2 b.com'],
    emphasis: [
      '**a.com** – new\n*b.com*, _c.com_\n**https://d.com**\n- **e.com:** f.com*',
      '1 a.com, 2 b.com, 2 c.com, 3 d.com, 4 e.com, 4 f.com',
    ],
    addresses: ['https://www.a.com/x?y=1#z\nhttp://b.com:8080', '1 www.a.com, 2 b.com'],
    'addresses in a row': ['https://a.com,https://b.com;c.com', '1 a.com, 1 b.com, 1 c.com'],
    'names after an address': ['https://a.com/x,b.com/y;c.com,d.com', '1 a.com, 1 b.com, 1 c.com, 1 d.com'],
    'a comma within an address': ['https://a.com/1,2;3/x.html', '1 a.com'],
    Markdown: ['- [Shop](https://a.com/b)', '1 a.com'],
    HTML: ['<a href="https://a.com/b">Shop</a>', '1 a.com'],
    JSON: ['{"domain":"a.com","url":"https://b.com"}', '1 a.com, 1 b.com'],
    named: ['Domain:a.com, host=b.com', '1 a.com, 1 b.com'],
    'a port and a path': ['a.com:8080/x', '1 a.com'],
    wildcards: ['*.a.com\n*b.com\n.c.com\nhttps://*.d.com/', '1 a.com *, 2 b.com *, 3 c.com *, 4 d.com *'],
    'a wildcard within': ['a.*.com', '1 (wildcard)'],
    notes: ['a.com - since 2019, e.g. v1.2 (see notes.txt)', '1 a.com'],
    'a numbered list': ['1. a.com\n2) b.com\n• c.com', '1 a.com, 2 b.com, 3 c.com'],
    'the end of a sentence': ['We run a.com and b.com.', '1 a.com, 1 b.com'],
    'the same name twice on a line': ['a.com https://a.com/', '1 a.com'],
    'the same name on two lines': ['a.com\nA.com', '1 a.com, 2 a.com'],
    'a contact is no site': ['a.com, anna@gmail.com', '1 a.com'],
    'only a contact': ['anna@gmail.com', '1 (email)'],
    mailto: ['mailto:anna@gmail.com', '1 (email)'],
    'a contact that begins like an address': ['b.com?x@c.com', '1 (email)'],
    'a user in an address': ['https://anna:secret@a.com/', '1 a.com'],
    'only words': ['Our clients in 2024', '1 (nothing)'],
    'one word': ['intranet', '1 intranet'],
    localhost: ['localhost:3000 and more', '1 localhost'],
    'numbers are no sites': ['a.com 3.14 2024.01.05', '1 a.com'],
    'IP addresses': ['192.168.0.1, http://[::1]:80/', '1 192.168.0.1, 1 [::1]'],
    international: ['müller.de\nпример.рф', '1 xn--mller-kva.de, 2 xn--e1afmkfd.xn--p1ai'],
    'in capitals': ['www.MUELLER-BAU.DE, example.COM', '1 www.mueller-bau.de, 1 example.com'],
    'an ideographic full stop': ['example。com', '1 example.com'],
    'other schemes': ['chrome://settings\nftp://a.com', '1 (browser-page), 2 (not-web)'],
    'a source view': ['view-source:https://a.com/', '1 a.com'],
    'a bad host': ['https://exa mple.com\nhttps://256.1.1.1', '1 exa, 1 (beside-address), 2 (bad-host)'],
    nothing: [' \n\n', ''],
    comments: ['# old\n#shop.com\n// see a.com\n//', '1 (comment), 2 (comment), 3 (comment), 4 (comment)'],
    'no comments': ['#1 a.com\n//b.com\nc.com # old', '1 a.com, 2 b.com, 3 c.com'],
    'what stands for nothing': ['-\n– —\nn/a\nN/A; -\n=====\n*\na.com - n/a', '7 a.com'],
    'no more than a part of it': ['n/a.b\n-a\nna', '1 n, 2 (bad-host), 3 na'],
    'a copy': ['https://web.archive.org/web/2020id_/https://a.com/x', '1 a.com'],
    'copies, found without a scheme': ['web.archive.org/web/2*/http://b.com', '1 b.com'],
    'a copy without a scheme': ['https://web.archive.org/web/*/a.com*', '1 a.com'],
    'a copy in another archive': ['https://archive.ph/newest/b.com/x', '1 b.com'],
    'no copies': ['https://archive.org/details/x\nweb.archive.org', '1 archive.org, 2 web.archive.org'],
  });
});

describe('CSV with a header', () => {
  readAs({
    'one column': ['domain\na.com\nb.com', '2 a.com, 3 b.com'],
    commas: ['id,domain,owner\n1,a.com,x@b.com\n2,c.com,d.com', '2 a.com, 3 c.com'],
    'semicolons, a space in the name': ['Nr;Web site;Note\n1;https://a.com/x;b.com', '2 a.com'],
    tabs: ['Name\tURL\nAnna\thttp://a.com', '2 a.com'],
    'the better of two columns': ['link,domain\nhttps://x.com,a.com', '2 a.com'],
    'quotes, line ends within': ['"name","domain"\n"a ""b""\nc, d.com","a.com"\nx,b.com', '2 a.com, 4 b.com'],
    'several in one field': ['site,note\n"a.com, b.com",c.com', '2 a.com, 2 b.com'],
    'an empty field': ['name,domain\nAnna,\n,\nBob,b.com', '2 (nothing), 4 b.com'],
    'BOM, CRLF': ['\ufeffdomain,x\r\na.com,1\r\n', '2 a.com'],
    'a sentence is no header': ['Our web sites are\na.com', '1 (nothing), 2 a.com'],
    'a word that would be a header, alone': ['host', '1 host'],
    'a cell that stands for nothing': ['name,domain\nAnna,n/a\nBob,-', '2 (nothing), 3 (nothing)'],
    comments: ['domain\n# old\na.com', '2 (comment), 3 a.com'],
    'no header': ['1,a.com,Anna\n2,b.com,Bob', '1 a.com, 2 b.com'],
    'line ends of several kinds': ['domain,x\ra.com,1\r\nb.com,2\nc.com,3', '2 a.com, 3 b.com, 4 c.com'],
    'the line of Excel before it': ['\ufeffsep=;\r\nid;domain\r\n1;a.com\r\n', '3 a.com'],
    'the line of Excel with quotes': ['"sep=;"\nOwner, first, last;Domain\nmail.other.net;a.com', '3 a.com'],
    'the line of Excel as it saved it again': ['SEP=,,, \nname;x,domain\nb.com,a.com', '3 a.com'],
    'the line of Excel with a mark of its own': ['sep=^\nname^domain\nb.com^a.com', '3 a.com'],
    'the line of Excel, without a header': ['sep=\t\na.com\tb.com', '2 a.com, 2 b.com'],
    'blank lines before it': ['\n \ndomain,x\na.com,1', '4 a.com'],
    'a quote within a plain field': ['domain,size\na.com,3" x 5"\nb.com,1', '2 a.com, 3 b.com'],
    'a quote that is not closed': ['domain,x\na.com,x\nb.com,"o\nc.com,"y"', '2 a.com, 3 (quote), 3 b.com, 4 c.com'],
    'a quote that is not closed, at the end': ['domain\na.com\n"b.com', '2 a.com, 3 (quote), 3 b.com'],
    'a quote that is not closed, after 3,000 rows': [
      `domain,x\n${'a.com,"1\n2"\n'.repeat(3000)}b.com,"\nc.com,`,
      `${Array.from({ length: 3000 }, (_, n) => `${2 * n + 2} a.com, `).join('')}6002 (quote), 6002 b.com, 6003 c.com`,
    ],
    'more after a closing quote': ['domain,x\n"a.com" and,1\nb.com,2', '2 (quote), 2 a.com, 3 b.com'],
    'a header with a quote that is not closed': ['"domain and x\na.com,1\n', '1 (nothing), 2 a.com'],
  });
});

test('wherever one quote too many stands in a table, no other row is lost, and what was wrong is said', async () => {
  const field = fc.constantFrom('x', 'a "word"', 'one, two', 'three\nfour', '');
  const rows = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 8 });
  await forMany(500, [rows, fc.nat(), fc.nat()], async (fields, at, inRow) => {
    const hosts = fields.map((_, n) => `site${n}.com`);
    const written = fields.map(([before, after], n) => toCsv([before, `site${n}.com`, after], []).slice(1));
    const broken = inRow % written.length;
    const row = written[broken] ?? '';
    const place = at % row.length;
    written[broken] = `${row.slice(0, place)}"${row.slice(place)}`;
    const found = await entriesOf(`note,domain,more\r\n${written.join('')}`);
    const names = found.map(({ site }) => 'host' in site && site.host);
    const lost = hosts.filter((host, n) => n !== broken && !names.includes(host));
    expect(lost).toEqual([]);
  });
});

test('no text at all breaks it, every line that is not blank is told of, and no user name is read', async () => {
  const pieces = 'a.com https://u:p@b.com/x,y , ; " *. domain @ :// ['.split(' ');
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...pieces, ' ', '\n', '\r\n', '\t'));
  await forMany(1000, [fc.array(part, { maxLength: 40 })], async (parts) => {
    const text = parts.join('');
    const entries = await entriesOf(text);
    for (const { site } of entries) if ('host' in site) expect(site.host).not.toMatch(/[\s@/?#]/);
    const lines = text
      .split(/\r\n?|\n/)
      .filter((line) => line.replace(/^\ufeff/, '').trim())
      .filter((line) => !isPlaceholder(line.trim()));
    const told = [...readLines(text.replace(/^\ufeff/, ''))].flatMap((entry) => entry?.line ?? []);
    expect(new Set(told).size).toBe(lines.length);
  });
});

describe('a host that can be read off', () => {
  test.each<[string, string | undefined]>([
    ['shop.example.com', 'shop.example.com'],
    ['https://shop.example.com', 'shop.example.com'],
    ['http://shop.example.com/a?b=c#d', 'shop.example.com'],
    ['nas.local', 'nas.local'],
    ['page.html/x', 'page.html'],
    ['page.html', undefined],
    ['Shop.example.com', undefined],
    ['shop.example.com:8080', undefined],
    ['https://anna@example.com/', undefined],
    ['https://example.com?x', undefined],
    ['xn--mller-kva.de', undefined],
    ['example.com.', undefined],
    ['1.2.3.4', undefined],
    ['-a.example.com', undefined],
    ['localhost', undefined],
    [`${'a.'.repeat(126)}com`, undefined],
  ])('%s: %s', (address, host) => expect(plainHostOf(address)).toBe(host));

  test('is the one that cutting and parsing give', async () => {
    const label = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('www', 'shop', 'a-b', '1') },
      { weight: 1, arbitrary: fc.constantFrom('-a', 'a-', 'xn--mller-kva', 'xn--', 'A', 'a_b', 'é', 'localhost', '') },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'z', '0', '-'), minLength: 1, maxLength: 64 }) },
    );
    const last = fc.constantFrom('com', 'html', 'js', 'local', 'onion', 'c', '1', 'xn--p1ai', 'COM', 'com.');
    const labels = fc.tuple(fc.array(label, { maxLength: 5 }), last);
    const name = fc.oneof(
      { weight: 9, arbitrary: labels.map((parts) => parts.flat().join('.')) },
      { weight: 1, arbitrary: fc.constantFrom('archive.org', 'web.archive.org', 'archive.ph') },
    );
    const start = fc.constantFrom('', 'https://', 'http://', 'HTTPS://', 'ftp://', '//');
    const ends =
      '/ :80/ ?a #a /a?b=c#d /;a /% /[ /" //x /\\.. /@b.c /a_b/~c?d=1&e=%20#f /a. /a) /a/b.com /web/2020/b.com /a?';
    const end = fc.constantFrom('', ...ends.split(' '));
    let plain = 0;
    await forMany(5000, [start, name, end], (before, host, after) => {
      const address = before + host + after;
      const found = plainHostOf(address);
      if (!found) return;
      plain++;
      expect(siteOfText(address)).toEqual({ host: found, notes: siteNotesOf(found) });
      // A space around it changes nothing but the way it is read.
      expect([...candidates(address)]).toEqual([...candidates(`${address} `)]);
    });
    expect(plain).toBeGreaterThan(60);
  });
});

test('10,000 lines are read in slices, and in less than a second of the processor in all', async () => {
  const line = (_: unknown, n: number) => `https://www.site-${n}.example.com/path?x=${n}, note ${n}`;
  const text = Array.from({ length: 10_000 }, line).join('\n');
  const time = await processorTime(async () => expect(await entriesOf(text)).toHaveLength(10_000));
  expect(time).toBeLessThan(1000);
});

test('reading may pause also within a line that has no site', () => {
  const read = [...readLines('{"note": ["some words"], '.repeat(1000))];
  expect(read.length).toBeGreaterThan(3000);
  expect(read.filter(Boolean)).toEqual([expect.objectContaining({ line: 1, site: { refused: 'nothing' } })]);
});

test('and within one that has one site over and over', () => {
  const pages = Array.from({ length: 1000 }, (_, n) => `https://a.com/${n}`).join(' ');
  const read = [...readLines(pages)];
  expect([read.length, read.filter(Boolean).length]).toEqual([1000, 1]);
});

describe('a line of 256 kB is read in no time', () => {
  const long = (text: string) => text.repeat(2 ** 18 / text.length);
  test.each<[string, string, string]>([
    ['one word', long('a'), '1 (bad-host)'],
    ['labels', long('abc.'), '1 (bad-host)'],
    ['what a scheme may hold', `${long('a+')}://x.com`, '1 (not-web)'],
    ['schemes', long('https://'), '1 (bad-host)'],
    ['closing brackets', `https://a.com/${long(')')}x`, '1 (bad-host)'],
    ['a mailbox', `a@${long('.')}/`, '1 (bad-host)'],
    ['dashes', `${long('-')}x`, '1 (bad-host)'],
    ['dashes and spaces', `${long('- ')}x`, '1 (nothing)'],
    ['a copy', `https://web.archive.org/web/${long('2/')}a.com`, '1 (bad-host)'],
    ['one name, many times', long('a.com,'), '1 a.com'],
    ['one name after an address, many times', `https://a.com,${long('b.com,')}`, '1 a.com, 1 b.com'],
  ])('%s', async (_name, text, expected) => {
    const time = await processorTime(async () => expect(await read(text)).toBe(expected));
    expect(time).toBeLessThan(1200);
  });
});
