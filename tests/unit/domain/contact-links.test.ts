import { expect, test } from 'vitest';
import {
  callHref,
  directionsHref,
  internationalNumber,
  mailHref,
  mapKindOf,
  textHref,
  whatsAppHref,
} from '../../../src/core/domain/contact-links.ts';

test.each([
  ['0141 496 0123', '441414960123'],
  ['+44 141 496 0123', '441414960123'],
  ['+44 (0)141 496 0123', '441414960123'],
  ['0044 7700 900123', '447700900123'],
  ['447700900123', '447700900123'],
  ['7700 900123', '447700900123'],
  ['07700-900.123', '447700900123'],
  ['Tel: 07700 900123 ext 4', '447700900123'],
  ['+353 1 555 0100', '35315550100'],
  ['00353 1 555 0100', '35315550100'],
])('WhatsApp is given %s as %s', (phone, number) => {
  expect(internationalNumber(phone)).toBe(number);
  expect(whatsAppHref(phone)).toBe(`https://wa.me/${number}`);
});

test.each(['please ask', '0141', '55501004567', '+++++++++++'])(
  '“%s” is no number of a conversation',
  (phone) => {
    expect(whatsAppHref(phone)).toBeNull();
  },
);

test('a call and a text dial the number as given, without the surrounding characters', () => {
  expect(callHref('0141 496 0123')).toBe('tel:01414960123');
  expect(callHref('+44 (0)141 496 0123 ext. 12')).toBe('tel:+441414960123');
  expect(textHref('(07700) 900-123')).toBe('sms:07700900123');
});

test.each([
  ['+44 07700 900123', '+447700900123'],
  ['+4407700900123', '+447700900123'],
  ['0044 07700 900123', '00447700900123'],
  ['+44 (07700) 900123', '+447700900123'],
  ['0141 496 0123/4', '01414960123'],
  ['0141 496 0123 / 07700 900123', '01414960123'],
  ['07700 900123, 0141 496 0123', '07700900123'],
  ['07700900123 (6pm on)', '07700900123'],
  ['496 0123 (6pm on)', '4960123'],
  ['+44 (0)141 496 0123 (0 for the office)', '+441414960123'],
  ['0141/4960123', '01414960123'],
  ['+44 (141) 496 0123', '+441414960123'],
  ['(0141) 496 0123', '01414960123'],
  ['0141 (496) 0123', '01414960123'],
  ['0141 496/0123', '01414960123'],
  ['0141 496 (0123)', '01414960123'],
  ['07700,900,123', '07700900123'],
  ['+49 89 1234/5678', '+498912345678'],
  ['+353 1 555 0100', '+35315550100'],
  ['44 7700 900123', '+447700900123'],
  ['447700900123', '+447700900123'],
  ['7700 900127', '+447700900127'],
  ['141 496 0123', '+441414960123'],
  ['44 (0)141 496 0123', '+441414960123'],
  ['44 0141 496 0123', '+441414960123'],
  ['7700 900127 (6pm on)', '+447700900127'],
  ['496 0123', '4960123'],
  ['55501004567', '55501004567'],
])('of %s a call and a text dial %s', (phone, number) => {
  expect(callHref(phone)).toBe(`tel:${number}`);
  expect(textHref(phone)).toBe(`sms:${number}`);
});

test('a text opens with its first words', () => {
  expect(textHref('07700 900123', 'On our way, ref A & B')).toBe(
    'sms:07700900123?&body=On%20our%20way%2C%20ref%20A%20%26%20B',
  );
});

test.each(['+44 07700 900123', '07700900123 (6pm on)', '07700 900123/4'])(
  'WhatsApp is given one number of %s',
  (phone) => {
    expect(internationalNumber(phone)).toBe('447700900123');
  },
);

test('a letter carries its subject, whatever stands in it', () => {
  expect(mailHref('isla@example.com', 'Rugs & stairs? 100%')).toBe(
    'mailto:isla@example.com?subject=Rugs%20%26%20stairs%3F%20100%25',
  );
});

test.each([
  [
    "o'neil+tag&co/1=2?!#%@xn--bcher-kva.example",
    "o'neil%2Btag%26co%2F1%3D2%3F!%23%25@xn--bcher-kva.example",
  ],
  ['a..b@example.com', '%22a..b%22@example.com'],
  ['.a@example', '%22.a%22@example'],
])('a letter to %s opens for the address %s', (email, address) => {
  expect(mailHref(email, 'Rugs')).toBe(`mailto:${address}?subject=Rugs`);
});

test.each([
  ['Latin', 'Hello, see you on Monday.\n'.repeat(100)],
  ['Urdu', 'پیر کو ملتے ہیں۔ '.repeat(60)],
  ['emoji', '👩‍👧'.repeat(300)],
])('a letter with a long text in %s has a link that mail programs open', (_, text) => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
  const link = mailHref(email, text.slice(0, 200), text);
  expect(link.length).toBeLessThanOrEqual(1900);
  const [, body = ''] = decodeURIComponent(link).split('&body=');
  expect(body.endsWith('…')).toBe(true);
  expect(text.replaceAll('\n', '\r\n')).toContain(body.slice(0, -1));
  expect(body.length).toBeGreaterThan(30);
});

test('a letter with a short text is whole', () => {
  expect(decodeURIComponent(mailHref('a@b.co', 'Re', 'x'.repeat(1500)))).not.toContain('…');
});

test.each([
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0 Mobile Safari/537.36', 'geo:0,0?q='],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1',
    'https://maps.apple.com/?daddr=',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
    'https://www.google.com/maps/dir/?api=1&destination=',
  ],
])('on %s directions open %s, with the lines of the address', (userAgent, map) => {
  expect(directionsHref('Flat 2/1\n4 Abbey Close & Co', mapKindOf(userAgent))).toBe(
    `${map}Flat%202%2F1%0A4%20Abbey%20Close%20%26%20Co`,
  );
});

test('a chat and an email begin with their text', () => {
  expect(whatsAppHref('07700 900123', 'Hello & bye')).toBe(
    'https://wa.me/447700900123?text=Hello%20%26%20bye',
  );
  expect(mailHref('isla@example.com', 'Ref', 'Hello\nthere')).toBe(
    'mailto:isla@example.com?subject=Ref&body=Hello%0D%0Athere',
  );
});
