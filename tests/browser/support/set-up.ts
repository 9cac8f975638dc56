import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { answerReads } from './public-reads.ts';
import { closePage } from './open.tsx';
import { emulate } from './device.ts';
import { resetServer } from './server.ts';

answerReads();

beforeEach(async () => {
  resetServer();
  await page.viewport(1280, 800);
  await emulate({});
});

afterEach(closePage);
