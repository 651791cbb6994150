import { fileURLToPath } from 'node:url'

/** The folder of package.json, in any working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
