import { fileURLToPath } from 'node:url'

/** The folder of package.json, whatever the working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
