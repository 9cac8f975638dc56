import { once } from 'node:events';
import { connect } from 'node:net';

type Reply = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/**
 * Connects to a Firefox on this machine. Its protocol is WebDriver's commands as `length:JSON` over
 * a socket, into which geckodriver translates. A command rejects with the browser's message, or
 * when the browser is gone.
 */
export async function connectMarionette(port: number) {
  const socket = connect(port, '127.0.0.1');
  const pending = new Map<number, (reply: Reply) => void>();
  let received = Buffer.alloc(0);
  let commands = 0;

  function takeMessage(): unknown {
    const colon = received.indexOf(':');
    const end = colon + 1 + Number(received.subarray(0, colon));
    if (colon < 0 || received.length < end) return undefined;
    const message = JSON.parse(received.toString('utf8', colon + 1, end)) as unknown;
    received = received.subarray(end);
    return message;
  }

  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (let message = takeMessage(); message !== undefined; message = takeMessage()) {
      // The first message is a greeting, not a reply.
      if (Array.isArray(message)) pending.get((message as Reply)[1])?.(message as Reply);
    }
  });
  const gone = once(socket, 'close').then(() => Promise.reject(new Error('Firefox is gone')));
  gone.catch(() => undefined);
  await once(socket, 'data');

  return {
    async send(name: string, params: object): Promise<unknown> {
      const id = commands++;
      const replied = new Promise<Reply>((resolve) => pending.set(id, resolve));
      const message = JSON.stringify([0, id, name, params]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
      const [, , error, result] = await Promise.race([replied, gone]);
      pending.delete(id);
      if (error) throw new Error(`${name}: ${error.error}: ${error.message}`);
      return result;
    },
  };
}
