import { expect } from '@playwright/test';
import type { Driver } from './drivers/driver.ts';

/** How WebDriver writes an element into JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Record<typeof ELEMENT, string>;

/** The tab of a browser, used as a person does: by labels, by names, by what is to be read. */
export class Page {
  readonly #driver: Driver;
  readonly #siteUrl: string;

  constructor(driver: Driver, siteUrl: string) {
    this.#driver = driver;
    this.#siteUrl = siteUrl;
  }

  /** Opens a page of the site. Rejects when the browser has none to show. */
  async goto(path: string): Promise<void> {
    await this.#driver.send('Navigate', { url: this.#siteUrl + path });
  }

  /** Runs a function in the page, which sees nothing but its arguments, and resolves with what it answers. */
  async evaluate<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    const script = `return (${work.toString()})(...arguments)`;
    return (await this.#driver.send('ExecuteScript', { script, args })) as Awaited<Result>;
  }

  /** Everything that can be read on the page. */
  text(): Promise<string> {
    return this.evaluate(() => document.body.innerText);
  }

  heading(): Promise<string> {
    return this.evaluate(() => document.querySelector('h1')?.innerText ?? '');
  }

  /** Types into the field with this label; a file field takes a file's path. */
  async fill(label: string, text: string): Promise<void> {
    await this.#driver.send('ElementSendKeys', { id: await this.#field(label), text });
  }

  /** Enters a day, `YYYY-MM-DD`, into the date field with this label. */
  fillDay(label: string, day: string): Promise<void> {
    return this.fill(label, this.#driver.keysOfDay(day));
  }

  /** Ticks the choice with this label. */
  async tick(label: string): Promise<void> {
    await this.#driver.send('ElementClick', { id: await this.#field(label) });
  }

  /** Chooses from the list with this label. */
  async choose(label: string, words: string): Promise<void> {
    await this.#field(label);
    await this.#press('option', words);
  }

  async press(button: string): Promise<void> {
    await this.#press('button', button);
  }

  async #press(selector: string, words: string): Promise<void> {
    const id = await this.#find(`the ${selector} "${words}"`, findByText, selector, words);
    await this.#driver.send('ElementClick', { id });
  }

  #field(label: string): Promise<string> {
    return this.#find(`the field "${label}"`, findField, label);
  }

  /** Waits until `find` finds an element in the page. */
  async #find<Args extends unknown[]>(what: string, find: (...args: Args) => Element | null, ...args: Args): Promise<string> {
    let found: ElementReference | null = null;
    await expect
      .poll(async () => (found = (await this.evaluate(find, ...args)) as ElementReference | null), `${what} is ready`)
      .not.toBeNull();
    return (found as unknown as ElementReference)[ELEMENT];
  }
}

function findField(label: string): Element | null {
  const labels = [...document.querySelectorAll('label')].filter(({ textContent }) => textContent.trim() === label);
  const control = labels.map((element) => element.control).find((element) => element?.matches(':enabled'));
  return control ?? null;
}

function findByText(selector: string, words: string): Element | null {
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  return elements.find((element) => element.textContent.trim() === words && element.matches(':enabled')) ?? null;
}
