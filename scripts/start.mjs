/** `npm start`: from a fresh clone to a running server. Installs and builds only what is missing or stale. */
import { buildApart, startServer } from './lib/processes/processes.mjs'
import { requireNode } from './lib/setup.mjs'

requireNode()
await buildApart()
await startServer('production')
