import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Token } from '../../../src/core/server/signed-in.ts';
import { createSupabaseAdminBackend } from '../../../src/core/server/supabase-admin-backend.ts';
import { createSupabaseBackend } from '../../../src/core/server/supabase-backend.ts';
import {
  FLOOD,
  FORBIDDEN,
  REQUEST_FAULTS,
  SERVER_FAULTS,
  STORAGE_ANSWERS,
  type RestAnswer,
  type StorageAnswer,
} from '../../support/contracts.ts';
import { booking } from '../support/outbox.ts';
import { json } from '../support/scripted-fetch.ts';

const ID = '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11';
const FILE = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
const options = { url: 'https://db.example', publishableKey: 'sb_publishable_test' };

/**
 * Both adapters before a server with one answer to everything except the request for the bucket;
 * counts an administrator's renewals.
 */
function adapters(answer: () => Response) {
  let renewals = 0;
  const fetch = async (input: RequestInfo | URL) =>
    String(input).endsWith('/ensure_bucket_exists')
      ? new Response(null, { status: 204 })
      : answer();
  const token = async ({ refused }: { refused: string | null }): Promise<Token> => {
    if (refused !== null) renewals++;
    return { outcome: 'token', token: 't', userId: 'user-1' };
  };
  return {
    visitor: createSupabaseBackend({ ...options, fetch }),
    admin: createSupabaseAdminBackend({ ...options, fetch, token }),
    renewals: () => renewals,
  };
}

/** An outcome in a few words. */
const said = (result: { outcome: string; reason?: string }) =>
  result.reason === undefined ? result.outcome : `${result.outcome} ${result.reason}`;

/** The fixture shortens long lists and omits the sizes of files. */
const whole = (body = '') => (/^\[.*[^\]]$|^<\d+ bytes>$/.test(body) ? '[]' : body);

function storageResponse({ status, body, headers }: StorageAnswer): Response {
  if (status === 0) throw new TypeError('fetch failed');
  return new Response(whole(body) || null, { status, headers: headers ?? {} });
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** Six hundred requests, each with its own client, take longer than the default timeout. */
const SIX_HUNDRED_CLIENTS_MS = 15_000;

test(
  'each answer of Storage means to a visitor and to an administrator what the table says',
  async () => {
    const lines = [];
    for (const answer of STORAGE_ANSWERS) {
      const { visitor, admin, renewals } = adapters(() => storageResponse(answer));
      const results = [
        await visitor.uploadResume(FILE, 1000),
        await admin.uploadPicture('gallery', FILE, 1000),
        await admin.removeFiles('gallery', [FILE.path]),
        await admin.signResumeLink(FILE.path),
      ];
      lines.push([answer.case, ...results.map(said), renewals() > 0 ? 'renewed' : ''].join(' | '));
    }
    const heading = 'answer | visitor uploads | administrator uploads | removes | signs | token';
    await expect(`${heading}\n${lines.join('\n')}\n`).toMatchFileSnapshot(
      '../../support/contracts/storage-outcomes.txt',
    );
  },
  SIX_HUNDRED_CLIENTS_MS,
);

test('Storage refuses a résumé for good only for a missing right, its size, its type or its name', async () => {
  const refused = new Set<string>();
  for (const answer of STORAGE_ANSWERS) {
    const result = await adapters(() => storageResponse(answer)).visitor.uploadResume(FILE, 1000);
    if (result.outcome === 'rejected')
      refused.add((JSON.parse(answer.body ?? '') as { code: string }).code);
  }
  expect([...refused].sort()).toEqual([
    'AccessDenied',
    'EntityTooLarge',
    'InvalidKey',
    'InvalidMimeType',
  ]);
});

const restResponse =
  ({ status, code, message }: RestAnswer) =>
  () =>
    json(status, code ? { code, message, details: null, hint: null } : { message });

/** The outcomes of a visitor's booking, and of an administrator's new row, deletion and read. */
async function outcomesOf(answer: RestAnswer) {
  const { visitor, admin, renewals } = adapters(restResponse(answer));
  const insert = await visitor.insertRecord('bookings', { id: ID, ...booking.values }, 1000);
  return {
    visitor: said(insert),
    admin: [
      said(await admin.insertRow('careers', { id: ID })),
      said(await admin.deleteRows('careers', [ID])),
      said(await admin.readChanges(0)),
    ],
    renewals: renewals(),
  };
}

const TOKEN_CODES = new Set(['PGRST301', 'PGRST302', 'PGRST303']);

describe('a fault of the server', () => {
  test.each(SERVER_FAULTS)('is repeated: $what ($status $code)', async (answer) => {
    const isToken = TOKEN_CODES.has(answer.code ?? '');
    const admin = isToken ? 'signed-out' : 'retry server';
    expect(await outcomesOf(answer)).toEqual({
      visitor: 'retry server',
      admin: [admin, admin, admin],
      renewals: isToken ? 3 : 0,
    });
  });

  test('that is the flood guard’s limit is waited for', async () => {
    const limited = 'retry rate-limited';
    expect(await outcomesOf(FLOOD)).toEqual({
      visitor: limited,
      admin: [limited, limited, limited],
      renewals: 0,
    });
  });
});

describe('a fault in the request', () => {
  test.each(REQUEST_FAULTS)('is refused for good: $what ($status $code)', async (answer) => {
    expect(await outcomesOf(answer)).toEqual({
      visitor: 'rejected invalid',
      admin: ['rejected invalid', 'rejected invalid', 'rejected'],
      renewals: 0,
    });
  });

  test('that is a missing right is refused for good', async () => {
    expect(await outcomesOf(FORBIDDEN)).toEqual({
      visitor: 'rejected forbidden',
      admin: ['rejected forbidden', 'rejected forbidden', 'rejected'],
      renewals: 0,
    });
  });
});
