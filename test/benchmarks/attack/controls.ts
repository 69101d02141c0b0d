import type { ChangedLine } from '../../proxy/changed-copy.ts';
import type { AttackName } from './attacker.ts';
import type { Scenario } from './beside.ts';

export type Env = Readonly<Record<string, string>>;

/** How a guard is taken out, and the attack in which that shows. */
export interface Control {
  readonly takenOut: { readonly changed?: ChangedLine; readonly env?: Env };
  /** Other limits, which would end the attack before this guard has anything to do. */
  readonly lifted?: Env;
  readonly attack: AttackName;
  readonly scenario: Scenario;
  readonly seconds: number;
}

const UNLIMITED = '999999999';

/** Of `--without NAME`. */
export const controls: Readonly<Record<string, Control>> = {
  /** As many at once as there are lists, and each as well as it can be. */
  compression: {
    takenOut: {
      changed: {
        file: 'proxy/http/compressor.ts',
        line: 'return semaphores[affordable].run(() => encoder(body, affordable));',
        instead: "return encoder(body, 'best');",
      },
    },
    attack: 'lists',
    scenario: 'medium',
    seconds: 5,
  },
  turns: {
    takenOut: {
      changed: {
        file: 'proxy/guards/render-lane.ts',
        line: 'atOnce: 1,',
        instead: 'atOnce: Infinity,',
      },
    },
    lifted: { RENDER_MS_PER_MINUTE: UNLIMITED, READS_PER_MINUTE: UNLIMITED },
    attack: 'lists',
    scenario: 'huge',
    seconds: 5,
  },
  cost: {
    takenOut: { env: { RENDER_MS_PER_MINUTE: UNLIMITED } },
    lifted: { READS_PER_MINUTE: UNLIMITED },
    attack: 'lists',
    scenario: 'huge',
    seconds: 20,
  },
  /** Behind a balancer, as otherwise an address has no connections for more streams. */
  streams: {
    takenOut: {
      changed: {
        file: 'proxy/guards/stream-limit.ts',
        line: "address: 20, '/64': 20, '/48': 80",
        instead: "address: Infinity, '/64': 20, '/48': 80",
      },
    },
    lifted: { TRUSTED_HOPS: '1' },
    attack: 'streams',
    scenario: 'calm',
    seconds: 5,
  },
  connections: {
    takenOut: {
      changed: {
        file: 'proxy/guards/connection-limit.ts',
        line: 'if (group.open < max) return true;',
        instead: 'return true;',
      },
    },
    attack: 'sockets',
    scenario: 'calm',
    seconds: 5,
  },
};
