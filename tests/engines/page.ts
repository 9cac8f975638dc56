import { expect } from '@playwright/test';
import type { Driver } from './drivers/driver.ts';

/** How WebDriver writes an element into JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Record<typeof ELEMENT, string>;

/** A browser's tab, used as a person does: by labels, names and visible text. */
export class Page {
  readonly #driver: Driver;
  readonly #siteUrl: string;

  constructor(driver: Driver, siteUrl: string) {
    this.#driver = driver;
    this.#siteUrl = siteUrl;
  }

  /** Opens a page of the site. Rejects when the browser shows none. */
  async goto(path: string): Promise<void> {
    await this.evaluate(() => document.documentElement.toggleAttribute('data-left', true));
    await this.#driver.send('Navigate', { url: this.#siteUrl + path });
    // On a busy machine, WebKit's driver sometimes answers too early.
    await expect(async () => {
      expect(
        await this.evaluate(() => document.documentElement.hasAttribute('data-left')),
        'the page before is there',
      ).toBe(false);
    }).toPass();
  }

  /** Runs a function in the page with only its arguments, and resolves with its result. */
  async evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const script = `return (${work.toString()})(...arguments)`;
    return (await this.#driver.send('ExecuteScript', { script, args })) as Awaited<Result>;
  }

  /** The page's visible text. */
  text(): Promise<string> {
    return this.evaluate(() => document.body.innerText);
  }

  /** Types into the field with this label; a file field takes a file's path. */
  async fill(label: string, text: string): Promise<void> {
    await this.#use((id) => this.#driver.send('ElementSendKeys', { id, text }), findField, label);
  }

  /** Enters a day, `YYYY-MM-DD`, into the date field with this label. */
  fillDay(label: string, day: string): Promise<void> {
    return this.fill(label, this.#driver.keysOfDay(day));
  }

  /** Chooses from the list with this label. */
  choose(label: string, words: string): Promise<void> {
    return this.#use((id) => this.#click(id), findOption, label, words);
  }

  /** Ticks the choice with this label. */
  check(label: string): Promise<void> {
    return this.#use((id) => this.#click(id), findField, label);
  }

  press(button: string): Promise<void> {
    return this.#use((id) => this.#click(id), findButton, button);
  }

  async #click(id: string): Promise<void> {
    await this.#driver.send('ElementClick', { id });
  }

  /** Uses an element once it exists and can be used. */
  async #use<Args extends unknown[]>(
    action: (id: string) => Promise<unknown>,
    find: (...args: Args) => Element | null,
    ...args: Args
  ) {
    await expect(async () => {
      const found = (await this.evaluate(find, ...args)) as ElementReference | null;
      if (!found) throw new Error(`${find.name} found no ${args.join(', ')}`);
      await action(found[ELEMENT]);
    }).toPass();
  }
}

function findField(label: string): Element | null {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('input:enabled, textarea:enabled'),
  ];
  return (
    fields.find(
      ({ ariaLabel, labels }) => ariaLabel === label || labels?.[0]?.textContent.trim() === label,
    ) ?? null
  );
}

function findOption(label: string, words: string): Element | null {
  const lists = [...document.querySelectorAll<HTMLSelectElement>('select:enabled')];
  const list = lists.find(({ labels }) => labels[0]?.textContent.trim() === label);
  return [...(list?.options ?? [])].find(({ text }) => text === words) ?? null;
}

function findButton(words: string): Element | null {
  const buttons = [...document.querySelectorAll('button:enabled')];
  return buttons.find(({ textContent }) => textContent.trim() === words) ?? null;
}
