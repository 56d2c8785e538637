/** Limiters from npm that share a limit through Redis, each configured as its documentation says for 5 a second within 275 a minute. */
import type { EngineAddress } from '../../src/main/team/engine.ts';
import type { Pacer } from '../../test/bench/support/pacer.ts';

/** Even spacing for 275 a minute: 60,000 / 275 is 218.2. */
const EVEN_MS = 219;

export interface TeamPeer {
  readonly name: string;
  /** Its configuration in words. */
  readonly settings: string;
  open(address: EngineAddress): Promise<Pacer>;
}

async function connected({ host, port, password, ca }: EngineAddress) {
  const { Redis } = await import('ioredis');
  return new Redis({ host, port, username: 'peer', password, tls: ca ? { ca } : {} });
}

function flexible(name: string, windows: readonly (readonly [points: number, seconds: number])[]): TeamPeer {
  const words = windows.map(([points, seconds]) => `${points} per ${seconds} s`);
  return {
    name,
    settings: `RateLimiterQueue over RateLimiterRedis, ${words.join(' and then ')}; it has no priorities`,
    async open(address) {
      const { RateLimiterRedis, RateLimiterQueue } = await import('rate-limiter-flexible');
      const storeClient = await connected(address);
      const queues = windows.map(
        ([points, duration]) =>
          new RateLimiterQueue(
            new RateLimiterRedis({ storeClient, keyPrefix: `${points}-${duration}`, points, duration }),
          ),
      );
      return {
        async send(_lane, request) {
          for (const queue of queues) await queue.removeTokens(1);
          await request();
        },
      };
    },
  };
}

const bottleneck: TeamPeer = {
  name: 'bottleneck',
  settings: `cluster by ioredis, minTime ${EVEN_MS}, maxConcurrent 1, priority 0 for interactive and 9 for bulk`,
  async open(address) {
    const { default: Bottleneck } = await import('bottleneck');
    const connection = new Bottleneck.IORedisConnection({ client: await connected(address) });
    const queue = new Bottleneck({ id: 'team', minTime: EVEN_MS, maxConcurrent: 1, connection });
    await queue.ready();
    return {
      send: (lane, request) => queue.schedule({ priority: lane === 'interactive' ? 0 : 9 }, request),
    };
  },
};

export const TEAM_PEERS: readonly TeamPeer[] = [
  flexible('rate-limiter-flexible', [
    [275, 60],
    [5, 1],
  ]),
  flexible('rate-limiter-flexible, 4 a second', [[4, 1]]),
  bottleneck,
];
