import { describe, expect, test } from 'vitest';
import { parseSites } from '@/lib/addMany/parse.ts';
import { exportText } from '@/lib/websites/export.ts';

/**
 * Returns the settings of each site's row (null if there are none), with `unread` if its privacy was not understood; and
 * the columns that are used, and those that are not.
 */
async function read(text: string) {
  const { entries = [], use } = (await parseSites(text, { choose: () => [0] })) ?? { entries: [] };
  const sites = entries.map(({ site, own = null, unread }) => [
    'host' in site ? site.host : site.refused,
    unread ? { ...own, unread } : own,
  ]);
  return { sites: Object.fromEntries(sites), columns: use && `${use.used} | ${use.unused}` };
}

describe('what a table says of its sites beside their names', () => {
  const unread = { unread: true };
  test.each(
    Object.entries<[string, Record<string, object | null>, columns: string]>({
      'settings are used, the rest is named': [
        'domain,Owner,privacy,exclude_ips,exclude_bots\na.net,Anna,public,"192.0.2.1\n192.0.2.2",yes\nb.net,Bob,,,',
        { 'a.net': { privacy: 0, exclude_ips: ['192.0.2.1', '192.0.2.2'], exclude_bots: 1 }, 'b.net': null },
        'domain,privacy,exclude_ips,exclude_bots | Owner',
      ],
      'a password is never taken from a file': [
        'domain,password,privacy\na.net,Sun.flower,password',
        { 'a.net': { privacy: 2 } },
        'domain,privacy | password',
      ],
      'what is not understood is not set, and of the privacy it is told': [
        'domain,privacy,email\na.net,visible,maybe\nb.net,PRIVATE,No\nc.net,constructor,toString\nd.net,1,\ne.net,-,yes',
        { 'a.net': unread, 'b.net': { privacy: 1, email: 0 }, 'c.net': unread, 'd.net': unread, 'e.net': { email: 1 } },
        'domain,privacy,email | ',
      ],
      'headings below the title of a sheet': [
        'Sites,,\ndomain,privacy,exclude_bots\na.net,private,no\nb.net,private,',
        { sites: null, 'a.net': { privacy: 1, exclude_bots: 0 }, 'b.net': { privacy: 1 } },
        'domain,privacy,exclude_bots | ',
      ],
      'headings are read in any case': [
        'Domain,PRIVACY,Exclude_Bots\na.net,Private,no',
        { 'a.net': { privacy: 1, exclude_bots: 0 } },
        'Domain,PRIVACY,Exclude_Bots | ',
      ],
      'two columns of the privacy that do not agree': [
        'domain,privacy,Privacy\na.net,private,public\nb.net,private,private\nc.net,,public',
        { 'a.net': unread, 'b.net': { privacy: 1 }, 'c.net': { privacy: 0 } },
        'domain,privacy,Privacy | ',
      ],
      'no word of the privacy is known: it is asked about': [
        'domain,privacy\na.net,privat\nb.net,',
        { 'a.net': unread, 'b.net': null },
        'domain | privacy',
      ],
      'a row that is too short sets nothing, and may say something': [
        'domain,privacy,notes,exclude_ips\na.net,private,old,192.0.2.1\nb.net,private\nc.net,,old\nd.net\ne.net,,private\nf.net,privat',
        {
          'a.net': { privacy: 1, exclude_ips: ['192.0.2.1'] },
          'b.net': unread,
          'c.net': null,
          'd.net': null,
          'e.net': unread,
          'f.net': unread,
        },
        'domain,privacy,exclude_ips | notes',
      ],
      'so do all rows from a quote that is not closed': [
        'domain,notes,privacy\na.net,x,private\nb.net,"old shop,private\nc.net,y,private\nd.net,,',
        { 'a.net': { privacy: 1 }, quote: null, 'b.net': unread, 'c.net': unread, 'd.net': null },
        'domain,privacy | notes',
      ],
      'privacy of another meaning publishes nothing, and is named': [
        'domain,registrar,privacy\na.net,Names,0\nb.net,Names,1\nc.net,Names,yes',
        { 'a.net': null, 'b.net': null, 'c.net': null },
        'domain | registrar,privacy',
      ],
      'nor does a word that may be about the owners of domains': [
        'domain,Nameservers,privacy\na.net,ns1.host.net,Public\nb.net,ns1.host.net,Private',
        { 'a.net': unread, 'b.net': { privacy: 1 } },
        'domain,privacy | Nameservers',
      ],
      'what a customer has booked sets no e-mail reports': [
        'domain,hosting,email\na.net,yes,yes\nb.net,yes,no',
        { 'a.net': null, 'b.net': null },
        'domain | hosting,email',
      ],
      'addresses are no setting, and are named': [
        'domain,privacy,email\na.net,public,anna@a.net',
        { 'a.net': { privacy: 0 } },
        'domain,privacy | email',
      ],
      'a row with a field too many sets nothing': [
        'domain,privacy\na.net,public\nhttps://b.net/,x,public',
        { 'a.net': { privacy: 0 }, 'b.net': unread },
        'domain,privacy | ',
      ],
      'a chosen column': ['a,b\na.net,b.de\nc.net,d.de', { 'a.net': null, 'c.net': null }, 'a | b'],
      'no header': ['a.net,public\nhttps://b.net/,private', { 'a.net': null, 'b.net': null }, ' | '],
    }),
  )('%s', async (_name, [text, sites, columns]) => expect(await read(text)).toEqual({ sites, columns }));

  test.each([
    ['csv', 'domain,privacy,exclude_bots,exclude_params | password,created_at,updated_at,id'],
    ['json', undefined],
  ] as const)('Waymark’s own export: %s', async (format, columns) => {
    const website = { id: '1', domain: 'a.net', privacy: 0, exclude_bots: 0, exclude_params: ['x', 'y'] };
    const sites = { 'a.net': { privacy: 0, exclude_bots: 0, exclude_params: ['x', 'y'] } };
    expect(await read(exportText('websites', format, [website as never]))).toEqual({ sites, columns });
  });

  test.each<[string, record: object, settings: object | null]>([
    ['a number that does not publish', { privacy: 1 }, { privacy: 1 }],
    ['a number that may be of the owner', { privacy: 0 }, null],
    ['a word', { privacy: 'Public' }, { privacy: 0 }],
    ['nothing', { privacy: null, name: 'private' }, null],
    ['a word that is not known', { privacy: 'unlisted' }, unread],
    ['what Waymark’s own export has where it does not know the privacy', { privacy_raw: '3' }, unread],
    ['a number that is not known', { privacy: 7, email: 1 }, { email: 1, ...unread }],
  ])('of a record in JSON: %s', async (_what, record, settings) => {
    const list = [{ domain: 'a.net', ...record }];
    for (const text of [list, { data: list, meta: { total: 1 } }].map((one) => JSON.stringify(one, null, 1)))
      expect((await read(text)).sites).toEqual({ 'a.net': settings });
  });

  test.each<[string, string]>([
    ['records one below the other', '{"domain":"a.net","privacy":"private"}\n{"domain":"b.net"}'],
    ['two lists', '[{"domain":"a.net","privacy":1}]\n[{"domain":"b.net","privacy":0}]'],
    ['an answer with other lists', '{"websites":[{"domain":"a.net","privacy":2},{"domain":"b.net"}],"users":[]}'],
    ['a list that is cut off', '[{"domain":"a.net","privacy_raw":"3"},{"domain":"b.net"},{"dom'],
  ])('in other JSON, a privacy that is not read is asked about: %s', async (_what, text) =>
    expect((await read(text)).sites).toMatchObject({ 'a.net': unread, 'b.net': unread }),
  );
});
