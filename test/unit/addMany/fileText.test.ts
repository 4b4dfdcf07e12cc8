import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fileText } from '@/lib/addMany/fileText.ts';

const utf16 = (text: string, isBig = false): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
  return isBig ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
};
const marked = Buffer.from('\ufeffa.com\x00b.com');
const table = 'Domain\tDR\r\nbakery.example\t31\r\n';

describe('a file’s text', () => {
  test.each<[string, Uint8Array<ArrayBuffer> | string, unknown]>([
    ['UTF-8', 'müller.de', { text: 'müller.de' }],
    ['UTF-8 in which an earlier program lost letters', 'm\ufffdller.de', { text: 'm\ufffdller.de' }],
    ['UTF-8 with its mark', '\ufeffa.com', { text: 'a.com' }],
    ['UTF-8 with its mark and a byte that is none', marked.fill(0xfc, 8, 9), { text: 'a.com\ufffdb.com' }],
    ['UTF-16 with its mark', utf16(`\ufeff${table}`), { text: table }],
    ['UTF-16, the other byte first', utf16(`\ufeff${table}`, true), { text: table }],
    ['UTF-16 without its mark', utf16(table), { text: table }],
    ['UTF-16 without its mark, the other byte first', utf16(table, true), { text: table }],
    ['gzip', new Uint8Array(gzipSync('<urlset></urlset>')), { text: '<urlset></urlset>' }],
    ['a broken gzip', new Uint8Array([0x1f, 0x8b, 1, 2, 3]), { failed: 'unreadable' }],
    ['a file that unpacks to 20 MB', new Uint8Array(gzipSync('a'.repeat(20 * 2 ** 20))), { failed: 'large' }],
    ['11 MB', 'a'.repeat(11 * 2 ** 20), { failed: 'large' }],
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1]), { failed: 'unreadable' }],
    ['nothing', '', { text: '' }],
  ])('%s', async (_name, content, expected) => expect(await fileText(new Blob([content]), 'de')).toEqual(expected));

  test.each<[language: string, bytes: number[], text: string]>([
    ['de', [0x42, 0xe4, 0x63, 0x6b, 0x65, 0x72], 'B\u00e4cker'],
    ['en-GB', [0xd1, 0x61, 0x80], '\u00d1a\u20ac'],
    ['pl', [0xb3, 0xf3, 0x64, 0x9f], '\u0142\u00f3d\u017a'],
    ['ru-RU', [0xe4, 0xee, 0xec], '\u0434\u043e\u043c'],
    ['tr', [0xde, 0x69, 0x66, 0x72, 0x65], '\u015eifre'],
    ['ja', [0x83, 0x68], '\u30c9'],
    ['zh-CN', [0xd3, 0xf2], '\u57df'],
    ['zh-TW', [0xb0, 0xec], '\u57df'],
  ])('in the code page of %s', async (language, bytes, text) =>
    expect(await fileText(new Blob([new Uint8Array(bytes)]), language)).toEqual({ text }),
  );

  test('UTF-8 with one byte that is none, as where a text was cut', async () => {
    const bytes = Buffer.concat([Buffer.from('müller.de, bäcker.de\nc.de, b'), Buffer.from([0xc3])]);
    expect(await fileText(new Blob([bytes]), 'de')).toEqual({ text: 'müller.de, bäcker.de\nc.de, b\ufffd' });
  });

  test('a file that is gone', async () => {
    const gone = { size: 3, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) };
    expect(await fileText(gone as unknown as Blob, 'de')).toEqual({ failed: 'unreadable' });
  });
});
