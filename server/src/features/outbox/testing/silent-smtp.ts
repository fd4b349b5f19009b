import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Where a mail server falls silent, the line left open: before its greeting, or when it has read the mail. */
type Moment = 'greeting' | 'data';

/** A mail server that takes mail up to a moment and then says nothing more. */
export async function startSilentSmtp(silentAt: Moment) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (silentAt === 'greeting') return;
    let readsMail = false;
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (readsMail) return;
      readsMail = text.startsWith('DATA');
      socket.write(readsMail ? '354 Go on\r\n' : '250 Fine\r\n');
    });
    socket.write('220 mail.example\r\n');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Those who wait for an answer. */
    waiting: () => sockets.size,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
