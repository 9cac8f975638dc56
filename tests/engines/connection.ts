import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A device's way to the server: whatever the browser, cutting it is a network that does not answer. */
export interface Connection {
  /** Where the site is for this device. */
  url: string;
  /** Ends what is under way and refuses everything new. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** A connection of its own, on a port of its own, to the server at `url`. */
export async function createConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let listening: Server;

  const open = async (at: number) => {
    listening = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.pipe(other);
        // Either end may go at any time, which ends the other.
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    }).listen(at, '127.0.0.1');
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port;
  };

  const own = await open(0);
  return {
    url: `http://127.0.0.1:${own}`,
    async cut() {
      const closed = once(listening, 'close');
      listening.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore() {
      await open(own);
    },
  };
}
