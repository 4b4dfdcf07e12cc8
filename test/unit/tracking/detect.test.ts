import { describe, expect, test } from 'vitest';
import { traitsOf } from '@/lib/services/traits.ts';
import { detect, type Expected } from '@/lib/tracking/detect.ts';
import type { PageFacts, ScriptFact } from '@/lib/tracking/facts.ts';
import { saidOf } from '../data/pages/page.ts';

const baseUrl = 'https://stats.example.net';
const usual = traitsOf().templates.trackingCode;
const empty: ScriptFact = { src: '', id: '', type: '', data: [], text: '', place: 'page', nomodule: false };

/** What is said of a page with these scripts: whether the code was found, and each finding as `kind` or `kind: about`. */
function said(scripts: Partial<ScriptFact>[], expected: Partial<Expected> = {}, more: Partial<PageFacts> = {}) {
  const facts = { page: 'https://shop.example.com', doNotTrack: false, refused: [], ...more };
  const seen = detect(
    { ...facts, scripts: scripts.map((script) => ({ ...empty, ...script })) },
    { baseUrl, template: usual, ...expected },
  );
  return Object.values(saidOf(seen)).flat();
}

describe('a script that knows the code and has not put it in', () => {
  const host = 'stats.example.net';
  test.each<[name: string, script: Partial<ScriptFact>, mentioned: boolean]>([
    ['by its id', { text: `${host} ZwSg9rf6GA` }, true],
    ['by its attribute', { text: `${host} data-host` }, true],
    ['by its file', { text: `load("https://${host}/js/script.min.js")` }, true],
    ['in data of a framework', { text: `\\"https://${host}/js/script.js\\"` }, true],
    ['not by the service alone', { text: host }, false],
    ['not by its id alone', { text: 'ZwSg9rf6GA' }, false],
    ['not where the file’s name goes on', { text: `"https://${host}/js/script.jsx"` }, false],
    ['not in a noscript', { text: `${host} ZwSg9rf6GA`, place: 'noscript' }, false],
    ['not in data that nothing runs', { text: `${host} ZwSg9rf6GA`, type: 'application/json' }, false],
    ['not beside an address', { text: `${host} ZwSg9rf6GA`, src: 'https://shop.example.com/a.js' }, false],
  ])('%s', (_name, script, mentioned) => {
    expect(said([script])).toEqual(mentioned ? ['unsure', 'mentioned'] : ['no']);
  });

  test('where the template’s script has no file name to know it by', () => {
    expect(said([{ text: `${host} collect` }], { template: '<script src="{base_url}/collect"></script>' })).toEqual([
      'no',
    ]);
  });
});

describe('code that adds its script to the page', () => {
  const text =
    `var _paq=[],u="${baseUrl}/";_paq.push(["setTrackerUrl",u+"matomo.php"],["setSiteId","7"]);` +
    'var g=document.createElement("script");g.src=u+"matomo.js";document.head.append(g)';
  const src = `${baseUrl}/matomo.js`;
  const other = { src: 'https://other.example/matomo.js' };
  test.each<[name: string, scripts: Partial<ScriptFact>[], says: string[]]>([
    ['which is loaded', [{ src }], ['yes']],
    ['which the server refused', [{ src, load: 'failed' }], ['no', 'failed']],
    ['which was never loaded', [{ src, load: 'missing' }], ['unsure', 'missing']],
    ['which was refused at one of two servers', [{ src, load: 'failed' }, other], ['yes']],
  ])('%s', (_name, scripts, says) => {
    const pieces = [{ text, type: '', place: 'page' as const }];
    const template = traitsOf('matomo').templates.trackingCode;
    expect(said(scripts, { template, id: '7' }, { hasRun: true, pieces })).toEqual(says);
  });
});

describe('what is said beside whether it was found', () => {
  const at = (host: string): Partial<ScriptFact> => ({ id: 'ZwSg9rf6GA', data: [['data-host', host]] });
  const ours = { ...at(baseUrl), src: `${baseUrl}/js/script.js` };
  const [one, two] = [at('https://one.example'), at('https://two.example')];
  test.each<[name: string, scripts: Partial<ScriptFact>[], says: string[]]>([
    ['other services, each once', [one, two, one], ['no', 'other: https://one.example', 'other: https://two.example']],
    ['another service beside the code', [ours, one], ['yes', 'other: https://one.example']],
    ['another path beside the code', [ours, at(`${baseUrl}/a`)], ['yes', `path: ${baseUrl}/a`]],
    ['what may be the service, beside the code: nothing', [ours, at('http://stats.example.net')], ['yes']],
    ['what names no service, beside the code: nothing', [ours, at('stats')], ['yes']],
  ])('%s', (_name, scripts, says) => {
    expect(said(scripts)).toEqual(says);
  });

  test('nothing of do-not-track where there is no code', () => {
    expect(said([], {}, { doNotTrack: true })).toEqual(['no']);
  });

  test('nothing at all where the service’s address is none', () => {
    const facts = { page: 'https://shop.example.com', doNotTrack: false, refused: [], scripts: [] };
    const expected = { baseUrl: 'stats', template: usual };
    expect(detect(facts, expected)).toEqual({ found: 'unsure', findings: [] });
  });
});

describe('a template that names the site', () => {
  const byId = '<script src="{base_url}/a.js" data-site="{id}"></script>';
  const tag = { src: `${baseUrl}/a.js`, data: [['data-site', '17'] as const] };
  const inline = '<script>\n  t("{base_url}",\n  "{domain}")\n</script>';
  const inlineById = '<script>t("{base_url}", "{id}")</script>';
  const text = (site: string) => ({ text: `t("${baseUrl}", "${site}")` });
  // Longer than what is read of a template, once it is filled in.
  const long = `${'{base_url}'.repeat(900)}<script>t("{base_url}", "17")</script>`;
  test.each<[name: string, template: string, script: Partial<ScriptFact>, site: Partial<Expected>, says: string[]]>([
    ['this one', byId, tag, { id: '17' }, ['yes']],
    ['another one', byId, tag, { id: '18' }, ['no', 'site: 17']],
    ['one that is not known yet', byId, tag, {}, ['yes']],
    ['this one, inline', inline, text('shop.example.com'), { domain: 'shop.example.com' }, ['yes']],
    ['another one, inline', inline, text('other.example'), { domain: 'shop.example.com' }, ['no']],
    ['none, inline', inline, text(''), {}, ['yes']],
    ['this one by its id, inline', inlineById, text('17'), { id: '17' }, ['yes']],
    ['one that is not known yet, inline', inlineById, text('17'), {}, ['no']],
    ['one after much else', long, text('17'), {}, ['no']],
  ])('%s', (_name, template, script, site, says) => {
    expect(said([script], { template, ...site })).toEqual(says);
  });
});
