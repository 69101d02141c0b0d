import { spawn } from 'node:child_process';

/**
 * Builds what the shop serves: the scripts and the demo pages, including the preview without a
 * server.
 */
export async function buildShop(): Promise<void> {
  for (const mode of ['production', 'check', 'demo', 'preview']) {
    await build(mode);
  }
}

function build(mode: string): Promise<void> {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn'];
  const child = spawn(process.execPath, vite, { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) =>
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error('The build failed, so no journey was tried.'));
    }),
  );
}
