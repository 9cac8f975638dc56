import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import ICAL from 'ical.js';

/**
 * Reads the calendar file that `save` downloads, with a different library from the one that wrote
 * it.
 */
export async function readCalendar(page: Page, save: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await save();
  const file = await download;
  const component = new ICAL.Component(ICAL.parse(await readFile(await file.path(), 'utf8')));
  const [zone, event] = [
    component.getFirstSubcomponent('vtimezone'),
    component.getFirstSubcomponent('vevent'),
  ];
  if (!zone || !event) throw new Error('The file has no zone or no event');
  ICAL.TimezoneService.register(zone);
  return {
    file: file.suggestedFilename(),
    event: new ICAL.Event(event),
    status: event.getFirstPropertyValue('status'),
  };
}
