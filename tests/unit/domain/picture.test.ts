import { expect, test } from 'vitest';
import { checkPicture, fitInto, isHeic } from '../../../src/core/domain/picture-check.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const JPEG = [0xff, 0xd8, 0xff, 0xe1, 0x00];
const PNG = [0x89, ...ascii('PNG\r\n\u001a\n')];
const WEBP = [...ascii('RIFF'), 0x24, 0x00, 0x00, 0x00, ...ascii('WEBPVP8 ')];
const MB = 1024 * 1024;

test.each([
  ['a JPEG', JPEG, 'jpg', 'image/jpeg'],
  ['a PNG', PNG, 'png', 'image/png'],
  ['a WebP', WEBP, 'webp', 'image/webp'],
])('%s is recognised by its first bytes', (_name, bytes, extension, type) => {
  expect(checkPicture(new Uint8Array(bytes), MB)).toEqual({ ok: true, extension, type });
});

test.each([
  ['a GIF', ascii('GIF89a')],
  ['a drawing in SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg">')],
  [
    'a sound in the container of WebP',
    [...ascii('RIFF'), 0x24, 0x00, 0x00, 0x00, ...ascii('WAVEfmt ')],
  ],
  ['the beginning of a beginning', [0xff, 0xd8]],
])('%s is no picture that is stored', (_name, bytes) => {
  expect(checkPicture(new Uint8Array(bytes), MB)).toEqual({ ok: false, problem: 'wrong-type' });
});

test('an empty file and a wrong type are refused for different reasons', () => {
  expect(checkPicture(new Uint8Array(), MB)).toEqual({ ok: false, problem: 'empty' });
});

test('as many bytes as allowed are accepted, one more is not', () => {
  const file = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(JPEG);
    return bytes;
  };
  expect(checkPicture(file(MB), MB).ok).toBe(true);
  expect(checkPicture(file(MB + 1), MB)).toEqual({ ok: false, problem: 'too-large' });
});

test.each([
  [
    { width: 4032, height: 3024 },
    { width: 2560, height: 1920 },
  ],
  [
    { width: 3024, height: 4032 },
    { width: 1920, height: 2560 },
  ],
  [
    { width: 2560, height: 2560 },
    { width: 2560, height: 2560 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
  [
    { width: 30_000, height: 2 },
    { width: 2560, height: 1 },
  ],
])('%o fits into 2560 pixels as %o', (size, fitted) => {
  expect(fitInto(2560, size)).toEqual(fitted);
});

test.each(['heic', 'heix', 'mif1'])('an iPhone’s photo is known by its brand: %s', (brand) => {
  const bytes = new Uint8Array([0, 0, 0, 24, ...ascii(`ftyp${brand}`), 0, 0]);
  expect(isHeic(bytes)).toBe(true);
  expect(checkPicture(bytes, MB)).toEqual({ ok: false, problem: 'wrong-type' });
});

test.each([
  ['a film', [0, 0, 0, 24, ...ascii('ftypmp42')]],
  ['an AVIF', [0, 0, 0, 24, ...ascii('ftypavif')]],
  ['a JPEG', JPEG],
])('%s is no HEIC photo', (_name, bytes) => {
  expect(isHeic(new Uint8Array(bytes))).toBe(false);
});
