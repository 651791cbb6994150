/** Measuring for benches: samples in milliseconds, interleaved so that a noisy moment affects every candidate. */

type Candidates<Name extends string> = Record<Name, () => Promise<unknown>>

/**
 * Runs every candidate once per round, starting each round with a different one. Returns the sorted durations without
 * the warm-up rounds.
 */
export async function inTurn<Name extends string>(
  candidates: Candidates<Name>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<Name, number[]>> {
  const entries = Object.entries(candidates) as [Name, () => Promise<unknown>][]
  const samples = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = -warmUp; round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const entry = entries[(turn + Math.abs(round)) % entries.length]
      if (!entry) continue
      const started = performance.now()
      await entry[1]()
      const took = performance.now() - started
      if (round >= 0) samples[entry[0]].push(took)
    }
  }
  for (const [name] of entries) samples[name].sort((a, b) => a - b)
  return samples
}

/** Returns the quantile of sorted samples; `share` is 0 to 1. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

/** Formats equally wide columns; the first one is left-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}

export const ms = (value: number): string => value.toFixed(3)
