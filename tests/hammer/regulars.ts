import { REPEATS } from '../../src/core/domain/repeats.ts';
import { SLOTS } from '../../src/core/domain/slots.ts';
import type { Member } from './actors/jobs.ts';
import { answerBooking, setBooking, storeBooking, type Booking } from './bookings.ts';
import { giveAnswer, type GivenAnswer } from './ledger.ts';
import type { OfficeCalls } from './office-calls.ts';
import { between, chance, pick, randomOf } from './random.ts';
import type { World } from './world.ts';

/** A customer with regular visits, as the office entered them. */
export interface Regular {
  name: string;
  booking: Booking;
  /** The office's answers that began the series. */
  answers: GivenAnswer[];
}

interface Wanted {
  /** The first word of their names. */
  word: string;
  count: number;
  members: readonly Member[];
}

/** Stores customers whose visits begin within a week, each with one or two people who go. */
export async function storeRegulars(
  { server, seed }: World,
  calls: OfficeCalls,
  { word, count, members }: Wanted,
): Promise<Regular[]> {
  const regulars: Regular[] = [];
  for (let place = 0; place < count; place++) {
    const random = randomOf(seed, word, place);
    const name = `${word} ${place}`;
    const email = `${word}.${place}.s${seed}@example.com`;
    const wanted = { name, email, inDays: between(random, 0, 6), slot: pick(random, SLOTS) };
    const booking = await storeBooking(server, wanted);
    const { id, day, slot } = booking;
    const answers: GivenAnswer[] = [];
    const answer = async (
      kind: 'confirmed' | 'repeated',
      every?: (typeof REPEATS)[number],
    ): Promise<void> => {
      const values = { day, time_slot: slot, ...(every && { every }) };
      const given = await answerBooking(server, calls, id, kind, {
        day,
        slot,
        ...(every && { every }),
      });
      const facts = { id: given.eventId, actor: 'office', request: id, answer: kind } as const;
      answers.push({ ...giveAnswer(id, { ...facts, givenTo: given.rev, values }), fate: 'done' });
    };

    await answer('confirmed');
    const first = pick(random, members);
    const other = pick(random, members);
    const people = chance(random, 0.3) && first !== other ? [first.id, other.id] : [first.id];
    await setBooking(server, calls, id, { field: 'crew', expected: [], value: people });
    if (chance(random, 0.3)) {
      const value = `Key safe ${place}`;
      await setBooking(server, calls, id, { field: 'access', expected: null, value });
    }
    await answer('repeated', pick(random, REPEATS));
    regulars.push({ name, booking, answers });
  }
  return regulars;
}
