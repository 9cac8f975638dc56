import { server } from './server.ts';

const isList = (name: string): name is keyof typeof server.publicRows => name in server.publicRows;

/** Answers the reads of the public lists; everything else goes to the files' server. */
export function answerReads(): void {
  const files = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const table = /^\/rest\/v1\/(\w+)$/.exec(pathname)?.[1] ?? '';
    if (!isList(table)) return files(input, init);
    const rows = server.publicRows[table];
    if (!Array.isArray(rows)) return rows();
    return Response.json(rows.slice(0, Number(searchParams.get('limit'))));
  };
}
