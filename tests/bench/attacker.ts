/** One attack on a backend, in a process of its own: `attacker.ts <name>`, driven over IPC. */
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { ATTACKS, type Target } from './attack-list.ts';

// A real attacker has its own machine: here it takes only the time that the server and the clock
// leave.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const attack = ATTACKS[process.argv[2] ?? ''];
if (attack === undefined) throw new Error(`There is no attack ${process.argv[2]}.`);
process.send?.('ready');
const [target] = (await once(process, 'message')) as [Target];
await attack.run(target);
process.exit();
