import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A device's connection to the server. Cut, it does not answer, in every browser. */
export interface Connection {
  /** The site's address for this device. */
  url: string;
  /** Closes current connections and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** A connection with its own port to the server at `url`. */
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
        // Either end may close at any time, which closes the other.
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
