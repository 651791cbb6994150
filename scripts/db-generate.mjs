/** `npm run db:generate`: writes table changes as new SQL migrations, for both sets of tables. */
import { run } from './lib/processes/run.mjs'

for (const config of ['scripts/drizzle/server.config.ts', 'scripts/drizzle/sandbox.config.ts']) {
  // With this condition the package server-only is empty, as in a server bundle.
  const node = [
    '--conditions=react-server',
    'node_modules/drizzle-kit/bin.cjs',
    'generate',
    `--config=${config}`,
  ]
  const { code } = await run(process.execPath, [...node, ...process.argv.slice(2)], { show: true })
  if (code !== 0) process.exit(code)
}
