/** The WebDriver commands in use, with their arguments. Elements are named by id. */
export interface Commands {
  Navigate: { url: string };
  ExecuteScript: { script: string; args: unknown[] };
  ElementClick: { id: string };
  ElementSendKeys: { id: string; text: string };
}

/** A running browser with one tab. */
export interface Driver {
  /** Resolves with the command's result; rejects with the browser's message. */
  send<Name extends keyof Commands>(name: Name, params: Commands[Name]): Promise<unknown>;
  /** The keys that enter a day (`YYYY-MM-DD`) into a date field, in which the engines differ. */
  keysOfDay(day: string): string;
  /** Closes the browser as a person does, and waits until its profile can be used again. */
  quit(): Promise<void>;
}

/** Starts a browser on a profile's folder, which may have data of an earlier one. */
export type StartBrowser = (profileDir: string) => Promise<Driver>;
