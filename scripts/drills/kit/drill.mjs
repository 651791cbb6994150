/** Runs a drill and removes what it created, also after a failure. */
import { randomInt } from 'node:crypto'
import { randomNumbers } from '../../lib/random-numbers.mjs'
import { SetupError } from '../../lib/setup.mjs'

/**
 * @typedef {(remove: () => unknown) => void} Later adds what is done at the end, the last added first; each is done
 *   even if another one fails
 */

/** @param {(later: Later) => Promise<boolean>} work returns whether the drill succeeded */
export async function drill(work) {
  /** @type {(() => unknown)[]} */
  const removals = []
  let isRemoving = false
  const removeAll = async () => {
    if (isRemoving) return
    isRemoving = true
    for (const remove of removals.toReversed()) {
      try {
        await remove()
      } catch (error) {
        process.exitCode = 1
        console.error(error)
      }
    }
  }
  const interrupted = () => void removeAll().then(() => process.exit(1))
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    const isFine = await work((remove) => void removals.push(remove))
    process.exitCode = isFine ? 0 : 1
  } catch (error) {
    process.exitCode = 1
    console.error(error instanceof SetupError ? error.message : error)
  }
  await removeAll()
}

/**
 * Reads the arguments of every drill: `npm run drill -- <name> [rounds] [seed]`. The same seed breaks at the same moments.
 * @param {number} usual number of rounds
 * @returns {{ rounds: number, random: () => number }} random: 0 to below 1
 */
export function roundsAndSeed(usual) {
  const rounds = Number(process.argv[2] ?? usual)
  const seed = Number(process.argv[3] ?? randomInt(1_000_000))
  if (!(rounds > 0) || !Number.isInteger(seed)) throw new SetupError('Rounds and seed are numbers.')
  console.log(`${rounds} rounds, seed ${seed}`)
  return { rounds, random: randomNumbers(seed) }
}
