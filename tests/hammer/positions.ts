import type { Server } from './server.ts';

/** The title of the positions. */
export const POSITION = 'Cleaner of high windows';

/** A run's positions: an open one, and one deleted before anybody applied. */
export interface Positions {
  open: string;
  gone: string;
}

export async function createPositions(server: Server): Promise<Positions> {
  const create = async () => {
    const [row] = await server.query<{ id: string }>(
      `insert into public.careers (title, location, type, description) values ('${POSITION}', 'Paisley', 'Full-time', 'Cleans.') returning id`,
    );
    return row?.id ?? '';
  };
  const positions = { open: await create(), gone: await create() };
  await server.query('delete from public.careers where id = $1', [positions.gone]);
  return positions;
}
