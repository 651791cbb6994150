/** `npm run sandbox`: the sandbox without the back office, on its own port and data folder. */
import { buildApart, startServer } from './lib/processes/processes.mjs'
import { main, SetupError, requireNode } from './lib/setup.mjs'

requireNode()
await main(async () => {
  const { SANDBOX_PORT = '' } = process.env
  if (!/^\d*$/.test(SANDBOX_PORT) || Number(SANDBOX_PORT) > 65_535)
    throw new SetupError('SANDBOX_PORT: must be a port number')
})
await buildApart()

// Ignores back-office settings in the same environment.
const secrets = ['DATABASE_URL', 'SEALING_KEY', 'OLD_SEALING_KEY', 'SHOP_SECRET_KEY']
for (const name of secrets.flatMap((secret) => [secret, `${secret}_FILE`])) delete process.env[name]
for (const name of ['APP_URL', 'SECRETS_FILE', 'SHOP_ID', 'GATEWAY_URL', 'APM_URL', 'CHECKOUT_URL'])
  delete process.env[name]
const { SANDBOX_PORT, SANDBOX_DATA_DIR, SANDBOX_APP_URL } = process.env
Object.assign(process.env, {
  SANDBOX: 'alone',
  PORT: SANDBOX_PORT || '3100',
  DATA_DIR: SANDBOX_DATA_DIR || './data-sandbox',
  ...(SANDBOX_APP_URL ? { APP_URL: SANDBOX_APP_URL } : {}),
})
await startServer('production')
