import { StartError } from './start-error.ts';

/** The reason why a request got no answer, such as ENOTFOUND. */
export function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? (message || name);
}

const DATABASE_FUNCTION = /\/rest\/v1\/rpc\/\w+$/;

/** The remedy for an answer that the person at the keyboard can do something about; null for others. */
function remedyFor(url: string, asked: string, status: number): string | null {
  if (status === 401 || status === 403)
    return `${url} does not take SUPABASE_SECRET_KEY: copy a secret key from this project’s settings (API keys).`;
  if (status === 404 && DATABASE_FUNCTION.test(asked))
    return `${url} does not have the newest migrations: npx supabase db push --linked`;
  if (status >= 500)
    return `${url} answered ${status}: look at status.supabase.com and run the command again.`;
  return null;
}

/**
 * A fetch for the API of the hosted project at `url`. Rejects with a StartError, with cause and
 * remedy, when the project does not answer, refuses the key, or lacks migrations.
 */
export const projectFetch =
  (url: string): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init).catch((cause: unknown) => {
      throw new StartError(
        `${url} does not answer (${reasonOf(cause)}): check VITE_SUPABASE_URL and the connection; a paused project is resumed in the dashboard.`,
        { cause },
      );
    });
    const asked = input instanceof Request ? input.url : String(input);
    const remedy = remedyFor(url, asked, response.status);
    if (remedy !== null) throw new StartError(remedy);
    return response;
  };
