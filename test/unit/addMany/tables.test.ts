import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Entry, parseSites } from '@/lib/addMany/parse.ts';
import { runs } from '../../tier.ts';
import { tryWith } from '../util/forAny.ts';
import { processorTime } from '../util/processorTime.ts';
import { readsAs } from './reads.ts';

const shown = ({ line, site }: Entry) => `${line} ${'host' in site ? site.host : `(${site.refused})`}`;
/** What a text is read as: line, host or (reason); `? columns` where the person has to choose. */
async function read(text: string): Promise<string> {
  const list = await parseSites(text);
  const columns = list?.choice?.map(({ at, name, example }) => name || `${at + 1}: ${example}`);
  return (columns ? ['?', ...columns] : (list?.entries.map(shown) ?? [])).join(', ');
}

const readAs = readsAs(read);

/** Passwords as people have them; some could be names of sites. */
const secrets = ['Winter.2024', 'abc.de', 'Sun.flower', 'bakery.org', 'me@example.com'];

describe('what password managers export: only its addresses', () => {
  const exports: Record<string, [expected: string, ...lines: string[]]> = {
    Firefox: [
      '2 www.bakery.example.org, 3 (browser-page)',
      '"url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"',
      '"https://www.bakery.example.org","anna","Sun.flower",,"https://login.provider.example.org","{5b1f}","1700000000000","1700000000000","1700000000000"',
      '"chrome://FirefoxAccounts","0a1b","abc.de","Firefox Accounts credentials",,"{5b20}","1","1","1"',
    ],
    Chrome: [
      '2 www.bakery.example.org, 3 (not-web), 5 clinic.example',
      'name,url,username,password,note',
      'bakery.example.org,https://www.bakery.example.org/login,anna,abc.de,',
      'com.bank,android://aGFzaA==@com.bank.example/,anna,bakery.org,"first, see notes.net\nsecond,old.example.com"',
      'clinic.example,https://clinic.example/,anna.bell,Winter.2024,was moved from old.net',
    ],
    Safari: [
      '2 bakery.example.org',
      'Title,URL,Username,Password,Notes,OTPAuth',
      'bakery.example.org (anna),https://bakery.example.org/,anna,abc.de,,otpauth://totp/bakery.org:anna?secret=ABC&issuer=a.com',
    ],
    Bitwarden: [
      '2 bakery.example.org, 2 www.bakery.example.org, 4 (nothing), 5 clinic.example',
      'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
      'Work,,login,Bakery,"PIN: in notes.net\nold.example.com",key: x.com,0,"https://bakery.example.org,https://www.bakery.example.org",me@a.com,abc.de,otpauth://totp/a.com?secret=A',
      ',,note,Safe,code 12.ab at home.net,,0,,,,',
      ',,login,Clinic,,,0,https://clinic.example/,anna,Sun.flower,',
    ],
    '1Password': [
      '2 bakery.example.org',
      'Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes',
      'Bakery,https://bakery.example.org/login,anna,abc.de,,false,false,work.net,ask b.com',
    ],
    LastPass: [
      '2 bakery.example.org, 3 sn',
      'url,username,password,totp,extra,name,grouping,fav',
      'https://bakery.example.org/,anna,"Sun.""flower""",,see c.com,d.com,,0',
      'http://sn,,,,"NoteType:Server\nHostname:e.com\nPassword:f.com",Server,,0',
    ],
    KeePassXC: [
      '2 bakery.example.org, 3 clinic.example',
      '"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"',
      '"Root","Bakery","anna","abc.de","https://bakery.example.org","","otpauth://totp/x.com","0","2024-01-01T00:00:00Z","2024-01-01T00:00:00Z"',
      '"Root","Clinic","anna.bell","bakery.org","clinic.example","","","0","2024-01-01T00:00:00Z","2024-01-01T00:00:00Z"',
    ],
    KeePass: [
      '2 bakery.example.org',
      '"Account","Login Name","Password","Web Site","Comments"',
      '"Bakery","anna","abc.de","https://bakery.example.org","x.com"',
    ],
    Dashlane: [
      '2 bakery.example.org',
      'username,username2,username3,title,password,note,url,category,otpUrl',
      'anna,a.bell,,Bakery,abc.de,x.com,https://bakery.example.org,Work,otpauth://totp/y.com',
    ],
    NordPass: [
      '2 bakery.example.org',
      'name,url,additional_urls,username,password,note,cardholdername',
      'Bakery,https://bakery.example.org,"[""https://c.com""]",anna,abc.de,,',
    ],
    RoboForm: [
      '2 bakery.example.org',
      'Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2',
      'Bakery,https://bakery.example.org,https://id.c.com,anna,abc.de,,/,"Password$,d.com"',
    ],
    'Keeper, without a header': [
      '1 bakery.example.org, 2 clinic.example',
      'Work,Bakery,anna,abc.de,https://bakery.example.org/login,,',
      'Work,Clinic,me@example.com,Sun.flower,https://clinic.example,see notes.net,',
    ],
  };
  test.each(Object.entries(exports))('%s', async (_name, [expected, ...lines]) => {
    const text = lines.join('\n');
    expect(await read(text)).toBe(expected);
    for (const separator of [';', '\t'] as const) {
      if (/[";\t]/.test(text)) continue;
      expect(await read(text.replaceAll(',', separator))).toBe(expected);
    }
  });
});

describe('bare names in an HTML table that names a secret are in doubt', () => {
  test.each([
    ['<tr><th>Site</th><th>Password</th></tr>\n<tr><td>a.com</td><td>abc.de</td></tr>', '2 a.com?, 2 abc.de?'],
    ['<tr><td><b>Password</b></td><td>abc.de</td></tr>\n<tr><td>https://b.com</td></tr>', '1 abc.de?, 2 b.com'],
    ['<TABLE><TR><TD\nclass="x">Password: abc.de</TABLE>', '2 abc.de?'],
    ['<tr><th>Site</th><th>Owner</th></tr>\n<tr><td>a.com</td></tr>', '2 a.com'],
  ])('%j', async (text, expected) => {
    const entries = (await parseSites(text))?.entries ?? [];
    const sites = entries.flatMap(({ line, site, words }) =>
      'host' in site ? `${line} ${site.host}${words ? '?' : ''}` : [],
    );
    expect(sites.join(', ')).toBe(expected);
  });
});

describe('names in a row with too many fields are in doubt', () => {
  test.each([
    ['Kunde,Domain\nMüller, GmbH,a.com\nx,b.com', '2 a.com?, 3 b.com'],
    ['Nr,Domain,Kunde\n1,a.com,Müller, GmbH, https://x.net\n2,b.com,y', '2 a.com?, 2 x.net?, 3 b.com'],
    ['PIN,Domain\nabc, de,a.com\nx,b.com', '3 b.com'],
    ['Kunde,Domain,Notes\nx,a.com,k\nz, GmbH,c.com,password: abc.de', '2 a.com, 3 c.com?'],
  ])('%j', async (text, expected) => {
    const entries = (await parseSites(text))?.entries ?? [];
    const sites = entries.flatMap(({ line, site, words }) =>
      'host' in site ? `${line} ${site.host}${words ? '?' : ''}` : [],
    );
    expect(sites.join(', ')).toBe(expected);
  });
});

describe('tables whose header no rule knows', () => {
  const table = 'Name;Domain\nAnna;a.com\nBob;b.com\n';
  const secret = 'Name;Domain;PIN\nAnna;a.com;1\nBob;b.com;2\n';
  readAs({
    'a column of web addresses': ['a,b,c\nx.de,https://a.com/,y\nz,https://b.com/,w.de', '2 a.com, 3 b.com'],
    semicolons: ['Kunde;Auftritt;Zugang\nBakery;https://a.com;abc.de', '2 a.com'],
    tabs: ['Kunde\tAuftritt\tZugang\nBakery\thttps://a.com\tabc.de', '2 a.com'],
    'a column of names': ['a;b;c\nBakery;a.com;Winter.2024\nClinic;b.example;x y', '2 a.com, 3 b.example'],
    'a name for one password': ['a;b\na.com;abc.de\nb.com;x\nc.com;y\nd.com;z', '2 a.com, 3 b.com, 4 c.com, 5 d.com'],
    'names, and one password in three that may be one': ['x;y\na.com;abc.de\nb.com;x\nc.com;y', '?, x, y'],
    'names, and passwords that may be names': ['x;y\na.com;abc.de\nb.com;xyz.de', '?, x, y'],
    'a word for passwords decides': ['x;Kennwort\na.com;abc.de\nb.com;xyz.de', '2 a.com, 3 b.com'],
    'web addresses in two columns': ['x;y\nhttps://a.com;https://b.com\nhttps://c.com;https://d.com', '?, x, y'],
    'no column of sites, but some in notes': ['titel;kennung;notiz\nBakery;anna;see a.com\nClinic;bob;', '?, notiz'],
    'only what may be a password': ['titel;kennung;zugang\nBakery;anna;Sun.flower\nClinic;bob;x7', '?, zugang'],
    'one row of it': ['titel;kennung;zugang\nBakery;anna;abc.de', '?, zugang'],
    'user names with a dot': ['wer;zugang\nanna.bell;x\nbob.miller;y', '?, wer'],
    'only passwords': ['Title,Login,Password\nBakery,anna.bell,abc.de\nClinic,bob,xyz.de', '?, Login'],
    'nothing like a site': ['a,b\nx y,1\nz,2', '2 (nothing), 3 (nothing)'],
    'a list after it': [
      `${table}c.com\nhttps://d.com/x\nmüller.de`,
      '2 a.com, 3 b.com, 4 c.com, 5 d.com, 6 xn--mller-kva.de',
    ],
    'words after it': [`${table}see c.com\nd.com, or e.com`, '2 a.com, 3 b.com, 4 (nothing), 5 (nothing)'],
    'after a table of passwords, what may be one': [`${secret}abc.de`, '2 a.com, 3 b.com, 4 (nothing)'],
    'after columns without names, what may be a password': [
      'x;a.com\ny;b.com\nz;c.com\nw;d.com\nabc.de',
      '1 a.com, 2 b.com, 3 c.com, 4 d.com, 5 (nothing)',
    ],
    'a list before it': ['a.com\nb.com\n\nName;Domain\nAnna;c.com', '1 a.com, 2 b.com, 5 c.com'],
    'a title in a sheet': [
      ';;\nOf Anna;;\nKunde;Auftritt;Passwort\nx;a.com;abc.de\ny;b.com;xyz.de',
      '2 (nothing), 4 a.com, 5 b.com',
    ],
    'titles that name sites': [
      'All sites,,\nOf Anna,,2026\nDomain,x,PIN\na.com,,abc.de\nb.com,y,xyz.de',
      '1 (nothing), 2 (nothing), 4 a.com, 5 b.com',
    ],
    'a row like a header below a short header': [
      'Kunde;Domain;PIN\nLink AG;offen;x;\ny;a.com;abc.de;\nz;b.com;xyz.de;',
      '2 offen, 3 a.com, 4 b.com',
    ],
    'a row like a header below a header, one of whose columns has passwords': [
      'Kunde;Passwort;Auftritt\nLink AG;hidden;offen\ny;abc.de;a.com\nz;xyz.de;b.com',
      '?, Auftritt',
    ],
    'a title before it': ['Of Anna\n\na;b\nhttps://a.com;abc.de\nhttps://b.com;y', '1 (nothing), 4 a.com, 5 b.com'],
    'an empty field': ['a;b;c\nx;https://a.com;abc.de\ny;;bakery.org\nz;-;c.com', '2 a.com, 3 (nothing), 4 (nothing)'],
    'line ends in fields': ['a,b\n"x.de\ny.de",https://a.com\nz,https://b.com', '2 a.com, 4 b.com'],
  });
});

describe('what a header says, and what the column holds', () => {
  readAs({
    'the name itself before a longer one': ['Icon URL,URL\nhttps://cdn.com,https://a.com', '2 a.com'],
    'a website beside other addresses of its owner': [
      'Name,Website,Logo URL,place_link\nx,a.com,https://cdn.net/x.png,https://maps.net/x',
      '2 a.com',
    ],
    'an address in two words': ['Client,Website URL,Host\nx,https://a.com,srv1.host.net', '2 a.com'],
    'a website beside the hosts of its owner': [
      'Kunde;Webseite;FTP-Host;Hostname\nx;www.a.com;w01.host.net;srv1.host.net',
      '2 www.a.com',
    ],
    'a web address beside a database': ['Firma;Webadresse;DB-Host\nx;a.com;db1.host.net', '2 a.com'],
    'a website beside its registrar': ['Company website,Domain registrar\na.com,b.net', '2 a.com'],
    'two addresses that are named alike': [
      'siteName,referrerUrl,pageUrl\nx,https://b.net,https://a.com\nx,https://c.net,https://a.com',
      '?, referrerUrl, pageUrl',
    ],
    'two sites that are named alike, one of them always with a scheme': [
      'URL Live;URL Test\nhttps://a.com;https://b.net\nc.com;-',
      '?, URL Live, URL Test',
    ],
    'the only column, where other facts have lines, too': [
      'Sites\na.com\nPHP 8.3\nDeployed today',
      '2 a.com, 3 (nothing), 4 (nothing)',
    ],
    'the only one of the columns with sites, where other facts have rows, too': [
      'Website;Visits\nMy shop\n12;3\nhttps://a.com\nMy blog\n4;5\nhttps://b.com',
      '2 (nothing), 3 0.0.0.12, 4 a.com, 5 (nothing), 6 0.0.0.4, 7 b.com',
    ],
    'two addresses that are named alike, one of them empty': ['Logo URL,Shop URL\n,https://a.com', '2 a.com'],
    'a domain of several words beside its host': [
      'Domain name;Host\na.com;srv1.host.net\nb.com;srv1.host.net',
      '2 a.com, 3 b.com',
    ],
    'a domain of a customer beside a host and a link': [
      'Nom de domaine;Hostname;Link\na.com;srv1.host.net;https://x.net\nb.com;srv1.host.net;https://x.net',
      '2 a.com, 3 b.com',
    ],
    'a website of a company beside its host': ['Company website;Hostname\na.com;srv1.host.net', '2 a.com'],
    'an address before one with other words': ['Address,Redirect URL\nhttps://a.com,https://b.net', '2 a.com'],
    'a host beside its IP address': ['IP-Adresse;Host\n10.0.0.1;a.com', '2 a.com'],
    'a password of a site': ['Site password,Portal\nabc.de,https://a.com', '2 a.com'],
    'an address that is a mailbox': ['E-mail address,Web address\nme@b.com,a.com', '2 a.com'],
    'an address that is a street': ['Address,Portal\n1 Mill Lane,https://a.com', '2 a.com'],
    'titles of sites': ['Site,Portal\nBakery,https://a.com\nNode.js,https://b.com', '2 a.com, 3 b.com'],
    'a column that is empty': ['URL,Login,Password\n,anna.bell,abc.de\n,bob.miller,xyz.de', '2 (nothing), 3 (nothing)'],
    'camel case': ['loginUri,secretValue\na.com,abc.de', '2 a.com'],
    projects: ['project,reports,result\na.com,2,b.com', '2 a.com'],
  });

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
    expect(await read(`${secret};${site}\nabc.de;a.com`)).toBe('2 a.com');
    // What is called a password is not offered, even where nothing else may be a site.
    expect(await read(`${secret};x\nabc.de;y\nabc.com;z`)).toBe('2 (nothing), 3 (nothing)');
  });
});

describe('tables without a header', () => {
  readAs({
    'addresses and passwords': ['https://a.com,anna,abc.de\nhttps://b.com,bob,xyz.de', '1 a.com, 2 b.com'],
    'one row of them': ['https://a.com,anna,abc.de', '1 a.com'],
    'passwords that are all names': ['https://a.com,abc.de\nhttps://b.com,xyz.de', '1 a.com, 2 b.com'],
    'names and passwords that are all names': ['a.com,abc.de\nb.com,xyz.de', '?, 1: a.com, 2: abc.de'],
    'names and notes': ['a.com;our shop\nb.com;since 2019\nc.com;see d.com', '1 a.com, 2 b.com, 3 c.com'],
    'tabs with titles': ['https://a.com/\tNext.js, Node.js\nhttps://b.com/\tBook.in', '1 a.com, 2 b.com'],
    'pipes with titles': ['https://a.com/ | Next.js | x\nhttps://b.com/ | Node.js', '1 a.com, 2 b.com'],
    'a blank line': ['https://a.com/ | Next.js\n\nhttps://b.com/ | y.de', '1 a.com, 3 b.com'],
    'user names with a dot': ['anna.bell,x1,Bakery\nbob.miller,y2,Clinic', '?, 1: anna.bell'],
    'a field too many': [
      `${'x,https://a.com,p\n'.repeat(9)}z,abc.de,https://c.com,r`,
      `${Array.from({ length: 9 }, (_, n) => `${n + 1} a.com, `).join('')}10 (nothing)`,
    ],
  });
});

describe('tables that programs print in a terminal', () => {
  const rule = '+----+-------+---------+';
  readAs({
    MySQL: [
      `${rule}\n| id | url   | secret  |\n${rule}\n|  1 | a.com | abc.de  |\n${rule}\n1 row in set (0.00 sec)`,
      '4 a.com, 6 (nothing)',
    ],
    'MySQL, whose header no rule knows': [
      `${rule}\n| id | x     | y       |\n${rule}\n|  1 | a.com | anna.de |\n|  2 | b.com | bob     |\n${rule}\n`,
      '?, x, y',
    ],
    PostgreSQL: [' domain | password \n--------+----------\n a.com  | abc.de\n(1 row)', '3 a.com, 4 (nothing)'],
    'lines of box drawing': [
      '┌────────┬────────┐\n│ domain │ secret │\n├────────┼────────┤\n│ a.com  │ abc.de │\n└────────┴────────┘',
      '4 a.com',
    ],
    'one column': ['+-------+\n| name  |\n+-------+\n| a.com |\n| b.com |\n+-------+', '2 (nothing), 4 a.com, 5 b.com'],
    Markdown: ['| Site | Owner |\n|---|:---|\n| a.com | b.com |', '3 a.com'],
  });
});

describe('lists are no tables', () => {
  readAs({
    'names in rows, with spaces': ['a.com, b.com\nc.com, d.com', '1 a.com, 1 b.com, 2 c.com, 2 d.com'],
    'rows that are not even': ['a.com,b.com,c.com\nd.com,e.com', '1 a.com, 1 b.com, 1 c.com, 2 d.com, 2 e.com'],
    'a comma after each': ['a.com,\nb.com,', '1 a.com, 2 b.com'],
    addresses: ['https://a.com,https://b.com\nhttps://c.com,https://d.com', '1 a.com, 1 b.com, 2 c.com, 2 d.com'],
    sentences: ['We run a.com, and b.com.\nAlso, see c.com.', '1 a.com, 1 b.com, 2 c.com'],
    JSON: ['{"domain":"a.com","x":"b.com"}\n{"domain":"c.com","x":"d.com"}', '1 a.com, 1 b.com, 2 c.com, 2 d.com'],
    'JSON whose first line has no site': [
      '[{"id": 1, "url": null},\n{"url": "https://a.com"},\n{"x": 1, "url": "https://b.com"}]',
      '1 (nothing), 2 a.com, 3 b.com',
    ],
    'a JSON array': ['[\n  "a.com",\n  "b.com"\n]', '1 (bad-host), 2 a.com, 3 b.com, 4 (bad-host)'],
    'one name a line, some with a note': ['a.com\nb.com, our shop\nc.com', '1 a.com, 2 b.com, 3 c.com'],
    'addresses with commas': ['https://a.com/1,2\nhttps://b.com/3,4', '1 a.com, 2 b.com'],
  });
});

describe('what other texts name as a secret is no site', () => {
  readAs({
    'JSON of Bitwarden': [
      '{"items":[{"name":"Shop","notes":"code abc.de","login":{"uris":[{"uri":"https://a.com/"}],"username":"anna.bell","password":"Sun.flower"}}]}',
      '1 a.com',
    ],
    'JSON on lines': [
      '"url": "https://a.com",\n"password": "Sun.\\"flo.wer",\n"totp": null',
      '1 a.com, 2 (nothing), 3 (nothing)',
    ],
    'JSON of a person without a secret': ['{"domain":"a.com","owner":"b.com","user":"anna.bell"}', '1 a.com, 1 b.com'],
    'the text of Kaspersky': [
      'Website name: Shop\nWebsite URL: https://a.com\nLogin: anna.bell\nPassword: abc.de',
      '1 (nothing), 2 a.com, 3 (nothing), 4 (nothing)',
    ],
    'XML of KeePass': [
      '<String><Key>Password</Key><Value ProtectInMemory="True">abc.de</Value></String><String><Key>URL</Key><Value>https://a.com</Value></String>',
      '1 a.com',
    ],
    'XML of KeePass 1': [
      '<pwentry><title>Shop</title>\n<username>anna.de</username>\n<url>https://a.com</url>\n<password>abc.de</password></pwentry>',
      '1 (bad-host), 2 (bad-host), 3 a.com, 4 (bad-host)',
    ],
    'XML with CDATA': ['<host>a.com</host>\n<Pass enc="no"><![CDATA[abc.de]]></Pass>', '1 a.com, 2 (nothing)'],
    'XML with a bracket in the secret': ['<host>a.com</host>\n<password>ab]c.de</password>', '1 a.com, 2 (bad-host)'],
    'HTML with names in code': ['<p><code>a.com</code></p>', '1 a.com'],
    'an array of PHP': [
      "return [\n'url'      => 'https://a.com',\n'password' => 'abc.de', 'domain' => 'b.com',\n\"pin\" => \"xyz.de\"];",
      '1 (nothing), 2 a.com, 3 b.com, 4 (nothing)',
    ],
    'an array with separators in the secret': ["['password' => 'ab, c.de', 'domain' => 'b.com']", '1 b.com'],
    'a table with a label below it': [
      'Kunde,Domain\nx,a.com\ny,b.com\nPassword: abc.de',
      '2 a.com, 3 b.com, 4 (nothing)',
    ],
    'a dictionary of Python': ["[{'domain': 'a.com', 'password': 'abc.de'}]", '1 a.com'],
    'settings of a server': [
      'SITE_URL=https://a.com\nDB_PASSWORD=abc.de\nHost: b.com\nDatabase website: https://c.com',
      '1 a.com, 2 (bad-host), 3 b.com, 4 c.com',
    ],
    'in another language': ['пароль = abc.de', '1 (nothing)'],
    'with the marks of another script': [
      '密码：abc.de\n账号：anna.bell\n网站：a.com，密码：xyz.de\nb.com（パスワード ：abc.de）、c.com',
      '1 (bad-host), 2 (bad-host), 3 a.com, 4 b.com, 4 c.com',
    ],
    'emphasised, by a site': ['a.com (**Pass:** abc.de) *Pass*: xyz.de\n_Password:_ abc.de', '1 a.com, 2 (nothing)'],
    'notes beside a site': [
      'a.com, Passwort: abc.de\nb.com (user: anna, pass = xyz.de), c.com\nd.com mot de passe : abc.fr; e.com',
      '1 a.com, 2 b.com, 2 c.com, 3 d.com, 3 e.com',
    ],
    'an address after such a word within a line': ['a.com, key: https://b.com/?key=c.com', '1 a.com, 1 b.com'],
    Markdown: [
      '- **URL:** https://a.com\n- **Password**: abc.de\n* **Login:** anna.bell',
      '1 a.com, 2 (nothing), 3 (nothing)',
    ],
    'an address after such a word': ['Login: https://a.com/login\nClient: b.com', '1 a.com, 2 b.com'],
  });
});

describe('a quote that is not closed does not open the other columns', () => {
  readAs({
    'in a password': ['url,password,note\na.com,"abc.de,x\nb.com,xyz.de,y', '2 (quote), 2 a.com, 3 b.com'],
    'before misplaced quotes': [
      'url,note\na.com,"x\nb.com,y "z" w\nc.com,z',
      '2 (quote), 2 a.com, 3 (nothing), 4 c.com',
    ],
    'before the column': ['password,url\n"abc.de,a.com\nxyz.de,b.com', '2 (quote), 3 b.com'],
    'and no header says what it is': ['x,y\n"abc.de,https://a.com\n"xyz.de,https://b.com', '2 (quote)'],
    'in every row': ['password,url\n"abc.de,a.com\n"xyz.de,b.com\np,c.com', '2 (quote), 4 c.com'],
    'the rest of a note': [
      'url,note\na.com,"one" two\nb.com,"one\nabc.de, bakery.org"\nc.com,',
      '2 (quote), 2 a.com, 3 b.com, 5 c.com',
    ],
    'the note itself': [
      'name,url,note\nx,a.com,"one\nabc.de, bakery.org" x\nz,c.com,',
      '2 (quote), 2 a.com, 3 (nothing), 4 c.com',
    ],
    'a line within a note': [
      'url,note\na.com,"one\nbakery.org two\nthree" x\nb.com,',
      '2 (quote), 2 a.com, 3 (nothing), 4 (nothing), 5 b.com',
    ],
    'many times': [`password,url\n${'"abc.de,a.com\n'.repeat(40)}p,c.com`, '2 (quote), 42 c.com'],
  });

  test('in each of 10,000 rows, it is read in less than a second of the processor', async () => {
    const text = `password,url\n${'"abc.de,a.com\n'.repeat(10_000)}`;
    const time = await processorTime(async () => expect(await read(text)).toBe('2 (quote)'));
    expect(time).toBeLessThan(1000);
  });
});

test('what is not the site is nowhere in an entry: no row is shown whole', async () => {
  const text = 'url,password\n,abc.de\n-,Sun.flower\nx y,bakery.org\n"a" b,secret.net\nc.com,"d.com';
  expect(JSON.stringify(await parseSites(text))).not.toMatch(/abc|flower|bakery|secret|d\.com/);
});

describe('the chosen columns', () => {
  const text = 'x;y;z\na.com;abc.de;https\nb.com;xyz.de;n/a\n;c.com;';
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
    ['web addresses, a header', address, true, 2.5],
    ['web addresses, no header', address, false, 2.5],
    ['names, a header', host, true, 1],
    // Most of these have to be chosen.
    ['names, no header', host, false, 0.05],
  ])('%s', async (_name, site, isHeaded, leastOfEach) => {
    const row = fc.tuple(plain, site, secret, plain);
    const names = fc.constantFrom(
      ['name', 'url', 'password', 'note'],
      ['a', 'b', 'c', 'd'],
      ['titel', 'auftritt', 'zugang', 'notiz'],
      ['x', 'Webseite', 'Geheim', ''],
    );
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    const many = runs(2000);
    let read = 0;
    const [rows, marks] = [fc.array(row, { minLength: 2, maxLength: 8 }), fc.constantFrom(',', ';', '\t')];
    const ends = fc.constantFrom('\n', '\r\n');
    await tryWith(many, [rows, names, order, marks, ends], async (rows, header, places, mark, end) => {
      const lines = (isHeaded ? [header, ...rows] : rows).map((fields) =>
        places.map((at) => quoted(fields[at] ?? '', mark)).join(mark),
      );
      const list = await parseSites(lines.join(end));
      const hosts = list?.entries.flatMap(({ site: one }) => ('host' in one ? one.host : [])) ?? [];
      expect(hosts.filter((one) => !one.startsWith('site.'))).toEqual([]);
      read += hosts.length;
    });
    expect(read).toBeGreaterThan(leastOfEach * many.numRuns);
  });
});
