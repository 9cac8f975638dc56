import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onDevice } from '../../hammer/on-line.ts';

const isOnLine = (): unknown => Reflect.get(navigator, 'onLine');

test('each of two devices that live at once sees its own lie, and the change of it', async () => {
  const live = async (first: boolean) => {
    let says = first;
    return onDevice(
      () => says,
      async () => {
        const seen = [isOnLine()];
        await setTimeout(5);
        seen.push(isOnLine());
        says = !says;
        return [...seen, isOnLine()];
      },
    );
  };
  expect(await Promise.all([live(false), live(true)])).toEqual([
    [false, false, true],
    [true, true, false],
  ]);
  expect(isOnLine()).toBe(true);
});
