import { Device } from '../device.ts';
import type { World } from '../world.ts';
import { onDevice } from '../on-line.ts';
import { Desk } from '../portal/desk.ts';
import { makeAdministrator } from '../portal/users.ts';
import { between, chance, randomOf } from '../random.ts';
import type { Finding, Report } from '../report.ts';
import { runLives, type Wanted } from '../side-by-side.ts';
import type { Site } from '../site.ts';
import { readAnswered, storeBookings } from './bookings.ts';
import { Customer } from './customer.ts';
import { Office } from './office.ts';
import { ANSWER_FAULTS, judgeAnswers } from './oracle.ts';

interface Lived {
  answers: number;
  refused: number;
  findings: Finding[];
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
export async function hammerAnswers(site: Site, wanted: Wanted): Promise<Report> {
  const { lives, ...figures } = await runLives(site, wanted, {
    live,
    amountOf: ({ answers }) => answers,
    each: ANSWERS,
    atOnce: AT_ONCE,
  });
  return {
    ...figures,
    work: `${figures.amount} answers of ${lives.length} customers and the office`,
    remarks: [`${lives.reduce((sum, { refused }) => sum + refused, 0)} refused`],
    kinds: ANSWER_FAULTS,
    findings: lives.flatMap(({ findings }) => findings),
  };
}

/** Runs the whole life of a customer's bookings, and judges it at the end. */
async function live(world: World, index: number): Promise<Lived> {
  const { seed, server } = world;
  const [customerName, officeName] = [`c${index}`, `o${index}`];
  const bookings = await storeBookings(server, seed, `${customerName}.s${seed}`);
  const user = await makeAdministrator(server, `${officeName}.s${seed}@example.com`);
  const devices = [new Device(world, customerName), new Device(world, officeName, user)] as const;
  const [phone, machine] = devices;
  for (const { network } of devices) for (const { id } of bookings) network.mint(id);

  const customer = new Customer(world, phone, bookings);
  const office = new Office(world, new Desk(world, machine, user, []), bookings);
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
    refused: given.filter(({ fate }) => fate === 'refused').length,
    findings: judgeAnswers(bookings, sides, await readAnswered(server, bookings)),
  };
}
