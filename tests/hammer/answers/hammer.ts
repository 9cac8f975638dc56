import type { Core } from '../core.ts';
import { Device } from '../device.ts';
import { onDevice } from '../on-line.ts';
import type { ChangesCore } from '../portal/core.ts';
import { Desk, type PortalWorld } from '../portal/desk.ts';
import { openAccount } from '../portal/ledger.ts';
import { makeAdministrator } from '../portal/users.ts';
import { between, chance, randomOf } from '../random.ts';
import type { Finding, Report } from '../report.ts';
import type { World } from '../sending.ts';
import { untilEnough } from '../side-by-side.ts';
import type { Site } from '../site.ts';
import { Tally } from '../tally.ts';
import { readAnswered, storeBookings } from './bookings.ts';
import { Customer } from './customer.ts';
import { openSide } from './ledger.ts';
import { Office } from './office.ts';
import { ANSWER_FAULTS, judgeAnswers } from './oracle.ts';

export interface AnswersWanted {
  core: Core;
  changesCore: ChangesCore;
  seed: number;
  /** The minimum number of answers. */
  count: number;
  /** The number of a single pair to run; null runs all. */
  device: number | null;
}

interface Lived {
  answers: number;
  refused: number;
  findings: Finding[];
}

interface Worlds {
  visitors: World;
  administrators: PortalWorld;
}

const AT_ONCE = 4;
/** Rounds of a pair's life. In each, customer and office act once, at the same time. */
const ROUNDS = { least: 15, most: 40 };
const ANSWERS_A_ROUND = 0.35;
/** About the number of answers of a pair; the plan makes as many pairs as needed. */
const ANSWERS = 8;

/**
 * Lets a customer and the office answer the same bookings on two devices at once, and compares the
 * statements to them with the server's data.
 */
export async function hammerAnswers(
  { server, proxy }: Site,
  { core, changesCore, seed, count, device }: AnswersWanted,
): Promise<Report> {
  const around = { seed, proxy, server, faults: new Tally(), crashes: new Tally() };
  const worlds: Worlds = {
    visitors: { ...around, core, openDatabase: core.openDatabase, owners: 'visitors' },
    administrators: {
      ...around,
      core: changesCore,
      openDatabase: changesCore.openDatabase,
      owners: 'administrators',
    },
  };
  const killsBefore = server.kills;
  const lived = await untilEnough(
    {
      count,
      amountOf: (pair: Lived) => pair.answers,
      each: ANSWERS,
      atOnce: AT_ONCE,
      only: device,
    },
    (pair) => live(worlds, pair),
  );
  const answers = lived.reduce((sum, pair) => sum + pair.answers, 0);
  return {
    amount: answers,
    work: `${answers} answers of ${lived.length} customers and the office`,
    faults: around.faults,
    crashes: around.crashes,
    kills: server.kills - killsBefore,
    remarks: [`${lived.reduce((sum, pair) => sum + pair.refused, 0)} refused`],
    kinds: ANSWER_FAULTS,
    findings: lived.flatMap(({ findings }) => findings),
  };
}

/** Runs the whole life of a customer's bookings, and judges it at the end. */
async function live({ visitors, administrators }: Worlds, index: number): Promise<Lived> {
  const { seed, server } = visitors;
  const [customerName, officeName] = [`c${index}`, `o${index}`];
  const bookings = await storeBookings(server, seed, `${customerName}.s${seed}`);
  const devices = [
    new Device(visitors, customerName),
    new Device(administrators, officeName),
  ] as const;
  const [phone, machine] = devices;
  for (const { network } of devices) for (const { id } of bookings) network.mint(id);

  const customer = new Customer(visitors, phone, openSide(customerName, 'customer'), bookings);
  const user = await makeAdministrator(server, `${officeName}.s${seed}@example.com`);
  const desk = new Desk(administrators, {
    device: machine,
    user,
    account: openAccount(officeName),
    items: [],
  });
  const office = new Office(administrators, desk, openSide(officeName, 'office'), bookings);
  const people = [
    { person: customer, device: phone },
    { person: office, device: machine },
  ];
  const onBoth = (act: (one: (typeof people)[number]) => Promise<void>) =>
    Promise.all(
      people.map((one) =>
        onDevice(
          () => one.device.isOnLine,
          () => act(one),
        ),
      ),
    );

  for (const { network } of devices) network.isCalm = true;
  await customer.open();
  while (!(await office.refresh())) await server.whenUp();
  for (const device of devices) {
    device.network.isCalm = false;
    device.closeTab();
  }
  const rounds = between(randomOf(seed, customerName, 'rounds'), ROUNDS.least, ROUNDS.most);
  for (let round = 0; round < rounds; round++)
    await onBoth(({ person, device }) => {
      const random = randomOf(seed, device.name, 'round', round);
      return chance(random, ANSWERS_A_ROUND) ? person.answer(random) : person.live(random);
    });
  await onBoth(({ person }) => person.settle());
  await onBoth(async ({ person }) => {
    while (!(await person.refresh())) await server.whenUp();
  });
  for (const device of devices) await device.dispose();

  const sides = people.map(({ person: { side } }) => side);
  const given = sides.flatMap(({ answers }) => answers);
  return {
    answers: given.length,
    refused: given.filter(({ fate }) => fate.startsWith('refused')).length,
    findings: judgeAnswers(bookings, sides, await readAnswered(server, bookings)),
  };
}
