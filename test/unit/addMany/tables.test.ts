import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Entry, parseSites } from '@/lib/addMany/parse.ts';
import { processorTime } from '../util/processorTime.ts';

const shown = ({ line, site }: Entry) => `${line} ${'host' in site ? site.host : `(${site.refused})`}`;
/** What a text is read as: line, host or (reason); `? columns` where the person has to choose. */
async function read(text: string): Promise<string[]> {
  const list = await parseSites(text);
  if (list?.choice) return ['?', ...list.choice.map(({ at, name, example }) => name || `${at + 1}: ${example}`)];
  return list?.entries.map(shown) ?? [];
}
const rowsOf = (...rows: string[]) => rows.join('\n');

/** Passwords as people have them; some could be names of sites. */
const secrets = ['Winter.2024', 'abc.de', 'Sun.flower', 'bakery.org', 'me@example.com'];

describe('what password managers export: only its addresses', () => {
  test.each<[string, string, string[]]>([
    [
      'Firefox',
      rowsOf(
        '"url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"',
        '"https://www.bakery.example.org","anna","Sun.flower",,"https://login.provider.example.org","{5b1f}","1700000000000","1700000000000","1700000000000"',
        '"chrome://FirefoxAccounts","0a1b","abc.de","Firefox Accounts credentials",,"{5b20}","1","1","1"',
      ),
      ['2 www.bakery.example.org', '3 (browser-page)'],
    ],
    [
      'Chrome',
      rowsOf(
        'name,url,username,password,note',
        'bakery.example.org,https://www.bakery.example.org/login,anna,abc.de,',
        'com.bank,android://aGFzaA==@com.bank.example/,anna,bakery.org,"first, see notes.net\nsecond,old.example.com"',
        'clinic.example,https://clinic.example/,anna.bell,Winter.2024,was moved from old.net',
      ),
      ['2 www.bakery.example.org', '3 (not-web)', '5 clinic.example'],
    ],
    [
      'Safari',
      rowsOf(
        'Title,URL,Username,Password,Notes,OTPAuth',
        'bakery.example.org (anna),https://bakery.example.org/,anna,abc.de,,otpauth://totp/bakery.org:anna?secret=ABC&issuer=a.com',
      ),
      ['2 bakery.example.org'],
    ],
    [
      'Bitwarden',
      rowsOf(
        'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
        'Work,,login,Bakery,"PIN: in notes.net\nold.example.com",key: x.com,0,"https://bakery.example.org,https://www.bakery.example.org",me@a.com,abc.de,otpauth://totp/a.com?secret=A',
        ',,note,Safe,code 12.ab at home.net,,0,,,,',
        ',,login,Clinic,,,0,https://clinic.example/,anna,Sun.flower,',
      ),
      ['2 bakery.example.org', '2 www.bakery.example.org', '4 (nothing)', '5 clinic.example'],
    ],
    [
      '1Password',
      rowsOf(
        'Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes',
        'Bakery,https://bakery.example.org/login,anna,abc.de,,false,false,work.net,ask b.com',
      ),
      ['2 bakery.example.org'],
    ],
    [
      'LastPass',
      rowsOf(
        'url,username,password,totp,extra,name,grouping,fav',
        'https://bakery.example.org/,anna,"Sun.""flower""",,see c.com,d.com,,0',
        'http://sn,,,,"NoteType:Server\nHostname:e.com\nPassword:f.com",Server,,0',
      ),
      ['2 bakery.example.org', '3 sn'],
    ],
    [
      'KeePassXC',
      rowsOf(
        '"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"',
        '"Root","Bakery","anna","abc.de","https://bakery.example.org","","otpauth://totp/x.com","0","2024-01-01T00:00:00Z","2024-01-01T00:00:00Z"',
        '"Root","Clinic","anna.bell","bakery.org","clinic.example","","","0","2024-01-01T00:00:00Z","2024-01-01T00:00:00Z"',
      ),
      ['2 bakery.example.org', '3 clinic.example'],
    ],
    [
      'KeePass',
      rowsOf(
        '"Account","Login Name","Password","Web Site","Comments"',
        '"Bakery","anna","abc.de","https://bakery.example.org","x.com"',
      ),
      ['2 bakery.example.org'],
    ],
    [
      'Dashlane',
      rowsOf(
        'username,username2,username3,title,password,note,url,category,otpUrl',
        'anna,a.bell,,Bakery,abc.de,x.com,https://bakery.example.org,Work,otpauth://totp/y.com',
      ),
      ['2 bakery.example.org'],
    ],
    [
      'NordPass',
      rowsOf(
        'name,url,additional_urls,username,password,note,cardholdername',
        'Bakery,https://bakery.example.org,"[""https://c.com""]",anna,abc.de,,',
      ),
      ['2 bakery.example.org'],
    ],
    [
      'RoboForm',
      rowsOf(
        'Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2',
        'Bakery,https://bakery.example.org,https://id.c.com,anna,abc.de,,/,"Password$,d.com"',
      ),
      ['2 bakery.example.org'],
    ],
    [
      'Keeper, without a header',
      rowsOf(
        'Work,Bakery,anna,abc.de,https://bakery.example.org/login,,',
        'Work,Clinic,me@example.com,Sun.flower,https://clinic.example,see notes.net,',
      ),
      ['1 bakery.example.org', '2 clinic.example'],
    ],
  ])('%s', async (_name, text, expected) => {
    expect(await read(text)).toEqual(expected);
    for (const separator of [';', '\t'] as const) {
      if (/[";\t]/.test(text)) continue;
      expect(await read(text.replaceAll(',', separator))).toEqual(expected);
    }
  });
});

describe('tables whose header no rule knows', () => {
  test.each<[string, string, string[]]>([
    [
      'a column of web addresses',
      rowsOf('a,b,c', 'x.de,https://a.com/,y', 'z,https://b.com/,w.de'),
      ['2 a.com', '3 b.com'],
    ],
    ['semicolons', rowsOf('Kunde;Auftritt;Zugang', 'Bakery;https://a.com;abc.de'), ['2 a.com']],
    ['tabs', rowsOf('Kunde\tAuftritt\tZugang', 'Bakery\thttps://a.com\tabc.de'), ['2 a.com']],
    [
      'a column of names',
      rowsOf('Kunde;Auftritt;Zugang', 'Bakery;a.com;Winter.2024', 'Clinic;b.example;x y'),
      ['2 a.com', '3 b.example'],
    ],
    [
      'a name for one password too',
      rowsOf('Kunde;Auftritt;Zugang', 'Bakery;a.com;abc.de', 'Clinic;b.com;x', 'Shop;c.com;y', 'Law;d.com;z'),
      ['2 a.com', '3 b.com', '4 c.com', '5 d.com'],
    ],
    ['names, and passwords that may be names', rowsOf('x;y', 'a.com;abc.de', 'b.com;xyz.de'), ['?', 'x', 'y']],
    ['a word for passwords decides', rowsOf('x;Kennwort', 'a.com;abc.de', 'b.com;xyz.de'), ['2 a.com', '3 b.com']],
    [
      'web addresses in two columns',
      rowsOf('x;y', 'https://a.com;https://b.com', 'https://c.com;https://d.com'),
      ['?', 'x', 'y'],
    ],
    [
      'no column of sites, but some in notes',
      rowsOf('titel;kennung;notiz', 'Bakery;anna;see a.com', 'Clinic;bob;'),
      ['?', 'notiz'],
    ],
    [
      'only what may be a password',
      rowsOf('titel;kennung;zugang', 'Bakery;anna;Sun.flower', 'Clinic;bob;x7'),
      ['?', 'zugang'],
    ],
    ['one row of it', rowsOf('titel;kennung;zugang', 'Bakery;anna;abc.de'), ['?', 'zugang']],
    ['user names with a dot', rowsOf('wer;zugang', 'anna.bell;x', 'bob.miller;y'), ['?', 'wer']],
    ['only passwords', rowsOf('Title,Login,Password', 'Bakery,anna.bell,abc.de', 'Clinic,bob,xyz.de'), ['?', 'Login']],
    ['nothing like a site', rowsOf('a,b', 'x y,1', 'z,2'), ['2 (nothing)', '3 (nothing)']],
    [
      'a title before it',
      rowsOf('Passwords of Anna', '', 'a;b;c', 'x;https://a.com;abc.de', 'x;https://b.com;y'),
      ['1 (nothing)', '4 a.com', '5 b.com'],
    ],
    [
      'an empty field',
      rowsOf('a;b;c', 'x;https://a.com;abc.de', 'y;;bakery.org', 'z;-;c.com'),
      ['2 a.com', '3 (nothing)', '4 (nothing)'],
    ],
    ['line ends in fields', rowsOf('a,b', '"x.de\ny.de",https://a.com', 'z,https://b.com'), ['2 a.com', '4 b.com']],
  ])('%s', async (_name, text, expected) => expect(await read(text)).toEqual(expected));
});

describe('what a header says, and what the column holds', () => {
  test.each<[string, string, string[]]>([
    ['the name itself before a longer one', rowsOf('Icon URL,URL', 'https://cdn.com,https://a.com'), ['2 a.com']],
    ['a password of a site', rowsOf('Site password,Portal', 'abc.de,https://a.com'), ['2 a.com']],
    ['an address that is a mailbox', rowsOf('E-mail address,Web address', 'me@b.com,a.com'), ['2 a.com']],
    ['an address that is a street', rowsOf('Address,Portal', '1 Mill Lane,https://a.com'), ['2 a.com']],
    ['titles of sites', rowsOf('Site,Portal', 'Bakery,https://a.com', 'Node.js,https://b.com'), ['2 a.com', '3 b.com']],
    [
      'a column that is empty',
      rowsOf('URL,Login,Password', ',anna.bell,abc.de', ',bob.miller,xyz.de'),
      ['2 (nothing)', '3 (nothing)'],
    ],
    ['camel case', rowsOf('loginUri,secretValue', 'a.com,abc.de'), ['2 a.com']],
    ['projects', rowsOf('project,reports,result', 'a.com,2,b.com'), ['2 a.com']],
  ])('%s', async (_name, text, expected) => expect(await read(text)).toEqual(expected));

  test.each([
    ['Domäne', 'Kennwort'],
    ['Webseite', 'Passwort'],
    ['Sitio web', 'Contraseña'],
    ['Dominio', 'Clave'],
    ['Site web', 'Mot de passe'],
    ['Sito', 'Parola'],
    ['Domein', 'Wachtwoord'],
    ['Witryna', 'Hasło'],
    ['Endereço', 'Senha'],
    ['Сайт', 'Пароль'],
    ['Домени', 'Пароль'],
    ['Alan adı', 'Şifre'],
    ['ドメイン名', 'パスワード'],
    ['웹사이트', '비밀번호'],
    ['网站', '密码'],
    ['الموقع', 'كلمة المرور'],
    ['אתר', 'סיסמה'],
  ])('%s beside %s', async (site, secret) => {
    expect(await read(`${secret};${site}\nabc.de;a.com`)).toEqual(['2 a.com']);
    // What is called a password is not offered, even where nothing else may be a site.
    expect(await read(`${secret};x\nabc.de;y\nabc.com;z`)).toEqual(['2 (nothing)', '3 (nothing)']);
  });
});

describe('tables without a header', () => {
  test.each<[string, string, string[]]>([
    [
      'addresses and passwords',
      rowsOf('https://a.com,anna,abc.de', 'https://b.com,bob,xyz.de'),
      ['1 a.com', '2 b.com'],
    ],
    ['one row of them', 'https://a.com,anna,abc.de', ['1 a.com']],
    ['passwords that are all names', rowsOf('https://a.com,abc.de', 'https://b.com,xyz.de'), ['1 a.com', '2 b.com']],
    ['names and passwords that are all names', rowsOf('a.com,abc.de', 'b.com,xyz.de'), ['?', '1: a.com', '2: abc.de']],
    [
      'names and notes',
      rowsOf('a.com;our shop', 'b.com;since 2019', 'c.com;see d.com'),
      ['1 a.com', '2 b.com', '3 c.com'],
    ],
    ['tabs with titles', rowsOf('https://a.com/\tNext.js, Node.js', 'https://b.com/\tBook.in'), ['1 a.com', '2 b.com']],
    [
      'pipes with titles',
      rowsOf('https://a.com/ | Next.js | x', 'https://b.com/ | Node.js', '', 'https://c.com/ | y.de'),
      ['1 a.com', '2 b.com', '4 c.com'],
    ],
    ['user names with a dot', rowsOf('anna.bell,x1,Bakery', 'bob.miller,y2,Clinic'), ['?', '1: anna.bell']],
    [
      'a field too many',
      rowsOf(...Array(9).fill('x,https://a.com,p'), 'z,abc.de,https://c.com,r'),
      [...Array.from({ length: 9 }, (_, n) => `${n + 1} a.com`), '10 (nothing)'],
    ],
  ])('%s', async (_name, text, expected) => expect(await read(text)).toEqual(expected));
});

describe('lists are no tables', () => {
  test.each<[string, string, string[]]>([
    [
      'names in rows, with spaces',
      rowsOf('a.com, b.com', 'c.com, d.com'),
      ['1 a.com', '1 b.com', '2 c.com', '2 d.com'],
    ],
    [
      'names in rows that are not even',
      rowsOf('a.com,b.com,c.com', 'd.com,e.com'),
      ['1 a.com', '1 b.com', '1 c.com', '2 d.com', '2 e.com'],
    ],
    ['a comma after each', rowsOf('a.com,', 'b.com,'), ['1 a.com', '2 b.com']],
    [
      'addresses in rows',
      rowsOf('https://a.com,https://b.com', 'https://c.com,https://d.com'),
      ['1 a.com', '1 b.com', '2 c.com', '2 d.com'],
    ],
    ['sentences', rowsOf('We run a.com, and b.com.', 'Also, see c.com.'), ['1 a.com', '1 b.com', '2 c.com']],
    [
      'JSON',
      rowsOf('{"domain":"a.com","x":"b.com"}', '{"domain":"c.com","x":"d.com"}'),
      ['1 a.com', '1 b.com', '2 c.com', '2 d.com'],
    ],
    [
      'a JSON array',
      rowsOf('[', '  "a.com",', '  "b.com"', ']'),
      ['1 (bad-host)', '2 a.com', '3 b.com', '4 (bad-host)'],
    ],
    [
      'one name a line, some with a note',
      rowsOf('a.com', 'b.com, our shop', 'c.com'),
      ['1 a.com', '2 b.com', '3 c.com'],
    ],
    ['addresses with commas', rowsOf('https://a.com/1,2', 'https://b.com/3,4'), ['1 a.com', '2 b.com']],
  ])('%s', async (_name, text, expected) => expect(await read(text)).toEqual(expected));
});

describe('what other texts name as a secret is no site', () => {
  test.each<[string, string, string[]]>([
    [
      'JSON of Bitwarden',
      '{"items":[{"name":"Shop","notes":"code abc.de","login":{"uris":[{"uri":"https://a.com/"}],"username":"anna.bell","password":"Sun.flower"}}]}',
      ['1 a.com'],
    ],
    [
      'JSON on lines',
      rowsOf('{', '  "url": "https://a.com",', '  "password": "Sun.\\"flo.wer",', '  "totp": null', '}'),
      ['1 (bad-host)', '2 a.com', '3 (nothing)', '4 (nothing)', '5 (bad-host)'],
    ],
    [
      'JSON of a person without a secret',
      '{"domain":"a.com","owner":"b.com","user":"anna.bell"}',
      ['1 a.com', '1 b.com'],
    ],
    [
      'the text of Kaspersky',
      rowsOf(
        'Websites',
        '',
        'Website name: Shop',
        'Website URL: https://a.com',
        'Login: anna.bell',
        'Password: abc.de',
      ),
      ['3 (nothing)', '4 a.com', '5 (nothing)', '6 (nothing)'],
    ],
    [
      'XML of KeePass',
      '<String><Key>Password</Key><Value ProtectInMemory="True">abc.de</Value></String><String><Key>URL</Key><Value>https://a.com</Value></String>',
      ['1 a.com'],
    ],
    [
      'settings of a server',
      rowsOf('SITE_URL=https://a.com', 'DB_PASSWORD=abc.de', 'Host: b.com', 'пароль = abc.de'),
      ['1 a.com', '2 (bad-host)', '3 b.com', '4 (nothing)'],
    ],
    [
      'Markdown',
      rowsOf('- **URL:** https://a.com', '- **Password**: abc.de', '* **Login:** anna.bell'),
      ['1 a.com', '2 (nothing)', '3 (nothing)'],
    ],
    ['an address after such a word', rowsOf('Login: https://a.com/login', 'Client: b.com'), ['1 a.com', '2 b.com']],
  ])('%s', async (_name, text, expected) => expect(await read(text)).toEqual(expected));
});

describe('a quote that is not closed does not open the other columns', () => {
  test.each<[string, string, string[]]>([
    [
      'in a password',
      rowsOf('url,password,note', 'a.com,"abc.de,x', 'b.com,xyz.de,y'),
      ['2 (quote)', '2 a.com', '3 b.com'],
    ],
    ['before the column', rowsOf('password,url', '"abc.de,a.com', 'xyz.de,b.com'), ['2 (quote)', '3 b.com']],
    ['and no header says what it is', rowsOf('x,y', '"abc.de,https://a.com', '"xyz.de,https://b.com'), ['2 (quote)']],
    ['in every row', rowsOf('password,url', '"abc.de,a.com', '"xyz.de,b.com', 'p,c.com'), ['2 (quote)', '4 c.com']],
    [
      'the rest of a note of two lines',
      rowsOf('name,url,note', 'x,a.com,"one" two', 'y,b.com,"one\nabc.de, bakery.org"', 'z,c.com,'),
      ['2 (quote)', '2 a.com', '3 b.com', '5 c.com'],
    ],
    [
      'the note of two lines itself',
      rowsOf('name,url,note', 'x,a.com,"one', 'abc.de, bakery.org" x', 'z,c.com,'),
      ['2 (quote)', '2 a.com', '3 (nothing)', '4 c.com'],
    ],
    [
      'a line within a note, before all columns',
      rowsOf('url,note', 'a.com,"one', 'bakery.org two', 'three" x', 'b.com,'),
      ['2 (quote)', '2 a.com', '3 (nothing)', '4 (nothing)', '5 b.com'],
    ],
    ['many times', `password,url\n${'"abc.de,a.com\n'.repeat(40)}p,c.com`, ['2 (quote)', '42 c.com']],
  ])('%s', async (_name, text, expected) => expect(await read(text)).toEqual(expected));

  test('in each of 50,000 rows, it is read in less than five seconds of the processor', async () => {
    const text = `password,url\n${'"abc.de,a.com\n'.repeat(50_000)}`;
    const time = await processorTime(async () => expect(await read(text)).toEqual(['2 (quote)']));
    expect(time).toBeLessThan(5000);
  });
});

test('what is not the site is nowhere in an entry: no row is shown whole', async () => {
  const text = rowsOf('url,password', ',abc.de', '-,Sun.flower', 'x y,bakery.org', '"a" b,secret.net', 'c.com,"d.com');
  expect(JSON.stringify(await parseSites(text))).not.toMatch(/abc|flower|bakery|secret|d\.com/);
});

describe('the chosen columns', () => {
  const text = rowsOf('x;y;z', 'a.com;abc.de;https', 'b.com;xyz.de;n/a', ';c.com;');
  const chosen = async (...columns: number[]) =>
    (await parseSites(text, { choose: () => columns }))?.entries.map(shown);

  test.each<[string, number[], string[]]>([
    ['one', [0], ['2 a.com', '3 b.com', '4 (nothing)']],
    ['another', [1], ['2 abc.de', '3 xyz.de', '4 c.com']],
    ['two', [0, 1], ['2 a.com', '2 abc.de', '3 b.com', '3 xyz.de', '4 c.com']],
    ['none yet', [], []],
  ])('%s', async (_name, columns, expected) => expect(await chosen(...columns)).toEqual(expected));

  test('are still offered, so that another can be chosen', async () => {
    const list = await parseSites(text, { choose: () => [0] });
    expect(list?.choice?.map(({ name }) => name)).toEqual(['x', 'y']);
  });
});

describe('no secret is ever among the sites', () => {
  const word = fc.constantFrom('bakery', 'clinic', 'shop-1', 'a', 'www.law', 'blog.studio');
  const host = fc
    .tuple(word, fc.constantFrom('com', 'example', 'co.uk', 'org'))
    .map((parts) => `site.${parts.join('.')}`);
  const address = host.chain((name) => fc.constantFrom(`https://${name}/`, `http://${name}:8080/login?x=1,2;3`));
  const secret = fc.oneof(
    fc.constantFrom(...secrets, 'secret.com', 'top.secret.org', 'https-secret.de', 'a,b', 'a"b', 'x\ny.de', 'p;q.de'),
    fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('site')),
    fc.domain().filter((name) => !name.startsWith('site.')),
  );
  const plain = fc.constantFrom('anna', 'anna.bell', 'x y', '', '17');
  const quoted = (text: string, mark: string) =>
    /["\r\n]/.test(text) || text.includes(mark) || text.startsWith(' ') ? `"${text.replaceAll('"', '""')}"` : text;

  test.each([
    ['web addresses, a header', address, true, 5000],
    ['web addresses, no header', address, false, 5000],
    ['names, a header', host, true, 2000],
    // Most of these have to be chosen.
    ['names, no header', host, false, 100],
  ])('%s', async (_name, site, isHeaded, least) => {
    const row = fc.tuple(plain, site, secret, plain);
    const names = fc.constantFrom(
      ['name', 'url', 'password', 'note'],
      ['a', 'b', 'c', 'd'],
      ['titel', 'auftritt', 'zugang', 'notiz'],
      ['x', 'Webseite', 'Geheim', ''],
    );
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 2, maxLength: 8 }),
        names,
        order,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        async (rows, header, places, mark, end) => {
          const lines = (isHeaded ? [header, ...rows] : rows).map((fields) =>
            places.map((at) => quoted(fields[at] ?? '', mark)).join(mark),
          );
          const list = await parseSites(lines.join(end));
          const hosts = list?.entries.flatMap(({ site: one }) => ('host' in one ? one.host : [])) ?? [];
          expect(hosts.filter((one) => !one.startsWith('site.'))).toEqual([]);
          read += hosts.length;
        },
      ),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(least);
  });
});
