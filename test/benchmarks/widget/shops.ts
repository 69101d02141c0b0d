import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../support/free-port.ts';
import { type Opened, start, untilListening } from '../support/processes.ts';
import { type Attempt, whatThereIs } from './attempt.ts';
import type { Build } from './builds.ts';
import { scriptWithoutData, type Served } from './host-page.ts';

/** What a shop is about, and the time at which its clock stands. */
export interface World {
  readonly scenario: 'calm' | 'large' | 'giant';
  readonly time: number | 'now';
}

/** The shop of a build, in a process of its own. */
export interface BuildShop extends Served, Opened {
  /** The name of the build. */
  readonly build: string;
  /** Twelve digits of the hash of the script that it serves, without the shop's own address. */
  readonly script: string;
  readonly attempt: Attempt;
  /** The steps that this build has not got. */
  readonly lacks: ReadonlySet<string>;
}

const PROGRAM = fileURLToPath(new URL('serve.ts', import.meta.url));

export async function openBuildShop(build: Build, world: World): Promise<BuildShop> {
  const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
  const args = [world.scenario, demo, proxy, sandbox, world.time].map(String);
  const running = await start([process.execPath, '--import', 'tsx', PROGRAM, ...args], {
    cwd: build.folder,
    log: join(build.folder, 'shop.log'),
    core: 0,
  });
  const end = () => running.signal('SIGKILL');
  // Before the folder is removed.
  process.prependListener('exit', end);
  const served: Served = {
    demo: `http://localhost:${demo}`,
    proxy: `http://localhost:${proxy}`,
    dist: join(build.folder, 'dist'),
  };
  await untilListening(served.demo);
  const lacks = new Set<string>();
  return {
    ...served,
    build: build.name,
    script: await hashOfScript(build, served),
    lacks,
    attempt: whatThereIs(lacks),
    async close() {
      await running.close();
      process.off('exit', end);
    },
  };
}

/**
 * The name that is requested is a hash of the script that this build makes for this address, so no
 * shop that serves another build has it.
 */
async function hashOfScript(build: Build, served: Served): Promise<string> {
  const response = await fetch(`${served.proxy}/${await scriptWithoutData(served)}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`The shop of ${build.name} does not serve its own build.`);
  const hash = createHash('sha256').update(text.replaceAll(served.proxy, ''));
  return hash.digest('hex').slice(0, 12);
}
