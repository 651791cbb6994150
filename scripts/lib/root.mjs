import { fileURLToPath } from 'node:url'

/** The folder of package.json, whatever folder the caller stands in. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
