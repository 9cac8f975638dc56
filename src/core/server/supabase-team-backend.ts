import { classifyRemoval } from './classify-response.ts';
import { createPortalCalls, type PortalOptions } from './portal-client.ts';
import * as calls from './supabase-calls.ts';
import type { CrewCode, CrewDevice, TeamBackend } from './team-backend.ts';

const REQUEST_MS = 15_000;
const LINK_SECONDS = 3600;

/** Null: the person was deleted. */
const isCodeOrNull = (data: unknown): data is CrewCode | null => {
  if (data === null) return true;
  const { code, expires_at: expiresAt } = Object(data) as Partial<Record<string, unknown>>;
  return typeof code === 'string' && typeof expiresAt === 'string';
};

const isDevices = (data: unknown): data is CrewDevice[] => Array.isArray(data);

const areNumbers = (data: unknown): data is number[] =>
  Array.isArray(data) && data.every((each) => typeof each === 'number');

const isBoolean = (data: unknown): data is boolean => typeof data === 'boolean';

/** The adapter of the team's port: Supabase, with the signed-in user's token. */
export function createSupabaseTeamBackend(options: PortalOptions): TeamBackend {
  const { send, question } = createPortalCalls(options, REQUEST_MS);

  return {
    async makeCode(personId) {
      const made = await question(async ({ rest }) =>
        calls.restReply(await rest.rpc('crew_code', { _crew_id: personId }), isCodeOrNull),
      );
      if (made.outcome !== 'read') return made;
      return made.value
        ? { ...made, value: made.value }
        : { outcome: 'rejected', message: 'Somebody has removed this person from the team.' };
    },

    listDevices: () =>
      question(async ({ rest }) => calls.restReply(await rest.rpc('crew_devices'), isDevices)),

    endDevice: (id) =>
      send(classifyRemoval, async ({ rest }) =>
        calls.restResponse(await rest.rpc('end_crew_device', { _id: id })),
      ),

    signPicture: (path) =>
      question(async ({ storage }) => {
        const { data, error } = await storage.from('jobs').createSignedUrl(path, LINK_SECONDS);
        // The client makes a link from any answer.
        const isLink = data?.signedUrl.includes('/object/sign/') === true;
        return {
          ...calls.storageResponse(error, isLink),
          ...(isLink && { value: data.signedUrl }),
        };
      }),

    listKeptPictures: (reportId) =>
      question(async ({ rest }) =>
        calls.restReply(await rest.rpc('kept_pictures', { _report: reportId }), areNumbers),
      ),

    keepPicture: (reportId, place, isKept) =>
      question(async ({ rest }) =>
        calls.restReply(
          await rest.rpc('keep_picture', { _report: reportId, _place: place, _keep: isKept }),
          isBoolean,
        ),
      ),
  };
}
