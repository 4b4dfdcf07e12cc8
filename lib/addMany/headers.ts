/**
 * Returns a pattern for the words of a header. `words`: alternatives that must be whole words. `joined`: alternatives
 * in scripts without spaces, which can be anywhere in the header.
 */
const pattern = (words: string, joined = ''): RegExp =>
  new RegExp(`(?:^| )(?:${words})(?= |$)${joined && `|${joined}`}`, 'u');

/**
 * Patterns for headers of columns with sites, the best first. In a table that also has a website column, a "host" is
 * usually the server that runs the website.
 */
const siteNames: readonly RegExp[] = [
  pattern(
    'domain ?names?|domains?|domaines?|dominios?|domini|domein(?:en)?|domeinnam(?:en|en)?|domänen?|domen[ay]?|домен[ыи]?|alan ad(?:ı|i|lar[ıi])',
    'ドメイン|도메인|域名|網域|نطاق|דומיין',
  ),
  pattern(
    'web ?sites?|web ?seiten?|internetseiten?|sites? (?:web|internet)|sitios? web|siti? web|sitos? web|strony? (?:www|internetow[ae])|web ?siteler[i]?|веб ?сайт[ыи]?|www|web ?address(?:es)?|(?:web|internet) ?adresse?n?',
    'ウェブサイト|웹 ?사이트|网站|網站|网址|網址|موقع|مواقع|אתר',
  ),
  pattern('ur[il]s?'),
  pattern('sites?|sitios?|sito|siti|siteler|сайт[ыи]?|witryn[ay]', 'サイト|사이트|站点|站點'),
  pattern('home ?pages?|start ?seiten?|page d accueil', 'ホームページ|홈페이지|主页'),
  pattern('webs?'),
  pattern('host ?names?|hostnaam|nom d hôte', 'ホスト名|호스트 ?이름|主机名|主機名'),
  pattern('hosts?|hôtes?|хост[ыи]?', 'ホスト|호스트|主机|主機'),
  pattern('links?|liens?|enlaces?|ссылк[аи]|посилання|łącz[ae]', 'リンク|링크|链接|連結|رابط|קישור'),
  pattern(
    'adress(?:e|en|es|i|s)?|address(?:es)?|adres(?:se|y|i|ler)?|direcci(?:ón|ones)|indirizz[oi]|endereços?|адреса?',
    'アドレス|주소|地址|عنوان|כתובת',
  ),
  // The header in Waymark's own export of projects.
  pattern('projects?'),
];

const secretNames = pattern(
  [
    'pass(?:word|words|phrase|phrases|code|codes)?|pwds?|pws?|pins?|secrets?|tokens?|keys?|codes?|otp|totp|otp ?auth|2fa|mfa|credentials?',
    // The header of the statistics links in Waymark's own export of websites. These links are not sites to add.
    'share url',
    'passw(?:ort|örter)|kennw(?:ort|örter)|geheim(?:nis|nisse|e)?|contraseñas?|claves?|secretos?|mots? de passe|mdp|senhas?|palavras? passe',
    'parol[aei]|segret[oi]|wachtwoord(?:en)?|has[łl][oa]|парол[ьи]|паролі|секрет[ыи]?|ключ[иі]?|şifre(?:ler|si)?|sifre|parolalar',
  ].join('|'),
  'パスワード|暗証|비밀번호|암호|密码|密碼|口令|كلمة (?:ال)?(?:مرور|سر)|סיסמ',
);

const mailNames = pattern(
  'e ?mails?|mails?|correos?|courriels?|e ?posta|почта|пошта',
  'メール|이메일|邮箱|郵箱|بريد|דוא',
);

const userNames = pattern(
  [
    'users?|user ?names?|log ?ins?|nick ?names?|benutzer(?:name|namen)?|anmeldename|usuarios?|usuários?|utilisateurs?|identifiants?',
    'utent[ei]|gebruikers?(?:naam)?|użytkowni(?:k|cy)|пользовател[ьи]|логины?|користувач[іи]?|логіни?|kullanıcı|kullanıcı adı',
  ].join('|'),
  'ユーザー|アカウント|사용자|계정|아이디|用户|用戶|[账帐帳][号號户戶]|مستخدم|משתמש',
);

/**
 * Matches the labels of providers in a domain's registration data. The values of these labels are hosts, but not the
 * person's sites.
 */
const registryNames = pattern('registrar|registry|whois|name ?servers?|nservers?|dns ?servers?');
/** Matches the headers of columns with servers that are not websites. */
const serverNames = pattern('s?ftps?|db|database|datenbank|mysql|smtp|imap');

/**
 * Returns the words of a name in lower case, separated by spaces. The result is the same for `loginUri`, `login_uri`
 * and `Login URI`.
 */
const spelledOut = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('\u0307', '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

/** Added to the rank of a header that contains other words besides `domain` or `website`. */
const beforeHosts = 4.5;

/** The probable content of a column, according to its header. */
export interface HeaderMeaning {
  /** How well the header names sites: 0 is the best. Undefined if it does not name sites. */
  rank?: number;
  /** Whether the column contains passwords, codes or keys. If so, nothing in it is a site. */
  isSecret: boolean;
  /**
   * Whether the column contains user names, e-mail addresses or servers that are not websites. If so, a text in it like
   * `anna.bell` is not a site.
   */
  isOther: boolean;
}

/** Whether a label in the registration data of a domain names a provider, such as the registrar. */
export const isOfRegistry = (label: string): boolean => registryNames.test(spelledOut(label));

/** Returns what a column's header says about its content. Knows headers in all languages of Waymark. */
export function meaningOf(header: string): HeaderMeaning {
  const name = spelledOut(header);
  const isSecret = secretNames.test(name);
  const isMail = mailNames.test(name);
  const isServer = serverNames.test(name);
  const isNoSite = isSecret || isMail || registryNames.test(name) || isServer;
  const place = isNoSite ? -1 : siteNames.findIndex((one) => one.test(name));
  // A header that consists only of words for sites ranks above one with other words: `Website` and `Website URL` above
  // `Logo URL`. But `Primary domain` and `Company website` still rank above `Hostname`.
  const isWhole = siteNames.reduce((rest, one) => rest.replace(one, ''), name) === '';
  const behind = place < 2 ? beforeHosts : siteNames.length;
  return {
    ...(place < 0 ? {} : { rank: isWhole ? place : place + behind }),
    isSecret,
    isOther: isMail || isServer || userNames.test(name),
  };
}
