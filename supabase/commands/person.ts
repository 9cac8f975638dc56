import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { EMAIL_PATTERN } from '../../src/core/domain/text.ts';
import {
  describeSimilar,
  erasePerson,
  exportPerson,
  listSimilar,
  similarAddresses,
  storedOf,
  type SimilarAddress,
} from './person-records.ts';
import { onProject, runCommand } from './run-command.ts';
import { StartError } from '../local/start-error.ts';
import { writeDurably } from '../local/storage/write-durably.ts';

const USAGE = `Exports or erases the data of an email address: in the data folder, with or without a running server, or in the
project of VITE_SUPABASE_URL, with SUPABASE_SECRET_KEY.

  npm run person -- export EMAIL [FILE]   writes every row and file into FILE, person-export.zip unless named
  npm run person -- erase EMAIL [--yes]   asks, then deletes them for good, and lists the copies that remain

Both list other addresses with the same mailbox, phone number or name. erase asks about each with the same mailbox or phone
number; --yes asks nothing and erases EMAIL alone.`;

type Ask = (question: string) => Promise<boolean>;

/** Asks questions on the terminal. Any answer but `yes`, and the end of the input, means no. */
async function withTerminal<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answers = terminal[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      process.stdout.write(`${question} Type yes to go on: `);
      const { value, done } = await answers.next();
      return done !== true && value.trim().toLowerCase() === 'yes';
    });
  } finally {
    terminal.close();
  }
}

/** Asks all questions before anything is erased; null if nothing is to be erased. */
async function decideErasure(
  email: string,
  stored: string | null,
  similar: SimilarAddress[],
  ask: Ask,
): Promise<{ also: SimilarAddress[]; left: SimilarAddress[] } | null> {
  if (stored !== null && !(await ask(`Erase ${stored} of ${email} for good?`))) return null;
  const also: SimilarAddress[] = [];
  for (const one of similar.filter(({ match }) => match !== 'name'))
    if (await ask(`Erase ${describeSimilar(one)} too?`)) also.push(one);
  return { also, left: similar.filter((one) => !also.includes(one)) };
}

/** Writes a file whole or not at all, readable by its owner only. */
async function save(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeDurably(file, bytes);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `${file} cannot be written (${code}): name another file after the address.`,
      { cause },
    );
  }
}

await runCommand(async (args) => {
  const isSure = args.includes('--yes');
  const [command, address, file, ...more] = args.filter((arg) => arg !== '--yes');
  const isUsed =
    ((command === 'export' && !isSure) || (command === 'erase' && file === undefined)) &&
    address !== undefined &&
    more.length === 0;
  if (!isUsed) throw new StartError(USAGE);
  const email = address.trim();
  // The same pattern as in the forms and the database, so that every stored address works here.
  if (!new RegExp(EMAIL_PATTERN).test(email)) throw new StartError(`${email} is no email address.`);
  if (command === 'erase')
    return onProject(async ({ project }, { hosted }) => {
      const stored = await storedOf(project, email);
      const similar = await similarAddresses(project, email);
      const decided = isSure
        ? { also: [], left: similar }
        : await withTerminal((ask) => decideErasure(email, stored, similar, ask));
      if (decided === null) throw new StartError('Nothing was erased.');
      return erasePerson(project, { email, ...decided }, new Date(), hosted !== null);
    });
  const target = path.resolve(process.env['INIT_CWD'] ?? '.', file ?? 'person-export.zip');
  if (existsSync(target))
    throw new StartError(`${target} exists already: name another file after the address.`);
  return onProject(async ({ project }) => {
    const found = await exportPerson(project, email);
    const similar = listSimilar(
      'Not in the file, because they may be somebody else’s. Export those of the same person:',
      await similarAddresses(project, email),
    );
    if (found === null)
      throw new StartError([`Nothing is stored under ${email}.`, ...similar].join('\n'));
    await save(target, found.zip);
    return [
      found.summary,
      `Written to ${target}. It holds personal data: hand it over in a safe way, then delete it here.`,
      ...similar,
    ].join('\n');
  });
});
