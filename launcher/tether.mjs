// Loaded into the server that the launcher starts: if the launcher is killed, its channel closes, and the server must not stay
// behind with the port.
import process from 'node:process';

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 15_000).unref();
});
// The channel alone is no reason to live on.
process.channel?.unref();
