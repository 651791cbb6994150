// @ts-check
/** `node admin.mjs <command>`, also `npm run admin -- <command>`: docs/running.md. */
await import('./scripts/admin.mjs')
