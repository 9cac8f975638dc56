/** What a page is driven with: these commands of WebDriver and what each takes. Elements are named by their id. */
export interface Commands {
  Navigate: { url: string };
  ExecuteScript: { script: string; args: unknown[] };
  ElementClick: { id: string };
  ElementSendKeys: { id: string; text: string };
}

/** A running browser with one tab. */
export interface Driver {
  /** Resolves with what the command answers; rejects with the browser's words when it fails. */
  send<Name extends keyof Commands>(name: Name, params: Commands[Name]): Promise<unknown>;
  /** The keys that enter a day (`YYYY-MM-DD`) into a date field, in which the engines differ. */
  keysOfDay(day: string): string;
  /** Closes the browser, as a person does, and waits until its profile may be used again. */
  quit(): Promise<void>;
}

/** Starts a browser on a profile's folder, which may hold what an earlier one left there. */
export type StartBrowser = (profileDir: string) => Promise<Driver>;
