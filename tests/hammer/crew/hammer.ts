import { setTimeout as sleep } from 'node:timers/promises';
import { onDevice } from '../on-line.ts';
import { makeAdministrator } from '../portal/users.ts';
import { between, chance, randomOf } from '../random.ts';
import type { Finding, Report } from '../report.ts';
import { runLives, type Wanted } from '../side-by-side.ts';
import type { Server } from '../server.ts';
import type { Site } from '../site.ts';
import type { World } from '../world.ts';
import { Cleaner } from './cleaner.ts';
import { sha256, storeJobs, storeMembers, type Job } from './jobs.ts';
import { CrewOffice } from './office.ts';
import { CREW_FAULTS, judgeReports, type ReportEvent, type StoredReports } from './oracle.ts';

interface Lived {
  phones: number;
  reports: number;
  ended: number;
  findings: Finding[];
}

const AT_ONCE = 4;
/** Rounds of a team's life. In each, the office and every phone act once, at the same time. */
const ROUNDS = { least: 15, most: 35 };
const REPORTS_A_ROUND = 0.3;
/** A run has fewer requests than the others, so the faults alone rarely kill its server. */
const TEAMS_A_KILL = 4;
const ACTS_A_ROUND = 0.4;
/** About the number of reports of a team; the plan makes as many teams as needed. */
const REPORTS = 12;
/** Each has a phone; the first one has two. */
const NAMES = ['Ann', 'Ben', 'Ann'] as const;

/**
 * Lets the office change the jobs of a team while its phones read their sheets and report, and compares
 * the phones and every statement to their people with the server's data.
 */
export async function hammerCrew(site: Site, wanted: Wanted): Promise<Report> {
  const { lives, ...figures } = await runLives(site, wanted, {
    live: (world, index) => live(world, index),
    amountOf: ({ reports }) => reports,
    each: REPORTS,
    atOnce: AT_ONCE,
  });
  const sum = (of: (life: Lived) => number) => lives.reduce((total, life) => total + of(life), 0);
  return {
    ...figures,
    work: `${figures.amount} reports of ${sum(({ phones }) => phones)} phones and the office`,
    remarks: [`${sum(({ ended }) => ended)} ended keys`],
    kinds: CREW_FAULTS,
    findings: lives.flatMap(({ findings }) => findings),
  };
}

/** Runs the whole life of a team, and judges it at the end. */
async function live(world: World, index: number): Promise<Lived> {
  const { seed, server } = world;
  const mark = `w${index}.s${seed}`;
  const user = await makeAdministrator(server, `${mark}@example.com`);
  const jobs = await storeJobs(server, seed, mark);
  const members = await storeMembers(server, [...new Set(NAMES)], mark);
  const phones = NAMES.map((first, place) => {
    const person = members.find(({ name }) => name.startsWith(first));
    if (!person) throw new Error(`${first} is not stored`);
    return new Cleaner({ world, name: `w${index}p${place}.s${seed}`, person, jobs });
  });
  const office = new CrewOffice({ server, user, jobs, members, phones });
  const onAll = (act: (phone: Cleaner) => Promise<void>) =>
    Promise.all(
      phones.map((phone) =>
        onDevice(
          () => phone.device.isOnLine,
          () => act(phone),
        ),
      ),
    );

  await office.begin(randomOf(seed, mark, 'begin'));
  for (const phone of phones) {
    phone.device.network.isCalm = true;
    await phone.register(office);
    phone.device.network.isCalm = false;
    phone.device.closeTab();
  }
  const rounds = between(randomOf(seed, mark, 'rounds'), ROUNDS.least, ROUNDS.most);
  const fatal = randomOf(seed, mark, 'fatal');
  const fatalRound = index % TEAMS_A_KILL === 0 ? between(fatal, 0, rounds - 1) : null;
  for (let round = 0; round < rounds; round++) {
    const random = randomOf(seed, mark, 'round', round);
    const acting = chance(random, ACTS_A_ROUND) ? office.act(random) : null;
    const killing =
      round === fatalRound ? sleep(between(fatal, 0, 100)).then(() => world.server.kill()) : null;
    await onAll((phone) => {
      const own = randomOf(seed, phone.name, 'round', round);
      return chance(own, REPORTS_A_ROUND) ? phone.report(own) : phone.live(own, office);
    });
    await Promise.all([acting, killing]);
  }
  await onAll((phone) => phone.settle());
  for (const { device } of phones) await device.dispose();

  const accounts = phones.map(({ account }) => account);
  return {
    phones: phones.length,
    reports: accounts.reduce((sum, { reports }) => sum + reports.length, 0),
    ended: phones.reduce((sum, { endings }) => sum + endings.length, 0),
    findings: judgeReports(accounts, await readStored(server, office, jobs)),
  };
}

/** Reads the reports on these jobs, and every picture of them. */
export async function readStored(
  server: Server,
  office: CrewOffice,
  jobs: readonly Job[],
): Promise<StoredReports> {
  const events = await server.query<ReportEvent>(
    `select id, message, kind, pictures from public.crew_reports where booking_id = any ($1::uuid[])`,
    [jobs.map(({ id }) => id)],
  );
  const files = await server.query<{ name: string }>(
    `select name from storage.objects where bucket_id = 'jobs' and substring(name from 1 for 36) = any ($1)`,
    [events.map(({ id }) => id)],
  );
  const pictures = new Map<string, string>();
  for (const { name } of files) {
    const bytes = await office.readPicture(name);
    pictures.set(name, bytes ? sha256(bytes) : 'unreadable');
  }
  return { events, pictures };
}
