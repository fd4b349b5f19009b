import { Counter, Gauge, Histogram } from 'prom-client';

/** Metrics of this process, counted whether they are scraped or not. Labels name kinds, never people. */
const registers: [] = [];

export const requestSeconds = new Histogram({
  name: 'desk_http_request_seconds',
  help: 'Time from the head of a request to the end of its answer, by route pattern, method and class of status',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const requestsInFlight = new Gauge({
  name: 'desk_http_requests_in_flight',
  help: 'Requests that are not answered yet, without event streams',
  registers,
});

export const eventStreams = new Gauge({
  name: 'desk_event_streams_open',
  help: 'Browsers that listen for events',
  registers,
});

export const securityEvents = new Counter({
  name: 'desk_security_events_total',
  help: 'Lines of the security log by event: session_opened is a login, authn_login_fail one that failed',
  labelNames: ['event'],
  registers,
});

export const passwordHashes = new Gauge({
  name: 'desk_password_hashes',
  help: 'Passwords that are hashed now, and those that wait for their turn',
  labelNames: ['state'],
  registers,
});

export const hashesRefused = new Counter({
  name: 'desk_password_hashes_refused_total',
  help: 'Logins that were told to come again because too many waited',
  registers,
});

export const jobSeconds = new Histogram({
  name: 'desk_job_seconds',
  help: 'How long jobs ran on this node, by task and outcome',
  labelNames: ['task', 'outcome'],
  buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800],
  registers,
});

export { longReads, standbyLag } from '../db/connection/standby.ts';
