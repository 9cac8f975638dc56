/**
 * `npm start`: begins on a fresh clone, so it needs nothing but Node until the dependencies are
 * there.
 */
import './check-node.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

try {
  await ensureDependencies();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { register } = await import('tsx/esm/api');
register();
await import('./serve.ts');
