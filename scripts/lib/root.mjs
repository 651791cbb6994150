import { fileURLToPath } from 'node:url'

/** The folder that contains package.json, whatever the working directory is. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
