/**
 * The arguments of every drill: `npm run drill -- <name> [rounds] [seed]`. The same seed breaks at the same moments.
 */
import { randomInt } from 'node:crypto'
import { SetupError } from '../../lib/setup.mjs'

/** @param {number} usual number of rounds @returns {{ rounds: number, random: () => number }} random: 0 to below 1 */
export function roundsAndSeed(usual) {
  const rounds = Number(process.argv[2] ?? usual)
  const seed = Number(process.argv[3] ?? randomInt(1_000_000))
  if (!(rounds > 0) || !Number.isInteger(seed)) throw new SetupError('Rounds and seed are numbers.')
  console.log(`${rounds} rounds, seed ${seed}`)
  return { rounds, random: seeded(seed) }
}

/** Mulberry32. @param {number} seed */
function seeded(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
