import type { TeamNames } from '../../core/domain/team.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { currentLists, useLists } from '../sync/use-lists.ts';

type People = readonly ReplicaRow<'crew'>[];

const known = new WeakMap<People, TeamNames>();

/** The names in alphabetical order, made once for each state of the list. */
function namesOf(people: People): TeamNames {
  const made = known.get(people);
  if (made) return made;
  const names = new Map(
    people.map(({ id, name }) => [id, name] as const).sort(([, a], [, b]) => a.localeCompare(b)),
  );
  known.set(people, names);
  return names;
}

/** The names of the team on this device, in alphabetical order; the same map while unchanged. */
export const teamNames = (): TeamNames => namesOf(currentLists().tables.crew.rows);

/** The same, drawn again after each change of the team. */
export const useTeamNames = (): TeamNames => namesOf(useLists(({ tables }) => tables.crew.rows));
