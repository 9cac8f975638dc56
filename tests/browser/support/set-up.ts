import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { addIcons } from '../../../src/ui/icon-paths.ts';
import { answerReads } from './public-reads.ts';
import { closePage } from './open.tsx';
import { emulate } from './device.ts';
import { resetServer } from './server.ts';

answerReads();
addIcons();
// The page's own title is the only one.
document.querySelector('title')?.remove();

beforeEach(async () => {
  resetServer();
  await page.viewport(1280, 800);
  await emulate({});
});

afterEach(closePage);
