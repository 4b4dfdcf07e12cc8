import { describe, expect, test } from 'vitest';
import { parseSites } from '@/lib/addMany/parse.ts';
import { exportText } from '@/lib/websites/export.ts';

/** Each site with the settings of its row; and the columns that are used, and those that are not. */
async function read(text: string) {
  const { entries = [], use } = (await parseSites(text, { choose: () => [0] })) ?? { entries: [] };
  return {
    sites: entries.map(({ site, own }) => ['host' in site ? site.host : site.refused, own]),
    columns: use && `${use.used} | ${use.unused}`,
  };
}

describe('what a table says of its sites beside their names', () => {
  test.each<[string, string, [string, object | undefined][], columns: string]>([
    [
      'settings are used, the rest is named',
      'domain,Owner,privacy,exclude_ips,exclude_bots\na.net,Anna,public,"192.0.2.1\n192.0.2.2",yes\nb.net,Bob,,,',
      [
        ['a.net', { privacy: 0, exclude_ips: ['192.0.2.1', '192.0.2.2'], exclude_bots: 1 }],
        ['b.net', undefined],
      ],
      'domain,privacy,exclude_ips,exclude_bots | Owner',
    ],
    [
      'a password is never taken from a file',
      'domain,password,privacy\na.net,Sun.flower,password',
      [['a.net', { privacy: 2 }]],
      'domain,privacy | password',
    ],
    [
      'what is not understood is not set',
      'domain,privacy,email\na.net,visible,maybe\nb.net,PRIVATE,No\nc.net,constructor,toString',
      [
        ['a.net', undefined],
        ['b.net', { privacy: 1, email: 0 }],
        ['c.net', undefined],
      ],
      'domain,privacy,email | ',
    ],
    [
      'privacy of another meaning publishes nothing, and is named',
      'domain,registrar,privacy\na.net,Names,0\nb.net,Names,1\nc.net,Names,yes',
      [
        ['a.net', undefined],
        ['b.net', undefined],
        ['c.net', undefined],
      ],
      'domain | registrar,privacy',
    ],
    [
      'what a customer has booked sets no e-mail reports',
      'domain,hosting,email\na.net,yes,yes\nb.net,yes,no',
      [
        ['a.net', undefined],
        ['b.net', undefined],
      ],
      'domain | hosting,email',
    ],
    [
      'addresses are no setting, and are named',
      'domain,privacy,email\na.net,public,anna@a.net',
      [['a.net', { privacy: 0 }]],
      'domain,privacy | email',
    ],
    [
      'a row with a field too many sets nothing',
      'domain,privacy\na.net,public\nhttps://b.net/,x,public',
      [
        ['a.net', { privacy: 0 }],
        ['b.net', undefined],
      ],
      'domain,privacy | ',
    ],
    [
      'a chosen column',
      'a,b\na.net,b.de\nc.net,d.de',
      [
        ['a.net', undefined],
        ['c.net', undefined],
      ],
      'a | b',
    ],
    [
      'no header',
      'a.net,public\nhttps://b.net/,private',
      [
        ['a.net', undefined],
        ['b.net', undefined],
      ],
      ' | ',
    ],
  ])('%s', async (_name, text, sites, columns) => expect(await read(text)).toEqual({ sites, columns }));

  test('Waymark’s own export', async () => {
    const website = {
      id: '1',
      domain: 'a.net',
      privacy: 1 as const,
      exclude_bots: 0 as const,
      exclude_params: ['x', 'y'],
    };
    expect(await read(exportText('websites', 'csv', [website as never]))).toEqual({
      sites: [['a.net', { privacy: 1, exclude_bots: 0, exclude_params: ['x', 'y'] }]],
      columns: 'domain,privacy,exclude_bots,exclude_params | password,created_at,updated_at,id',
    });
  });
});
