import { parentPort } from 'node:worker_threads';
import { compare } from 'bcryptjs';

parentPort?.on('message', async ({ password, hash }) => {
  parentPort?.postMessage(await compare(password, hash));
});
