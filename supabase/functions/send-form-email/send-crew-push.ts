import { composeDayPush, composeLockedOutPush } from './compose-push.ts';
import type { Push } from './push.ts';
import type { CrewPushes } from './records.ts';

interface SenderOptions {
  pushes: CrewPushes;
  /** Null where web push is not set up. */
  push: Pick<Push, 'toOffice' | 'toCrew'> | null;
}

/** Sends notifications to the crew, and to the office about the crew. Neither rejects: they log a failure. */
interface CrewPushSender {
  /** Sends the due one with this id: of a report, or of a person's day. */
  send(id: string): Promise<void>;
  /** Sends those about days that have just changed. */
  sendNew(): Promise<void>;
}

export function createCrewPushSender({ pushes, push }: SenderOptions): CrewPushSender {
  async function send(id: string): Promise<void> {
    try {
      const claim = await pushes.claim(id);
      if (claim === null) return;
      const { crew_id: crewId, record, sequence } = claim;
      const result =
        crewId === null
          ? await push?.toOffice(composeLockedOutPush(record ?? {}, sequence))
          : await push?.toCrew(crewId, composeDayPush(sequence));
      await pushes.finish(id, result ?? 'off');
    } catch (error) {
      console.error('A notification to or of the crew could not be claimed or recorded.', error);
    }
  }

  return {
    send,
    sendNew: async () => {
      try {
        await Promise.all((await pushes.listNew()).map(send));
      } catch (error) {
        console.error('The notifications to the crew could not be read.', error);
      }
    },
  };
}
