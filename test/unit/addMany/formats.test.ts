import { describe, expect, test } from 'vitest';
import { type Entry, parseSites } from '@/lib/addMany/parse.ts';
import { doubtOf, parseEntries } from '@/lib/addMany/preview.ts';
import { exportText } from '@/lib/websites/export.ts';
import { processorTime } from '../util/processorTime.ts';
import { readsAs } from './reads.ts';

const entriesOf = async (text: string): Promise<Entry[]> => (await parseSites(text))?.entries ?? [];

/** Each entry: its line, and its host, with why it is not ticked, or (why it is no site); `!`: the whole line is shown. */
async function read(text: string): Promise<string> {
  const reads = parseEntries(await entriesOf(text), 'seen', () => ({}));
  return [...reads]
    .filter((one) => one !== undefined)
    .map((one) => {
      const doubt = doubtOf(one);
      const { line, words } = one.entry;
      return `${line} ${one.host ?? `(${one.reason})`}${doubt ? ` ?${doubt}` : ''}${words ? '!' : ''}`;
    })
    .join(', ');
}

const readAs = readsAs(read);
const readWholeAs = readsAs(async (text) => {
  const seen = await read(text);
  expect(await read(text.replaceAll('\n', '\r\n'))).toBe(seen);
  return seen;
});

const zone = `;;
;; Domain:     bakery.net.
;;
bakery.net.	3600	IN	SOA	ada.ns.host.net. dns.host.net. 2050 10000 2400 604800 3600
;; A Records
bakery.net.	1	IN	A	192.0.2.10
shop.bakery.net.	1	IN	A	192.0.2.10 ; cf_tags=proxied
;; CNAME Records
www.bakery.net.	1	IN	CNAME	bakery.net.
mail.bakery.net.	1	IN	CNAME	ghs.mailhost.net.
k1._domainkey.bakery.net.	1	IN	CNAME	dkim.newsletter.net.
bakery.net.	1	IN	MX	10 mx1.mailhost.net.
_dmarc.bakery.net.	1	IN	TXT	"v=DMARC1; p=none; rua=mailto:dmarc@reports.net"
`;

const bind = `$ORIGIN clinic.net.
$TTL 1h
@ IN SOA ns1.host.net. admin.host.net. (
  2024 ; serial
  1d 2h 4w 1h )
  IN NS ns1.host.net.
@ IN A 192.0.2.1
  IN AAAA 2001:db8::1
www IN CNAME @
*.shop 300 IN A 192.0.2.2
`;

/** Waymark's own file of websites. */
const exported = (format: 'csv' | 'json', ...websites: object[]) =>
  exportText('websites', format, websites as never).replaceAll('\r\n', '\n');
const shared = { id: '1', domain: 'clinic.net', privacy: 0, share_url: 'https://stats.agency.net/share/Ab12' };
const ofTwoHosts = { id: '1', domain: 'clinic.net', hosts: ['clinic.net', 'blog.clinic.net'] };
const [app, bakery] = [
  { id: '2', domain: 'Our app' },
  { id: '3', domain: 'bakery.net' },
];

describe('files are read as what they are', () => {
  readWholeAs({
    'Waymark’s own export in JSON: not where its share links lead': [exported('json', shared), '4 clinic.net'],
    'Waymark’s own export in JSON of one without a domain, whose name has quotes': [
      exported(
        'json',
        { id: '1', domain: 'Our "best" app' },
        { id: '2', domain: 'clinic.net', exclude_params: ['ref'] },
      ),
      '4 (nothing), 8 clinic.net',
    ],
    'Waymark’s own export as a table in which some have no domain: not where its share links lead': [
      exported('csv', shared, { ...app, privacy: 1 }, { ...bakery, privacy: 1 }),
      '2 clinic.net, 3 (nothing), 4 bakery.net',
    ],
    'Waymark’s own export as a table in which some have no domain and others several hosts': [
      exported('csv', ofTwoHosts, app, bakery),
      '2 clinic.net, 4 (nothing), 5 bakery.net',
    ],
    'the same where each with a domain has its hosts, as from Matomo': [
      exported('csv', ofTwoHosts, { ...app, hosts: [] }),
      '2 clinic.net, 4 (nothing)',
    ],
    'a registrar’s list in JSON: not its own name and servers': [
      '[{"domain": "clinic.net", "registrar": "names.net", "ns": ["ns1.host.net"]},\n{"domain": "bakery.net"}]',
      '1 clinic.net, 2 bakery.net',
    ],
    'a service’s answer in JSON: not the names of its websites and the addresses of its pages': [
      '{"data": [{"id": "1", "name": "old.net", "domain": "clinic.net"},\n{"name": "Our app", "domain": "bakery.net"}],\n' +
        '"links": {"next": "https:\\/\\/stats.agency.net\\/websites?page=2"}, "total": 2}',
      '1 clinic.net, 2 bakery.net',
    ],
    'JSON as PHP writes it, with escapes in its addresses': [
      '[{"idsite": "1", "main_url": "https:\\/\\/www.clinic.net\\/a"},\n{"main_url": "https:\\/\\/b\\u00e4cker.net"}]',
      '1 www.clinic.net, 2 xn--bcker-gra.net',
    ],
    'JSON with a backslash before a letter that is no escape': [
      String.raw`[{"domain": "clinic.net", "name": "old.net", "path": "C:\\uacademy"}]`,
      '1 clinic.net',
    ],
    'an empty answer in JSON': ['{"data": [], "total": 0}', '1 (nothing)'],
    'zones in JSON: not their name servers': [
      '{"result": [{"name": "clinic.net", "name_servers": ["ada.ns.host.com",\n"bob.ns.host.com"], "original_registrar": "names.net"},\n' +
        '{"name": "bakery.net", "original_name_servers": ["ns1.old.net", "ns2.old.net"]}]}',
      '1 clinic.net, 2 (nothing), 3 bakery.net',
    ],
    'lists in JSON beside a password: only those of sites': [
      '{"url": "https://a.com", "password": "abc",\n"old": ["abc.de"],\n"domains": ["b.com"]}',
      '1 a.com, 2 (nothing), 3 b.com',
    ],
    'lists in JSON beside a list of codes': ['{"codes": ["abc.de"],\n"aliases": ["b.com"]}', '1 (nothing), 2 b.com'],
    'an answer of WHOIS: not the registrar and the name servers': [
      'Domain Name: CLINIC.NET\nRegistrar URL: http://www.names.net\nName Server: NS1.HOST.NET',
      '1 clinic.net, 2 (nothing), 3 (nothing)',
    ],
    'notes about a site: not its servers': [
      'Domain: clinic.net\nFTP: ftp.clinic.net\nDB-Host: db1.host.net\n- SMTP_HOST=smtp.host.net',
      '1 clinic.net, 2 (nothing), 3 (nothing), 4 (nothing)',
    ],
    'a list of DNS entries: whole names without a dot at their end': [
      'clinic.net\tA\t192.0.2.1\nblog.clinic.net\tCNAME\tclinic.net',
      '1 clinic.net, 2 blog.clinic.net',
    ],
    'a zone without its origin: names that are parts of it are no sites': [
      'clinic.net\tA\t192.0.2.1\nwww\tCNAME\tclinic.net',
      '1 (record), 2 (record)',
    ],
    'a zone with a text that has a bracket': [
      '$ORIGIN clinic.net.\n@ 300 IN TXT "hello :( world"\nshop 300 IN A 192.0.2.2',
      '2 (record), 3 shop.clinic.net',
    ],
    'names of files': [
      '000-default.conf\nclinic.net.conf\nclinic.net.zone\nbakery.net.db',
      '1 (nothing), 2 (nothing), 3 (nothing), 4 (nothing)',
    ],
    'words that have a dot': [
      'clinic.net, St.Gallen\nTel.Nr.: 030 123456\nbakery.net (ASP.NET, PHP)',
      '1 clinic.net, 1 st.gallen ?words!, 2 tel.nr ?words!, 3 bakery.net, 3 asp.net ?words!',
    ],
    'companies and departments whose names have a dot': [
      'Bakery GmbH & Co.KG, bakery.net\nCLINIC CO.LTD; CLINIC.NET\nAbt.IT: intra.clinic.net',
      '1 co.kg ?words!, 1 bakery.net, 2 co.ltd ?words!, 2 clinic.net, 3 abt.it ?words!, 3 intra.clinic.net',
    ],
    'bookmarks: their addresses, not icons, scripts, folders, texts': [
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<DL><p>
    <DT><H3 ADD_DATE="1">Clients of agency.net</H3>
    <DT><A HREF="https://www.bakery.net/a?b=1&amp;c=2" ICON_URI="https://cdn.net/44.ico" ICON="data:image/png;base64,iVB==">Bakery</A>
    <DT><A HREF="https://clinic.net/">Clinic (was clinic-old.net)</A>
    <DT><A HREF="javascript:location.href='https://saver.net/?u='+location.href">Save it</A>
    <DT><A HREF="place:sort=8&amp;maxResults=10">Most visited</A>
    <DD>Ask hosting.net
</DL>`,
      '5 www.bakery.net, 6 clinic.net',
    ],
    'a sitemap: its pages once for each site, not images, other languages, namespaces': [
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="//bakery.net/main.xsl"?>
<!-- made by a plug-in of seo.net -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/1.1">
<url><loc>https://bakery.net/</loc><xhtml:link rel="alternate" hreflang="de" href="https://de.bakery.net/"/></url>
<url><loc> https://bakery.net/cakes/ </loc><image:image><image:loc>https://images.cdn.net/x.jpg</image:loc></image:image></url>
<url><loc><![CDATA[https://shop.bakery.net/]]></loc></url>
</urlset>`,
      '4 bakery.net, 6 shop.bakery.net',
    ],
    'a sitemap as copied from the browser that shows it': [
      'This XML file does not appear to have any style information.\n<urlset xmlns="http://www.sitemaps.org/x">\n<url>\n<loc>https://a.net/</loc>\n</url>\n</urlset>',
      '4 a.net',
    ],
    'a list of sitemaps': [
      '<sitemapindex xmlns="http://www.sitemaps.org/x"><sitemap><loc>https://a.net/s1.xml.gz</loc></sitemap></sitemapindex>',
      '1 a.net',
    ],
    "cPanel's domains": [
      `*: nobody
bakery.net: usr==root==main==bakery.net==/home/usr/public_html==192.0.2.10:80==192.0.2.10:443====0==ea-php82
cakes.net: usr==root==addon==cakes.bakery.net==/home/usr/cakes.net==192.0.2.10:80==192.0.2.10:443====0==ea-php82
x.cakes.net: usr==root==sub==cakes.net==/home/usr/x==192.0.2.10:80==192.0.2.10:443====0==ea-php82`,
      '1 (nothing), 2 bakery.net, 3 cakes.net, 4 x.cakes.net',
    ],
    "cPanel's domains and their users": ['bakery.net: usr\ncakes.net: usr2', '1 bakery.net, 2 cakes.net'],
    'a DNS zone: names with a website; mail and technical ones are not ticked': [
      zone,
      '4 (record), 6 bakery.net, 7 shop.bakery.net, 9 www.bakery.net ?variant, 10 mail.bakery.net ?service, ' +
        '11 (record), 12 (record), 13 (record)',
    ],
    'a DNS zone with names that are relative, left out, and over several lines': [
      bind,
      '3 (record), 6 (record), 7 clinic.net, 8 clinic.net, 9 www.clinic.net ?variant, 10 shop.clinic.net',
    ],
    'a DNS zone without an origin': ['www IN A 192.0.2.1\nshop IN A 192.0.2.1', '1 (record), 2 (record)'],
    "Search Console's properties": [
      'sc-domain:bakery.net\nsc-domain:1001nights.net\nsc-domain:4x4.net\nhttps://www.clinic.net/\nhttp://clinic.net/',
      '1 bakery.net, 2 1001nights.net, 3 4x4.net, 4 www.clinic.net, 5 clinic.net ?variant',
    ],
    'tabs that an extension has put to sleep': [
      `chrome-extension://noogafoof/suspended.html#ttl=Bakery%20%7C%20Home&pos=0&uri=https://www.bakery.net/home
moz-extension://1b2c/park.html?title=x&url=https%3A%2F%2Fclinic.net%2Fteam
extension://noogafoof/suspended.html#ttl=Shop&pos=0&uri=https://shop.net/
chrome-extension://noogafoof/options.html`,
      '1 www.bakery.net, 2 clinic.net, 3 shop.net, 4 (extension)',
    ],
    'tabs with their titles': [
      `https://www.bakery.net/ | Bakery – bread, cakes.de & more
https://clinic.net/team | The team - www.clinic.net
https://dev.net/aspnet | Hosting ASP.NET Core
https://market.net/ | Amazon.de

https://docs.net/ | Next.js, Socket.IO - docs`,
      '1 www.bakery.net, 2 clinic.net, 3 dev.net, 4 market.net, 6 docs.net',
    ],
    'tabs with their titles before or after a dash': [
      'https://clinic.net/team - The team at www.clinic.net\nAmazon.de, Ebay.de: prices - https://market.net/x',
      '1 clinic.net, 1 (beside-address), 2 market.net, 2 (beside-address), 2 (beside-address)',
    ],
  });
});

describe('what stands beside a name or address', () => {
  readAs({
    'a word that may be its beginning': ['newclient 16.com', '1 16.com ?words!'],
    'a word after it': ['a.com bakery', '1 a.com ?words!'],
    'a sentence': ['We run a.com and b.com.', '1 a.com ?words!, 1 b.com ?words!'],
    'words of another script, without a space': [
      '请看a.com\nたa.com\nmüller.com',
      '1 xn--a-et3c380d.com ?words!, 2 xn--a-k9t.com ?words!, 3 xn--mller-kva.com',
    ],
    'words set apart by marks': ['a.com - since 2019\nClient A: b.com\nc.com (main)', '1 a.com, 2 b.com, 3 c.com'],
    'numbers and contacts': ['3. a.com 12 2024-01-05 anna@b.net', '1 a.com'],
    'other names': ['a.com b.com c.com', '1 a.com, 1 b.com, 1 c.com'],
    'an address among words is one all the same': ['see https://a.com/x for more', '1 a.com'],
    'a title in a link': ['<a href="https://a.com/b">Shop.de</a>', '1 a.com, 1 (beside-address)'],
    'the same name as its title': ['[www.a.com](https://www.a.com/b)', '1 www.a.com'],
    'a dash before the name': ['-a.com\n- -b.com', '1 (bad-host), 2 (nothing)'],
    'names with and without www': [
      'a.com\nwww.a.com\nwww.b.com, b.com',
      '1 a.com, 2 www.a.com ?variant, 3 www.b.com, 3 b.com ?variant',
    ],
  });
});

describe('a long file is read in no time', () => {
  test.each<[string, string]>([
    ['a sitemap of 12,500 pages', `<urlset>${'<url><loc>https://a.net/x</loc></url>\n'.repeat(12_500)}</urlset>`],
    ['a sitemap that does not begin', `${'<!x>'.repeat(75_000)}`],
    ['open locations', `<urlset>${'<loc>'.repeat(50_000)}`],
    ['open links', `<!DOCTYPE NETSCAPE-Bookmark-file-1>${'<a href'.repeat(40_000)}`],
    ['a zone with an open bracket', 'a.net. IN SOA x ( \n'.repeat(12_500)],
    ['an extension with many parts', `chrome-extension://x/y#${'a&'.repeat(125_000)}`],
    ['spaces', `a.net${' '.repeat(250_000)}IN A`],
    ['empty rows of a sheet', `${'\t'.repeat(10)}\n`.repeat(4_000)],
    ['long names', `${'a.'.repeat(500)}x\n`.repeat(200)],
  ])('%s', async (_name, text) => {
    const time = await processorTime(async () => void (await entriesOf(text)));
    expect(time).toBeLessThan(500);
  });
});
